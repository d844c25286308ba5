"""Expressions in the language's own text, parsed, compiled to closures and evaluated: what each is worth."""

from __future__ import annotations

import datetime as dt
import math
import time
from typing import Any

import pytest
from clew.dsl import ast
from clew.engine.evaluation.context import Context
from clew.engine.evaluation.expressions.compile import BUILDERS, compile_expression
from clew.engine.evaluation.limits import ITEM_BYTES
from clew.engine.evaluation.values import EdgeValue, NodeValue, PathValue
from clew.engine.running.cancel import Cancel
from clew.engine.running.limits import Limits, limited
from clew.errors import BindError, ClewError, EvaluationError, LimitError, ParameterError, UnsupportedError
from statement_parts import expression

A = NodeValue("Memory", 1, {"step": 3, "type": "fact", "agent": None})
B = NodeValue("Tag", 1, {"name": "x"})
EDGE = EdgeValue("TAGGED", 7, A, B, {"inferred": True, "reason": None})
PATH = PathValue((A, B), (EDGE,))
BOUND = {"a": A, "b": B, "r": EDGE, "p": PATH, "n": None, "xs": [1, 2, 3], "m": {"k": 1, "z": None}}


def value(text: str, context: Context | None = None, **parameters: Any) -> Any:
    closure = compile_expression(expression(text), tuple(BOUND))
    return closure(tuple(BOUND.values()), context or Context(parameters=parameters))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        # arithmetic
        ("7 / 2", 3),
        ("-7 / 2", -3),
        ("-7 % 3", -1),
        ("7 % -3", 1),
        ("7 / 2.0", 3.5),
        ("-7.5 % 2", -1.5),
        ("2 ^ 3", 8.0),
        ("(-8) ^ 0.5 = 1", False),
        ("1 / 0.0", math.inf),
        ("-1 / 0.0", -math.inf),
        ("10.0 ^ 400", math.inf),
        ("-9223372036854775808", -(2**63)),
        ("9223372036854775807 + 0", 2**63 - 1),
        ("1 + null", None),
        ("'a' + 'b'", "ab"),
        ("'a' + 1", "a1"),
        ("1.5 + 'a'", "1.5a"),
        ("[1] + 2", [1, 2]),
        ("0 + [1]", [0, 1]),
        ("[1] + [[2]]", [1, [2]]),
        ("[1] + null", None),
        # comparison
        ("1 < 2 < 3", True),
        ("1 < 3 < 2", False),
        ("1 < null < 3", None),
        ("3 < 1 < null", False),
        ("1 = 1.0", True),
        ("1 = true", False),
        ("'1' = 1", False),
        ("null = null", None),
        ("[1, null] = [1, 2]", None),
        ("[1, null] = [2, null]", False),
        ("1 < 'a'", None),
        # logic
        ("null AND false", False),
        ("null OR true", True),
        ("true XOR null", None),
        ("n.x IS NULL", True),
        ("1 = 2 AND 1 / 0 = 1", False),
        # membership and strings
        ("2 IN xs", True),
        ("null IN []", False),
        ("4 IN [1, null]", None),
        ("1 IN null", None),
        ("'abc' STARTS WITH 'ab'", True),
        ("'abc' ENDS WITH 1", None),
        ("'abc' CONTAINS ''", True),
        ("'vendor C' =~ '(?i)VENDOR .'", True),
        ("'vendor C' =~ 'vendor'", False),
        ("1 =~ 'a'", None),
        # access
        ("xs[0]", 1),
        ("xs[-1]", 3),
        ("xs[3]", None),
        ("xs[1..]", [2, 3]),
        ("xs[..-1]", [1, 2]),
        ("xs[2..1]", []),
        ("xs[null..1]", None),
        ("m.k", 1),
        ("m['k']", 1),
        ("m.none", None),
        ("a.step", 3),
        ("a['step']", 3),
        ("r.inferred", True),
        ("n.step", None),
        ("a:Memory", True),
        ("a:(Memory|Tag)", True),
        ("b:Memory", False),
        ("n:Memory", None),
        ("m {.k, other: 2}", {"k": 1, "other": 2}),
        ("m {.*, k: 9}", {"k": 9, "z": None}),
        ("a {.step, .agent}", {"step": 3, "agent": None}),
        ("n {.step}", None),
        # case
        ("CASE 1 WHEN 1.0 THEN 'one' ELSE 'other' END", "one"),
        ("CASE null WHEN null THEN 1 ELSE 2 END", 2),
        ("CASE WHEN null THEN 1 WHEN true THEN 2 END", 2),
        ("CASE WHEN false THEN 1 END", None),
        # lists
        ("[x IN xs WHERE x > 1 | x * x]", [4, 9]),
        ("[x IN xs | [y IN xs WHERE y < x | y]]", [[], [1], [1, 2]]),
        ("[xs IN xs | xs + 1]", [2, 3, 4]),
        ("[x IN null | x]", None),
        ("reduce(t = 0, x IN xs | t + x)", 6),
        ("reduce(t = '', x IN [] | t + x)", ""),
        ("all(x IN xs WHERE x > 0)", True),
        ("any(x IN [1, null] WHERE x > 1)", None),
        ("none(x IN [] WHERE x)", True),
        ("single(x IN [1, null, 1] WHERE x = 1)", False),
        ("single(x IN [1, null] WHERE x = 1)", None),
        ("all(x IN null WHERE x)", None),
        # graph
        ("labels(a)", ["Memory"]),
        ("type(r)", "TAGGED"),
        ("startNode(r) = a", True),
        ("length(p)", 1),
        ("nodes(p) = [a, b]", True),
        ("relationships(p) = [r]", True),
        ("id(a) = id(b)", False),
        ("keys(r)", ["inferred"]),
        ("properties(r)", {"inferred": True}),
        ("keys(m)", ["k", "z"]),
        ("exists(a.agent)", False),
        ("coalesce(n, a.agent, 5)", 5),
    ],
)
def test_expressions_are_worth_what_opencypher_says(text: str, expected: object) -> None:
    """Each form gives its value, and of its type: an integer is no boolean, and no float."""
    found = value(text)
    assert found == expected
    assert type(found) is type(expected)


