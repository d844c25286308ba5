"""EXPAND: what surrounds each hit comes with it, marked as such: causes, effects, the steps before and after.

It is no answer of its own: it is not scored, and takes the front and the rank of its hit. What is an answer already, or
at hand already, is not brought again; what surrounds several hits comes once, with the nearest.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice

import numpy as np

from ...dsl.plan import Expand
from ..retrieval.adjacency import EdgeKind, Ints
from ..retrieval.traversal import Direction, reach
from .candidates import Around, Candidates
from .exclude import matching
from .session import Session

WAYS = {
    "CAUSES": (EdgeKind.CAUSED, {Direction.BACKWARD: "cause"}),
    "EFFECTS": (EdgeKind.CAUSED, {Direction.FORWARD: "effect"}),
    "STEPS": (EdgeKind.FOLLOWS, {Direction.BACKWARD: "step", Direction.FORWARD: "step"}),
}
"""Of each direction: the edge that is followed, and what is met on it each way in time."""

MOST_BROUGHT = 1_000
"""Memories that come along with all hits together, the nearest: deeper than that it is no surrounding any more."""


@dataclass(frozen=True, slots=True)
class _Met:
    """A memory that a walk from a hit came to. rank: of the hit, from 0."""

    row: int
    hit: int
    rank: int
    depth: int
    way: str


def expand(stage: Expand, candidates: Candidates, session: Session) -> Candidates:
    """Add what surrounds the hits: the nearest first, and of a budget no more than they have left."""
    known = {*candidates.rows.tolist(), *candidates.anchors.tolist()}
    nearest: dict[int, _Met] = {}
    for met in sorted(_met(stage, candidates.rows.tolist(), session), key=lambda met: (met.depth, met.rank)):
        if met.row not in known:
            nearest.setdefault(met.row, met)
    some = list(islice(_allowed(stage, list(nearest.values()), session), MOST_BROUGHT + 1))
    if len(some) > MOST_BROUGHT:
        candidates = candidates.noting(f"EXPAND brought the {MOST_BROUGHT:,} nearest, and there are more.")
    return _fitting(some[:MOST_BROUGHT], candidates, session)


def _met(stage: Expand, hits: Sequence[int], session: Session) -> Iterator[_Met]:
    """Yield what every walk from every hit comes to: live, in scope, and as of then."""
    asked = {direction: session.count(depth, f"EXPAND {direction}", least=0) for direction, depth in stage.around}
    depths = {name: asked[name] for name in WAYS if name in asked}  # the order that they were written in says nothing
    for rank, hit in enumerate(session.context.watched(hits)):
        for name, depth in depths.items():
            kind, ways = WAYS[name]
            for direction, noun in ways.items():
                walk = reach(
                    session.adjacency,
                    hit,
                    [kind],
                    direction,
                    depth=(1, depth),
                    visible=session.visible,
                    as_of=session.as_of,
                )
                for reached in walk:
                    yield _Met(reached.row, hit, rank, reached.depth, _way(reached.depth, noun, direction))


def _way(depth: int, noun: str, direction: Direction) -> str:
    when = "before" if direction is Direction.BACKWARD else "after"
    return f"{depth} {noun}{'s' if depth > 1 else ''} {when}"


def _allowed(stage: Expand, met: Sequence[_Met], session: Session) -> Iterator[_Met]:
    """Yield what the recall's scope allows: valid then, trusted, not archived, and about nothing HARD excluded."""
    rows: Ints = np.array([one.row for one in met], np.int64)
    unwanted = matching(rows, stage.without, session)
    tests = [True] * len(met) if stage.test is None else session.values(stage.test, Candidates(rows=rows))
    return (one for one, test, out in zip(met, tests, unwanted, strict=True) if test is True and not out)


def _fitting(met: Sequence[_Met], candidates: Candidates, session: Session) -> Candidates:
    """Return the candidates with what has room, in the order of their hits."""
    counted = candidates.room is not None or "cost" in candidates.scores
    tokens = session.tokens(np.array([one.row for one in met], np.int64)).tolist() if counted else [0] * len(met)
    room, brought, passed = candidates.room, list[tuple[_Met, int]](), 0
    for one, cost in zip(met, tokens, strict=True):
        if room is not None and cost > room:
            passed += 1
            continue
        room = None if room is None else room - cost
        brought.append((one, cost))
    brought.sort(key=lambda pair: (pair[0].rank, pair[0].depth))
    around = tuple(Around(one.row, one.hit, one.way, cost) for one, cost in brought)
    expanded = replace(candidates, around=around, room=room)
    return expanded.noting(f"{passed} of what surrounds the hits did not fit into the budget.") if passed else expanded
