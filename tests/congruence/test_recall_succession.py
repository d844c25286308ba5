"""Who speaks, who only asks, and what was replaced: how relevance is settled once all arms have spoken."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import clew
import numpy as np
import pytest
from clew.engine.executor.succession import Succession, succeeded
from clew.engine.handle.engine import Engine
from hypothesis import given
from hypothesis import strategies as st

OLD: dict[str, Any] = {"text": "The rent of the flat is 840 euros a month.", "at": "2024-03-04"}
NEW: dict[str, Any] = {"text": "The landlord asks for 910 euros each month.", "at": "2024-05-04"}
NEED = "How much is the rent of the flat a month?"


@pytest.fixture
def engine(tmp_path: Path) -> Engine:
    with clew.open(tmp_path / "s", background=False) as engine:
        engine.remember("A vase stands on the piano.", id="vase", at="2024-04-01")
        yield engine


def order(engine: Engine, need: str = NEED, **fields: Any) -> list[str]:
    return [hit.memory.id for hit in engine.recall(need, floor=0.0, **fields)]


@pytest.mark.parametrize("edge", ["SUPERSEDES", "CONTRADICTS"])
def test_what_replaced_or_contradicts_stands_first(engine: Engine, edge: str) -> None:
    """The newer one inherits what the older answers better, by the edge alone, and the older one stays."""
    engine.remember(id="old", **OLD)
    engine.remember(id="new", **NEW)
    assert order(engine)[:2] == ["old", "new"]
    engine.link("new", "old", edge)  # type: ignore[arg-type] - a name of the table above
    assert order(engine)[:2] == ["new", "old"]


def test_a_contradiction_is_settled_by_time_whichever_way_the_edge_points(engine: Engine) -> None:
    """The edge joins the two and does not say which is later."""
    engine.remember(id="old", **OLD)
    engine.remember(id="new", **NEW)
    engine.link("old", "new", "CONTRADICTS")
    assert order(engine)[:2] == ["new", "old"]


def test_before_a_replacement_was_learned_the_old_one_holds(engine: Engine) -> None:
    """AS OF a moment before it nothing is set back; nor where the newer one lies outside the scope."""
    engine.remember(id="old", **OLD)
    [row] = engine.query("MATCH (m:Memory {id: 'old'}) RETURN m.recorded_at AS at")
    then = row["at"]
    engine.remember(id="new", supersedes=["old"], **NEW)
    was = order(engine, until="2024-03-31")
    assert was[0] == "old"
    assert order(engine, as_of=then)[0] == "old"
    assert order(engine)[0] == "new"


def test_what_is_at_hand_sets_back_what_it_replaced(engine: Engine) -> None:
    """It is no answer itself, and what it replaced is set back as where both are sought."""
    engine.remember(id="old", **OLD)
    engine.remember(id="new", supersedes=["old"], **NEW)
    both = {hit.memory.id: hit for hit in engine.recall(NEED, floor=0.0)}
    beside = {hit.memory.id: hit for hit in engine.recall(NEED, floor=0.0, near=["new"])}
    assert "new" not in beside
    assert "set back by `new`" in both["old"].why and "set back by `new`" in beside["old"].why
    assert beside["old"].scores["relevance"] == pytest.approx(both["old"].scores["relevance"], rel=0.3)


@pytest.mark.parametrize("edge", ["SUPERSEDES", "CONTRADICTS"])
def test_the_newer_value_is_supplied_first(engine: Engine, edge: str) -> None:
    """From what is at hand alone: an outdated literal that stands nearer is no better source than what replaced it."""
    engine.remember("The staging server is host-2214.", id="old", task="T", step=0, at="2024-05-01")
    engine.remember("Log in to the server.", id="now", task="T", step=1, at="2024-05-02")
    engine.remember("The staging server is host-5571 now.", id="new", task="U", step=0, at="2024-05-03")
    before = engine.recall(near=["now"])
    assert before.ids[0] == "old"
    engine.link("new", "old", edge)  # type: ignore[arg-type] - a name of the table above
    found = engine.recall(near=["now"])
    supply = {hit.memory.id: hit.scores["provenance"] for hit in found}
    assert supply["new"] > supply["old"] > 0.0
    assert found.ids.index("new") < found.ids.index("old")


def test_the_same_said_anew_is_the_newer_state(engine: Engine) -> None:
    """In the same words but for what changed, with no edge; within one task it is the course of things, and stays."""
    for task in ("a", "b"):
        engine.remember("The wifi password of the office is quiet-otter.", id=f"1{task}", task=task, at="2024-03-04")
    engine.remember("The wifi password of the office is brave-heron.", id="2b", task="b", at="2024-05-04")
    hits = engine.recall("What is the wifi password of the office?", floor=0.0)
    scores = {hit.memory.id: hit.scores["relevance"] for hit in hits}
    assert scores["1a"] < 0.9 * scores["2b"]
    assert scores["1a"] < 0.9 * scores["1b"]


@pytest.mark.parametrize(
    ("first", "then", "need"),
    [
        ("The cake is a lemon cake.", "The cake is a walnut cake.", "Which cake does the child get?"),
        ("The shirts are red.", "The shirts are striped in blue and white.", "What colour are the shirts?"),
        ("The boat is called Seagull.", "The boat was renamed North Wind.", "What is the boat called?"),
    ],
)
def test_one_sentence_with_another_filler_and_a_change_are_told(
    engine: Engine, first: str, then: str, need: str
) -> None:
    """Where hardly a word is shared, the frame of the sentence tells, or a word of the need beside a change."""
    engine.remember(first, id="old", at="2024-03-04")
    engine.remember(then, id="new", at="2024-05-04")
    for text in ("The train was late again.", "A neighbour plays the trumpet.", "Soup needs salt.", "It rains in May."):
        engine.remember(text, at="2024-04-04")
    hits = engine.recall(need, floor=0.0)
    assert [hit.memory.id for hit in hits[:2]] == ["new", "old"]
    assert "in place of `old`" in hits[0].why and "set back by `new`" in hits[1].why
    assert any(finding.value == {"set_back_by": "new"} for finding in engine.why("old", need).findings)


def test_a_series_is_no_succession(engine: Engine) -> None:
    """Where all texts are one sentence with another number, the last is not the newer state of all before it."""
    for part in range(1, 9):
        engine.remember(f"the notes of the meeting, part {part}", id=f"p{part}", at=f"2024-05-0{part}")
    assert order(engine, "the notes of the meeting of 3 May 2024")[0] == "p3"


def test_what_is_asked_for_must_not_differ(engine: Engine) -> None:
    """The same sentence about another machine is no newer state of the one that the need names."""
    engine.remember("On Mondays the big press jams.", id="press", at="2024-03-04")
    engine.remember("On Mondays the big lathe jams.", id="lathe", at="2024-05-04")
    assert order(engine, "when does the press jam?")[0] == "press"
    assert "set back" not in engine.recall("when does the press jam?", floor=0.0)[0].why


def test_what_an_edge_has_settled_is_not_guessed_about(engine: Engine) -> None:
    """A later text in the same words is no third state, where an edge says what replaced the first."""
    engine.remember("The wifi password is quiet-otter.", id="old", at="2024-03-04")
    engine.remember("Use brave-heron for the network.", id="new", at="2024-04-04", supersedes=["old"])
    engine.remember("The wifi password is silent-crane.", id="late", at="2024-05-04")
    hits = {hit.memory.id: hit for hit in engine.recall("What is the wifi password?", floor=0.0)}
    assert "set back by `new`" in hits["old"].why and "in place of" not in hits["late"].why


def test_a_later_text_about_something_else_replaces_nothing(engine: Engine) -> None:
    """It may be newer, and alike to a vector; it shares neither words nor a change."""
    engine.remember(id="old", **OLD)
    engine.remember("Rents in this town were a topic at dinner.", id="talk", at="2024-06-01")
    assert order(engine)[0] == "old"


@given(
    st.lists(st.floats(0.01, 0.99), min_size=2, max_size=6),
    st.lists(st.tuples(st.integers(0, 5), st.integers(0, 5)), max_size=8),
)
def test_successions_settle_whatever_they_say(levels: list[float], pairs: list[tuple[int, int]]) -> None:
    """Nobody who was not replaced loses, nobody rises above the best, and the last of a chain is above all before."""
    size = len(levels)
    found = [Succession(a % size, b % size, 0.5) for a, b in pairs if a % size < b % size]
    settled = succeeded(np.array(levels), found, np.arange(size))
    older = {one.older for one in found}
    assert settled.max() <= max(levels) and settled.min() > 0
    for place in set(range(size)) - older:
        assert settled[place] >= levels[place]
        assert all(settled[place] > settled[one.older] for one in found if one.newer == place)


def test_who_is_named_is_heard_before_who_is_not(engine: Engine) -> None:
    """Two who say the same: first the one that the need names; by field or by the label of a transcript."""
    for agent in ("Baker", "Miller"):
        engine.remember("I bought an old boat in spring.", id=agent, agent=agent, task=agent, at="2024-03-04")
        engine.remember(f"{agent}: the harbour froze over.", id=f"label {agent}", task=f"of {agent}", at="2024-03-05")
    for agent in ("Baker", "Miller"):
        assert order(engine, f"Which boat did the {agent} buy?")[0] == agent
        assert order(engine, f"What froze over, {agent}?")[0] == f"label {agent}"


def test_what_tells_is_heard_before_what_asks(engine: Engine) -> None:
    """The question holds the same words as the answer and says nothing; WHY and the hit say that it only asks."""
    engine.remember("Is the boat in the harbour?", id="asks", agent="Baker", at="2024-03-05")
    engine.remember("The boat is in the harbour.", id="tells", at="2024-03-04")
    assert order(engine, "Where is the boat?")[:2] == ["tells", "asks"]
    hits = {hit.memory.id: hit.why for hit in engine.recall("Where is the boat, Baker?", floor=0.0)}
    assert "the need names who says it and it only asks" in hits["asks"] and "asks" not in hits["tells"]
    findings = engine.why("asks", "Where is the boat?").findings
    assert any(finding.finding == "It counts 0.85 times, for it only asks." for finding in findings)


def test_a_need_without_text_hears_nobody(engine: Engine) -> None:
    """Tags alone are no words, and the recall runs as it did."""
    engine.remember("A tagged one", id="tag", tags=["boats"], agent="Baker")
    assert next(iter(engine.recall(intent=["boats"]))).memory.id == "tag"
