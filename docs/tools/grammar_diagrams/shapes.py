"""What a rule of a grammar looks like, before it is drawn: words, names of rules, and four ways to put them together.

Smaller than a grammar's own tree: what is left out and what may come again are said in one way each, so that a drawing
need not know how they were written.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias


@dataclass(frozen=True, slots=True)
class Word:
    """A keyword or a sign, as it is typed."""

    text: str


@dataclass(frozen=True, slots=True)
class Name:
    """What stands here is said elsewhere: a rule, or a terminal, by its name in the grammar."""

    rule: str


@dataclass(frozen=True, slots=True)
class Row:
    """One part behind the other."""

    parts: tuple[Shape, ...]


@dataclass(frozen=True, slots=True)
class Fork:
    """One of several."""

    ways: tuple[Shape, ...]


@dataclass(frozen=True, slots=True)
class Maybe:
    """Once or not at all."""

    part: Shape


@dataclass(frozen=True, slots=True)
class Loop:
    """Once or more. between: what divides one time from the next."""

    part: Shape
    between: Shape | None = None


Shape: TypeAlias = Word | Name | Row | Fork | Maybe | Loop


def row(*parts: Shape) -> Shape:
    """Return parts in a row: rows inside it opened, and `x (sep x)*` as the loop that it is."""
    flat: list[Shape] = []
    for part in parts:
        flat.extend(part.parts if isinstance(part, Row) else (part,))
    joined: list[Shape] = []
    for part in flat:
        if not _closes(joined, part):
            joined.append(part)
    return joined[0] if len(joined) == 1 else Row(tuple(joined))


def _closes(before: list[Shape], part: Shape) -> bool:
    """Turn `x (sep x)*` at the end of a row into a loop, and return whether it was one. `x` is as long as can be."""
    if not isinstance(part, Maybe) or not isinstance(part.part, Loop) or part.part.between is not None:
        return False
    again = part.part.part.parts if isinstance(part.part.part, Row) else (part.part.part,)
    for length in range(len(again), 0, -1):
        if tuple(before[-length:]) == again[-length:]:
            between = again[:-length]
            before[-length:] = [Loop(row(*again[-length:]), row(*between) if between else None)]
            return True
    return False


def fork(*ways: Shape) -> Shape:
    """Return one of several: forks inside it opened, each way once, and of two neighbours one of which goes on from the
    other, the shorter with what may come behind it.
    """
    flat: list[Shape] = []
    for way in ways:
        flat.extend(way.ways if isinstance(way, Fork) else (way,))
    joined: list[Shape] = []
    for way in dict.fromkeys(flat):
        one = _as_one(joined[-1], way) if joined else None
        if one is None:
            joined.append(way)
        else:
            joined[-1] = one
    return joined[0] if len(joined) == 1 else Fork(tuple(joined))


def _as_one(first: Shape, second: Shape) -> Shape | None:
    """Return the shorter of two ways with what the longer has behind it left open, where that begins with it."""
    short, long = sorted((way.parts if isinstance(way, Row) else (way,) for way in (first, second)), key=len)
    if len(short) == len(long) or long[: len(short)] != short:
        return None
    return row(*short, Maybe(row(*long[len(short) :])))


def mapped(shape: Shape, change: Callable[[Name], Shape]) -> Shape:
    """Return a shape with its names replaced."""
    match shape:
        case Word():
            return shape
        case Name():
            return change(shape)
        case Row(parts):
            return row(*(mapped(part, change) for part in parts))
        case Fork(ways):
            return fork(*(mapped(way, change) for way in ways))
        case Maybe(part):
            inner = mapped(part, change)
            return inner if isinstance(inner, Maybe) else Maybe(inner)
        case Loop(part, between):
            return Loop(mapped(part, change), None if between is None else mapped(between, change))


def names_in(shape: Shape) -> set[str]:
    """Return the rules and terminals that a shape speaks of."""
    found: set[str] = set()

    def note(name: Name) -> Shape:
        found.add(name.rule)
        return name

    mapped(shape, note)
    return found
