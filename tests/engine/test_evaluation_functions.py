"""Functions and aggregates of the language: each with its ordinary case, its edges, and what it refuses."""

from __future__ import annotations

import datetime as dt
import math
from typing import Any

import pytest
from clew.engine.evaluation.context import Context
from clew.engine.evaluation.expressions.compile import evaluate_closed
from clew.engine.evaluation.functions.folds import FOLDS
from clew.engine.evaluation.functions.registry import FUNCTIONS, REGISTRY
from clew.engine.evaluation.temporal.durations import Duration
from clew.errors import BindError, EvaluationError
from hypothesis import given
from hypothesis import strategies as st
from statement_parts import expression

NOW = dt.datetime(2026, 7, 21, 21, 40, 32, 142_000, tzinfo=dt.UTC)


def value(text: str) -> Any:
    return evaluate_closed(expression(text), Context(now=NOW))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("toString(1.0)", "1.0"),
        ("toString(1e-5)", "1.0E-5"),
        ("toString(-1.5e300)", "-1.5E300"),
        ("toString(12345678.25)", "12345678.25"),
        ("toFloat(toString(2.5e-9))", 2.5e-9),
        ("'a' + 1e20", "a1.0E20"),
        ("toString(true)", "true"),
        ("toString(0.0 / 0.0)", "NaN"),
        ("toString(datetime())", "2026-07-21T21:40:32.142Z"),
        ("toStringOrNull([])", None),
        ("toInteger('42')", 42),
        ("toInteger(' -2.9 ')", -2),
        ("toInteger('1e3')", 1000),
        ("toInteger('1_000')", None),
        ("toInteger('nan')", None),
        ("toInteger(2.9)", 2),
        ("toInteger(1e300)", None),
        ("toInteger('9223372036854775808')", None),
        ("toIntegerOrNull(true)", None),
        ("toFloat('.5')", 0.5),
        ("toFloat('inf')", None),
        ("toFloat(3)", 3.0),
        ("toBoolean(' True ')", True),
        ("toBoolean('yes')", None),
        ("toBooleanOrNull(1)", None),
        ("coalesce(null, 2, 3)", 2),
        ("coalesce(null)", None),
        ("toUpper('äb')", "ÄB"),
        ("TOLOWER('AB')", "ab"),
        ("trim('  a ')", "a"),
        ("ltrim('  a ')", "a "),
        ("rtrim('  a ')", "  a"),
        ("replace('aXbX', 'X', '')", "ab"),
        ("substring('hello', 1)", "ello"),
        ("substring('hello', 1, 2)", "el"),
        ("substring('hello', 9)", ""),
        ("left('hello', 2)", "he"),
        ("right('hello', 9)", "hello"),
        ("right('hello', 0)", ""),
        ("split('a,b,', ',')", ["a", "b", ""]),
        ("split('ab', '')", ["a", "b"]),
        ("reverse('abc')", "cba"),
        ("size('äb')", 2),
        ("reverse([1, 2])", [2, 1]),
        ("head([])", None),
        ("last([1, 2])", 2),
        ("tail([1, 2])", [2]),
        ("tail([])", []),
        ("isEmpty({})", True),
        ("range(1, 3)", [1, 2, 3]),
        ("range(3, 1)", []),
        ("range(5, 0, -2)", [5, 3, 1]),
        ("abs(-2)", 2),
        ("abs(-2.5)", 2.5),
        ("sign(-0.0)", 0),
        ("round(2.5)", 3.0),
        ("round(-2.5)", -2.0),
        ("round(0.49999999999999994)", 0.0),
        ("round(1.005, 2)", 1.01),
        ("round(1.5, 300)", 1.5),
        ("ceil(1.1)", 2.0),
        ("floor(-1.1)", -2.0),
        ("sqrt(4)", 2.0),
        ("log(0)", -math.inf),
        ("exp(1000)", math.inf),
        ("cot(0)", math.inf),
        ("atan2(0, -1)", math.pi),
        ("degrees(pi())", 180.0),
        ("isNaN(sqrt(-1))", True),
        ("isNaN(asin(2))", True),
        ("isNaN(sin(1 / 0.0))", True),
        ("timestamp()", 1_784_670_032_142),
        ("date() = date('2026-07-21')", True),
        ("datetime.realtime() = datetime.statement()", True),
        ("time({timezone: '+02:00'}) = time('23:40:32.142+02:00')", True),
        ("rand() < 1", True),
        ("size(null)", None),
        ("substring(null, 1)", None),
        ("exists(null)", False),
    ],
)
def test_functions_give(text: str, expected: object) -> None:
    """Each call gives its value, and of its type."""
    found = value(text)
    assert found == expected
    assert type(found) is type(expected)


