"""The gate between readers of the graph and the one who changes it."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable

import pytest
from clew.engine.graph.gate import Gate


def in_thread(work: Callable[[], None]) -> threading.Thread:
    thread = threading.Thread(target=work)
    thread.start()
    return thread


def until_one_waits(gate: Gate) -> None:
    """Return when a writer stands before the gate, however slow the machine is."""
    end = time.monotonic() + 5
    while not gate._waiting and time.monotonic() < end:
        time.sleep(0.001)


def test_readers_are_together_and_a_writer_is_alone() -> None:
    """At no moment is a writer inside with anybody else, and readers do share the inside."""
    gate, inside, seen = Gate(), [0, 0], []

    def read() -> None:
        for _ in range(50):
            with gate.reading():
                inside[0] += 1
                seen.append(tuple(inside))
                time.sleep(0.0005)
                inside[0] -= 1

    def write() -> None:
        for _ in range(20):
            with gate.writing():
                inside[1] += 1
                seen.append(tuple(inside))
                time.sleep(0.0005)
                seen.append(tuple(inside))
                inside[1] -= 1

    threads = [in_thread(work) for work in (read, read, read, write, write)]
    for thread in threads:
        thread.join()
    assert all(writers == 0 or (readers, writers) == (0, 1) for readers, writers in seen)
    assert any(readers > 1 for readers, _ in seen)


def test_a_waiting_writer_goes_before_new_readers() -> None:
    """Readers that keep coming do not keep a writer out for ever."""
    gate, order = Gate(), []
    entered, leave = threading.Event(), threading.Event()

    def first() -> None:
        with gate.reading():
            entered.set()
            leave.wait(5)

    def write() -> None:
        with gate.writing():
            order.append("writer")

    def late() -> None:
        with gate.reading():
            order.append("reader")

    threads = [in_thread(first)]
    entered.wait(5)
    threads.append(in_thread(write))
    until_one_waits(gate)
    threads.append(in_thread(late))
    time.sleep(0.05)
    leave.set()
    for thread in threads:
        thread.join(5)
    assert order == ["writer", "reader"]


def test_a_reader_may_read_again_while_a_writer_waits() -> None:
    """A thread that is inside enters again at once: it would otherwise wait for a writer that waits for it."""
    gate, wrote = Gate(), []

    def write() -> None:
        with gate.writing():
            wrote.append(1)

    with gate.reading():
        thread = in_thread(write)
        until_one_waits(gate)
        with gate.reading():
            assert gate.is_reader and not wrote
    thread.join(5)
    assert wrote and not gate.is_reader


def test_the_writer_may_read_and_write_again() -> None:
    """What a writer calls may ask for either side; it is inside already, and nobody else gets in."""
    gate = Gate()
    with gate.writing(), gate.reading(), gate.writing():
        pass
    with gate.writing():
        pass


def test_a_reader_may_not_write() -> None:
    """Waiting for oneself never ends, so it is an error at once."""
    gate = Gate()
    with gate.reading(), pytest.raises(RuntimeError), gate.writing():
        pass
    with gate.writing():
        pass
