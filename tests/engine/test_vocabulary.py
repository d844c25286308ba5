"""What a store offers to completion: its own names, and memories by id or by what they say."""

from __future__ import annotations

from pathlib import Path

import clew
from clew.engine.asking.vocabulary import known_in, memories_like


def test_names_are_those_of_the_namespace(tmp_path: Path) -> None:
    """Tasks, tags, types and actions of this namespace are known, and none of another."""
    with clew.open(tmp_path / "s.clew", background=False) as memory:
        memory.remember("a", task="T1", tags=["money"], type="decision", action="call(x)")
        memory.remember("b", task="T2", tags=["secret"], type="plot", action="hide(x)", namespace="other")
        known = known_in(memory)
    assert (known.tasks, known.tags, known.types) == (("T1",), ("money",), ("decision",))
    assert "hide" not in known.actions


def test_an_empty_store_offers_nothing(tmp_path: Path) -> None:
    """Of a store without memories nothing is known, and nothing fails."""
    with clew.open(tmp_path / "s.clew", background=False) as memory:
        assert known_in(memory).tasks == known_in(memory).types == ()
        assert memories_like(memory, "x") == []


def test_memories_are_found_by_id_and_by_words(tmp_path: Path) -> None:
    """A memory is offered with what it says, for the beginning of its id and for a word of it; no forgotten one is."""
    with clew.open(tmp_path / "s.clew", background=False) as memory:
        memory.remember("Vendor C quotes 40 EUR", id="quote")
        memory.remember("The lift is booked\nfor Saturday", id="lift")
        memory.remember("Vendor D", id="quota")
        memory.forget("quota")
        assert memories_like(memory, "quo") == [("quote", "Vendor C quotes 40 EUR")]
        assert memories_like(memory, "saturday") == [("lift", "The lift is booked for Saturday")]
