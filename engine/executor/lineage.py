"""TRACE: what brought a memory about, what came of it, what it replaced, and how two memories hang together."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import chain

from ...dsl import ast
from ...dsl.plan import Stage, Walk
from ...errors import MemoryNotFound
from ..evaluation.values import NodeValue
from ..retrieval.adjacency import EdgeKind
from ..retrieval.traversal import Direction, Reached, reach, shortest_path
from .named import row_named
from .rows import Table
from .session import Session

DEEPEST = 1_000
"""Edges that an open DEPTH follows at most: longer than any chain of causes that a person would read."""

DIRECTIONS = {
    "CAUSES": (Direction.BACKWARD,),
    "EFFECTS": (Direction.FORWARD,),
    "LINEAGE": (Direction.BACKWARD, Direction.FORWARD),  # not EITHER: the effects of a cause are no ancestors
    "HISTORY": (Direction.EITHER,),
}

First = Callable[[Sequence[Stage]], int | None]
"""Runs the stages of a recall and returns the row of its first hit."""


def walk(stage: Walk, session: Session, first: First) -> Table:
    """Return a table of (m, depth, via): each memory once, nearest first; for PATH, from one end to the other.

    Raises MemoryNotFound where an id is not there, or the recall that should give one finds nothing.
    """
    kinds = [EdgeKind[name] for name in stage.via]
    start = _row(stage.of, session, first)
    if stage.kind == "PATH":
        return _path(stage, start, _row(stage.to, session, first), kinds, session)
    low = session.count(stage.low, "DEPTH", least=0)
    high = DEEPEST if stage.high is None else session.count(stage.high, "DEPTH", least=0)
    walks = (
        reach(session.adjacency, start, kinds, direction, depth=(low, high), visible=session.visible)
        for direction in DIRECTIONS[stage.kind]
    )
    nearest: dict[int, Reached] = {}
    for reached in sorted(chain.from_iterable(walks), key=lambda reached: reached.depth):
        nearest.setdefault(reached.row, reached)
    return _table((reached.row, reached.depth, reached.via) for reached in nearest.values())


def _path(stage: Walk, start: int, end: int, kinds: Sequence[EdgeKind], session: Session) -> Table:
    most = DEEPEST if stage.high is None else session.count(stage.high, "DEPTH", least=0)
    hops = shortest_path(session.adjacency, start, end, kinds, max_depth=most, visible=session.visible)
    if hops is None:
        return _table(())
    steps = [(start, 0, None), *((hop.target, depth, hop.kind) for depth, hop in enumerate(hops, start=1))]
    return _table(step for step in steps if step[0] < session.adjacency.n_memories)


def _table(rows: Iterable[tuple[int, int, EdgeKind | None]]) -> Table:
    named = [(NodeValue("Memory", row), depth, None if via is None else via.name) for row, depth, via in rows]
    return Table(("m", "depth", "via"), named)


def _row(of: ast.Expr | tuple[Stage, ...] | None, session: Session, first: First) -> int:
    if isinstance(of, tuple):
        row = first(of)
        if row is None:
            raise MemoryNotFound("The recall that TRACE starts from found nothing.", hint="Ask it alone, to see why.")
        return row
    assert of is not None
    return row_named(session.text(of, "TRACE"), of, session, "to trace")
