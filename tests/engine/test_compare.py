"""COMPARE, and the record of a recall: what was answered then, and what is answered since."""

from __future__ import annotations

import json
import time
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import clew
import pytest
from clew.engine.asking.recall_record import RecallRecord
from clew.engine.handle.engine import Engine
from clew.errors import BindError, ParameterError, ParseError


def moment() -> datetime:
    """Return a moment that lies between what was written before it and what is written after."""
    time.sleep(0.002)
    now = datetime.now(UTC)
    time.sleep(0.002)
    return now


def day(number: int) -> datetime:
    return datetime(2025, 3, number, tzinfo=UTC)


@pytest.fixture
def engine(tmp_path: Path) -> Any:
    with clew.open(tmp_path / "store", background=False) as engine:
        for number in range(1, 6):
            engine.remember(f"the vendor raised the budget, take {number}", id=f"m{number}", at=day(number))
        yield engine


def changes(engine: Engine, text: str, **parameters: Any) -> dict[str, tuple[Any, ...]]:
    rows = engine.query(text, parameters).to_dicts()
    return {row["m"]["id"]: tuple(row[name] for name in ("change", "rank_before", "rank_after")) for row in rows}


def test_what_entered_left_moved_and_stayed_is_told(engine: Engine) -> None:
    """A memory that is new, one that was forgotten, those that moved for it, and one whose rank is as it was."""
    then = moment()
    engine.remember("the newest of all", id="m6", at=day(6))
    engine.forget("m3")
    now = moment()
    found = changes(engine, "COMPARE (RECALL 4 RANK BY recency) AS OF $then WITH AS OF $now", then=then, now=now)
    assert found == {
        "m6": ("entered", None, 1),
        "m5": ("moved", 1, 2),
        "m4": ("moved", 2, 3),
        "m2": ("stayed", 4, 4),
        "m3": ("left", 3, None),
    }


def test_the_two_sides_are_what_two_recalls_would_answer(engine: Engine) -> None:
    """Rank and front of either side are those of the same recall with that AS OF."""
    then = moment()
    engine.remember("another vendor, another budget", id="m6", at=day(3))
    now = moment()
    recall = "RECALL 4 FOR 'vendor budget' PARETO BY relevance, recency"
    rows = engine.query(f"COMPARE ({recall}) AS OF $then WITH AS OF $now", {"then": then, "now": now}).to_dicts()
    for side, at in (("before", then), ("after", now)):
        alone = engine.query(f"{recall.replace(' PARETO', ' AS OF $at PARETO')}", {"at": at})
        expected = {row["m"]["id"]: (row["rank"], row["front"]) for row in alone}
        told = {row["m"]["id"]: (row[f"rank_{side}"], row[f"front_{side}"]) for row in rows if row[f"rank_{side}"]}
        assert told == expected


def test_a_moment_compared_with_itself_shows_no_change(engine: Engine) -> None:
    """Everything stayed where nothing happened."""
    then = moment()
    found = changes(engine, "COMPARE (RECALL 3) AS OF $then WITH AS OF $then", then=then)
    assert {change for change, _, _ in found.values()} == {"stayed"}


def test_before_there_was_anything_all_of_it_entered(engine: Engine) -> None:
    """A moment before the first memory has an empty answer, and a note that says why."""
    rows = engine.query("COMPARE (RECALL 2) AS OF '2001-01-01' WITH AS OF $now", {"now": moment()})
    assert [row["change"] for row in rows] == ["entered", "entered"]
    assert any("stored in the namespace" in note for note in rows.notes)


def test_a_recall_that_is_compared_names_no_moment_of_its_own(engine: Engine) -> None:
    """COMPARE says as of when; a second AS OF would contradict it."""
    with pytest.raises((BindError, ParseError), match=r"moment|as of when"):
        engine.query("COMPARE (RECALL 2 AS OF '2024-01-01') AS OF '2024-01-01' WITH AS OF '2025-01-01'")


@pytest.mark.parametrize("text", ["COMPARE (RECALL 3) AS OF $t WITH AS OF $t", "WHY NOT 'm1' IN (RECALL 3)"])
def test_profile_tells_of_the_stages_inside(engine: Engine, text: str) -> None:
    """PROFILE of a statement about a recall has rows and times of the recall's own stages, and the sizes of fronts."""
    explanation = engine.query(f"PROFILE {text}", {"t": moment()} if "$t" in text else {}).explanation
    assert explanation is not None
    inside = [line for line in explanation.split("\n") if "Score " in line or "Select " in line]
    assert inside and all(" rows, " in line for line in inside)
    assert "hypervolume of 1.000" in explanation


