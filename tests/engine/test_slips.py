"""What a newcomer gets wrong is told in a sentence that says what to do instead."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import clew
import pytest
from clew.errors import ClewError, IdNotFound, MemoryInvalid, MemoryNotFound, ParameterError, StoreError, StoreNotFound


@pytest.fixture
def memory(tmp_path: Path) -> Iterator[clew.Engine]:
    with clew.open(tmp_path / "a.clew", background=False) as engine:
        for number, worth in enumerate((0.2, 0.9, 0.5)):
            engine.remember(f"seat {number}", id=f"seat-{number}", importance=worth, step=number, task="T1")
        engine.link("seat-0", "seat-1", "CAUSED")
        yield engine


@pytest.mark.parametrize(
    ("given", "meant"),
    [("limit", "k"), ("top_k", "k"), ("pareto", "objectives"), ("tokens", "budget"), ("tags", "intent")],
)
def test_other_libraries_names_of_a_clause_lead_to_ours(memory: clew.Engine, given: str, meant: str) -> None:
    """A field that recalls elsewhere have is refused with the name that it has here."""
    with pytest.raises(MemoryInvalid, match=rf"takes no `{given}`\. `{meant}` is (it|similar)"):
        memory.recall("seats", **{given: 3})  # type: ignore[arg-type] - wrong on purpose


@pytest.mark.parametrize("ask", [lambda m: m.query, lambda m: m.execute])
def test_parameters_that_are_given_loose_are_refused_in_a_sentence(
    memory: clew.Engine, ask: Callable[[clew.Engine], Any]
) -> None:
    """`query(text, need="x")` says that parameters are one mapping."""
    with pytest.raises(ParameterError, match=r"one mapping, and not as `need=\.\.\.`"):
        ask(memory)("RECALL FOR $need", need="x")


@pytest.mark.parametrize(
    "statement", ["PIN", "UNPIN", "REINFORCE", "FORGET", "RESTORE", "FEEDBACK OUTCOME success FOR MEMORY"]
)
def test_an_id_that_is_not_there_is_pointed_at_with_the_nearest(memory: clew.Engine, statement: str) -> None:
    """A statement about an unknown memory names the id that is most like it, and changes nothing."""
    text = f"{statement} 'seat-11'"
    with pytest.raises(IdNotFound, match=r"There is no memory `seat-11`\. The nearest id is `seat-1`") as caught:
        memory.execute(text)
    assert caught.value.span is not None and text[caught.value.span.start :] == "'seat-11'"


@pytest.mark.parametrize(
    "call",
    [
        lambda m: m.pin("seat-11"),
        lambda m: m.unpin("seat-11"),
        lambda m: m.reinforce("seat-2", "seat-11"),
        lambda m: m.forget("seat-11"),
        lambda m: m.feedback("success", memories=["seat-11"]),
        lambda m: m.get("seat-11"),
        lambda m: m.links("seat-11"),
    ],
)
def test_a_method_names_the_nearest_id_too(memory: clew.Engine, call: Callable[[clew.Engine], Any]) -> None:
    """A method about an unknown memory says what a statement says, and changes nothing."""
    before = memory.stats()["events"]
    with pytest.raises(MemoryNotFound, match=r"There is no memory `seat-11`\. The nearest id is `seat-1`"):
        call(memory)
    assert memory.stats()["events"] == before


def test_what_was_forgotten_is_near_to_what_is_restored(memory: clew.Engine) -> None:
    """RESTORE and `restore` look among the forgotten, where what is meant must be; nothing else does."""
    memory.forget("seat-1")
    for restore in (lambda: memory.restore("saet-1"), lambda: memory.execute("RESTORE 'saet-1'")):
        with pytest.raises(MemoryNotFound, match="The nearest id is `seat-1`"):
            restore()
    with pytest.raises(MemoryNotFound, match="The nearest id is `seat-0`"):
        memory.pin("saet-1")


def test_taking_back_an_edge_that_is_not_there_writes_nothing(memory: clew.Engine) -> None:
    """UNLINK says that there is none, in both ways of writing; one that is there, or that waits, is taken back."""
    before = memory.stats()["events"]
    rows = memory.execute("UNLINK 'seat-1' -[CAUSED]-> 'seat-0'")
    assert len(rows) == 0 and rows.notes == ("There is no edge CAUSED from `seat-1` to `seat-0`; nothing was changed.",)
    assert memory.unlink("seat-0", "seat-1", "SUPERSEDES") is False
    assert memory.stats()["events"] == before
    assert memory.unlink("seat-0", "seat-1") is True
    memory.link("seat-0", "to come", "CAUSED")
    assert memory.unlink("seat-0", "to come") is True
    memory.remember("here it is", id="to come")
    assert [link for link in memory.links("to come") if link.type == "CAUSED"] == []


def test_what_is_kept_beside_a_text_is_said_not_to_be_searched(memory: clew.Engine) -> None:
    """Beside a text, action and observation are kept and not found; REMEMBER says so unless the text holds them."""
    rows = memory.execute("REMEMBER {text: 'lead', action: 'pay()', observation: 'paid'}")
    assert rows.notes == ("Only `text` is searched; `action` and `observation` are kept beside it.",)
    assert memory.execute("REMEMBER {text: 'pay() and paid', action: 'pay()', observation: 'paid'}").notes == ()
    assert memory.execute("REMEMBER {action: 'pay()', observation: 'paid'}").notes == ()


def test_a_moment_before_anything_was_known_leads_to_until(memory: clew.Engine) -> None:
    """AS OF before the first write says what it asks, and what was meant where a log was imported later."""
    (none, known) = memory.query("RECALL FOR 'seat' AS OF '2001-01-01'").notes
    assert "Nothing was stored" in none and "UNTIL" in known and "--backdate" in known
    with pytest.raises(ParameterError, match="2024-05-01T09:00Z"):
        memory.query("RECALL FOR 'seat' AS OF 'yesterday'")


def test_a_front_is_a_column_of_a_pattern_query(memory: clew.Engine) -> None:
    """`front()` beside PARETO BY is the number of each row's front, in RETURN and in WITH, with aggregates too."""
    rows = memory.query("MATCH (m:Memory) RETURN front() AS f, m.id AS id PARETO BY m.importance MAX, m.step MIN")
    assert {row["id"]: row["f"] for row in rows} == {"seat-0": 1, "seat-1": 1, "seat-2": 2}
    text = "MATCH (m:Memory) WITH m.task AS t, max(m.step) AS s, front() AS f PARETO BY s MAX WHERE f = 1 RETURN t, f"
    assert memory.query(text).values == (("T1", 1),)


