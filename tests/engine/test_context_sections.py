"""What comes into a context, from a real store: four sections in one scope, what holds instead of what was replaced."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import clew
import numpy as np
import pytest
from awaiting import run
from clew.engine.handle.asynchronous import AsyncEngine
from clew.errors import MemoryInvalid, ParseError


@pytest.fixture
def memory(tmp_path: Path) -> Iterator[clew.Engine]:
    with clew.open(tmp_path / "a.clew", background=False) as engine:
        yield engine


def log(memory: clew.Engine, *, task: str = "T1", steps: int = 40, **fields: Any) -> None:
    """Remember steps of a task, an hour apart, that speak of nothing in particular."""
    for step in range(steps):
        at = f"2024-05-{1 + step // 24:02}T{step % 24:02}:00Z"
        text = f"looked at shelf {step} of the store room"
        memory.remember(text, id=f"{task}-{step}", task=task, at=at, recorded_at=at, **fields)


def late(hour: int) -> dict[str, Any]:
    at = f"2024-05-03T{hour:02}:00Z"
    return {"at": at, "recorded_at": at}


# ---- four sections ---------------------------------------------------------------------------------


def test_each_section_holds_its_own(memory: clew.Engine) -> None:
    """What is pinned, in short what was decided long ago, what helps, and the newest steps in their order."""
    memory.remember("answer in German", id="rule", pinned=True, at="2024-01-01", recorded_at="2024-01-01")
    memory.remember("ship the catalogue by June", id="goal", type="goal", task="T1", at="2024-04-01")
    memory.remember("the printer in hall 3 jams", id="jam", task="T1", at="2024-04-02")
    log(memory)
    found = memory.context("which printer jams", task="T1", k=1, budget=500)
    assert found.sections["pinned"] == ("rule",) and found.sections["summary"][0] == "goal"
    assert found.sections["selection"][0] == "jam" and found.sections["recent"][-1] == "T1-39"
    assert "an earlier goal" in found.text and found.tokens <= 500


def test_a_section_with_no_share_is_not_there(memory: clew.Engine) -> None:
    """Shares choose sections; a share of the newest alone is a sliding window."""
    memory.remember("answer in German", id="rule", pinned=True)
    log(memory)
    found = memory.context("shelf", task="T1", budget=400, shares={"recent": 1.0})
    assert {section for section, ids in found.sections.items() if ids} == {"recent"}
    assert found.ids == tuple(f"T1-{step}" for step in range(40 - len(found.ids), 40))


def test_all_sections_keep_to_the_scope(memory: clew.Engine) -> None:
    """Nothing from after UNTIL, against WHERE or of another namespace comes in, by any section."""
    log(memory)
    memory.remember("never say shelf 7", id="late", pinned=True, **late(9))
    memory.remember("a decision on shelf 3", id="choice", type="decision", task="T1", importance=0.9, **late(8))
    memory.remember("shelf 1 is theirs", id="theirs", pinned=True, namespace="others", at="2024-04-01")
    early = memory.context("shelf", task="T1", until="2024-05-01T12:00Z", budget=4_000)
    assert {*early.ids} <= {f"T1-{step}" for step in range(13)} and "T1-12" in early.sections["recent"] + early.ids
    where = memory.context("shelf", task="T1", where="m.id <> $no", given={"no": "late"}, budget=4_000)
    assert "late" not in where.ids and "choice" in where.ids
    assert "theirs" in memory.context("shelf", namespace="others").ids
    assert "theirs" not in memory.context("shelf", budget=9_000).ids


def test_as_of_then(memory: clew.Engine) -> None:
    """As of a moment, what was pinned or superseded later was not yet."""
    memory.remember("the old price is 40", id="old", at="2024-01-01", recorded_at="2024-01-01")
    memory.remember("the new price is 35", id="new", at="2024-02-01", recorded_at="2024-02-01", supersedes=["old"])
    assert memory.context("what is the price", as_of="2024-01-15").ids == ("old",)
    assert memory.context("what is the price").ids == ("new",)
    assert memory.context("what is the price", until="2024-01-15").ids == ("old",)


def test_what_is_at_hand_is_not_repeated(memory: clew.Engine) -> None:
    """The memories of NEAR stand in the prompt already; the newest steps are those before them, of their task."""
    log(memory)
    log(memory, task="T2", steps=3)
    found = memory.context("what now", near=["T1-39", "T1-38"], budget=600)
    assert not {"T1-39", "T1-38"} & {*found.ids} and "T1-37" in found.ids
    assert memory.context("what now", near="T1-39").ids == memory.context("what now", near=["T1-39"]).ids


def test_without_a_task_the_newest_are_this_handles(tmp_path: Path) -> None:
    """A handle that wrote nothing has no newest steps: those of all tasks together are nobody's."""
    with clew.open(tmp_path / "a.clew", background=False) as writer, clew.open(tmp_path / "a.clew") as reader:
        log(writer, steps=30)
        assert writer.context("a new printer", budget=400).sections["recent"]
        assert not reader.context("a new printer", budget=400).sections["recent"]


# ---- what was replaced -----------------------------------------------------------------------------


def test_what_was_replaced_makes_room_for_what_holds(memory: clew.Engine) -> None:
    """A superseded memory that is found brings the one at the end of its chain, and stays away itself."""
    memory.remember("the price of a seat is 40 EUR", id="a")
    memory.remember("36 since March", id="b", supersedes=["a"])
    memory.remember("35 since May", id="c", supersedes=["b"])
    found = memory.context("what is the price of a seat")
    assert "c" in found.ids and not {"a", "b"} & {*found.ids} and len(found.ids) == len({*found.ids})
    memory.forget("c")
    assert "b" in memory.context("what is the price of a seat").ids


