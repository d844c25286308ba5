"""What a store learns from feedback: `value`, what is kept of a recall, trials, misses; and that none of it is lost."""

from __future__ import annotations

import io
import json
from collections.abc import Iterator
from pathlib import Path

import clew
import pytest
from clew.adapters.importing import import_file
from clew.engine.asking.recall_record import RecallRecord
from clew.engine.learning.usage import counts_of, goes_well, mutual_information
from clew.engine.values.times import to_iso
from clew.errors import BindError, MemoryInvalid, MemoryNotFound

pytestmark = pytest.mark.slow

ASKED = {"objectives": ["relevance", "value"], "order": "value"}


def filled(path: Path) -> clew.Engine:
    memory = clew.open(path, background=False)
    for number in range(6):
        kind = "lesson" if number % 2 else "rumour"
        memory.remember(
            f"note {number}: the press jams when the feed is wet",
            id=f"m{number}",
            type=kind,
            tags=[f"by {kind}"],
            valence=-0.5 if number == 5 else 0.0,
        )
    return memory


@pytest.fixture
def memory(tmp_path: Path) -> Iterator[clew.Engine]:
    with filled(tmp_path / "a.clew") as engine:
        yield engine


def taught(memory: clew.Engine, rounds: int = 6) -> None:
    """Let lessons serve well and rumours badly."""
    for turn in range(rounds):
        front = memory.recall("the press jams", **ASKED)
        used = f"m{turn % 4}"
        memory.feedback(front, "success" if turn % 2 else "failure", used=[used])


def values(memory: clew.Engine, **asked: object) -> dict[str, tuple[float, float]]:
    front = memory.recall("the press jams", **ASKED, **asked)  # type: ignore[arg-type] - fields of a recall
    return {hit.memory.id: (hit.scores["value"], hit.scores["value_sd"]) for hit in front}


def known(memory: clew.Engine) -> list[dict[str, object]]:
    return memory.query("MATCH (m:Memory) RETURN m.id AS id, value(m) AS value ORDER BY id").to_dicts()


# ---- value ----------------------------------------------------------------------------------------


def test_without_feedback_value_is_left_out(memory: clew.Engine) -> None:
    """Nothing is known, so all have the same value, which orders nothing and is reported as left out."""
    front = memory.recall("the press jams", **ASKED)
    assert {hit.scores["value"] for hit in front} == {0.5} and front[0].scores["value_sd"] > 0.2
    assert "Left out, for all candidates have the same: value." in front.notes
    assert front.objectives == ("relevance", "value")


def test_what_served_well_is_expected_to_serve_again(memory: clew.Engine) -> None:
    """After feedback lessons are worth more than rumours, and a lesson that nobody has tried more than a rumour that
    nobody has tried; what was used is surer.
    """
    taught(memory)
    found = values(memory)
    assert min(found["m1"][0], found["m3"][0]) > 0.5 > max(found["m0"][0], found["m2"][0])
    assert found["m5"][0] > found["m4"][0]
    assert found["m1"][1] < found["m5"][1]
    assert memory.recall("the press jams", k=1, **ASKED).ids[0] in ("m1", "m3")


def test_value_is_a_word_of_the_language(memory: clew.Engine) -> None:
    """It is an axis, a term, a column and a function, and PARETO BY agrees with the arguments of Python."""
    taught(memory)
    text = "RECALL FOR 'the press jams' PARETO BY relevance, value ORDER FRONT BY value RETURN m.id AS id, value AS v"
    assert {row["id"]: row["v"] for row in memory.query(text)} == {id: v for id, (v, _) in values(memory).items()}
    ranked = memory.query("RECALL 1 FOR 'the press jams' RANK BY value RETURN m.id AS id").to_dicts()
    assert ranked[0]["id"] in ("m1", "m3")
    pattern = "MATCH (m:Memory) WHERE value(m) > 0.5 RETURN m.id AS id ORDER BY id"
    assert [row["id"] for row in memory.query(pattern)] == ["m1", "m3", "m5"]