def test_explain_needs_no_values(engine: Engine) -> None:
    """EXPLAIN reads nothing, so it takes no values for parameters, and takes them where they are given."""
    for text in ("RECALL $k FOR $need", "WHY NOT $id IN (RECALL 5 FOR $need)", "WHY $id IN $record"):
        assert engine.query(f"EXPLAIN {text}").explanation
        assert engine.query(f"EXPLAIN {text}", {"need": "x"}).explanation


def test_a_missing_parameter_is_pointed_at(engine: Engine) -> None:
    """The error shows where the parameter stands, and the name that was given instead."""
    with pytest.raises(ParameterError) as caught:
        engine.query("RECALL 5\n  FOR $need TYPE $kind", {"ned": "x", "kind": "fact"})
    assert caught.value.render() == (
        "The parameter $need is missing. `ned` is given, and nothing takes it.\n"
        "   2 |   FOR $need TYPE $kind\n"
        "     |       ^^^^^\n"
        "The statement takes $need, $kind."
    )


def test_an_unused_parameter_is_named_with_the_nearest(engine: Engine) -> None:
    """A value that nothing takes is an error: it is mostly a name misspelt."""
    with pytest.raises(ParameterError, match=r"The parameter \$needs is not used; \$need is similar\."):
        engine.query("RECALL 5 FOR $need", {"need": "x", "needs": "y"})


# ---- records -------------------------------------------------------------------------------------


def test_a_record_survives_json(engine: Engine) -> None:
    """What a front records comes back from JSON as it was, with the same id."""
    record = engine.recall("vendor budget", k=3, since=day(2)).record
    again = RecallRecord.of(json.loads(json.dumps(record.to_dict())))
    assert (again, again.id) == (record, record.id)
    assert [hit.id for hit in record.hits] == engine.recall("vendor budget", k=3, since=day(2)).ids


def test_the_id_of_a_record_is_of_the_question_and_the_state(engine: Engine) -> None:
    """The same question to the same state has one id; another question, or another state, has another."""
    first = engine.recall("vendor", k=3).record.id
    assert first == engine.recall("vendor", k=3).record.id
    assert first != engine.recall("vendor", k=2).record.id
    engine.remember("one more")
    assert first != engine.recall("vendor", k=3).record.id


def test_a_record_is_explained_as_of_when_it_was_made(engine: Engine) -> None:
    """What came later was not known to the recall, and what was forgotten later is still in its answer."""
    front = engine.recall("vendor budget", k=3)
    engine.remember("the vendor raised the budget, at last", id="late", at=day(7))
    engine.forget(front.ids[0])
    record = front.record.to_dict()
    for identity, cause in (("late", "not known then"), (front.ids[0], "chosen")):
        rows = engine.query("WHY NOT $id IN $record", {"id": identity, "record": record})
        assert rows.reasons is not None and rows.reasons.cause == cause
        assert list(rows.reasons.answer) == front.ids and not rows.notes
    assert front.why(front.ids[0]).rank == 1
    assert front.why(front.ids[0]).cause == "chosen"


def test_the_scores_of_a_record_are_those_of_its_reasons(engine: Engine) -> None:
    """Ages are measured from the moment that the record names, so no score has changed since."""
    front = engine.recall("vendor budget", k=3, objectives=("relevance", "recency"))
    engine.remember("much later", at=datetime(2026, 1, 1, tzinfo=UTC))
    for hit in front:
        findings = front.why(hit.memory.id).findings
        scores = next(finding.value for finding in findings if finding.stage == "Score")
        assert scores["recency"] == pytest.approx(hit.scores["recency"])


def test_a_recall_near_the_session_is_recorded_with_what_was_active(engine: Engine) -> None:
    """NEAR ACTIVE means what the session had written when it asked, whoever looks into the record."""
    front = engine.recall("vendor budget", k=3, active=2)
    engine.remember("written since", id="since")
    assert front.why("m5").cause == "anchor"
    assert front.why("since").cause == "not known then"


@pytest.mark.parametrize(
    "change",
    [
        {"text": "MATCH (m) RETURN m"},
        {"text": "FORGET 'm1'"},
        {"text": "RECALL FOR"},
        {"hits": 3},
        {"seq": "x"},
        {"seq": 10_000},
        {"more": 1},
        {"text": None},
    ],
)
def test_what_is_no_record_is_refused(engine: Engine, change: dict[str, Any]) -> None:
    """A record that was tampered with is an error, whatever was changed in it."""
    record = engine.recall("vendor").record.to_dict() | change
    with pytest.raises((ParameterError, ParseError)):
        engine.query("WHY 'm1' IN $record", {"record": record})
