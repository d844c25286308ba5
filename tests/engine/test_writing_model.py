"""Random statements that write, held against a plain model: now, as of every moment before, and made anew."""

from __future__ import annotations

import datetime as dt
import tempfile
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, TypeAlias

import clew
import pytest
from clew.engine.handle.engine import Engine
from clew.errors import MemoryNotFound
from hypothesis import given, settings
from hypothesis import strategies as st
from toys import toy

IDS = ("a", "b", "c")
TYPES = ("note", "decision")
Step: TypeAlias = tuple[str, Any]
Said: TypeAlias = tuple[str, str, float, bool, float, float, int]
"""id, type, importance, pinned, successes, failures, uses."""


@dataclass(frozen=True)
class Thought:
    type: str
    importance: float
    pinned: bool = False
    successes: float = 0.0
    failures: float = 0.0
    uses: int = 0
    forgotten: bool = False


@dataclass
class Model:
    """What a store should say, kept in the plainest way: a dict, and a copy of it after every step."""

    known: dict[str, Thought] = field(default_factory=dict)
    restored: set[str] = field(default_factory=set)
    """A memory keeps one time of being forgotten: of one that was restored, AS OF does not know that it was away."""
    moments: list[tuple[int, tuple[Said, ...]]] = field(default_factory=list)

    def said(self) -> tuple[Said, ...]:
        held = sorted((id, one) for id, one in self.known.items() if not one.forgotten)
        return tuple((i, t.type, t.importance, t.pinned, t.successes, t.failures, t.uses) for i, t in held)

    def holds(self, ids: Sequence[str]) -> bool:
        """Whether all of these are there, and none is forgotten."""
        return all(id in self.known and not self.known[id].forgotten for id in ids)

    def change(self, ids: Sequence[str], **by: Any) -> None:
        for id in dict.fromkeys(ids):
            one = self.known[id]
            self.known[id] = replace(one, **{name: change(one) for name, change in by.items()})


ids = st.lists(st.sampled_from(IDS), min_size=1, max_size=3)
shares = st.sampled_from((0.0, 0.25, 0.5, 1.0))
steps: st.SearchStrategy[list[Step]] = st.lists(
    st.one_of(
        st.tuples(st.just("remember"), st.tuples(st.sampled_from(IDS), st.sampled_from(TYPES), shares)),
        st.tuples(st.just("reinforce"), st.tuples(ids, shares)),
        st.tuples(st.just("pin"), ids),
        st.tuples(st.just("unpin"), ids),
        st.tuples(st.just("feedback"), st.tuples(ids, shares)),
        st.tuples(st.just("forget"), ids),
        st.tuples(st.just("forget where"), st.sampled_from(TYPES)),
        st.tuples(st.just("restore"), ids),
    ),
    min_size=1,
    max_size=14,
)


def listed(ids: Sequence[str]) -> str:
    return ", ".join(f"'{id}'" for id in ids)


def take(step: Step, memory: Engine, model: Model) -> None:
    """Take one step on both; where the model says that it cannot be, the store has to refuse it."""
    kind, of = step
    match kind:
        case "remember":
            id, type, importance = of
            if id not in model.known:
                memory.execute(
                    f"REMEMBER {{id: '{id}', text: 'of {id}', type: $t, importance: {importance}}}", {"t": type}
                )
                model.known[id] = Thought(type, importance)
        case "reinforce":
            named, by = of
            if refused(memory, f"REINFORCE {listed(named)} BY {by}", model.holds(named)):
                model.change(named, importance=lambda one: min(1.0, one.importance + by * (1 - one.importance)))
        case "pin" | "unpin":
            if refused(memory, f"{kind.upper()} {listed(of)}", model.holds(of)):
                model.change(of, pinned=lambda _: kind == "pin")
        case "feedback":
            named, outcome = of
            if refused(memory, f"FEEDBACK OUTCOME {outcome} FOR MEMORY {listed(named)}", model.holds(named)):
                model.change(
                    named,
                    successes=lambda one: one.successes + outcome,
                    failures=lambda one: one.failures + 1 - outcome,
                    uses=lambda one: one.uses + 1,
                )
        case "forget where":
            memory.execute("FORGET WHERE m.type = $t", {"t": of})
            model.change([id for id, one in model.known.items() if one.type == of], forgotten=lambda _: True)
        case _:
            if refused(memory, f"{kind.upper()} {listed(of)}", all(id in model.known for id in of)):
                model.change(of, forgotten=lambda _: kind == "forget")
                model.restored |= set(of) if kind == "restore" else set()


def refused(memory: Engine, text: str, may: bool) -> bool:
    """Run a statement; return whether it was to be run, after checking that it is refused where not."""
    if may:
        memory.execute(text)
    else:
        with pytest.raises(MemoryNotFound):
            memory.execute(text)
    return may


ASKED = (
    "MATCH (m:Memory) {} RETURN m.id, m.type, m.importance, m.pinned, m.successes, m.failures, m.access_count"
    " ORDER BY m.id"
)


def said(memory: Engine, at: int | None = None) -> tuple[Any, ...]:
    if at is None:
        return memory.query(ASKED.format("")).values
    return memory.query(ASKED.format("AS OF $t"), {"t": dt.datetime.fromtimestamp(at / 1e6, dt.UTC)}).values


def never_restored(rows: Iterable[Any], model: Model) -> tuple[Any, ...]:
    return tuple(row for row in rows if row[0] not in model.restored)


@settings(max_examples=8)
@given(steps)
def test_the_store_says_what_a_plain_model_says(taken: list[Step]) -> None:
    """After a run of statements the store, its past at three moments, and a rebuilt projection agree with the model."""
    model = Model()
    with (
        tempfile.TemporaryDirectory() as folder,
        clew.open(Path(folder) / "m.clew", embedder=toy("toy", 4), background=False) as memory,
    ):
        for step in taken:
            take(step, memory, model)
            events = list(memory.journal.events(memory.journal.head() - 1))
            model.moments.append((events[-1].recorded_at if events else 0, model.said()))
        assert said(memory) == model.said()
        for at, then in model.moments[:: max(1, len(model.moments) // 3)]:
            assert at == 0 or never_restored(said(memory, at), model) == never_restored(then, model)
        assert memory.projection.departures() == [] and memory.verify()[0] == []
        memory.rebuild()
        assert said(memory) == model.said()
