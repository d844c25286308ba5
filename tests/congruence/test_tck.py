"""openCypher's own questions, through our compiler, stages and evaluator: right rows, or an error of ours.

The queries of the Technology Compatibility Kit that need no graph are run where they are at hand; a set of our
own, over the same ground, is always run.
"""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from clew.dsl.compiler import compile
from clew.engine.catalog import CATALOG
from clew.engine.evaluation.context import Context
from clew.engine.evaluation.expressions.compile import evaluate_closed
from clew.engine.evaluation.temporal.durations import Duration
from clew.engine.evaluation.temporal.values import TEMPORALS
from clew.engine.executor.rows import run_pattern_stages
from clew.engine.executor.table import Table
from clew.errors import ClewError
from statement_parts import expression

ANSWERED_AT_LEAST = 1_630
"""Of 1,648. The others are refused: `'1' = 1` compares what can never be equal, one datetime is in local mean time."""

ANSWERED_TOO_KINDLY = {"RETURN count(rand())"}
"""Errors of openCypher's for which we give rows: here, a random number may be counted."""

OWN: tuple[tuple[str, dict[str, list[str]]], ...] = (
    ("RETURN 7 / 2 AS a, -7 % 3 AS b, 2 ^ 2 AS c", {"a": ["3"], "b": ["-1"], "c": ["4.0"]}),
    (
        "RETURN [1, null] = [1, 2] AS a, [1] < [1, 0] AS b, 1 < 2 < null AS c",
        {"a": ["null"], "b": ["true"], "c": ["null"]},
    ),
    (
        "UNWIND [3, null, 'a', [1], {k: 1}, true, 1.5] AS x RETURN x ORDER BY x",
        {"x": ["{k: 1}", "[1]", "'a'", "true", "1.5", "3", "null"]},
    ),
    ("UNWIND [1, 1.0, 2, null, null] AS x RETURN DISTINCT x", {"x": ["1", "2", "null"]}),
    (
        "UNWIND [1, 2, 3] AS x WITH x % 2 AS odd, count(*) AS n, sum(x) AS s RETURN odd, n + s AS t ORDER BY odd",
        {"odd": ["0", "1"], "t": ["3", "6"]},
    ),
    (
        "UNWIND [] AS x RETURN count(*) AS n, collect(x) AS all, max(x) AS most",
        {"n": ["0"], "all": ["[]"], "most": ["null"]},
    ),
    ("WITH 5 AS x UNWIND range(1, x) AS y WITH y WHERE y > 2 RETURN y ORDER BY y DESC SKIP 1 LIMIT 1", {"y": ["4"]}),
    ("RETURN 1 AS x UNION RETURN 1.0 AS x UNION RETURN 2 AS x", {"x": ["1", "2"]}),
    ("RETURN 1 AS x UNION ALL RETURN 1 AS x", {"x": ["1", "1"]}),
    (
        "WITH [1, 2, 3] AS l RETURN [x IN l WHERE x > 1 | x * x] AS a, reduce(s = 0, x IN l | s + x) AS b",
        {"a": ["[4, 9]"], "b": ["6"]},
    ),
    (
        "WITH [null, 1] AS l RETURN all(x IN l WHERE x > 0) AS a, any(x IN l WHERE x > 0) AS b",
        {"a": ["null"], "b": ["true"]},
    ),
    ("WITH {a: 1, b: {c: [1, 2]}} AS m RETURN m {.a, d: m.b.c[-1]} AS p", {"p": ["{a: 1, d: 2}"]}),
    ("RETURN CASE 2 WHEN 1 THEN 'one' WHEN 2.0 THEN 'two' END AS c", {"c": ["'two'"]}),
    (
        "RETURN date({year: 2026, week: 30}) AS d, duration('P1M') * 1.5 AS e",
        {"d": ["'2026-07-20'"], "e": ["'P1M15DT5H14M33S'"]},
    ),
    (
        "RETURN datetime('2026-03-28T12:00[Europe/Stockholm]') + duration('P1D') AS d",
        {"d": ["'2026-03-29T12:00+02:00[Europe/Stockholm]'"]},
    ),
    ("RETURN duration.between(date('2024-02-29'), datetime('2026-07-21T10:00Z')) AS d", {"d": ["'P2Y4M22DT10H'"]}),
    ("WITH 1 AS a WITH a, a + 1 AS b ORDER BY a RETURN *", {"a": ["1"], "b": ["2"]}),
    (
        "RETURN 0.0 / 0.0 = 0.0 / 0.0 AS a, 0.0 / 0.0 > 1 AS b, 1 / 0.0 AS c",
        {"a": ["false"], "b": ["false"], "c": ["1 / 0.0"]},
    ),
)


