"""Golden errors: `tests/golden/dsl/parse/bad.txt` holds wrong texts and what is said of each.

An entry is a text, a line `=>`, and the error as it is rendered, its class first; a line `----` ends it.
`CLEW_UPDATE_GOLDEN=1 pytest` writes what is said anew: read it as somebody would who made that mistake.
"""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest
from clew.dsl.compiler import compile
from clew.dsl.diagnosis.examples import ENDINGS, EXPRESSIONS, QUERY_CLAUSES, RECALL_CLAUSES, STATEMENTS, TRACE_CLAUSES
from clew.dsl.parsing.parser import parse
from clew.engine.asking.catalog import CATALOG
from clew.errors import CapabilityError, ParseError, QueryError, UnsupportedError

GOLDEN = Path(__file__).parents[1] / "golden" / "dsl" / "parse" / "bad.txt"


def said_of(text: str) -> str:
    with pytest.raises(QueryError) as caught:
        compile(text, CATALOG)
    return f"{type(caught.value).__name__}: {caught.value.render()}"


def read() -> list[tuple[str, str]]:
    entries = GOLDEN.read_text(encoding="utf-8").split("\n----\n")
    pairs = [entry.partition("\n=>\n") for entry in entries if entry.strip()]
    return [(text, said) for text, _, said in pairs]


if os.environ.get("CLEW_UPDATE_GOLDEN"):
    GOLDEN.write_text("".join(f"{text}\n=>\n{said_of(text)}\n----\n" for text, _ in read()), encoding="utf-8")

ENTRIES = read()
TEXTS = [text for text, _ in ENTRIES]


def error_of(text: str) -> QueryError:
    with pytest.raises(QueryError) as caught:
        compile(text, CATALOG)
    return caught.value


def test_there_are_enough_mistakes() -> None:
    """The golden file is not empty, and no mistake stands in it twice."""
    assert len(TEXTS) >= 100
    assert len(set(TEXTS)) == len(TEXTS)


@pytest.mark.parametrize(("text", "said"), ENTRIES, ids=[re.sub(r"\s+", " ", text)[:50] for text in TEXTS])
def test_what_is_said_of_a_mistake(text: str, said: str) -> None:
    """Each wrong text gets exactly the error that the golden file shows."""
    assert said_of(text) == said


@pytest.mark.parametrize("text", TEXTS, ids=[re.sub(r"\s+", " ", text)[:50] for text in TEXTS])
def test_every_error_is_complete(text: str) -> None:
    """An error is one sentence, knows its text and a place in or just behind it, and says what would work."""
    error = error_of(text)
    assert error.message.endswith(".") and "\n" not in error.message
    assert error.text == text
    assert error.span is not None and 0 <= error.span.start <= error.span.end <= len(text) + 1
    assert error.hint
    assert "__ANON" not in error.render() and "$END" not in error.render()


def test_every_form_that_an_error_shows_works() -> None:
    """Each clause in `examples.py` parses where it belongs."""
    for form in STATEMENTS.values():
        parse(form)
    for words, form in RECALL_CLAUSES.items():
        parse(f"RECALL {'' if words in ('LIMIT', 'AS') else 'AS m '}{form}")
    for form in QUERY_CLAUSES.values():
        parse(form if form.startswith("RETURN") else f"{form} RETURN *")
    for form in ENDINGS.values():
        parse(f"MATCH (a) RETURN a {form}")
    for form in TRACE_CLAUSES.values():
        parse(f"TRACE CAUSES OF 'a' {form}")
    for form in EXPRESSIONS.values():
        parse(f"RETURN {form}")


def test_statements_that_write_need_another_door() -> None:
    """A write is refused as a matter of permission, not as a wrong text; so `except PermissionError` works."""
    error = error_of("CREATE (n:Memory) RETURN n")
    assert isinstance(error, CapabilityError) and isinstance(error, PermissionError)


def test_an_error_lists_for_tools_what_could_have_stood() -> None:
    """The JSON form of an error holds the choices as a list."""
    error = error_of("TRACE 'a'")
    assert error.to_json()["expected"] == ["`CAUSES OF`", "`EFFECTS OF`", "`LINEAGE OF`", "`HISTORY OF`", "`PATH FROM`"]


def test_what_is_understood_and_not_done_is_said_apart() -> None:
    """Unsupported is not the same as wrong."""
    assert isinstance(error_of("PURGE 'a'"), UnsupportedError)
    assert not isinstance(error_of("WY 'a'"), UnsupportedError)
    assert isinstance(error_of("RETURN"), ParseError)
