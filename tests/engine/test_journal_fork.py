"""A child made by fork cannot use its parent's journal, can have its own, and harms nobody's."""

from __future__ import annotations

import itertools
import json
import os
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from clew.engine.journal.journal import Journal
from clew.engine.values.model import Draft
from clew.errors import StoreClosed

pytestmark = [
    pytest.mark.skipif(not hasattr(os, "fork"), reason="this system has no fork"),
    pytest.mark.filterwarnings("ignore:.*multi-threaded.*fork:DeprecationWarning"),  # the point of some of these
]


@pytest.fixture
def journal(tmp_path: Path) -> Iterator[Journal]:
    with Journal.open(tmp_path / "a.clew", create=True) as journal:
        remember(journal, "parent")
        yield journal


def remember(journal: Journal, id: str) -> None:
    journal.append([Draft(id=id, namespace="n", text=id)])


def in_child(work: Callable[[], Any]) -> Callable[[], Any]:
    """Fork; the child runs `work` and ends. Return what waits for its answer."""
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            os.write(writing, json.dumps(work()).encode())
        finally:
            os._exit(0)
    os.close(writing)

    def answer() -> Any:
        with os.fdopen(reading) as pipe:
            text = pipe.read()
        os.waitpid(child, 0)
        assert text, "the child came to an end without an answer"
        return json.loads(text)

    return answer


def refused(journal: Journal) -> list[str]:
    """Try everything, and return the names of the errors."""
    names: list[str] = []
    for call in (journal.head, journal.version, journal.verify, lambda: remember(journal, "child")):
        try:
            call()
        except Exception as error:
            names.append(type(error).__name__)
    journal.close()
    return names


def test_a_child_is_refused_at_once(journal: Journal) -> None:
    """Reading and writing raise StoreClosed, closing does nothing, and the parent goes on; so with a closed one."""
    closed = Journal.open(journal.path)
    closed.close()
    assert in_child(lambda: refused(closed))() == [StoreClosed.__name__] * 4
    assert in_child(lambda: refused(journal))() == [StoreClosed.__name__] * 4
    remember(journal, "after")
    assert [event.payload["id"] for event in journal.events()] == ["parent", "after"]


@contextmanager
def writing(journal: Journal) -> Iterator[None]:
    """Let another thread write all the while."""
    end = threading.Event()

    def write() -> None:
        for number in itertools.takewhile(lambda _: not end.wait(0.001), itertools.count()):
            remember(journal, f"thread {number}")

    thread = threading.Thread(target=write)
    thread.start()
    try:
        yield
    finally:
        end.set()
        thread.join()


def test_a_child_is_refused_while_another_thread_of_the_parent_writes(journal: Journal) -> None:
    """No lock that a lost thread held stops the child, and no write of the parent is disturbed."""
    with writing(journal):
        answers = [in_child(lambda: refused(journal))() for _ in range(10)]
    assert answers == [[StoreClosed.__name__] * 4] * 10
    assert journal.verify() == []


def test_children_may_open_the_store_for_themselves(journal: Journal) -> None:
    """Forked in the middle of writes, they write on after their parent has closed: all is there at the end."""
    opened, closed = os.pipe(), os.pipe()

    def work(name: str) -> None:
        with Journal.open(journal.path) as own:
            remember(own, f"{name} first")
            os.write(opened[1], b"x")
            os.read(closed[0], 1)
            remember(own, f"{name} second")

    with writing(journal):
        answers = [in_child(partial(work, f"child {i}")) for i in range(5)]
        for _ in answers:
            os.read(opened[0], 1)
    journal.close()
    with Journal.open(journal.path) as other:
        remember(other, "other")
    os.write(closed[1], b"x" * len(answers))
    assert [answer() for answer in answers] == [None] * 5
    with Journal.open(journal.path) as last:
        assert last.verify() == []
        found = {event.payload["id"] for event in last.events()}
    assert found >= {"parent", "other", *(f"child {i} {turn}" for i in range(5) for turn in ("first", "second"))}
    for end in (*opened, *closed):
        os.close(end)
