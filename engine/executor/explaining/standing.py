"""What is known of a candidate at each stage that it passed: its scores, its places, and what it matched by."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, cast

import numpy as np

from ....dsl import plan as p
from ...asking.reasons import Finding
from ...learning.usage import counts_of, goes_well, mutual_information
from ...retrieval.adjacency import EdgeKind
from ..arms import kin_of
from ..candidates import Candidates
from ..observing import Step
from ..session import Session
from ..valuing import DEVIATION, VALUE, learned
from ..witness import heard_by
from .dominance import dominance, named, some_ids
from .losses import place_of
from .words import place


@dataclass(frozen=True, slots=True)
class Stand:
    """A candidate in what a stage gave. at: its position there."""

    step: Step
    row: int
    at: int

    @property
    def given(self) -> Candidates:
        return cast(Candidates, self.step.after)

    @property
    def session(self) -> Session:
        return self.step.session

    def finding(self, sentence: str, value: Any = None) -> Finding:
        return Finding(type(self.step.stage).__name__, sentence, value)


def standing(step: Step, row: int) -> Iterator[Finding]:
    """Yield what a stage that gave a candidate on found of it."""
    tell = _TOLD.get(type(step.stage))
    if tell is not None and isinstance(step.after, Candidates):
        at = np.flatnonzero(step.after.rows == row)
        if at.size:
            yield from tell(Stand(step, row, int(at[0])))


# ---- the arms ------------------------------------------------------------------------------------


def _scan(stand: Stand) -> Iterator[Finding]:
    others = len(stand.given) - 1
    said = "and no other does" if not others else "as 1 other does" if others == 1 else f"as {others:,} others do"
    yield stand.finding(f"It passes the filters, {said}.", others)


def _arm(name: str, by: str) -> Callable[[Stand], Iterator[Finding]]:
    def told(stand: Stand) -> Iterator[Finding]:
        column = stand.given.arms.get(name)
        if column is not None:
            yield stand.finding(
                f"By {by} it scores {column[stand.at]:.2f}, and the best {column.max():.2f}.", float(column[stand.at])
            )

    return told


def _inferred(stand: Stand) -> Iterator[Finding]:
    lift = stand.given.lift
    if lift is not None and lift[stand.at] > 0:
        sentence = (
            f"What the need says beside its words lifts it by {lift[stand.at]:.2f}, and the best by {lift.max():.2f}."
        )
        yield stand.finding(sentence, float(lift[stand.at]))


def _tagged(stand: Stand) -> Iterator[Finding]:
    stage = cast(p.Tagged, stand.step.stage)
    yield from _by_hubs(stand, "intent", "Tag", stand.session.texts(stage.tags, "INTENT"))


def _mentioning(stand: Stand) -> Iterator[Finding]:
    stage = cast(p.Mentioning, stand.step.stage)
    yield from _by_hubs(stand, "entity", "Entity", stand.session.texts(stage.entities, "ABOUT"))


def _by_hubs(stand: Stand, arm: str, label: str, names: list[str]) -> Iterator[Finding]:
    """Yield how well the memory's tags or entities answer the names that were given, and which of them do."""
    column = stand.given.arms.get(arm)
    if column is None:
        return
    matched = {name: found for name in names if (found := _matched(stand, label, name))}
    said = "; ".join(f"`{name}` by {', '.join(f'`{own}`' for own in found)}" for name, found in matched.items())
    sentence = f"By {arm} it scores {column[stand.at]:.2f}: {said or 'nothing of it matches'}."
    yield stand.finding(sentence, {"score": float(column[stand.at]), "matched": matched})


def _matched(stand: Stand, label: str, name: str) -> list[str]:
    """Return the names of the memory's own tags or entities that answer a name, the strongest first."""
    session = stand.session
    kin = kin_of(session, label, name)
    arcs = session.seen.arcs(np.array([stand.row], np.int64))
    kind = EdgeKind.TAGGED if label == "Tag" else EdgeKind.MENTIONS
    own: list[int] = arcs.target[session.adjacency.kind[arcs.edge] == kind].tolist()
    answering = sorted((node for node in set(own) if node in kin), key=lambda node: (-kin[node], node))
    return [session.projection.hubs.names[node - session.adjacency.n_memories] for node in answering]


def _exclude(stand: Stand) -> Iterator[Finding]:
    excluded = stand.given.excluded
    if excluded is not None:
        yield stand.finding(f"It matches what is excluded by {excluded[stand.at]:.2f}.", float(excluded[stand.at]))


def _spread(stand: Stand) -> Iterator[Finding]:
    relevance, spread = stand.given.scores["relevance"], stand.given.arms.get("spread")
    arrived = 0.0 if spread is None else float(spread[stand.at])
    own, best = float(relevance[stand.at]), float(relevance.max())
    sentence = f"Its relevance is {own:.2f}, and the best is {best:.2f}; {arrived:.2f} came from what is near."
    yield stand.finding(sentence, {"relevance": own, "best": best, "spread": arrived})
    yield from _heard(stand)
    yield from _succession(stand)


