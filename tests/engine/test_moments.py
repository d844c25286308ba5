"""The moments of a journal: in order, by day and by task, and a moment as a person types it."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path

import clew
import numpy as np
import pytest
from clew.engine.asking.moments import Moments, moments_of, read_moment
from clew.errors import MemoryInvalid
from hypothesis import given, settings
from hypothesis import strategies as st

DAY = 86_400_000_000
REFERENCE = datetime(2024, 6, 5, 12, 0, tzinfo=UTC)  # a Wednesday


def moments(at: list[int], begun: list[int] = ()) -> Moments:  # type: ignore[assignment]
    return Moments(np.arange(1, len(at) + 1), np.array(sorted(at), np.int64), np.array(sorted(begun), np.int64))


def test_they_are_in_the_order_of_time_and_go_on_where_they_ended(tmp_path: Path) -> None:
    """Events that were imported with an earlier time stand there; reading on gives what reading anew gives."""
    with clew.open(tmp_path / "m.clew", background=False) as memory:
        memory.remember("first", task="t")
        known = moments_of(memory)
        memory.remember("from before", task="old", recorded_at=datetime(2020, 1, 1, tzinfo=UTC))
        memory.remember("elsewhere", namespace="other")
        memory.pin(memory.list()[0].id)
        on, anew = moments_of(memory, known), moments_of(memory)
        assert on.seq.tolist() == anew.seq.tolist() == [2, 1, 4]
        assert on.at.tolist() == sorted(on.at.tolist()) and len(on.begun) == 2


@settings(max_examples=60, deadline=None)
@given(st.lists(st.integers(0, 20 * DAY), min_size=1, max_size=30), st.integers(0, 20 * DAY))
def test_a_place_is_the_last_event_that_a_moment_knows(at: list[int], then: int) -> None:
    """As of a moment stand as many events as were written by then."""
    found = moments(at)
    moment = datetime(1970, 1, 1, tzinfo=UTC) + timedelta(microseconds=then)
    assert found.place(moment) + 1 == sum(one <= then for one in at)
    assert found.place(None) == len(at) - 1


@settings(max_examples=60, deadline=None)
@given(st.lists(st.integers(0, 9 * DAY), min_size=1, max_size=20), st.data())
def test_days_and_tasks_are_walked_without_a_gap(at: list[int], data: st.DataObject) -> None:
    """Going on by days or tasks comes to the end, and back to the begin; no step stands still before that."""
    begun = sorted(set(data.draw(st.lists(st.sampled_from(at), max_size=5))))
    found = moments(at, begun)
    for step in (found.next_day, found.next_task):
        place, seen = 0, 0
        while (further := step(place, 1)) > place:
            place, seen = further, seen + 1
        assert found.at[place] == max(at) or place == len(at) - 1
        place = len(at) - 1
        while (earlier := step(place, -1)) < place:
            place = earlier
        assert place == 0


@settings(max_examples=60, deadline=None)
@given(st.lists(st.integers(0, 1000), min_size=1, max_size=50), st.integers(1, 40))
def test_density_counts_every_event_once(at: list[int], width: int) -> None:
    """The columns add up to the events, and one column has them all."""
    found = moments(at)
    counts = found.density(width, min(at), max(max(at), min(at) + 1))
    assert counts.sum() == len(at) and len(counts) == width
    assert found.density(1, min(at), max(at)).tolist() == [len(at)]


@pytest.mark.parametrize(
    ("text", "moment"),
    [
        ("2024-05-03 14:00", datetime(2024, 5, 3, 14, tzinfo=UTC)),
        (" 2024-05-03T14:00+02:00 ", datetime(2024, 5, 3, 12, tzinfo=UTC)),
        ("2024-05-03", datetime(2024, 5, 3, tzinfo=UTC)),
        ("last tuesday", datetime(2024, 6, 4, 23, 59, 59, 999_999, tzinfo=UTC)),
        ("in May", datetime(2024, 5, 31, 23, 59, 59, 999_999, tzinfo=UTC)),
        ("before March", datetime(2024, 2, 29, 23, 59, 59, 999_999, tzinfo=UTC)),
        ("in the last two hours", datetime(2024, 6, 5, 10, tzinfo=UTC)),
        ("today", REFERENCE),
    ],
)
def test_a_moment_is_read_as_the_language_and_needs_read_it(text: str, moment: datetime) -> None:
    """A time is taken as AS OF takes it; words mean the end of the stretch that a need would mean by them."""
    assert read_moment(text, REFERENCE) == moment


@pytest.mark.parametrize("text", ["", "[red]", "soon", "tomorrow", "x" * 10_000])
def test_what_names_no_moment_is_refused_in_a_sentence(text: str) -> None:
    """What is no time of the past is refused, with two forms that would be one."""
    with pytest.raises(MemoryInvalid, match="names no moment of the past"):
        read_moment(text, REFERENCE)
