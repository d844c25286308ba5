"""AS OF a moment: masks over today's store, and a store that heard nothing after that moment, give one answer."""

from __future__ import annotations

import random
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import clew
import pytest
from clew.engine.handle.engine import Engine
from clew.engine.journal.replay import told
from clew.errors import MemoryNotFound
from hypothesis import given, settings
from hypothesis import strategies as st

pytestmark = pytest.mark.slow

BEGIN = datetime(2025, 3, 1, tzinfo=UTC)
WORDS = ("vendor", "budget", "refund", "flight", "cabin", "rounding", "invoice", "retry")
STEPS = 90
CUTS = 6
ASKED = (
    "RECALL 1000 PARETO BY recency, importance, confidence RETURN m.id, front, scores, m.importance, m.pinned",
    "RECALL 1000 INTENT budget ABOUT Acme RETURN m.id, relevance, arms",
    "RECALL 1000 TASK 'T1' NEAR ACTIVE 3 PARETO BY coherence RETURN m.id, coherence, why",
    "RECALL 1000 WHERE m.importance >= 0.6 OR m.pinned RETURN m.id",
    "RECALL 1000 MATCH (m)-[:CAUSED]->(e:Memory) WHERE NOT EXISTS { (m)<-[:SUPERSEDES]-() } RETURN m.id",
    "RECALL 1000 REQUIRING 'vendor' EXCLUDING HARD 'refund' RETURN m.id",
    "RECALL 3 RANK BY recency EXPAND STEPS 2, CAUSES 2 RETURN m.id, why, expanded_from",
    "RECALL 1000 FOR 'vendor budget' AT LEAST relevance 0 PARETO BY information RETURN m.id, information",
    "RECALL 1000 DIVERSIFY BY entity VALID AT '2025-03-08' RETURN m.id",
    "RECALL 1000 FOR 'vendor budget' AT LEAST relevance 0 PARETO BY coherence NEAR m1 RETURN m.id, coherence",
)


def ordered(text: str) -> str:
    """Return a recall with its clauses in their order: the moment stands before VALID AT, NEAR, MATCH and WHERE."""
    order = ("RECALL", "FOR", "EXCLUDING", "INTENT", "ABOUT", "REQUIRING", "TASK", "AS OF", "VALID AT", "NEAR")
    order = (*order, "MATCH", "WHERE", "AT LEAST", "PARETO", "RANK BY", "DIVERSIFY", "EXPAND", "RETURN")
    found = sorted((text.index(f"{word} "), word) for word in order if f"{word} " in text)
    ends = [start for start, _ in found[1:]] + [len(text)]
    parts = {word: text[start:end].strip() for (start, word), end in zip(found, ends, strict=True)}
    return " ".join(parts[word] for word in order if word in parts)


class Past:
    """A store with a past: what was done to it, and a moment after each step."""

    def __init__(self, engine: Engine) -> None:
        self.engine, self.draw = engine, random.Random(5)
        self.moments: list[tuple[datetime, int]] = []
        self.live, self.gone, self.ids = list[str](), list[str](), list[str]()
        for step in range(STEPS):
            self._do(step)
            self.moments.append((_after(engine), engine.journal.head()))

    def _do(self, step: int) -> None:
        engine, draw = self.engine, self.draw
        kind = "remember" if step < 12 else draw.choice(("remember", "link", "forget", "restore", "esteem", "unlink"))
        some = draw.sample(self.live, 2) if len(self.live) > 1 else []
        if kind == "remember":
            self._remember(step)
        elif kind == "link":
            engine.link(*some, draw.choice(("CAUSED", "SUPERSEDES", "CONTRADICTS")))
        elif kind == "unlink":
            engine.unlink(*some, "CAUSED")
        elif kind == "forget":
            engine.forget(some[0])
            self.live.remove(some[0])
            self.gone.append(some[0])
        elif kind == "restore" and self.gone:
            engine.restore(back := self.gone.pop(0))
            self.live.append(back)
        else:
            what = draw.choice(("REINFORCE $id BY 0.5", "PIN $id", "FEEDBACK OUTCOME 0.8 FOR MEMORY $id"))
            engine.execute(what, {"id": some[0]})

    def _remember(self, step: int) -> None:
        draw, id = self.draw, f"m{step}"
        at = BEGIN + timedelta(hours=4 * step)
        self.engine.remember(
            " ".join(draw.choices(WORDS, k=5)),
            id=id,
            task=draw.choice(("T1", "T2")),
            at=at,
            valid_to=draw.choice((None, at + timedelta(days=4))),
            importance=draw.choice((0.2, 0.5, 0.9)),
            tags=draw.sample(("budget", "travel"), 1),
            entities=draw.sample(("Acme", "Q4", "SF123"), 2),
        )
        self.live.append(id)


