"""WHY NOT names the one thing that keeps a memory out: a store in which each is kept out by another."""

from __future__ import annotations

import time
from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any

import clew
import pytest
from clew.engine.asking.reasons import Reasons
from clew.engine.handle.engine import Engine

WANTED = "the vendor raised the budget for the annual review"


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Engine]:
    """Twelve memories that say nearly the same on twelve days, and a few that differ."""
    with clew.open(tmp_path_factory.mktemp("causes"), background=False) as engine:
        for day in range(1, 13):
            engine.remember(
                f"{WANTED}, take {day}",
                id=f"m{day}",
                type="decision" if day == 3 else "fact",
                task="T2" if day == 4 else "T1",
                step=day,
                at=datetime(2025, 3, day, tzinfo=UTC),
                action_type="search" if day == 5 else "say",
                trust=0.1 if day == 6 else 1.0,
                confidence=0.2 if day == 7 else 0.9,
                valid_to=datetime(2025, 3, 9, tzinfo=UTC) if day == 8 else None,
                tags=["budget"],
            )
        engine.remember("a walk by the lake " * 60, id="long", task="T1", step=13, at=datetime(2025, 3, 13, tzinfo=UTC))
        engine.remember("spicy numbing noodles", id="hot", task="T1", step=14, at=datetime(2025, 3, 1, tzinfo=UTC))
        engine.remember("a secret", id="secret", namespace="other")
        engine.link("m2", "m9", "CAUSED")
        engine.forget("m12")
        yield engine


def told(store: Engine, identity: str, recall: str, **parameters: Any) -> Reasons:
    reasons = store.query(f"WHY NOT $id IN ({recall})", {"id": identity, **parameters}).reasons
    assert reasons is not None
    return reasons


