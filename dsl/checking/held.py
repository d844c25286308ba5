"""Names and ids that nothing in a store has: right in the language, and most likely a slip.

What is held is handed in, as plain names and questions: the language never asks a store.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from .. import ast, trees
from ..diagnosis.suggest import nearest
from .diagnostic import Diagnostic


@dataclass(frozen=True, slots=True)
class Names:
    """What is called by name. has: whether a name is there, in any spelling that means it. some: those to suggest."""

    has: Callable[[str], bool]
    some: Collection[str]


@dataclass(frozen=True, slots=True)
class Held:
    """What memories have in a store. names: by kind, as in `KINDS`.

    holds: whether an id is there. like: the id most like one that is not.
    """

    names: Mapping[str, Names]
    holds: Callable[[str], bool]
    like: Callable[[str], str | None]


KINDS = ("task", "type", "action type", "tag", "entity")
"""What a text names, as a person calls it."""

_OF_A_MEMORY = {"task": "task", "type": "type", "action_type": "action type"}
_HUBS = {"Task": "task", "Tag": "tag", "Entity": "entity"}


def held_by_none(tree: ast.Statement, held: Held) -> Iterator[Diagnostic]:
    """Yield a warning for each name and id that is written out, and that nothing there has."""
    for node in trees.walk(tree):
        for what, names in _named(node):
            known = held.names[what]
            for place, name in _texts(names):
                if not known.has(name):
                    yield _warning(what, name, place, nearest(name, known.some))
        for place, id in _texts(_ids(node)):
            if not held.holds(id):
                yield _warning("memory", id, place, held.like(id))


def _named(node: Any) -> Iterator[tuple[str, Iterable[Any]]]:
    """Yield what a node names, by its kind: the clauses of a recall, and conditions that compare with a name."""
    match node:
        case ast.Recall():
            yield from zip(KINDS, (node.tasks, node.types, node.doing, node.intents, node.about), strict=True)
        case ast.NodePattern(labels=ast.Label(name=label), properties=ast.MapLiteral(entries=entries)):
            of = {"name": _HUBS[label]} if label in _HUBS else _OF_A_MEMORY if label == "Memory" else {}
            yield from ((of[key], (value,)) for key, value in entries if key in of)
        case ast.Comparison(first=ast.Property(subject=ast.Name(), key=key), rest=(("=", value),)):
            yield from ((what, (value,)) for what in _of_a_memory(key))
        case ast.Binary(operator="IN", left=ast.Property(subject=ast.Name(), key=key), right=ast.ListLiteral(items)):
            yield from ((what, items) for what in _of_a_memory(key))
        case _:
            pass


def _of_a_memory(key: str) -> tuple[str, ...]:
    return (_OF_A_MEMORY[key],) if key in _OF_A_MEMORY else ()


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
