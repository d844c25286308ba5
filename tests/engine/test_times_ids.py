"""New ids sort by birth, whatever the clock does, and never meet."""

from __future__ import annotations

import os
import threading
import time

import pytest
from clew.engine.values import ids
from clew.engine.values.ids import ALPHABET, UlidSequence, encode, new_id
from hypothesis import given
from hypothesis import strategies as st


def test_ids_of_one_process_rise_strictly() -> None:
    """Ten thousand ids in a row are already sorted, and all differ."""
    made = [new_id() for _ in range(10_000)]
    assert made == sorted(set(made))


def test_an_id_is_26_characters_of_the_alphabet_and_begins_with_its_time() -> None:
    """The first ten characters are the millisecond of birth."""
    before = time.time_ns() // 1_000_000
    made = new_id()
    assert len(made) == 26 and set(made) <= set(ALPHABET)
    assert encode(before << 80)[:10] <= made[:10]


@given(st.lists(st.integers(0, 2**48 - 1), min_size=2, max_size=50))
def test_a_clock_that_is_set_back_does_not_break_the_order(clock: list[int]) -> None:
    """Whatever milliseconds the clock shows, each number is higher than the last."""
    sequence = UlidSequence()
    made = [sequence.next(millis) for millis in clock]
    assert made == sorted(set(made))


@given(st.integers(0, 2**128 - 1), st.integers(0, 2**128 - 1))
def test_the_text_sorts_as_the_number(first: int, second: int) -> None:
    """Encoding keeps the order."""
    assert (first < second) == (encode(first) < encode(second))


def test_threads_never_share_an_id() -> None:
    """Eight threads at once make no id twice."""
    made: list[str] = []
    threads = [threading.Thread(target=lambda: made.extend(new_id() for _ in range(500))) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(set(made)) == 4000


@pytest.mark.skipif(not hasattr(os, "fork"), reason="this system has no fork")
def test_a_child_does_not_repeat_its_parents_ids(monkeypatch: pytest.MonkeyPatch) -> None:
    """A parent and a child that make an id in the same millisecond make two."""
    monkeypatch.setattr(ids.time, "time_ns", lambda: 10**18)
    new_id()
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        os.write(writing, new_id().encode())
        os._exit(0)
    os.waitpid(child, 0)
    assert os.read(reading, 100).decode() != new_id()
    os.close(reading)
    os.close(writing)