def test_what_may_not_be_told_marks_the_older(memory: clew.Engine) -> None:
    """Where the newer one is of another task, the older one stays and says that it does not hold."""
    memory.remember("the price of a seat is 40 EUR", id="a", task="T1")
    memory.remember("the price is 35 EUR", id="b", task="T2", supersedes=["a"])
    found = memory.context("what is the price of a seat", task="T1")
    assert found.ids == ("a",) and "(fact, superseded by b, T1 step 0" in found.text and "35" not in found.text


def test_two_that_replace_each_other_stay_one(memory: clew.Engine) -> None:
    """A circle of replacements has an end all the same."""
    memory.remember("price one", id="a")
    memory.remember("price two", id="b", supersedes=["a"])
    memory.link("a", "b", "SUPERSEDES")
    assert len(memory.context("which price").ids) == 2


# ---- the older past --------------------------------------------------------------------------------


def test_a_summary_stands_for_what_it_sums_up(memory: clew.Engine) -> None:
    """What a summary covers, by its edges or as all of its task before, is not told beside it."""
    for number in range(3):
        text = f"decided on shelf {number} for reasons"
        memory.remember(text, id=f"d{number}", type="decision", task="T1", at=f"2024-04-0{number + 1}")
    memory.remember("the first two shelves are settled", id="sum", type="summary", task="T1", at="2024-04-09")
    log(memory)
    whole = {"recent": 0.0, "selection": 0.0, "summary": 1.0}
    assert memory.context("x", task="T1", shares=whole).ids == ("sum",)
    memory.link("sum", "d0", "SUMMARISES")
    memory.link("sum", "d1", "SUMMARISES")
    assert memory.context("x", task="T1", shares=whole).ids == ("d2", "sum")


def test_the_older_past_says_nothing_twice(memory: clew.Engine) -> None:
    """Of decisions of equal importance, one that tells something else comes before a second that tells the same."""
    for number in range(6):
        memory.remember(
            "the printer in hall three jams when it is warm", id=f"same{number}", type="decision", task="T1"
        )
    memory.remember("the printer on the roof has no paper", id="other", type="decision", task="T1")
    memory.remember("bread is in the kitchen", id="bread", type="decision", task="T1")
    log(memory)
    only = {"recent": 0.0, "selection": 0.0, "summary": 1.0}
    found = memory.context("which printer makes trouble", task="T1", shares=only, budget=150)
    assert "other" in found.ids and len(found.ids) < 8


# ---- everywhere the same ---------------------------------------------------------------------------


def test_the_same_question_gives_the_same_text(tmp_path: Path) -> None:
    """Twice, from another handle, after a rebuild, and awaited: one text."""
    with clew.open(tmp_path / "a.clew", background=False) as memory:
        log(memory)
        memory.remember("decided on shelf 3", type="decision", task="T1", at="2024-04-01")
        asked: dict[str, Any] = {"task": "T1", "near": ["T1-3"], "budget": 700, "shares": {"summary": 0.3}}
        first = memory.context("shelf 7", **asked)
        memory.rebuild()
        assert memory.context("shelf 7", **asked) == first

        async def work(other: AsyncEngine) -> None:
            assert await other.context("shelf 7", **asked) == first

        run(work, memory.path)


@pytest.mark.parametrize("wrong", [None, 3.7, -1, True])
def test_a_counter_is_held_to_whole_numbers_by_recall_and_context_alike(tmp_path: Path, wrong: Any) -> None:
    """In one sentence, and not by what arrays make of it; numpy's whole numbers are some."""

    def count(text: str) -> Any:
        return wrong if text.startswith("odd") else np.int64(len(text))

    with clew.open(tmp_path / "a.clew", background=False, tokens=count) as memory:
        memory.remember("the price of a seat is 7 EUR", id="fine")
        assert memory.recall("price of a seat", budget=100).ids == ["fine"]
        assert memory.context("price of a seat", budget=900).ids == ("fine",)
        memory.remember("odd: the price of a seat", id="odd")
        with pytest.raises(MemoryInvalid, match="not a whole number from 0"):
            memory.recall("price of a seat", budget=900)
        with pytest.raises(MemoryInvalid, match="not a whole number from 0"):
            memory.context("price of a seat", budget=900, line="{text}", frame="{memories}")


def test_tokens_are_counted_by_the_handles_counter(tmp_path: Path) -> None:
    """The counter given to `open` counts the budget."""
    with clew.open(tmp_path / "a.clew", background=False, tokens=len) as memory:
        log(memory)
        found = memory.context("shelf", budget=400)
        assert 300 < found.tokens == len(found.text) <= 400


def test_what_cannot_be_meant_is_refused(memory: clew.Engine) -> None:
    """A field, a budget, a template or a condition that is wrong gets its sentence before anything is packed."""
    log(memory, steps=2)
    for wrong in (
        {"budgets": 3},
        {"budget": -1},
        {"budget": 1.5},
        {"line": "{ids}"},
        {"frame": ""},
        {"shares": {"x": 1}},
    ):
        with pytest.raises(MemoryInvalid):
            memory.context("x", **wrong)  # type: ignore[arg-type] - what is refused
    with pytest.raises(ParseError):
        memory.context("x", where="m.id = ")
