"""Tags that nobody gave: inferred from meaning where the store has tags, marked, and never bred from one another."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import clew
import pytest


@pytest.fixture
def memory(tmp_path: Path) -> Iterator[clew.Engine]:
    with clew.open(tmp_path / "agent.clew", background=False) as engine:
        engine.remember("The report is due on Friday", tags=["deadlines"])
        engine.remember("Vendor B asks 50 EUR", tags=["vendor_evaluation"])
        engine.remember("All tests pass", tags=["testing"])
        yield engine


def test_a_text_close_to_a_tag_gets_it(memory: clew.Engine) -> None:
    """A memory without tags gets those of the store's tags that it is about, and they are marked as inferred."""
    id_ = memory.remember("pytest passed 34 tests")
    assert memory.get(id_).tags == ("testing",)
    rows = memory.query(
        "MATCH (m:Memory {id: $id})-[e:TAGGED]->(t:Tag) RETURN t.name AS tag, e.inferred AS i", {"id": id_}
    )
    assert rows.to_dicts() == [{"tag": "testing", "i": True}]


def test_a_text_about_nothing_of_it_gets_none(memory: clew.Engine) -> None:
    """A memory that is about none of the tags gets none."""
    assert memory.get(memory.remember("The weather is nice")).tags == ()


def test_given_tags_are_left_alone(memory: clew.Engine) -> None:
    """A memory that was given tags keeps exactly those."""
    assert memory.get(memory.remember("pytest passed 34 tests", tags=["done"])).tags == ("done",)


def test_a_store_without_tags_infers_none(tmp_path: Path) -> None:
    """Where nobody ever gave a tag there is nothing to infer."""
    with clew.open(tmp_path / "bare.clew", background=False) as memory:
        assert memory.get(memory.remember("pytest passed 34 tests")).tags == ()