def _heard(stand: Stand) -> Iterator[Finding]:
    """Yield what its level was multiplied by, for who says it and whether it asks; nothing where neither counts."""
    factor = 1.0 if stand.given.heard is None else float(stand.given.heard[stand.at])
    said = heard_by(factor)
    if said:
        yield stand.finding(f"It counts {factor:.2f} times, for {said}.", factor)


def _succession(stand: Stand) -> Iterator[Finding]:
    """Yield whose place it took, and what took its own."""
    given, ids = stand.given, stand.session.memories.ids
    if given.in_place_of is not None and (older := int(given.in_place_of[stand.at])) >= 0:
        sentence = f"It stands in the place of `{ids[older]}`, which is older, and is as relevant as that was."
        yield stand.finding(sentence, {"in_place_of": ids[older]})
    if given.set_back_by is not None and (newer := int(given.set_back_by[stand.at])) >= 0:
        yield stand.finding(f"It is set back, for `{ids[newer]}` is newer.", {"set_back_by": ids[newer]})


# ---- objectives and the choice -------------------------------------------------------------------


def _cut(stand: Stand) -> Iterator[Finding]:
    taken = cast(Candidates, stand.step.before)
    merit = taken.scores.get("relevance")
    if merit is not None and len(stand.given) < len(taken):
        rank = place_of(merit, int(np.flatnonzero(taken.rows == stand.row)[0]))
        kept = len(stand.given)
        yield stand.finding(f"By relevance it is {place(rank, len(taken))}, and {kept:,} are kept.", rank)


def _score(stand: Stand) -> Iterator[Finding]:
    scores = {name: float(column[stand.at]) for name, column in stand.given.scores.items()}
    sure = f" +- {scores[DEVIATION]:.2g}" if DEVIATION in scores else ""
    told = ((name, value) for name, value in scores.items() if name != DEVIATION)
    listed = ", ".join(f"{name} {value:.3g}{sure if name == VALUE else ''}" for name, value in told)
    yield stand.finding(f"Its objectives are {listed}." if listed else "No objective was asked for.", scores)
    yield from _used(stand)


def _used(stand: Stand) -> Iterator[Finding]:
    """Yield how often its use was recorded, with what outcome, and how far the one goes with the other."""
    memories = stand.session.memories
    uses = int(memories.access_count[stand.row])
    good, bad = float(memories.successes[stand.row]), float(memories.failures[stand.row])
    if uses or good or bad:
        sentence = f"Its use was recorded {uses:,} times, with {good:g} successes and {bad:g} failures."
        yield stand.finding(sentence, {"uses": uses, "successes": good, "failures": bad})
        every = learned(stand.session).expectation.every
        counts = counts_of(good, bad, every.total, every.count - every.total)
        bits, better = mutual_information(counts), goes_well(counts)
        sentence = f"Its use tells {bits:.3f} bits of the outcome, which is {'better' if better else 'worse'} with it."
        yield stand.finding(sentence, {"bits": bits, "better": better})


def _admit(stand: Stand) -> Iterator[Finding]:
    stage = cast(p.Admit, stand.step.stage)
    for name, floor in stage.floors:
        if name in stand.given.scores:
            own, least = float(stand.given.scores[name][stand.at]), stand.session.number(floor, f"AT LEAST {name}")
            yield stand.finding(f"Its {name} of {own:.3g} reaches the floor of {least:.3g}.", own)


def _front(stand: Stand) -> Iterator[Finding]:
    found = dominance(stand.step, stand.row)
    if found is None:
        return
    ids = stand.session.memories.ids
    under = f"dominated by {named(found.under, ids)}" if found.under.size else "dominated by none"
    over = f"dominates {named(found.over, ids)}" if found.over.size else "dominates none"
    value = {
        "front": found.front,
        "fronts": found.fronts,
        "dominated_by": some_ids(found.under, ids),
        "dominates": some_ids(found.over, ids),
        "counts": {"dominated_by": len(found.under), "dominates": len(found.over)},
    }
    yield stand.finding(f"It is on front {found.front} of {found.fronts}; it is {under}, and {over}.", value)


def _rank(stand: Stand) -> Iterator[Finding]:
    merit = float(stand.given.scores["rank"][stand.at])
    yield stand.finding(f"RANK BY comes to {merit:.3g}, which makes it {place(stand.at + 1, len(stand.given))}.", merit)


_TOLD: Mapping[type, Callable[[Stand], Iterator[Finding]]] = {
    p.GraphScan: _scan,
    p.Similar: _arm("vector", "meaning"),
    p.Lexical: _arm("words", "words"),
    p.Infer: _inferred,
    p.Tagged: _tagged,
    p.Mentioning: _mentioning,
    p.Exclude: _exclude,
    p.Spread: _spread,
    p.Cut: _cut,
    p.Score: _score,
    p.Admit: _admit,
    p.Front: _front,
    p.Rank: _rank,
}
