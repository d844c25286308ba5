"""Names and ids that nothing in a store has: right in the language, and most likely a slip.

What is held is handed in, as plain names and two questions: the language never asks a store.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from .. import ast, trees
from ..diagnosis.suggest import nearest
from .diagnostic import Diagnostic


@dataclass(frozen=True, slots=True)
class Held:
    """What memories have in a store. holds: whether an id is there. like: the id most like one that is not."""

    tasks: Collection[str]
    types: Collection[str]
    actions: Collection[str]
    holds: Callable[[str], bool]
    like: Callable[[str], str | None]


def held_by_none(tree: ast.Statement, held: Held) -> Iterator[Diagnostic]:
    """Yield a warning for each task, type, action type and id that is written out, and that nothing there has."""
    for node in trees.walk(tree):
        if isinstance(node, ast.Recall):
            yield from _unknown("task", node.tasks, held.tasks)
            yield from _unknown("type", node.types, held.types)
            yield from _unknown("action type", node.doing, held.actions)
        for place, id in _texts(_ids(node)):
            if not held.holds(id):
                yield _warning("memory", id, place, held.like(id))


def _unknown(what: str, names: Iterable[ast.Expr], known: Collection[str]) -> Iterator[Diagnostic]:
    for place, name in _texts(names):
        if name not in known:
            yield _warning(what, name, place, nearest(name, known))


def _ids(node: Any) -> tuple[Any, ...]:
    """Return what a node names memories by, where each has to be there; an edge may wait for one."""
    match node:
        case ast.Near(ids=ids):
            return ids
        case ast.Trace(of=of, to=to):
            return of, to
        case ast.Why(memory=memory):
            return (memory,)
        case (
            ast.Reinforce(memories=ids) | ast.Pin(memories=ids) | ast.Feedback(memories=ids) | ast.Retire(memories=ids)
        ):
            return ids
        case _:
            return ()


def _texts(names: Iterable[Any]) -> Iterator[tuple[ast.Literal, str]]:
    for name in names:
        if isinstance(name, ast.Literal) and isinstance(name.value, str):
            yield name, name.value


def _warning(what: str, name: str, place: ast.Node, near: str | None) -> Diagnostic:
    message = f"Nothing in the store has the {what} `{name}`." if what != "memory" else f"There is no memory `{name}`."
    hint = None if near is None else f"The nearest is `{near}`."
    return Diagnostic("warning", place.span, "unknown_name", message, hint, () if near is None else (near,))