@pytest.mark.parametrize(
    ("identity", "recall", "cause", "sentence"),
    [
        ("m13", "RECALL", "unknown", "There is no memory `m13` in scope; the nearest id is `m1`."),
        ("secret", "RECALL", "unknown", "There is no memory `secret` in scope."),
        ("m1", "RECALL IN NAMESPACE other", "unknown", "There is no memory `m1` in scope."),
        ("m9", "RECALL NEAR m9", "anchor", "It is an anchor: what is at hand already is no answer."),
        ("m3", "RECALL TYPE fact", "filter", "It does not pass `TYPE fact`: its type is `decision`."),
        ("m4", "RECALL TASK 'T1'", "filter", "It does not pass `TASK 'T1'`: its task is `T2`."),
        (
            "m5",
            "RECALL DOING say, think",
            "filter",
            "It does not pass `DOING say, think`: its action type is `search`.",
        ),
        ("m2", "RECALL STEPS 3..9", "filter", "It does not pass `STEPS 3..9`: its step is 2."),
        (
            "m2",
            "RECALL SINCE '2025-03-05'",
            "filter",
            "It does not pass `SINCE '2025-03-05'`: it happened at 2025-03-02T00:00:00+00:00.",
        ),
        (
            "m2",
            "RECALL BETWEEN '2025-03-05' AND '2025-03-06'",
            "filter",
            "It does not pass `BETWEEN '2025-03-05' AND '2025-03-06'`: it happened at 2025-03-02T00:00:00+00:00.",
        ),
        ("m2", "RECALL SINCE 3 DAYS", "filter", "It does not pass `SINCE 3 DAYS`: it happened at 2025-03-02"),
        ("m6", "RECALL MIN TRUST 0.5", "filter", "It does not pass `MIN TRUST 0.5`: its trust is 0.1."),
        (
            "m8",
            "RECALL VALID AT '2025-03-10'",
            "filter",
            "It does not pass `VALID AT '2025-03-10'`: it holds until 2025-03-09T00:00:00+00:00.",
        ),
        (
            "m7",
            "RECALL WHERE m.step > 2 AND m.confidence >= 0.6",
            "filter",
            "It does not pass `WHERE m.confidence >= 0.6`: `m.confidence` is 0.2.",
        ),
        ("m7", "RECALL WHERE m.agent = 'x'", "filter", "It does not pass `WHERE m.agent = 'x'`: `m.agent` is null."),
        (
            "m7",
            "RECALL WHERE m.text CONTAINS 'refund'",
            "filter",
            f"It does not pass `WHERE m.text CONTAINS 'refund'`: `m.text` is `{WANTED}, take 7`.",
        ),
        (
            "m7",
            "RECALL WHERE matches(m, 'refund')",
            "filter",
            "It does not pass `WHERE matches(m, 'refund')`: `matches(m, 'refund')` is false.",
        ),
        (
            "m3",
            "RECALL MATCH (m)-[:CAUSED]->(x)",
            "pattern",
            "Nothing around it matches `MATCH (m:Memory)-[:CAUSED]->(x:Memory)`.",
        ),
        (
            "m2",
            "RECALL MATCH (m)-[:CAUSED]->(x) WHERE x.step > 3 AND x.step > 20",
            "filter",
            "None of its matches passes `WHERE x.step > 20`.",
        ),
        (
            "m3",
            "RECALL WHERE EXISTS { (m)-[:CAUSED]->() }",
            "filter",
            "None of its matches passes `WHERE EXISTS { (m:Memory)-[:CAUSED]->(:Memory) }`.",
        ),
        ("m2", "RECALL REQUIRING 'noodles'", "words", "It does not hold all the words of `REQUIRING 'noodles'`."),
        (
            "hot",
            "RECALL 50 EXCLUDING HARD 'walk', HARD 'numbing noodles'",
            "excluded",
            "It matches `EXCLUDING HARD 'numbing noodles'`, which drops it.",
        ),
        ("hot", f"RECALL FOR '{WANTED}' CANDIDATES 3", "cut", "By relevance it is 13 of 13 with "),
        ("hot", f"RECALL FOR '{WANTED}' AT LEAST relevance 0.5", "floor", ", below the floor of 0.5."),
        ("hot", "RECALL 50 AT LEAST recency 0.9", "floor", "Its recency is "),
        ("hot", "RECALL FOR 'zxqv'", "floor", ": below 0.08, as chance gives."),
        (
            "m2",
            "RECALL 3 PARETO BY recency TOLERANCE 0",
            "dominated",
            "It is on front 11, and the choice ended with front 3.",
        ),
        (
            "m1",
            "RECALL 1 PARETO BY recency TOLERANCE 0, m.step MIN FIRST FRONT ONLY",
            "count",
            "in the order, on front 1, and the recall takes 1.",
        ),
        ("m2", "RECALL 50 PARETO BY recency FIRST FRONT ONLY", "dominated", "and the choice ended with front 1."),
        ("m2", "RECALL 3 RANK BY recency", "count", "It is 11 of 13 in the order, on front 1, and the recall takes 3."),
        ("m2", "RECALL 0", "count", "and the recall takes 0."),
        ("long", "RECALL RANK BY recency BUDGET 100 TOKENS", "budget", "had no room for it."),
        (
            "m10",
            "RECALL 3 RANK BY recency DIVERSIFY BY task",
            "diversity",
            "It is 3 of 13 in the order, and DIVERSIFY BY task took others that add more to the choice.",
        ),
        ("m2", "RECALL 50", "chosen", "It is in the answer: "),
        (
            "m9",
            "RECALL 1 WHERE m.id = 'm2' EXPAND EFFECTS 1",
            "expanded",
            "for EXPAND brought it with `m2`: 1 effect after.",
        ),
    ],
)
def test_the_cause_is_named(store: Engine, identity: str, recall: str, cause: str, sentence: str) -> None:
    """Each clause that can keep a memory out is the cause that is told, with the memory's own value."""
    reasons = told(store, identity, recall)
    assert (reasons.cause, sentence in reasons.findings[0].finding) == (cause, True), str(reasons)
    assert reasons.present == (cause in ("chosen", "expanded"))


def test_a_forgotten_memory_says_when_and_how_to_get_it_back(store: Engine) -> None:
    """A tombstone is told with its time, before any clause that the memory would not pass either."""
    reasons = told(store, "m12", "RECALL TYPE decision")
    when = store.journal.memories([11])[0].retracted_at
    assert reasons.cause == "forgotten" and when is not None
    assert f"{when:%Y-%m-%dT%H:%M:%S}" in str(reasons) and "`RESTORE 'm12'` brings it back." in str(reasons)