def test_why_tells_how_sure_it_is(memory: clew.Engine) -> None:
    """WHY gives the value with its deviation, the recorded uses, and what a use tells of the outcome, in bits."""
    taught(memory)
    reasons = memory.recall("the press jams", **ASKED).why("m1")
    said = str(reasons)
    assert "value 0." in said and " +- 0." in said and "bits of the outcome, which is better with it" in said
    (bits,) = (f.value["bits"] for f in reasons.findings if isinstance(f.value, dict) and "bits" in f.value)
    assert 0.0 < bits < 1.0


@pytest.mark.parametrize("explore", ["ucb", "thompson"])
def test_a_strategy_may_explore(memory: clew.Engine, explore: str) -> None:
    """A value is taken at its upper bound, or drawn; the same twice, in [0, 1], and another than the mean."""
    from clew.engine.learning.value import Learned

    taught(memory)
    with memory.projection.reading() as view:
        learned = memory.projection.teacher.learned(("default",), view, memory.projection.adjacency)
        rows = view.memories.at.argsort()
        means, deviations = learned.values(rows, {}, view, memory.projection.adjacency)
    once, again = (learned.taken(means, deviations, explore) for _ in range(2))  # type: ignore[arg-type] - one of the three
    assert (once == again).all() and (once != means).any() and 0.0 <= once.min() <= once.max() <= 1.0
    assert (Learned().values(rows, {}, view, memory.projection.adjacency)[0] == 0.5).all()


def test_only_what_goes_better_than_expected_teaches(memory: clew.Engine) -> None:
    """Where everything succeeds, a success says little of what was used: less the more often it is told."""
    gains: list[float] = []
    for _ in range(6):
        before = values(memory)["m1"][0]
        memory.feedback(memory.recall("the press jams", **ASKED), "success", used=["m1"])
        gains.append(values(memory)["m1"][0] - before)
    assert gains[0] > 0.02 and gains[0] > 3 * abs(gains[-1])


def test_importance_grows_by_uses_that_went_well(memory: clew.Engine) -> None:
    """A use before a success reinforces, each less than the one before; one before a failure does not."""

    def importance(id: str) -> float:
        (row,) = memory.query("MATCH (m:Memory {id: $id}) RETURN importance(m) AS i", {"id": id}).to_dicts()
        return row["i"]

    steps: list[float] = []
    for _ in range(4):
        memory.feedback("success", memories=["m1"])
        steps.append(importance("m1"))
    memory.feedback("failure", memories=["m2"])
    assert 0.5 < steps[0] < steps[1] < steps[2] < steps[3] < 1.0
    assert steps[1] - steps[0] > steps[3] - steps[2]
    assert importance("m2") <= importance("m3") + 1e-6
    assert memory.get("m1").access_count == 4 and memory.get("m1").last_access is not None


# ---- kept for ever ---------------------------------------------------------------------------------


def test_nothing_is_lost(memory: clew.Engine, tmp_path: Path) -> None:
    """Reopened, rebuilt, and exported into another store the values are the same to the last bit, and a second export
    is the first one.
    """
    taught(memory)
    before = known(memory)
    memory.rebuild()
    assert known(memory) == before and memory.projection.departures() == []
    first, second = io.StringIO(), io.StringIO()
    memory.export(first)
    (tmp_path / "log.jsonl").write_text(first.getvalue(), encoding="utf-8")
    with clew.open(tmp_path / "b.clew", background=False) as other:
        import_file(other, tmp_path / "log.jsonl")
        assert known(other) == before and other.verify()[0] == []
        other.export(second)
    assert second.getvalue() == first.getvalue()


def test_it_survives_closing(tmp_path: Path) -> None:
    """Another process's handle, with the snapshot that this one left, believes the same, and has nothing to fold."""
    with filled(tmp_path / "a.clew") as memory:
        taught(memory)
        before = values(memory)
    with clew.open(tmp_path / "a.clew", background=False) as again:
        assert values(again) == before


