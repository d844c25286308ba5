"""Threads that find the same memories waiting for vectors share the work."""

from __future__ import annotations

import threading
import time
from pathlib import Path

import pytest
from clew.engine.embedding.callables import CallableEmbedder
from clew.engine.journal.journal import Journal
from clew.engine.running import cancel
from clew.engine.running.cancel import Cancel
from clew.engine.values.model import Draft
from clew.engine.writing.vectors import Vectorizer
from clew.errors import LimitError

COUNT = 20


@pytest.fixture
def journal(tmp_path: Path) -> Journal:
    journal = Journal.create(tmp_path / "a.clew")
    journal.append([Draft(id=str(i), namespace="n", text=f"vendor {i}") for i in range(COUNT)])
    return journal


def test_side_by_side_nothing_is_embedded_twice(journal: Journal) -> None:
    """Each text goes to the model once, and whoever waited finds nothing left to do."""
    seen: list[str] = []

    def slow(texts: list[str]) -> list[list[float]]:
        time.sleep(0.1)
        seen.extend(text for text in texts if "vendor" in text)
        return [[1.0, 2.0]] * len(texts)

    with journal:
        vectorizer, left = Vectorizer(journal, CallableEmbedder(slow, name="slow", dimension=2)), list[int]()
        threads = [threading.Thread(target=lambda: left.append(vectorizer.catch_up(30))) for _ in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(30)
        assert left == [0] * 4
        assert len(seen) == len(set(seen)) == COUNT


def test_whoever_waits_for_another_can_stop(journal: Journal) -> None:
    """At its deadline it goes without, and says how many wait; called off, it stops at once."""
    begun, go_on = threading.Event(), threading.Event()

    def stuck(texts: list[str]) -> list[list[float]]:
        begun.set()
        go_on.wait(30)
        return [[1.0, 2.0]] * len(texts)

    with journal:
        vectorizer = Vectorizer(journal, CallableEmbedder(stuck, name="stuck", dimension=2))
        first = threading.Thread(target=vectorizer.catch_up, args=(30,))
        first.start()
        assert begun.wait(10)
        assert vectorizer.catch_up(0.01) == COUNT
        called_off = Cancel()
        threading.Timer(0.1, called_off.cancel, args=("nobody waits",)).start()
        with cancel.running(called_off), pytest.raises(LimitError):
            vectorizer.catch_up(30)
        go_on.set()
        first.join(30)
        assert vectorizer.catch_up(30) == 0