@pytest.mark.parametrize(
    "text",
    [
        "toString([1])",
        "toInteger(true)",
        "toFloat([])",
        "toBoolean(1)",
        "toUpper(1)",
        "left('a', -1)",
        "substring('a', 1.5)",
        "head('a')",
        "size(1)",
        "range(1, 2, 0)",
        "range(1.0, 2)",
        "abs('a')",
        "abs(-9223372036854775808)",
        "round(1.5, -1)",
        "labels(1)",
        "type({})",
        "nodes([])",
        "keys(1)",
        "properties('a')",
        "date(1)",
        "duration(1)",
        "duration.between(1, 2)",
    ],
)
def test_functions_refuse_what_is_of_another_kind(text: str) -> None:
    """An argument that could never be right is an error in one sentence, never a null."""
    with pytest.raises(EvaluationError) as caught:
        value(text)
    assert caught.value.span is not None
    assert caught.value.message.endswith(".")


@pytest.mark.parametrize("text", ["size()", "size([], [])", "size(DISTINCT [])", "coalesce()", "nothing()"])
def test_a_wrong_count_of_arguments_is_refused_while_compiling(text: str) -> None:
    """Arity, DISTINCT and unknown names are settled before any row."""
    with pytest.raises(BindError):
        value(text)


def test_the_catalog_lists_each_function_once_and_says_what_it_does() -> None:
    """Names are unique whatever their case, and every one has a line for the reference."""
    names = [function.name.lower() for function in FUNCTIONS]
    assert len(names) == len(set(names))
    assert all(function.doc for function in FUNCTIONS)
    assert {name for name in REGISTRY if "@" not in name} | set(FOLDS) == set(names)


@pytest.mark.parametrize("name", sorted(name for name, function in REGISTRY.items() if function.strict))
def test_null_goes_through_strict_functions(name: str) -> None:
    """null in any place of a strict function gives null."""
    function = REGISTRY[name].definition
    for place in range(function.least):
        arguments = ["null" if i == place else "1" for i in range(function.least)]
        if "@" not in name:
            assert value(f"{name}({', '.join(arguments)})") is None


# ---- aggregates ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "values", "expected"),
    [
        ("count", [1, 1], 2),
        ("collect", [], []),
        ("sum", [], 0),
        ("sum", [1, 2], 3),
        ("sum", [1, 0.5], 1.5),
        ("sum", [0.1] * 10, 1.0),
        ("sum", [math.inf, 1.0], math.inf),
        ("sum", [Duration(1, 2, 3), Duration(0, 0, 1)], Duration(1, 2, 4)),
        ("avg", [], None),
        ("avg", [1, 2], 1.5),
        ("avg", [Duration(0, 1, 0), Duration(0, 2, 0)], Duration(0, 1, 43_200 * 10**9)),
        ("min", [], None),
        ("min", [1, "a", [2]], [2]),
        ("max", [1, "a", [2], 0.5], 1),
        ("stdev", [1], 0.0),
        ("stdev", [1, 3], math.sqrt(2)),
        ("stdevp", [1, 3], 1.0),
    ],
)
def test_folds_give(name: str, values: list[Any], expected: object) -> None:
    """Each aggregate folds a group, and says what nothing comes to."""
    found = FOLDS[name].call(values)
    assert found == expected
    assert type(found) is type(expected)


@pytest.mark.parametrize(
    ("name", "share", "expected"),
    [
        ("percentiledisc", 0, 10),
        ("percentiledisc", 0.5, 20),
        ("percentiledisc", 0.51, 30),
        ("percentiledisc", 1.0, 40),
        ("percentilecont", 0.5, 25.0),
        ("percentilecont", 1, 40.0),
    ],
)
def test_percentiles(name: str, share: float, expected: float) -> None:
    """Disc is by nearest rank and keeps the value; cont is linear between two values."""
    assert FOLDS[name].call([40, 10, 30, 20], share) == expected
    assert FOLDS[name].call([], share) is None


@pytest.mark.parametrize(
    ("name", "arguments"),
    [
        ("sum", [[1, "a"]]),
        ("sum", [[2**62, 2**62]]),
        ("avg", [[True]]),
        ("percentiledisc", [[1], 1.1]),
        ("percentilecont", [[1], None]),
    ],
)
def test_folds_refuse(name: str, arguments: list[Any]) -> None:
    """What is no number, does not fit 64 bits, or is no percentile, is an error."""
    with pytest.raises(EvaluationError):
        FOLDS[name].call(*arguments)


@given(st.lists(st.floats(-1e9, 1e9), min_size=1, max_size=6), st.randoms())
def test_sums_do_not_depend_on_the_order_of_rows(values: list[float], random: Any) -> None:
    """The same floats in another order give the same sum and the same mean, to the last bit."""
    shuffled = random.sample(values, len(values))
    for name in ("sum", "avg", "stdev"):
        assert FOLDS[name].call(values) == FOLDS[name].call(shuffled)
