"""A bit that a disk turned over is named when it is read, and never becomes an answer."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import clew
import pytest
from clew.errors import StoreDamaged

CHANGE = "UPDATE events SET payload = CAST(replace(CAST(payload AS TEXT), ?, ?) AS BLOB) WHERE seq = 1"
CHANGES = {
    "still JSON": ("quoted 40", "quoted 41"),
    "no JSON": ('"text":', '"text"'),
    "no such field": ("agent", "agfnt"),
}
READS: dict[str, Callable[[clew.Engine], object]] = {
    "get": lambda m: m.get("a"),
    "list": lambda m: m.list(),
    "recall": lambda m: m.recall("vendor"),
    "query": lambda m: m.query("MATCH (m:Memory) RETURN m.id"),
}


@pytest.mark.parametrize("read", READS)
@pytest.mark.parametrize("change", CHANGES)
def test_a_changed_event_is_not_read(tmp_path: Path, change: str, read: str) -> None:
    """Whatever its content has become, reading raises StoreDamaged that names the event, and `verify` finds it."""
    store = tmp_path / "a.clew"
    with clew.open(store, background=False) as memory:
        memory.remember("The vendor quoted 40 EUR.", id="a")
    with closing(sqlite3.connect(store / "journal.sqlite")) as connection, connection:
        connection.execute(CHANGE, CHANGES[change])
    with clew.open(store, background=False) as memory:
        with pytest.raises(StoreDamaged, match="event 1 was changed"):
            READS[read](memory)
        assert [finding.serious for finding in memory.verify()[0]] == [True]
