"""Points in time and durations: from text, from maps, their components, and arithmetic that undoes itself."""

from __future__ import annotations

import datetime as dt
from typing import Any

import pytest
from clew.dsl import ast
from clew.engine.evaluation.context import Context
from clew.engine.evaluation.equality import compare
from clew.engine.evaluation.expressions.compile import evaluate_closed
from clew.engine.evaluation.temporal import arithmetic as temporal_arithmetic
from clew.engine.evaluation.temporal import parse as temporal_parse
from clew.engine.evaluation.temporal.durations import Duration, add, negate
from clew.engine.evaluation.temporal.values import (
    Date,
    DateTime,
    LocalDateTime,
    LocalTime,
    Time,
    at_instant,
    in_zone,
)
from clew.errors import ClewError, EvaluationError, UnsupportedError
from hypothesis import given, settings
from hypothesis import strategies as st
from statement_parts import expression

NOW = dt.datetime(2026, 7, 21, 21, 40, 32, 142_000, tzinfo=dt.UTC)
DAYS = st.dates(dt.date(1900, 1, 1), dt.date(2100, 1, 1))
CLOCKS = st.integers(0, 86_400 * 10**9 - 1) | st.integers(0, 23).map(lambda hour: hour * 3600 * 10**9)
OFFSETS = st.integers(-18 * 60, 18 * 60).map(lambda minutes: minutes * 60)
REGIONS = st.sampled_from(["Europe/Stockholm", "America/New_York", "Australia/Lord_Howe"])
LOCAL = st.builds(LocalDateTime, DAYS, CLOCKS)
ZONED = st.builds(in_zone, DAYS, CLOCKS, OFFSETS) | st.builds(in_zone, DAYS, CLOCKS, REGIONS)
DURATIONS = st.builds(
    Duration, st.integers(-30, 30), st.integers(-400, 400), st.integers(-(10**15), 10**15) | st.integers(-5, 5)
)


