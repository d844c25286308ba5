"""WHY NOT against a loop in Python: whatever a recall asks, the reason for each memory is the first that is true."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from functools import cached_property
from typing import Any

import pytest
from clew.dsl.printing.printer import print_statement
from clew.engine.answers.results import Hit
from clew.engine.asking.recall_arguments import recall_of
from clew.engine.asking.strategies import STRATEGIES
from clew.engine.handle.engine import Engine
from clew.engine.values.model import Memory
from hypothesis import given, settings
from hypothesis import strategies as st

pytestmark = pytest.mark.slow

BEGIN = datetime(2025, 3, 1, tzinfo=UTC)
EVERYTHING = 1_000
FORGOTTEN = ("m5", "m50", "m77")
ELSEWHERE = ("o1", "o4", "nowhere", "m")

moments = st.integers(0, 400).map(lambda hours: BEGIN + timedelta(hours=hours))
FIELDS: dict[str, st.SearchStrategy[Any]] = {
    "doing": st.sampled_from((("say",), ("say", "search"))),
    "type": st.sampled_from((("fact",), ("decision", "error"))),
    "task": st.sampled_from(("T1", "T2")),
    "steps": st.sampled_from(((10, None), (None, 120), (20, 100))),
    "since": moments | st.integers(100, 400).map(lambda hours: timedelta(hours=hours)),
    "until": moments,
    "intent": st.sampled_from(("budget", ("travel", "budget"))),
    "near": st.lists(st.integers(80, 140).map("m{}".format), min_size=1, max_size=3, unique=True).map(tuple),
    "floor": st.sampled_from((0.0, 0.1, 0.3)),
    "order": st.sampled_from(("knee", "crowding", "sum")),
    "using": st.sampled_from(("default", "lookup", "recent")),
    "candidates": st.integers(5, 60),
    "k": st.integers(0, 20),
}
ORDER = ("type", "doing", "task", "steps", "since", "until")
"""The clauses, in the order in which WHY NOT tells them."""

CLAUSES = {"type": "TYPE", "doing": "DOING", "task": "TASK", "steps": "STEPS", "since": "SINCE", "until": "UNTIL"}
OBJECTIVES = st.sampled_from((("relevance", "recency"), ("recency", "cost"), ("relevance", "recency", "importance")))


class Told:
    """What a loop over all memories finds: who passes which filter, and where the rest stands when nothing is cut."""

    def __init__(self, store: Engine, fields: dict[str, Any]) -> None:
        self._fields = fields
        self.memories = {memory.id: memory for memory in store.list(limit=EVERYTHING)}
        free = {name: value for name, value in fields.items() if name not in ("k", "floor", "candidates")}
        self.relevance = {
            hit.memory.id: hit.scores["relevance"]
            for hit in store.recall("vendor budget", k=EVERYTHING, candidates=EVERYTHING, floor=0.0, **free)
        }
        self.closeness = self._closeness(store, free) if fields.get("near") else {}
        self.ranked = {hit.memory.id: hit for hit in store.recall("vendor budget", **{**fields, "k": EVERYTHING})}
        self._strategy = next(s for s in STRATEGIES if s.name == fields.get("using", "default"))
        self.chosen = list(self.ranked)[: fields.get("k", self._strategy.k)]

    @staticmethod
    def _closeness(store: Engine, free: dict[str, Any]) -> dict[str, float]:
        """Return how close memories stand to those that are at hand, where they do, the closest first."""
        asked = {**free, "objectives": ("coherence",), "k": EVERYTHING, "candidates": EVERYTHING, "floor": 0.0}
        hits = sorted(store.recall("vendor budget", **asked), key=lambda hit: hit.memory.row)
        close = {hit.memory.id: hit.scores["coherence"] for hit in hits if hit.scores["coherence"] > 0}
        return dict(sorted(close.items(), key=lambda item: -item[1]))

    @cached_property
    def _reference(self) -> datetime:
        near = [self.memories[identity].at for identity in self._fields.get("near", ()) if identity in self.memories]
        task = self._fields.get("task")
        return max(near or [memory.at for memory in self.memories.values() if task in (None, memory.task)])

    def _fails(self, memory: Memory, clause: str) -> bool:
        asked = self._fields[clause]
        moment = self._reference - asked if isinstance(asked, timedelta) else asked
        match clause:
            case "type":
                return not set(memory.types) & set(asked)
            case "doing":
                return memory.action_type not in asked
            case "task":
                return memory.task != asked
            case "since":
                return memory.at < moment
            case "until":
                return memory.at > moment
            case _:
                low, high = asked
                return memory.step is None or not (low or 0) <= memory.step <= (EVERYTHING if high is None else high)

    def reason(self, identity: str) -> tuple[str, str]:
        """Return (cause, what its sentence must hold)."""
        if identity in FORGOTTEN:
            return "forgotten", "forgotten"
        if identity not in self.memories:
            return "unknown", identity
        if identity in self._fields.get("near", ()):
            return "anchor", "anchor"
        memory = self.memories[identity]
        failed = next((c for c in ORDER if c in self._fields and self._fails(memory, c)), None)
        return ("filter", CLAUSES[failed]) if failed else self._weighed(memory)

    def _weighed(self, memory: Memory) -> tuple[str, str]:
        better = sum(
            (-self.relevance[other.id], other.row) < (-self.relevance[memory.id], memory.row)
            for other in self.memories.values()
            if other.id in self.relevance
        )
        kept = self._fields.get("candidates", self._strategy.candidates)
        if better >= kept and memory.id not in list(self.closeness)[:kept]:
            return "cut", f"{better + 1:,} of"
        if self.relevance[memory.id] < self._fields.get("floor", self._strategy.floor):
            return "floor", "below the floor"
        return self._placed(self.ranked[memory.id])

    def _placed(self, hit: Hit) -> tuple[str, str]:
        if hit.memory.id in self.chosen:
            return "chosen", f"{hit.rank} of {len(self.chosen)}"
        last = max((self.ranked[identity].front for identity in self.chosen), default=hit.front)
        return ("dominated", f"front {hit.front}") if hit.front > last else ("count", f"{hit.rank:,} of")


NEAR_AND_CUT = {"doing": ("say",), "near": ("m80", "m97"), "candidates": 5}
"""Four memories are beyond the cut here, and kept: they stand near to what is at hand."""


@given(st.fixed_dictionaries({}, optional=FIELDS) | st.just(NEAR_AND_CUT), OBJECTIVES, st.data())
@settings(max_examples=12)
def test_the_reason_is_the_first_that_is_true(
    store: Engine, fields: dict[str, Any], objectives: tuple[str, ...], data: st.DataObject
) -> None:
    """Every memory is in the answer, at the rank that is told; or a loop in Python finds the same reason first."""
    asked = {name: value for name, value in fields.items() if name not in ("near",)}
    asked |= {"near": near} if (near := tuple(set(fields.get("near", ())) - set(FORGOTTEN))) else {}
    asked |= {"objectives": objectives}
    expected = Told(store, asked)
    recall = print_statement(recall_of("vendor budget", **asked))
    drawn = st.lists(st.sampled_from([f"m{n}" for n in range(150)]), min_size=18, max_size=18, unique=True)
    for identity in (*data.draw(drawn), *FORGOTTEN[:1], *ELSEWHERE[:2], *near[:1], *expected.chosen[:2]):
        reasons = store.query(f"WHY NOT $id IN ({recall})", {"id": identity}).reasons
        assert reasons is not None
        cause, words = expected.reason(identity)
        assert (reasons.cause, identity) == (cause, identity), reasons
        assert words in reasons.findings[0].finding
        if cause == "cut":
            said = reasons.findings[0].value
            assert said["least"] >= said["own"], "what is cut stands behind the last that is kept"
        assert reasons.rank == (expected.chosen.index(identity) + 1 if cause == "chosen" else None)
        _check_dominance(expected, identity, reasons.to_dict()["findings"])


def _check_dominance(expected: Told, identity: str, findings: list[dict[str, Any]]) -> None:
    """Hold who dominates and whom, as WHY tells it, against the counts and the fronts of the whole answer."""
    told = next((finding["value"] for finding in findings if finding["stage"] == "Front"), None)
    if told is None:
        return
    hit = expected.ranked[identity]
    assert told["counts"] == {"dominated_by": hit.dominated_by, "dominates": hit.dominates}
    assert all(expected.ranked[other].front < hit.front for other in told["dominated_by"])
    assert all(expected.ranked[other].front > hit.front for other in told["dominates"])
