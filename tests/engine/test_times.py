"""Instants survive the border: datetimes of any zone, dates, strings and integers."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta, timezone
from zoneinfo import ZoneInfo, available_timezones

import pytest
from clew.engine.values.times import FIRST, LAST, from_micros, now, to_iso, to_micros
from clew.errors import MemoryInvalid
from hypothesis import given
from hypothesis import strategies as st

ZONES = st.builds(lambda minutes: timezone(timedelta(minutes=minutes)), st.integers(-14 * 60, 14 * 60))
INSTANTS = st.integers(FIRST, LAST)


@given(st.datetimes(timezones=ZONES, min_value=datetime(2, 1, 1), max_value=datetime(9998, 12, 31)))
def test_an_aware_datetime_comes_back_as_the_same_instant(moment: datetime) -> None:
    """Converting to microseconds and back changes the zone to UTC and nothing else."""
    back = from_micros(to_micros(moment))
    assert back == moment
    assert back.tzinfo is UTC


@given(INSTANTS)
def test_every_instant_in_range_survives_as_datetime_and_as_text(micros: int) -> None:
    """Microseconds, datetimes and ISO strings are three spellings of one instant."""
    assert to_micros(from_micros(micros)) == micros
    assert to_micros(to_iso(micros)) == micros
    assert to_micros(micros) == micros


@given(st.datetimes(), st.datetimes())
def test_order_is_kept(first: datetime, second: datetime) -> None:
    """Of two naive datetimes the earlier has fewer microseconds."""
    assert (first < second) == (to_micros(first) < to_micros(second))


def test_a_naive_datetime_is_utc() -> None:
    """No machine's zone is guessed: naive means UTC."""
    assert to_micros(datetime(2024, 5, 1, 9)) == to_micros(datetime(2024, 5, 1, 9, tzinfo=UTC))


def test_a_date_is_its_midnight() -> None:
    """A date stands for its first microsecond in UTC."""
    assert to_micros(date(2024, 5, 1)) == to_micros("2024-05-01") == to_micros("2024-05-01T00:00:00Z")


@pytest.mark.parametrize(
    "text",
    ["2024-05-01T07:30:00Z", "2024-05-01T09:30:00+02:00", "2024-05-01 07:30", " 20240501T073000 ", "2024-W18-3T07:30"],
)
def test_iso_strings_are_read(text: str) -> None:
    """The usual spellings of ISO 8601 name the same instant."""
    assert to_micros(text) == to_micros(datetime(2024, 5, 1, 7, 30, tzinfo=UTC))


@pytest.mark.skipif("Europe/Stockholm" not in available_timezones(), reason="no time zone database on this machine")
def test_the_hour_that_comes_twice_is_told_apart_by_fold() -> None:
    """02:30 on the night when clocks go back is two instants, an hour apart."""
    moment = datetime(2024, 10, 27, 2, 30, tzinfo=ZoneInfo("Europe/Stockholm"))
    assert to_micros(moment.replace(fold=1)) - to_micros(moment) == 3_600_000_000


def test_a_time_is_written_with_fractions_only_where_it_has_them() -> None:
    """ISO text is short for whole seconds and exact for others."""
    assert to_iso(0) == "1970-01-01T00:00:00Z"
    assert to_iso(1) == "1970-01-01T00:00:00.000001Z"


@pytest.mark.parametrize("value", ["yesterday", "2024-13-01", "2024-05-01T24:01", "", 1.5, True, None, b"2024", []])
def test_what_is_no_time_is_refused_in_one_sentence(value: object) -> None:
    """Bad input raises MemoryInvalid with a hint that works."""
    with pytest.raises(MemoryInvalid) as caught:
        to_micros(value)  # type: ignore[arg-type] - wrong on purpose
    assert caught.value.hint


@pytest.mark.parametrize(
    "value",
    [
        LAST + 1,
        FIRST - 1,
        2**63,
        datetime.max.replace(tzinfo=timezone(timedelta(hours=-1))),
        datetime.min.replace(tzinfo=timezone(timedelta(hours=1))),
    ],
)
def test_what_no_datetime_can_hold_is_refused(value: datetime | int) -> None:
    """Instants outside the years 1 to 9999 in UTC never get in, so reading them back cannot fail."""
    with pytest.raises(MemoryInvalid):
        to_micros(value)


def test_now_is_in_microseconds() -> None:
    """The clock is the wall clock."""
    assert abs(from_micros(now()) - datetime.now(UTC)) < timedelta(seconds=10)