def test_a_place_that_is_no_store_is_named(tmp_path: Path) -> None:
    """A file is no store, and where there is none, `clew init` makes one."""
    (tmp_path / "file.py").write_text("x", encoding="utf-8")
    with pytest.raises(StoreError, match="is a file"):
        clew.open(tmp_path / "file.py")
    with pytest.raises(StoreNotFound, match="clew init"):
        clew.open(tmp_path / "none.clew", create=False)


def test_one_other_is_not_many(memory: clew.Engine) -> None:
    """Sentences count in words: one other does, and one was passed over."""
    (*_, passes) = [row[1] for row in memory.query("WHY 'seat-0' IN (RECALL STEPS 0..1)").values if "passes" in row[1]]
    assert passes == "It passes the filters, as 1 other does."
    notes = memory.query("RECALL STEPS 0..1 BUDGET 3 TOKENS").notes
    assert not any("1 were" in note for note in notes)


def test_errors_stay_ours(memory: clew.Engine) -> None:
    """Two statements without a `;`, and RETURN behind RUN, are told apart from other mistakes."""
    for text, said in (("SHOW TAGS\nSHOW TASKS", "parted by `;`"), ("RUN x() RETURN m", "where it is saved")):
        with pytest.raises(ClewError, match=said):
            memory.query(text)