def test_a_snapshot_holds_the_lessons(memory: clew.Engine, monkeypatch: pytest.MonkeyPatch) -> None:
    """What a projection reads back from a snapshot is what it was, every lesson with every bit of its scores."""
    from clew.engine.projection import snapshot
    from clew.engine.projection.projection import Projection

    monkeypatch.setattr(snapshot, "NEW_EVENTS", 0)
    monkeypatch.setattr(snapshot, "NEW_SHARE", 0.0)
    taught(memory)
    memory.recall("the press jams", using=("default", "recent"))
    memory.feedback(memory.recall("the press jams", using=("default", "recent")), 0.3)
    memory.projection.drain()
    assert memory.projection.publish() is not None
    other = Projection(memory.journal)
    try:
        assert other.drain() == 0, "everything came from the snapshot"
        assert list(other.view.lessons.every) == list(memory.projection.view.lessons.every)
        assert other.departures() == []
    finally:
        other.close()


def test_as_of_knows_the_feedback_of_then(memory: clew.Engine) -> None:
    """A recall as of a moment sees the values of that moment, whatever was learned since."""
    taught(memory, 4)
    early = values(memory)
    moment = to_iso(next(memory.journal.events(memory.journal.head() - 1)).recorded_at)
    taught(memory, 6)
    late, then = values(memory), values(memory, as_of=moment)
    assert {id: v for id, (v, _) in then.items()} == pytest.approx({id: v for id, (v, _) in early.items()}, abs=0.01)
    assert max(abs(late[id][0] - early[id][0]) for id in early) > 0.02


def test_each_namespace_learns_for_itself(tmp_path: Path) -> None:
    """Feedback in one namespace teaches nothing in another."""
    with filled(tmp_path / "a.clew") as memory:
        taught(memory)
        with clew.open(tmp_path / "a.clew", namespace="other", background=False) as other:
            other.remember("the press jams here too", id="m1")
            assert values(other)["m1"][0] == 0.5


# ---- feedback --------------------------------------------------------------------------------------


def test_every_form_of_feedback(memory: clew.Engine) -> None:
    """The answer first, its record, its name, or the outcome first: all are kept, and count for what was used."""
    front = memory.recall("the press jams", k=2)
    first, second = front.ids
    memory.feedback(front, outcome="success")
    memory.feedback(front.record, "success", used=[first])
    memory.feedback(front.record.id, 0.5)
    memory.feedback("failure", memories=[second])
    memory.feedback(outcome=0.0, recall=front, memories=[second])
    memory.feedback(front, "success", used=[])
    assert (memory.get(first).successes, memory.get(first).failures) == (2.0, 0.0)
    assert (memory.get(second).successes, memory.get(second).failures) == (1.0, 2.0)
    kept = [event.payload for event in memory.journal.of_kind("feedback")]
    assert [("record" in one) for one in kept] == [True, True, False, False, True, True]
    assert kept[0]["recall"] == kept[5]["recall"] == front.record.id and kept[5]["ids"] == []
    record = RecallRecord.of(kept[0]["record"])
    assert (record.id, record.strategy, record.hits) == (front.record.id, "default", front.record.hits)


def test_what_was_forgotten_since_does_not_keep_the_rest_from_being_judged(memory: clew.Engine) -> None:
    """Nobody named it: it was in the answer. Named, it is refused; so too in the language."""
    front = memory.recall("the press jams", k=3)
    rows = memory.query("RECALL 3 FOR 'the press jams'")
    gone, *left = front.ids
    memory.forget(gone)
    memory.feedback(front, "success")
    memory.feedback(rows, "success")
    memory.execute("FEEDBACK OUTCOME success FOR RECALL $answer", {"answer": front.record.to_dict()})
    assert [memory.get(id).successes for id in left] == [3.0, 3.0]
    with pytest.raises(MemoryNotFound, match=f"`{gone}` was forgotten"):
        memory.feedback(front, "success", used=[gone])


def test_an_answer_of_another_namespace_is_no_feedback_here(memory: clew.Engine) -> None:
    """Its ids may be those of other memories."""
    memory.remember("the press jams in the other shop", id="m0", namespace="shop")
    front = memory.recall("the press jams", namespace="shop")
    assert front.ids == ["m0"]
    with pytest.raises(MemoryInvalid, match="namespace `shop`"):
        memory.feedback(front, "failure")
    assert memory.get("m0").failures == 0.0