def value(text: str) -> Any:
    return evaluate_closed(expression(text), Context(now=NOW))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        # text
        ("date('20150721')", "2015-07-21"),
        ("date('2015-W30-2')", "2015-07-21"),
        ("date('2015-Q2-60')", "2015-05-30"),
        ("date('2015-202')", "2015-07-21"),
        ("date('2015-07')", "2015-07-01"),
        ("localtime('214032.5')", "21:40:32.500"),
        ("time('21-02')", "21:00-02:00"),
        ("localdatetime('2015T21')", "2015-01-01T21:00"),
        ("datetime('2015-07-21')", "2015-07-21T00:00Z"),
        ("datetime('2015-07-21T21:40:32.142[Europe/London]')", "2015-07-21T21:40:32.142+01:00[Europe/London]"),
        ("duration('-P1Y2M3DT4H5M6.7S')", "P-1Y-2M-3DT-4H-5M-6.7S"),
        ("duration('PT0.1S')", "PT0.1S"),
        ("duration('P0.7D')", "PT16H48M"),
        # maps
        ("date({year: 2026, week: 1})", "2025-12-29"),
        ("date({year: 2024, ordinalDay: 366})", "2024-12-31"),
        ("date({date: date('2024-02-29'), year: 2023})", "2023-02-28"),
        ("date({date: date('2024-01-31'), month: 2})", "2024-02-29"),
        ("date({date: date('2024-05-31'), quarter: 1})", "2024-02-29"),
        ("localtime({hour: 1, minute: 2, second: 3, millisecond: 4, nanosecond: 5})", "01:02:03.004000005"),
        ("datetime({epochSeconds: 1, nanosecond: 5})", "1970-01-01T00:00:01.000000005Z"),
        ("datetime({epochMillis: -1})", "1969-12-31T23:59:59.999Z"),
        ("duration({weeks: 1, hours: 1.5, quarters: 1})", "P3M7DT1H30M"),
        # where the clocks change
        ("datetime({year: 2026, month: 3, day: 29, hour: 2, minute: 30, timezone: 'Europe/Stockholm'})",
         "2026-03-29T03:30+02:00[Europe/Stockholm]"),
        ("datetime({year: 2026, month: 10, day: 25, hour: 2, minute: 30, timezone: 'Europe/Stockholm'})",
         "2026-10-25T02:30+02:00[Europe/Stockholm]"),
        ("datetime('2026-10-25T02:30+01:00[Europe/Stockholm]')", "2026-10-25T02:30+01:00[Europe/Stockholm]"),
        ("datetime('2026-03-28T12:00[Europe/Stockholm]') + duration('P1D')",
         "2026-03-29T12:00+02:00[Europe/Stockholm]"),
        ("datetime('2026-03-28T12:00[Europe/Stockholm]') + duration('PT24H')",
         "2026-03-29T13:00+02:00[Europe/Stockholm]"),
        # arithmetic
        ("date('2024-01-31') + duration('P1M')", "2024-02-29"),
        ("date('2024-01-31') + duration('PT25H')", "2024-02-01"),
        ("localtime('23:00') + duration('P5DT2H')", "01:00"),
        ("time('01:00+02:00') - duration('PT2H')", "23:00+02:00"),
        ("duration('P1M') / 2", "P15DT5H14M33S"),
        ("0.5 * duration('P2D')", "P1D"),
        ("-duration('PT1M')", "PT-1M"),
        ("datetime() - duration('P1Y')", "2025-07-21T21:40:32.142Z"),
        ("date.truncate('week', datetime())", "2026-07-20"),
        ("datetime.truncate('hour')", "2026-07-21T21:00Z"),
        ("time.truncate('minute', localtime('01:02:03'), {nanosecond: 7})", "01:02:00.000000007Z"),
        ("localdatetime(datetime('2026-01-01T00:00+05:00'))", "2026-01-01T00:00"),
        ("datetime(date('2026-01-01'))", "2026-01-01T00:00Z"),
        ("duration.between(date('2024-02-29'), date('2025-02-28'))", "P11M30D"),
        ("duration.inMonths(date('2025-02-28'), date('2024-02-29'))", "P-11M"),
    ],
)  # fmt: skip
def test_times_are_made_and_written(text: str, expected: str) -> None:
    """Each form gives the time that ISO 8601 writes so."""
    assert str(value(text)) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("date('2026-01-01').weekYear", 2026),
        ("date('2025-12-29').week", 1),
        ("date('2026-07-21').dayOfQuarter", 21),
        ("datetime('2026-07-21T01:02:03.004005006+05:30').microsecond", 4005),
        ("datetime('2026-07-21T01:02:03+05:30').offsetMinutes", 330),
        ("datetime('2026-07-21T01:02:03[Europe/Stockholm]').timezone", "Europe/Stockholm"),
        ("datetime('1969-12-31T23:59:59.5Z').epochSeconds", -1),
        ("datetime('1969-12-31T23:59:59.5Z').epochMillis", -500),
        ("duration('P16M10DT3661.111111111S').monthsOfYear", 4),
        ("duration('P16M10DT3661.111111111S').minutesOfHour", 1),
        ("duration('PT-0.5S').seconds", -1),
        ("duration('PT-0.5S').nanosecondsOfSecond", 500_000_000),
        ("datetime('2026-07-21T12:00Z') = datetime('2026-07-21T14:00+02:00')", True),
        ("datetime('2026-07-21T12:00Z') < datetime('2026-07-21T12:00-01:00')", True),
        ("time('10:00+01:00') < time('09:30Z')", True),
        ("date('2026-07-21') < datetime()", None),
        ("date('2026-07-21') = datetime('2026-07-21')", False),
        ("duration('P1D') = duration('PT24H')", False),
        ("duration('P1D') < duration('P2D')", None),
        ("datetime.fromEpochMillis(1000) = datetime('1970-01-01T00:00:01Z')", True),
    ],
)
def test_components_and_comparison(text: str, expected: object) -> None:
    """Components are integers or text; times of one type have an order, durations only equality."""
    found = value(text)
    assert found == expected
    assert type(found) is type(expected)


@pytest.mark.parametrize(
    "text",
    [
        "date('2023-02-29')",
        "date('2026-13-01')",
        "date('2026-W54')",
        "date('2026-Q5')",
        "date('2023-366')",
        "date('yesterday')",
        "localtime('25:00')",
        "localtime('12:60')",
        "time('12:00+19:00')",
        "time('12:00[Europe/Stockholm]')",
        "datetime('2026-07-21T12:00[Europe/Nowhere]')",
        "datetime('2026-07-21T12:00+05:00[Europe/Stockholm]')",
        "duration('P')",
        "duration('P1DT')",
        "duration('1D')",
        "date({month: 3})",
        "date({year: 2026, day: 1})",
        "date({year: 2026, month: 1, week: 1})",
        "date({year: 2026, hour: 1})",
        "date({year: '2026'})",
        "localtime({hour: 1, second: 1})",
        "localtime({hour: 1, minute: 1, second: 1, millisecond: 1, microsecond: 1000})",
        "duration({days: 9223372036854775807}) + duration({days: 1})",
        "duration({days: 1.0 / 0.0})",
        "duration({fortnights: 1})",
        "duration('P1D') / 0",
        "date.truncate('hour', date())",
        "date.truncate('fortnight', date())",
        "localtime.truncate('year', localtime())",
        "date('2026-01-01').hour",
        "date() + 1",
        "date() - date()",
        "date(localtime())",
    ],
)
def test_what_is_no_time_is_refused_in_a_sentence(text: str) -> None:
    """A wrong time is an error that says so; it never becomes another time."""
    with pytest.raises(EvaluationError) as caught:
        value(text)
    assert caught.value.message.endswith(".")


