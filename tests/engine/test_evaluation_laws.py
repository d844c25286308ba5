"""Laws that hold for all values: of three-valued logic, of equality, of order, and of the key that groups and sorts."""

from __future__ import annotations

import datetime as dt
import itertools
import math

import pytest
from clew.engine.evaluation import logic
from clew.engine.evaluation.equality import compare, contains, differs, equals, less, less_or_equal
from clew.engine.evaluation.ordering import order_key
from clew.engine.evaluation.temporal.durations import Duration
from clew.engine.evaluation.temporal.values import Date, DateTime, LocalDateTime, LocalTime, Time
from clew.engine.evaluation.values import EdgeValue, NodeValue, PathValue
from clew.errors import EvaluationError
from hypothesis import given, settings
from hypothesis import strategies as st

pytestmark = pytest.mark.slow

TRUTHS = (True, False, None)

DAYS = st.dates(dt.date(1900, 1, 1), dt.date(2100, 1, 1))
CLOCKS = st.integers(0, 86_399).map(lambda second: second * 10**9)
OFFSETS = st.sampled_from([0, 3600, -3600, 19_800])
NODES = st.builds(NodeValue, st.sampled_from(["Memory", "Tag"]), st.integers(0, 3))
EDGES = st.builds(lambda row, a, b: EdgeValue("CAUSED", row, a, b), st.integers(0, 3), NODES, NODES)
SCALARS = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-3, 3),
    st.sampled_from([2**53, 2**53 + 1, -(2**63), 2**63 - 1]),
    st.sampled_from([0.0, -0.0, 1.0, 2.5, float(2**53), math.inf, -math.inf, math.nan]),
    st.text("ab", max_size=2),
    st.builds(Date, DAYS),
    st.builds(LocalTime, CLOCKS),
    st.builds(Time, CLOCKS, OFFSETS),
    st.builds(LocalDateTime, DAYS, CLOCKS),
    st.builds(DateTime, DAYS, CLOCKS, OFFSETS),
    st.datetimes(dt.datetime(1900, 1, 1), dt.datetime(2100, 1, 1), timezones=st.just(dt.UTC)),
    st.builds(Duration, st.integers(-2, 2), st.integers(-31, 31), st.integers(-5, 5)),
    NODES,
    EDGES,
    st.builds(lambda a, e, b: PathValue((a, b), (e,)), NODES, EDGES, NODES),
)
VALUES = st.recursive(
    SCALARS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from("ab"), inner, max_size=2),
    max_leaves=5,
)
PAIRS = VALUES.flatmap(lambda value: st.tuples(st.just(value), st.just(value) | VALUES))


# ---- three-valued logic ----------------------------------------------------------------------------


@pytest.mark.parametrize(("a", "b"), list(itertools.product(TRUTHS, repeat=2)))
def test_and_is_the_least_and_or_the_greatest_truth(a: bool | None, b: bool | None) -> None:
    """With false < null < true, AND is the minimum, OR the maximum, and De Morgan's laws hold."""
    rank = {False: 0, None: 1, True: 2}
    assert rank[logic.and_(a, b)] == min(rank[a], rank[b])
    assert rank[logic.or_(a, b)] == max(rank[a], rank[b])
    assert logic.not_(logic.and_(a, b)) is logic.or_(logic.not_(a), logic.not_(b))
    assert logic.xor(a, b) is logic.and_(logic.or_(a, b), logic.not_(logic.and_(a, b)))


@given(st.lists(st.sampled_from(TRUTHS), max_size=5))
def test_quantifiers_fold_the_binary_operators(truths: list[bool | None]) -> None:
    """all is the fold of AND, any that of OR, none the negation of any; single holds for exactly one way to be one."""
    conjunction, disjunction = True, False
    for truth in truths:
        conjunction, disjunction = logic.and_(conjunction, truth), logic.or_(disjunction, truth)
    assert logic.all_of(truths) is conjunction
    assert logic.any_of(truths) is disjunction
    assert logic.none_of(truths) is logic.not_(disjunction)
    worlds = itertools.product(*[(True, False) if truth is None else (truth,) for truth in truths])
    answers = {sum(world) == 1 for world in worlds}
    assert logic.single_of(truths) in ((answers.pop(), None) if len(answers) == 1 else (None,))


@pytest.mark.parametrize("value", [0, 1, "", "true", [], {}, 1.0])
def test_nothing_but_booleans_and_null_is_a_truth(value: object) -> None:
    """Python's truthiness never leaks in."""
    with pytest.raises(EvaluationError):
        logic.truth(value)


# ---- equality and comparability --------------------------------------------------------------------


