"""Statements as JSON: lossless, strict, and described by the schema that is published."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest
from clew.dsl import ast
from clew.dsl.json_form.schema import schema
from clew.dsl.json_form.statements import VERSION, statement_from_json, statement_to_json
from clew.dsl.parsing.parser import parse
from clew.errors import LimitError, ParseError, UnsupportedError
from hypothesis import given
from hypothesis import strategies as st
from statement_trees import QUIET, STATEMENTS

pytestmark = pytest.mark.slow

PUBLISHED = Path(__file__).parents[2] / "docs" / "schemas" / f"statement.v{VERSION}.json"
ANY = st.recursive(
    st.one_of(st.none(), st.booleans(), st.integers(), st.floats(), st.text(max_size=3)),
    lambda inner: st.one_of(
        st.lists(inner, max_size=3),
        st.dictionaries(st.sampled_from(["node", "stage", "need", "where", "value", "x"]), inner, max_size=3),
        st.fixed_dictionaries({"node": st.sampled_from(["Recall", "Literal", "Binary", "Query", "Plan"])}),
    ),
    max_leaves=8,
)


@QUIET
@given(STATEMENTS)
def test_a_statement_survives_its_json(statement: ast.Statement) -> None:
    """AST to JSON to text to JSON to AST is the identity."""
    assert statement_from_json(json.loads(json.dumps(statement_to_json(statement)))) == statement


@QUIET
@given(ANY)
def test_any_json_is_a_statement_or_an_error_of_ours(value: Any) -> None:
    """Nothing but a ParseError, an UnsupportedError or a LimitError comes of any JSON at all."""
    try:
        statement_from_json(value)
    except (ParseError, UnsupportedError, LimitError) as error:
        assert error.message and "\n" not in error.message


def test_what_a_person_would_write() -> None:
    """Plain values stand for literals, an object for a map, and what is not said is left out."""
    written = {
        "node": "Recall",
        "count": 5,
        "need": "compare vendor C",
        "intents": ["budget", {"node": "Parameter", "name": "also"}],
        "since": {"node": "Ago", "amount": 90, "unit": "DAYS"},
        "near": {"node": "Near", "active": 5},
    }
    text = "RECALL 5 FOR 'compare vendor C' INTENT budget, $also SINCE 90 DAYS NEAR ACTIVE 5"
    assert statement_from_json(written) == parse(text)
    entries = {"text": "a", "tags": {"node": "ListLiteral", "items": ["x"]}}
    remember = {"node": "Remember", "fields": {"node": "MapLiteral", "entries": entries}}
    assert statement_from_json(remember) == parse("REMEMBER {text: 'a', tags: ['x']}")


@pytest.mark.parametrize(
    ("value", "path", "said"),
    [
        ({"node": "Recal"}, "$", "`Recall` is similar"),
        ({"node": "Recall", "ned": "x"}, "$.ned", "`need` is similar"),
        ({"node": "Recall", "need": ["x"]}, "$.need", "a list cannot stand here"),
        ({"node": "Trace", "kind": "CAUSE", "of": "a"}, "$.kind", "`CAUSES` is similar"),
        ({"node": "Why", "memory": "a"}, "$", "`Why` needs `within`"),
        ({"statement": {"node": "Recall", "floors": [{"node": "Floor", "objective": 1, "least": 2}]}},
         "$.statement.floors[0].objective", "a whole number cannot stand here"),
        ({"node": "Literal", "value": 1}, "$", "cannot stand here"),
        ([], "", "is an object"),
    ],
    ids=str,
)  # fmt: skip
def test_an_error_names_the_place(value: Any, path: str, said: str) -> None:
    """What does not fit is named by its path, with what could stand there."""
    with pytest.raises(ParseError) as caught:
        statement_from_json(value)
    assert said in str(caught.value)
    assert caught.value.data.get("path", "") == path


def test_deep_json_is_a_limit() -> None:
    """A tree of thousands of levels is refused at once, and is no RecursionError."""
    value: Any = 1
    for _ in range(5_000):
        value = {"node": "Unary", "operator": "-", "operand": value}
    with pytest.raises(LimitError):
        statement_from_json({"node": "Recall", "where": value})


def test_another_version_is_refused() -> None:
    """A form of a later version is not read as if it were this one."""
    with pytest.raises(UnsupportedError, match="version 2"):
        statement_from_json({"clew": 2, "statement": {"node": "Recall"}})


def test_the_published_schema_is_the_one_that_is_made() -> None:
    """`docs/schemas/` holds what the code says; `CLEW_UPDATE_GOLDEN=1 pytest` writes it anew."""
    made = json.dumps(schema(), indent=1, ensure_ascii=False) + "\n"
    if os.environ.get("CLEW_UPDATE_GOLDEN"):
        PUBLISHED.parent.mkdir(exist_ok=True)
        PUBLISHED.write_text(made, encoding="utf-8")
    assert PUBLISHED.read_text(encoding="utf-8") == made


@QUIET
@given(STATEMENTS)
def test_the_schema_takes_every_statement(statement: ast.Statement) -> None:
    """What the encoder writes is valid by the published schema, as a validator of others reads it."""
    jsonschema = pytest.importorskip("jsonschema", reason="jsonschema is not installed here")
    jsonschema.Draft202012Validator(schema()).validate(statement_to_json(statement))