def test_feedback_that_says_nothing_is_refused(memory: clew.Engine) -> None:
    """Without an outcome, for two recalls, for a number that is no recall, or for a memory that is none."""
    front = memory.recall("the press jams")
    with pytest.raises(MemoryInvalid, match="how it went"):
        memory.feedback(front)
    with pytest.raises(MemoryInvalid, match="two recalls"):
        memory.feedback(front, "success", recall="r1")
    with pytest.raises(MemoryInvalid, match="no recall"):
        memory.feedback(0.5, "success")
    with pytest.raises(MemoryInvalid):
        memory.feedback("well", memories=["m1"])
    with pytest.raises(MemoryInvalid):
        memory.feedback("success")
    with pytest.raises(MemoryNotFound):
        memory.feedback(front, "success", used=["nobody"])
    assert list(memory.journal.of_kind("feedback")) == []


@pytest.mark.parametrize(
    "record",
    [
        7,
        {"hits": 3},
        {"hits": [{"id": "m1", "scores": {"relevance": "high"}}]},
        {"hits": [{"scores": {}}]},
        {"trial": ["a"]},
        {"strategy": 5},
    ],
)
def test_a_record_that_no_projection_could_follow_is_refused(memory: clew.Engine, record: object) -> None:
    """An export that was edited is refused before it is kept, and the journal stays as it was."""
    head = memory.journal.head()
    with pytest.raises(MemoryInvalid):
        memory.journal.record("feedback", "default", {"ids": ["m1"], "outcome": 1.0, "recall": None, "record": record})
    assert memory.journal.head() == head


def test_a_statement_keeps_the_record_too(memory: clew.Engine) -> None:
    """FEEDBACK FOR RECALL $record writes the event that the method writes."""
    front = memory.recall("the press jams", **ASKED)
    memory.feedback(front, "success")
    memory.execute("FEEDBACK OUTCOME success FOR RECALL $r", {"r": front.record.to_dict()})
    said, called = (event.payload for event in memory.journal.of_kind("feedback"))
    assert said == called


# ---- trials ----------------------------------------------------------------------------------------


def test_a_trial_is_drawn_evenly_and_again_the_same(memory: clew.Engine) -> None:
    """The same question to the same store gets the same strategy; over many, each gets about half, and the record
    says which.
    """
    drawn: list[str] = []
    for number in range(40):
        record = memory.recall(f"the press jams, case {number}", using=("recent", "default"), k=1).record
        again = memory.recall(f"the press jams, case {number}", using=("default", "recent"), k=1).record
        assert record.strategy == again.strategy and sorted(record.trial) == ["default", "recent"]
        assert f"USING {record.strategy}" in record.text and " OR " not in record.text
        drawn.append(record.strategy)
    assert 10 <= drawn.count("recent") <= 30


def test_feedback_balances_a_trial_and_counts_it(memory: clew.Engine) -> None:
    """With feedback both get nearly the same number, and the better one is found with an interval that excludes 0."""
    for number in range(40):
        front = memory.recall(f"case {number}: the press jams", using=("default", "recent"), k=1)
        memory.feedback(front, 0.9 if front.record.strategy == "recent" else 0.2)
    (trial,) = memory.trials()
    assert (trial.first.strategy, trial.second.strategy) == ("default", "recent")
    assert trial.first.n + trial.second.n == 40 and abs(trial.first.n - trial.second.n) <= 8
    assert trial.first.mean == pytest.approx(0.2) and trial.second.mean == pytest.approx(0.9)
    assert 0.0 < trial.low < trial.difference < trial.high < 1.0 and trial.second_better > 0.99


def test_a_trial_runs_as_text_and_says_so(memory: clew.Engine) -> None:
    """In a statement the drawn strategy answers as if it alone were named, and a note tells which it was."""
    rows = memory.query("RECALL 3 FOR 'the press jams' USING default OR recent RETURN m.id AS id")
    (note,) = (note for note in rows.notes if "was drawn" in note)
    alone = note.split("`")[1]
    assert memory.query(f"RECALL 3 FOR 'the press jams' USING {alone} RETURN m.id AS id").values == rows.values
    built = clew.recall("the press jams", 3).using("default", "recent").returning("m.id")
    assert str(built) == "RECALL 3 FOR 'the press jams' USING default OR recent RETURN m.id"
    assert any("was drawn" in note for note in memory.query(built).notes)
    for refused in ("RECALL FOR 'x' USING default OR default", "DEFINE STRATEGY z AS USING default OR recent"):
        with pytest.raises(BindError):
            memory.execute(refused)