def _after(engine: Engine) -> datetime:
    """Return a moment after the last event, and before the next."""
    last = max((event.recorded_at for event in engine.journal.events(engine.journal.head() - 1)), default=0)
    while (now := datetime.now(UTC)) <= datetime.fromtimestamp(last / 1e6, UTC) + timedelta(microseconds=2):
        pass
    return now


@pytest.fixture(scope="module")
def past(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Past]:
    with clew.open(tmp_path_factory.mktemp("past"), background=False) as engine:
        yield Past(engine)


@pytest.fixture(scope="module")
def twins(past: Past, tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[int, Engine]]:
    """Return stores that heard the first events alone, by the step of the past at which they stopped listening."""
    made: dict[int, Engine] = {}
    events = list(past.engine.journal.events())
    for step in range(12, STEPS, (STEPS - 12) // CUTS):
        twin = clew.open(tmp_path_factory.mktemp("twin"), background=False)
        twin.journal.replay([told(event) for event in events if event.seq <= past.moments[step][1]])
        made[step] = twin
    yield made
    for twin in made.values():
        twin.close()


@pytest.mark.parametrize("text", ASKED)
def test_a_mask_answers_as_the_store_would_have(past: Past, twins: dict[int, Engine], text: str) -> None:
    """At every moment: the same memories, fronts and scores, but for how rare a word is, which is today's.

    None of these asks has that in what it returns, or goes by it: it is not compared, and not promised.
    """
    asked = ordered(text.replace(" RETURN", " AS OF $then RETURN"))
    for step, twin in twins.items():
        then = past.moments[step][0]
        ours, theirs = (answer(engine, asked, then) for engine in (past.engine, twin))
        assert ours == theirs, step


def answer(engine: Engine, text: str, then: datetime) -> Any:
    try:
        rows = engine.query(text, {"then": then})
    except MemoryNotFound as error:
        return error.message
    return rounded(rows.values)


def rounded(value: Any) -> Any:
    """Return values with floats to nine places: sums over one graph and over a part of another differ by rounding."""
    if isinstance(value, float):
        return round(value, 9)
    if isinstance(value, dict):
        return {key: rounded(item) for key, item in value.items() if key != "vector"}
    return tuple(map(rounded, value)) if isinstance(value, tuple | list) else value


@given(st.integers(12, STEPS - 1))
@settings(max_examples=15)
def test_what_the_columns_find_the_graph_finds(past: Past, step: int) -> None:
    """The candidates AS OF then are those of MATCH AS OF then: both leave out what was forgotten, and restored
    since.
    """
    then = past.moments[step][0]
    recalled = past.engine.query("RECALL 1000 AS OF $then WITH ARCHIVED RETURN m.id", {"then": then})
    matched = past.engine.query("MATCH (m:Memory) AS OF $then RETURN m.id", {"then": then})
    assert {row["m.id"] for row in recalled} == {row["m.id"] for row in matched}


@pytest.mark.parametrize(
    "pattern",
    ["(m)-[:CAUSED*1..3]->(n:Memory)", "(n)-[:MENTIONS]->(e)<-[:MENTIONS]-(m:Memory)", "(m)-[*1..2]-(x)"],
)
def test_patterns_see_the_same_past(past: Past, twins: dict[int, Engine], pattern: str) -> None:
    """Walks, hubs and open ends AS OF then find what they would have found: also between a forget and its restore."""
    text = f"MATCH {pattern} AS OF $then RETURN m.id AS id, count(*) AS ways ORDER BY id"
    for step, twin in twins.items():
        then = past.moments[step][0]
        assert answer(past.engine, text, then) == answer(twin, text, then), step


def test_the_past_has_lapses(past: Past) -> None:
    """What the tests above compare includes memories that were forgotten then, and are there today."""
    history = past.engine.projection.view.history
    assert sum(len(history.forgotten_at(micros(then))) for then, _ in past.moments) > 10


def micros(moment: datetime) -> int:
    return (moment - datetime(1970, 1, 1, tzinfo=UTC)) // timedelta(microseconds=1)


def test_what_was_forgotten_then_is_not_there_though_it_is_today(tmp_path: Path) -> None:
    """Between a forget and its restore a memory was gone, and AS OF that time it is; after a snapshot too."""
    with clew.open(tmp_path / "a", background=False) as engine:
        engine.remember("the invoice", id="a", entities=["Acme"])
        before = _after(engine)
        engine.forget("a")
        between = _after(engine)
        engine.restore("a")
        there = [engine.recall("invoice", as_of=then).ids for then in (before, between, _after(engine))]
        assert there == [["a"], [], ["a"]]
        assert engine.projection.departures() == []


def test_lapses_outlive_a_snapshot(tmp_path: Path) -> None:
    """A process that begins from a snapshot knows what was forgotten for a while."""
    from clew.engine.projection import snapshot

    with clew.open(tmp_path / "a", background=False) as engine:
        engine.remember("the invoice", id="a")
        engine.forget("a")
        between = _after(engine)
        engine.restore("a")
        engine.stats()
        folder, workshop = tmp_path / "a" / "snaps", tmp_path / "room"
        workshop.mkdir()
        folder.mkdir(exist_ok=True)
        view = engine.projection.view
        snapshot.publish(view, folder, engine.journal.history, workshop)
        found = snapshot.open_newest(folder, engine.journal.head(), engine.journal.history, lambda: workshop)
        assert found is not None
        state, graph = found
        graph.close()
        assert state.history.view().lapses == view.history.lapses != ()
        assert view.history.forgotten_at(micros(between)) != {}


def test_the_reference_time_is_that_moment(past: Past) -> None:
    """Ages and spans are measured from then: what is a day old then is half gone at a half-life of a day."""
    then = past.moments[-1][0]
    rows = past.engine.query("RECALL 1000 AS OF $then RETURN m.at AS at, recency, m.pinned AS pinned", {"then": then})
    for row in rows:
        days = (then - row["at"]) / timedelta(days=30)
        assert row["recency"] == pytest.approx(1.0 if row["pinned"] else 0.5**days)


def test_a_span_is_measured_before_the_moment_is_settled(past: Path | Any) -> None:
    """`AS OF 2 DAYS` is two days before the newest memory, and `SINCE 2 DAYS` two days before that."""
    engine = past.engine
    newest = engine.query("MATCH (m:Memory) RETURN max(m.at) AS at").values[0][0]
    spans = engine.query("RECALL 1000 SINCE 2 DAYS AS OF 2 DAYS RETURN m.id")
    given_as = engine.query(
        "RECALL 1000 SINCE $since AS OF $then RETURN m.id",
        {"then": newest - timedelta(days=2), "since": newest - timedelta(days=4)},
    )
    assert spans.values == given_as.values


def test_hits_carry_what_was_thought_then(tmp_path: Path) -> None:
    """The memory of a hit has the importance, the pin and the uses that it had, and was not forgotten yet."""
    with clew.open(tmp_path / "a", background=False) as engine:
        engine.remember("the invoice", id="a", importance=0.2)
        then = _after(engine)
        for what in ("REINFORCE 'a' BY 0.5", "PIN 'a'", "FEEDBACK OUTCOME success FOR MEMORY 'a'", "FORGET 'a'"):
            engine.execute(what)
        (hit,) = engine.recall("invoice", as_of=then, objectives=["relevance", "importance"])
        was = hit.memory
        assert (was.importance, was.pinned, was.access_count, was.retracted_at) == (0.2, False, 0, None)
        assert engine.recall("invoice").ids == []


def test_before_everything_there_is_nothing(past: Past) -> None:
    """A moment before the first event has no candidates; the notes say which it is, and what was perhaps meant."""
    rows = past.engine.query("RECALL AS OF '1999-01-01'")
    assert len(rows) == 0
    assert rows.notes == (
        "Nothing was stored in the namespace `default` at 1999-01-01T00:00:00Z.",
        (
            "AS OF asks what was known then, and a log is known from its import on, unless it came with --backdate; "
            "UNTIL asks for what had happened by then."
        ),
    )


def test_an_anchor_of_later_is_none(past: Past) -> None:
    """NEAR a memory that was not known then is an error, as it would have been."""
    then = past.moments[3][0]
    with pytest.raises(MemoryNotFound, match="`m11`"):
        past.engine.query("RECALL AS OF $then NEAR m11", {"then": then})