def test_local_mean_time_is_refused() -> None:
    """It is right to ask for, and not done: databases of time zones disagree, so any answer could be a wrong one."""
    with pytest.raises(UnsupportedError, match="local mean time"):
        value("datetime('1816-07-21T12:00[Europe/Stockholm]')")


@pytest.mark.parametrize(
    "text",
    [
        "date('9999-12-31') + duration('P1D')",
        "datetime('9999-12-31T23:00Z') + duration('PT1H')",
        "date('0001-01-01') - duration('P1M')",
        "date('-999999999-01-01')",
        "localdatetime('+12026-07-21T10:00')",
        "date({year: 10000})",
        "date({year: 0, week: 1})",
    ],
)
def test_years_outside_four_digits_are_refused(text: str) -> None:
    """They are right in openCypher, and not done: never another year, and never called a slip."""
    with pytest.raises(UnsupportedError, match="1 to 9999"):
        value(text)


@given(st.one_of(LOCAL, ZONED, DURATIONS, DAYS.map(Date), CLOCKS.map(LocalTime), st.builds(Time, CLOCKS, OFFSETS)))
def test_text_and_back(time: Any) -> None:
    """What `toString` writes reads as the same value."""
    read = {
        LocalDateTime: temporal_parse.parse_local_datetime,
        DateTime: temporal_parse.parse_datetime,
        Date: temporal_parse.parse_date,
        LocalTime: temporal_parse.parse_local_time,
        Time: temporal_parse.parse_time,
        Duration: temporal_parse.parse_duration,
    }
    assert read[type(time)](str(time)) == time


@given(st.tuples(ZONED, ZONED) | st.tuples(LOCAL, LOCAL))
@settings(max_examples=200)
def test_between_is_what_has_to_be_added(pair: tuple[Any, Any]) -> None:
    """a + duration.between(a, b) is b, and so is a + inSeconds(a, b), across zones and changes of the clock."""
    start, end = pair
    assert temporal_arithmetic.shift(start, temporal_arithmetic.between(start, end)) == end
    assert temporal_arithmetic.shift(start, temporal_arithmetic.in_seconds(start, end)) == end


@given(ZONED, OFFSETS | REGIONS)
def test_another_zone_is_the_same_instant(time: DateTime, zone: Any) -> None:
    """Seen in another zone a moment stays equal to itself, and compares so."""
    assert compare(time, at_instant(time.instant, zone)) == 0


@given(DURATIONS, DURATIONS)
def test_durations_form_a_group(one: Duration, other: Duration) -> None:
    """Adding is commutative, and a negation undoes it."""
    assert add(one, other) == add(other, one)
    assert add(add(one, other), negate(other)) == one


@given(st.text("0123456789-+:.TWQZP[]/DHMSY", max_size=16))
@settings(max_examples=300)
def test_no_text_makes_anything_but_a_time_or_our_error(text: str) -> None:
    """Whatever the digits, parsing ends in a value or in one sentence."""
    for read in (
        temporal_parse.parse_date,
        temporal_parse.parse_time,
        temporal_parse.parse_local_time,
        temporal_parse.parse_local_datetime,
        temporal_parse.parse_datetime,
        temporal_parse.parse_duration,
    ):
        try:
            read(text)
        except ClewError as error:
            assert error.message.endswith(".")


def test_spans_before_now() -> None:
    """`SINCE 1 MONTHS` counts back by the calendar from the reference time, in UTC."""
    assert str(evaluate_closed(ast.Ago(ast.Literal(5), "MONTHS"), Context(now=NOW))) == "2026-02-21T21:40:32.142Z"
    assert str(evaluate_closed(ast.Ago(ast.Literal(1.5), "DAYS"), Context(now=NOW))) == "2026-07-20T09:40:32.142Z"
    with pytest.raises(EvaluationError):
        evaluate_closed(ast.Ago(ast.Literal("x"), "DAYS"), Context(now=NOW))