def test_as_of_a_moment_tells_what_was_known_then(tmp_path: Any) -> None:
    """AS OF: what was recorded later was not known, and what was forgotten later was still there."""
    with clew.open(tmp_path, background=False) as engine:
        engine.remember("first", id="a")
        time.sleep(0.002)
        then = datetime.now(UTC)
        time.sleep(0.002)
        engine.remember("second", id="b")
        engine.forget("a")
        assert told(engine, "b", "RECALL AS OF $then", then=then).cause == "not known then"
        assert told(engine, "a", "RECALL AS OF $then", then=then).cause == "chosen"
        assert told(engine, "a", "RECALL").cause == "forgotten"


def test_a_pending_vector_is_told(tmp_path: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where a memory is below the floor while its vector is on its way, that is what is told."""
    with clew.open(tmp_path, background=False) as engine:
        engine.remember("a budget for vendors", id="a")
        engine.remember("something else", id="b")
        row = engine.journal.row_of("default", "b")
        engine.query("RECALL FOR 'budget'")
        matrix = engine.projection.vectors
        hidden = matrix.present.copy()
        hidden[row] = False
        monkeypatch.setattr(type(matrix), "present", property(lambda self: hidden))
        reasons = told(engine, "b", "RECALL FOR 'budget' AT LEAST relevance 0.9")
        assert reasons.cause == "pending"
        assert reasons.findings[0].value["otherwise"] == "floor"


def test_whoever_is_superseded_is_told_by_whom(tmp_path: Any) -> None:
    """What replaced a memory is told beside the verdict: it may be what was wanted."""
    with clew.open(tmp_path, background=False) as engine:
        engine.remember("the budget is 5", id="old")
        engine.remember("the budget is 6", id="new", supersedes=["old"])
        reasons = told(engine, "old", "RECALL WHERE NOT EXISTS { (m)<-[:SUPERSEDES]-() }")
        assert reasons.cause == "filter"
        assert "It was superseded by `new`." in str(reasons)


def test_why_tells_what_a_hit_matched_by(store: Engine) -> None:
    """WHY of a hit tells its arms, its objectives, the tag that matched, its front and the way to an anchor."""
    text = f"WHY 'm2' IN (RECALL 50 FOR '{WANTED}' INTENT budget NEAR m9)"
    reasons = store.query(text).reasons
    assert reasons is not None and reasons.cause == "chosen"
    by_stage = {finding.stage: finding for finding in reasons.findings}
    assert by_stage["Tagged"].value == {"score": 1.0, "matched": {"budget": ["budget"]}}
    hit = next(hit for hit in store.recall(WANTED, k=50, intent="budget", near="m9") if hit.memory.id == "m2")
    assert by_stage["Score"].value == dict(hit.scores)
    assert by_stage["Similar"].value == hit.arms["vector"]
    assert by_stage["Front"].value["counts"] == {"dominated_by": hit.dominated_by, "dominates": hit.dominates}
    way = by_stage["Anchors"]
    assert way.finding == "1.0 from an anchor: `m2` -[CAUSED]-> `m9`."
    assert way.value == {"length": 1.0, "hops": [{"type": "CAUSED", "source": "m2", "target": "m9"}]}


def test_the_notes_of_the_recall_are_notes_of_why(store: Engine) -> None:
    """A misspelt name in the recall is noted by WHY too, with the nearest."""
    notes = store.query("WHY NOT 'm2' IN (RECALL TYPE fcat)").notes
    assert "Nothing in scope has the type `fcat`; the nearest is `fact`." in notes


def test_the_answer_of_a_recall_is_not_changed_by_being_watched(store: Engine) -> None:
    """WHY sees the recall as it is: the ids that it tells are the answer's own."""
    recall = f"RECALL 5 FOR '{WANTED}' NEAR m9"
    reasons = store.query(f"WHY 'm2' IN ({recall})").reasons
    assert reasons is not None
    assert list(reasons.answer) == [row["m"]["id"] for row in store.query(recall)]