def test_a_trial_may_be_saved(memory: clew.Engine) -> None:
    """RUN of an intent with two strategies draws as its recall does, also behind another intent; its record says so."""
    memory.execute("DEFINE INTENT jams($n) AS RECALL 3 FOR $n USING default OR recent RETURN m.id AS id")
    memory.execute("DEFINE INTENT press AS RUN jams('the press jams')")
    for text in ("RUN jams('the press jams')", "RUN press"):
        rows = memory.query(text)
        assert any("was drawn" in note for note in rows.notes)
        assert rows.record.trial == ("default", "recent") and rows.record.strategy in rows.record.trial
    memory.feedback(memory.query("RUN press"), "success")
    assert sum(arm.n for trial in memory.trials() for arm in (trial.first, trial.second)) == 1
    with pytest.raises(BindError, match="There is no strategy `recnt`"):
        memory.execute("DEFINE INTENT x AS RECALL FOR 'x' USING default OR recnt")


@pytest.mark.parametrize(
    "text",
    [
        "WHY 'm1' IN (RECALL FOR 'x' USING default OR recent)",
        "COMPARE (RECALL FOR 'x' USING default OR recent) AS OF '2024-01-01' WITH AS OF '2024-02-01'",
        "TRACE CAUSES OF (RECALL FOR 'x' USING default OR recent)",
        "DEFINE STRATEGY z AS USING default OR recent",
    ],
)
def test_where_nothing_can_be_drawn_one_is_to_be_named(memory: clew.Engine, text: str) -> None:
    """Inside another statement two strategies are refused at the second, with what to write instead."""
    with pytest.raises(BindError, match="it has to stand by itself") as caught:
        memory.execute(text)
    span = caught.value.span
    assert span is not None and text[span.start : span.end] == "recent" and "Name one" in str(caught.value.hint)


# ---- misses ----------------------------------------------------------------------------------------


def test_bad_recalls_are_kept_and_listed(memory: clew.Engine) -> None:
    """The newest first, with need, strategy, answer and outcome; good ones are not among them."""
    bad = memory.recall("the press jams", k=2)
    memory.feedback(bad, "failure", used=bad.ids[:1])
    memory.feedback(memory.recall("the feed is wet", using="recent"), 0.4)
    memory.feedback(memory.recall("the feed is wet"), 0.9, used=["m3"])
    memory.feedback("failure", memories=["m2"])
    told = memory.misses()
    assert [(miss.need, miss.strategy, miss.outcome) for miss in told] == [
        (None, "", 0.0),
        ("the feed is wet", "recent", 0.4),
        ("the press jams", "default", 0.0),
    ]
    assert told[2].answered == tuple(bad.ids) and told[2].used == tuple(bad.ids[:1])
    with pytest.raises(MemoryInvalid, match="`limit` lies outside"):
        memory.misses(limit=-1)
    assert told[2].recall == bad.record.id and len(memory.misses(limit=1)) == 1 and memory.misses(below=0.0) == []
    assert [(line["need"], line["expected"]) for line in memory.missed_suite()] == [
        ("the feed is wet", ["m3"]),
        ("the press jams", []),
    ]
    assert json.dumps(list(memory.missed_suite()))


# ---- use and outcome -------------------------------------------------------------------------------


def test_mutual_information_is_that_of_the_counts() -> None:
    """No use or no bond gives next to nothing; a perfect bond nears one bit; it falls with fewer cases."""
    assert mutual_information(counts_of(0, 0, 50, 50)) < 0.01
    assert mutual_information(counts_of(25, 25, 50, 50)) < 0.001
    perfect = counts_of(500, 0, 500, 500)
    assert 0.95 < mutual_information(perfect) < 1.0 and goes_well(perfect)
    assert mutual_information(counts_of(1, 0, 2, 2)) < mutual_information(counts_of(2, 0, 2, 2)) < 0.5
    assert not goes_well(counts_of(0, 3, 50, 50))