@pytest.mark.parametrize(("query", "columns"), OWN)
def test_our_own_questions_are_answered(query: str, columns: dict[str, list[str]]) -> None:
    """The whole way from text to rows, for every pattern stage that needs no graph; `columns` is the answer in text."""
    table = answer(query, {})
    found = {name: [canonical(shown(row[i])) for row in table.rows] for i, name in enumerate(table.names)}
    assert found == {name: [canonical(literal(text)) for text in texts] for name, texts in columns.items()}


def test_the_kit_gets_no_wrong_answer(shared: Callable[[str], Path]) -> None:
    """Every query gives the rows that are due, or one of our errors; nothing else comes out, and few are refused."""
    wrong: list[str] = []
    kind: list[str] = []
    answered = 0
    for case in cases(shared("data/tck/reading.jsonl")):
        query, expected = case["query"], case["expect"]
        try:
            table = answer(query, {name: literal(text) for name, text in case.get("parameters", {}).items()})
        except ClewError:
            continue
        if "error" in expected:
            kind.append(query)
        elif rows_of(table, expected) != expected_rows(expected):
            wrong.append(query)
        else:
            answered += 1
    assert wrong == []
    assert set(kind) <= ANSWERED_TOO_KINDLY
    assert answered >= ANSWERED_AT_LEAST


def cases(kit: Path) -> Iterator[dict[str, Any]]:
    """Yield the reading queries that need no graph."""
    for line in kit.read_text(encoding="utf-8").splitlines():
        case = json.loads(line)
        if not case["setup"] and "MATCH" not in case["query"].upper():
            yield case


def answer(query: str, parameters: dict[str, Any]) -> Table:
    return run_pattern_stages(compile(query, CATALOG).stages, Context(parameters=parameters))


def literal(text: str) -> Any:
    """Read a value as the kit writes it."""
    return evaluate_closed(expression(text.replace("NaN", "(0.0 / 0.0)")), Context())


def rows_of(table: Table, expected: dict[str, Any]) -> list[Any]:
    """Return the rows with their columns in the kit's order; a `*` may give them in another."""
    places = [table.names.index(name) for name in expected["columns"]]
    rows = [[shown(row[place]) for place in places] for row in table.rows]
    return _arranged(rows, expected)


def expected_rows(expected: dict[str, Any]) -> list[Any]:
    return _arranged([[literal(text) for text in row] for row in expected["rows"]], expected)


def _arranged(rows: list[list[Any]], expected: dict[str, Any]) -> list[Any]:
    arranged = [[canonical(value, expected["ignore_list_order"]) for value in row] for row in rows]
    return arranged if expected["ordered"] else sorted(arranged, key=repr)


def shown(value: Any) -> Any:
    """Return a value with its times as text, which is how the kit writes them."""
    if isinstance(value, (*TEMPORALS, Duration)):
        return str(value)
    if isinstance(value, list):
        return [shown(item) for item in value]
    return {key: shown(item) for key, item in value.items()} if isinstance(value, dict) else value


def canonical(value: Any, any_order: bool = False) -> Any:
    """Return something that equals itself: with types, floats to the 15 digits that every writer of them agrees on."""
    if isinstance(value, list):
        items = [canonical(item, any_order) for item in value]
        return sorted(items, key=repr) if any_order else items
    if isinstance(value, dict):
        return sorted((key, canonical(item, any_order)) for key, item in value.items())
    if isinstance(value, float):
        return "float", "NaN" if math.isnan(value) else f"{value:.15g}"
    return type(value).__name__, value