def test_every_expression_node_has_a_builder() -> None:
    """The table is complete: no expression that parses can fail for want of an entry."""
    assert set(ast.Expr.__args__) == set(BUILDERS)


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("1 + (2 / 0) * 2", "(2 / 0)"),
        ("9223372036854775807 + 1", "9223372036854775807 + 1"),
        ("-(-9223372036854775808)", "-(-9223372036854775808)"),
        ("[x IN xs | x.y]", "x.y"),
        ("xs['a']", "xs['a']"),
        ("m[1]", "m[1]"),
        ("true[0]", "true[0]"),
        ("1 IN 2", "1 IN 2"),
        ("size(1)", "size(1)"),
        ("labels(r)", "labels(r)"),
        ("any(x IN xs WHERE x)", "any(x IN xs WHERE x)"),
        ("'a' =~ '('", "'a' =~ '('"),
        ("'a' =~ '(?=a)'", "'a' =~ '(?=a)'"),
        ("[1] + xs[1.5]", "xs[1.5]"),
    ],
)
def test_an_error_points_at_the_part_that_failed(text: str, place: str) -> None:
    """The innermost expression that failed is marked, whatever stands around it."""
    with pytest.raises(EvaluationError) as caught:
        value(text)
    span = caught.value.span
    assert span is not None
    assert f"RETURN {text}"[span.start : span.end] == place
    assert caught.value.message.endswith(".")


@pytest.mark.parametrize("text", ["false AND 123", "true OR 'x'", "NOT []", "1 XOR true", "{} AND null"])
def test_what_can_never_be_a_condition_is_refused_before_any_row(text: str) -> None:
    """A literal of another kind beside AND or OR is an error, even where it would never be looked at."""
    with pytest.raises(BindError):
        compile_expression(expression(text), ())


def test_parameters_enter_as_values_of_the_language() -> None:
    """Tuples, numpy scalars, dates and aware datetimes are taken; what has no counterpart is refused by name."""
    np = pytest.importorskip("numpy")
    berlin = dt.timezone(dt.timedelta(hours=1))
    assert value("$x", x=(1, np.int64(2), np.float32(0.5))) == [1, 2, 0.5]
    assert value("$x.year", x=dt.date(2026, 7, 21)) == 2026
    assert value("$x.hour", x=dt.datetime(2026, 1, 1, 12, tzinfo=berlin)) == 11
    assert value("$x.days", x=dt.timedelta(days=-1, hours=1)) == -1
    for wrong in (dt.datetime(2026, 1, 1), b"bytes", 2**63, {1: 2}, object()):
        with pytest.raises(ParameterError, match=r"\$x"):
            value("$x", x=wrong)


def test_a_missing_parameter_is_named_and_placed() -> None:
    """The error says which parameter, and where it stands."""
    with pytest.raises(ParameterError, match=r"\$there") as caught:
        value("1 + $there")
    assert caught.value.span is not None


