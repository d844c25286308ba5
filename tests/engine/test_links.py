"""The edges around a memory are those between memories that are there."""

from __future__ import annotations

from pathlib import Path

import clew
import pytest


def test_links_to_what_was_forgotten_are_left_out(tmp_path: Path) -> None:
    """On either side, and they come back with it."""
    with clew.open(tmp_path / "a.clew", background=False) as memory:
        memory.remember("a quote", id="quote")
        memory.remember("a choice", id="choice", causes=["quote"])
        memory.remember("an order", id="order", causes=["choice"])
        whole = memory.links("choice")
        assert [(link.incoming, link.other) for link in whole] == [(True, "quote"), (False, "order")]
        memory.forget("quote")
        assert [link.other for link in memory.links("choice")] == ["order"]
        memory.forget("order")
        assert memory.links("choice") == []
        memory.restore("quote", "order")
        assert memory.links("choice") == whole


@pytest.mark.parametrize("forgotten", ["source", "target"])
def test_a_link_that_is_drawn_to_what_was_forgotten_waits(tmp_path: Path, forgotten: str) -> None:
    """It is kept, and seen once both ends are there."""
    with clew.open(tmp_path / "a.clew", background=False) as memory:
        memory.remember("a", id="source")
        memory.remember("b", id="target")
        memory.forget(forgotten)
        memory.link("source", "target")
        other = "source" if forgotten == "target" else "target"
        assert memory.links(other) == []
        memory.restore(forgotten)
        assert [link.other for link in memory.links(other)] == [forgotten]
