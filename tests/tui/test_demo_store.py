"""The store of the demo is one that has been lived with."""

from __future__ import annotations

from pathlib import Path

import clew
import pytest
from clew.tui.opening.demo import demo_store


def test_the_demos_store_knows_its_past(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A month lies between its first event and its last, and as of the middle it holds a part; the second time is the
    same store.
    """
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    made = demo_store()
    with clew.open(made, create=False, background=False) as memory:
        times = memory.query(
            "MATCH (m:Memory) RETURN min(m.recorded_at) AS first, max(m.recorded_at) AS last"
        ).to_dicts()[0]
        assert (times["last"] - times["first"]).days >= 28
        then = "RECALL 200 AS OF '2024-05-14' RETURN m.id AS id"
        assert 0 < len(memory.query(then).values) < memory.stats()["memories"]
    assert demo_store() == made