def test_patterns_need_a_resolver() -> None:
    """Without one they are not supported here; with one they get the names that are bound around them."""
    text = "[x IN [1] | COUNT { (a)-[:TAGGED]->() } + x]"
    with pytest.raises(UnsupportedError):
        value(text)
    seen: list[Any] = []
    context = Context(pattern_resolver=lambda node, bindings: seen.append(bindings) or 4)
    assert value(text, context) == [5]
    assert seen[0]["a"] is A and seen[0]["x"] == 1


def test_functions_of_a_memory_ask_the_context() -> None:
    """A name that is no function of the language is handed over with the memory and the other arguments."""
    context = Context(memory_function=lambda name, node, args: [name, node.row, *args])
    assert value("similarity(a, 'budget')", context) == ["similarity", 1, "budget"]
    assert value("similarity(n, 'budget')", context) is None
    with pytest.raises(EvaluationError):
        value("similarity(1, 'budget')", context)


@pytest.mark.parametrize(
    "text",
    [
        f"size(range(1, {Limits().list_items + 1}))",
        "reduce(s = 'x', i IN range(1, 60) | s + s)",
        "reduce(s = [1], i IN range(1, 60) | s + s)",
        "replace(reduce(s = 'x', i IN range(1, 20) | s + s), 'x', 'xxxxxxxxxxxxxxxxxxxx')",
        "range(-9223372036854775807, 9223372036854775807)",
    ],
)
def test_what_would_fill_the_memory_is_stopped_before_it_does(text: str) -> None:
    """Lists, strings, and lists of lists have a bound, checked before the memory is taken."""
    start = time.process_time()
    with pytest.raises(LimitError):
        value(text)
    assert time.process_time() - start < 10  # blow-ups take minutes


def test_lists_of_lists_are_counted_together() -> None:
    """Lists that are each within bounds are not, once a query has made too many of them."""
    with limited(Limits(made_bytes=10_000 * ITEM_BYTES)):
        assert value("size([x IN range(1, 90) | range(1, 90)])") == 90
        with pytest.raises(LimitError):
            value("[x IN range(1, 90) | range(1, 120)]")


@pytest.mark.parametrize(
    "text",
    [
        "reduce(x = [1], i IN range(1, 60) | [x, x])",
        "reduce(x = {a: 1}, i IN range(1, 60) | {a: x, b: x})",
        "reduce(x = [], i IN range(1, 100000) | [x])",
    ],
)
def test_values_that_grow_inside_themselves_are_stopped(text: str) -> None:
    """Shared parts cost no memory and endless time to print, deep ones more calls than there are: both are refused."""
    start = time.process_time()
    with pytest.raises(LimitError):
        value(text)
    assert time.process_time() - start < 10  # blow-ups take minutes


def test_a_parameter_is_not_deeper_than_what_the_language_can_write() -> None:
    """A hundred levels are taken, more are refused by name, and a thousand are no crash."""
    for depth, taken in ((100, True), (101, False), (5_000, False)):
        deep: Any = 1
        for _ in range(depth):
            deep = [deep]
        if taken:
            assert value("$x = $x", x=deep) is True
        else:
            with pytest.raises(LimitError):
                value("$x", x=deep)


def test_loops_end_when_the_time_is_over() -> None:
    """A loop in a loop looks at the clock, however short its lists are."""
    context = Context(cancel=Cancel(0.2))
    with pytest.raises(LimitError):
        value(
            "any(x IN range(1, 2000) WHERE any(y IN range(1, 2000) WHERE any(z IN [1] WHERE x + y + z < 0)))", context
        )


def test_a_pattern_that_defeats_backtracking_is_quick() -> None:
    """`(a+)+$` over thousands of letters is decided at once."""
    start = time.process_time()
    assert value("$x =~ '(a+)+$'", x="a" * 5_000 + "b") is False
    assert time.process_time() - start < 10  # blow-ups take minutes


def test_randomly_bad_operands_raise_only_our_errors() -> None:
    """Every operator over every pair of kinds gives a value or one of our errors, never one of Python's."""
    samples = ["null", "true", "1", "1.5", "'a'", "xs", "m", "a", "r", "p", "date()", "datetime()", "duration('P1D')"]
    for operator in ["+", "-", "*", "/", "%", "^", "=", "<", "IN", "CONTAINS", "=~", "AND", "XOR"]:
        for left in samples:
            for right in samples:
                try:
                    value(f"({left}) {operator} ({right})")
                except ClewError as error:
                    assert error.message.endswith(".")