@given(PAIRS)
@settings(max_examples=150)
def test_equality_is_symmetric(pair: tuple[object, object]) -> None:
    """a = b and b = a give the same answer, unknown included, and <> is its negation."""
    a, b = pair
    assert equals(a, b) is equals(b, a)
    assert differs(a, b) is logic.not_(equals(a, b))


@given(PAIRS)
@settings(max_examples=150)
def test_comparison_is_antisymmetric(pair: tuple[object, object]) -> None:
    """a < b exactly where b > a, and a <= b exactly where a < b or a = b, wherever the two can be compared."""
    a, b = pair
    forth, back = compare(a, b), compare(b, a)
    assert (forth is None) == (back is None)
    if forth is not None and back is not None and not math.isnan(forth):
        assert forth == -back
        assert less_or_equal(a, b) is logic.or_(less(a, b), equals(a, b))


@given(VALUES, st.lists(VALUES, max_size=3))
def test_membership_is_a_disjunction_of_equalities(item: object, items: list[object]) -> None:
    """x IN list is the OR of x = each item."""
    assert contains(item, items) is logic.any_of(equals(item, other) for other in items)


# ---- the key ---------------------------------------------------------------------------------------


@given(PAIRS)
@settings(max_examples=200)
def test_equal_values_have_equal_keys(pair: tuple[object, object]) -> None:
    """What = holds to be equal, grouping holds to be the same; what it holds to differ, apart from NaN, differs."""
    a, b = pair
    if equals(a, b) is True:
        assert order_key(a) == order_key(b)
        assert hash(order_key(a)) == hash(order_key(b))
    if order_key(a) == order_key(b) and not _holds_nan(a):
        assert equals(a, b) in (True, None)


@given(PAIRS)
@settings(max_examples=150)
def test_order_by_agrees_with_comparison(pair: tuple[object, object]) -> None:
    """Where a < b is true, a sorts before b."""
    a, b = pair
    if less(a, b) is True:
        assert order_key(a) < order_key(b)


@given(st.lists(VALUES, min_size=3, max_size=3))
@settings(max_examples=150)
def test_the_order_is_total(values: list[object]) -> None:
    """Any two values have an order, in one direction only unless they are equivalent, and it is transitive."""
    a, b, c = (order_key(value) for value in values)
    assert (a < b) + (b < a) + (a == b) == 1
    if a <= b and b <= c:
        assert a <= c


def test_kinds_sort_as_opencypher_says() -> None:
    """Maps, nodes, edges, lists, paths, times, durations, strings, booleans, numbers, NaN, null, in this order."""
    node = NodeValue("Memory", 9)
    edge = EdgeValue("CAUSED", 9, node, node)
    day = dt.date(2026, 1, 1)
    ordered = [
        {},
        {"a": 1},
        node,
        edge,
        [],
        [1],
        [None],
        PathValue((node,), ()),
        DateTime(day, 0, 0),
        LocalDateTime(day, 0),
        Date(day),
        Time(0, 0),
        LocalTime(0),
        Duration(0, 0, 0),
        "",
        "a",
        False,
        True,
        -math.inf,
        1,
        1.5,
        math.inf,
        math.nan,
        None,
    ]
    keys = [order_key(value) for value in ordered]
    assert all(before < after for before, after in itertools.pairwise(keys))


def test_the_same_instant_is_one_value() -> None:
    """Noon in UTC is one in Berlin: equal, and one group, also when it is a Python datetime."""
    noon = DateTime(dt.date(2026, 1, 1), 12 * 3600 * 10**9, 0)
    one = DateTime(dt.date(2026, 1, 1), 13 * 3600 * 10**9, 3600)
    python = dt.datetime(2026, 1, 1, 12, tzinfo=dt.UTC)
    assert equals(noon, one) is True and equals(one, python) is True
    assert len({order_key(value) for value in (noon, one, python)}) == 1


@pytest.mark.parametrize(
    ("left", "right", "order"),
    [
        ([1, 0], [1], 1),
        ([1, None], [1], 1),
        ([1, 2], [1, None], None),
        ([1, "a"], [1, None], None),
        ([1, 2], [3, None], -1),
        ([1], ["a"], None),
        (True, False, 1),
        ("a", 1, None),
        ({}, {}, None),
        (2**53, float(2**53 + 1), 0),
        (2**53 + 1, float(2**53), 1),
    ],
)
def test_comparability(left: object, right: object, order: int | None) -> None:
    """Lists compare item by item, nulls leave it open, kinds do not mix, and large integers are not rounded."""
    assert compare(left, right) == order


def _holds_nan(value: object) -> bool:
    if isinstance(value, list):
        return any(map(_holds_nan, value))
    if isinstance(value, dict):
        return any(map(_holds_nan, value.values()))
    return isinstance(value, float) and math.isnan(value)
