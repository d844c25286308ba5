"""The reading half of openCypher is read: its own compatibility kit, where it is at hand, and a small set of ours."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from clew.dsl.parsing.parser import parse
from clew.dsl.printing.printer import print_statement
from clew.errors import QueryError

# What the parser alone can tell is wrong; types and scopes are the binder's.
SYNTACTIC = (
    "UnexpectedSyntax",
    "InvalidNumberLiteral",
    "IntegerOverflow",
    "InvalidUnicodeLiteral",
    "InvalidUnicodeCharacter",
    "InvalidRelationshipPattern",
    "InvalidParameterUse",
    "InvalidClauseComposition",
    "NoExpressionAlias",
)
OURS = [
    "MATCH (n) RETURN n.name ORDER BY n.name SKIP 2 LIMIT 3",
    "MATCH (a:A)-[r:T|U*0..2]->(b)<--(c) WHERE a.x > 1 AND NOT (b)-->(c) RETURN a, collect(DISTINCT b) AS bs",
    "OPTIONAL MATCH (n) WITH n, count(*) AS c WHERE c > 1 UNWIND [1] AS x RETURN x, n UNION RETURN 1 AS x, 2 AS n",
    "RETURN CASE WHEN 1 < 2 <= 3 THEN 'a' ELSE null END AS c, [x IN range(0, 9) WHERE x % 2 = 0 | x ^ 2][1..3] AS l",
    "MATCH p = (a)-[*]-() WHERE all(n IN nodes(p) WHERE n.ok) RETURN reduce(s = 0, r IN relationships(p) | s + r.w)",
    "RETURN date({year: 1984}) + duration('P1D'), datetime.truncate('day', $now), {a: [1, {b: 0x1F}]}.a[-1].b",
    "WITH 'x' AS s RETURN s STARTS WITH s OR s ENDS WITH 'y' OR s CONTAINS 'z' OR s =~ '.*' OR s IS NULL OR s IN ['a']",
]


@pytest.mark.parametrize("text", OURS)
def test_cypher_that_only_reads_is_read(text: str) -> None:
    """Queries in the reading half of openCypher parse, and survive their canonical text."""
    assert parse(print_statement(parse(text))) == parse(text)


@pytest.fixture
def cases(shared: Callable[[str], Path]) -> list[dict[str, Any]]:
    """Return the reading queries of openCypher's compatibility kit, and what it expects of each."""
    return [json.loads(line) for line in shared("data/tck/reading.jsonl").read_text(encoding="utf-8").splitlines()]


def outcome(text: str) -> QueryError | None:
    try:
        parse(text)
    except QueryError as error:
        return error
    return None


def test_queries_of_the_kit_that_give_rows_are_read(cases: list[dict[str, Any]]) -> None:
    """At least 99 in 100 queries for which the kit expects rows parse."""
    texts = [str(case["query"]) for case in cases if "rows" in case["expect"]]
    refused = [text for text in texts if outcome(text) is not None]
    assert len(texts) > 2_000 and len(refused) <= len(texts) // 100, refused


def test_queries_of_the_kit_with_wrong_syntax_are_refused(cases: list[dict[str, Any]]) -> None:
    """Every query whose syntax the kit calls wrong is refused, with an error that points at it."""
    texts = [
        str(case["query"])
        for case in cases
        if "compile" in (said := str(case["expect"].get("error"))) and said.rpartition(": ")[2] in SYNTACTIC
    ]
    errors = [outcome(text) for text in texts]
    assert len(texts) > 30
    assert [text for text, error in zip(texts, errors, strict=True) if error is None] == []
    assert all(error is not None and error.span and error.hint for error in errors)
