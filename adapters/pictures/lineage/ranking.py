"""Which column each memory stands in: every cause in a column before its effect.

Edges on a cycle cannot all run to the right. Those that close one, found by a depth-first walk, are turned for the
layout alone: their arrow is drawn as it is. A walk turns a few more than the fewest that would do, which is NP-hard to
find, and never one that lies on no cycle.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TypeAlias

Pair: TypeAlias = tuple[int, int]
"""(cause, effect): positions in the nodes."""

NEW, OPEN, DONE = range(3)


def closing(count: int, pairs: Sequence[Pair]) -> frozenset[int]:
    """Return the positions of the pairs that close a cycle; without them there is none."""
    leaving: list[list[Pair]] = [[] for _ in range(count)]
    for position, (cause, effect) in enumerate(pairs):
        leaving[cause].append((position, effect))
    state = [NEW] * count
    found: set[int] = set()
    for start in range(count):
        if state[start] == NEW:
            found.update(_closing_from(start, leaving, state))
    return frozenset(found)


def _closing_from(start: int, leaving: Sequence[Sequence[Pair]], state: list[int]) -> Iterator[int]:
    """Walk what was not walked yet, with a stack of our own: a chain may be longer than Python's is deep."""
    state[start] = OPEN
    stack = [(start, iter(leaving[start]))]
    while stack:
        node, rest = stack[-1]
        position, effect = next(rest, (-1, -1))
        if position < 0:
            state[node] = DONE
            stack.pop()
        elif state[effect] == OPEN:
            yield position
        elif state[effect] == NEW:
            state[effect] = OPEN
            stack.append((effect, iter(leaving[effect])))


def columns(count: int, pairs: Sequence[Pair]) -> list[int]:
    """Return the column of each node, from 0 and none left empty. The pairs have no cycle.

    As far left as its causes allow; then what has more effects than causes moves up to the nearest effect, which makes
    lines shorter. One such pass is most of what the network simplex of Gansner and others, "A technique for drawing
    directed graphs" (1993), gains here, and takes no time.
    """
    before, after = _neighbours(count, pairs)
    column, order = [0] * count, _in_order(before, after)
    for node in order:
        column[node] = max((column[cause] + 1 for cause in before[node]), default=0)
    for node in reversed(order):
        if len(after[node]) > len(before[node]):
            column[node] = min(column[effect] for effect in after[node]) - 1
    used = {value: place for place, value in enumerate(sorted(set(column)))}
    return [used[value] for value in column]


def _neighbours(count: int, pairs: Sequence[Pair]) -> tuple[list[list[int]], list[list[int]]]:
    before: list[list[int]] = [[] for _ in range(count)]
    after: list[list[int]] = [[] for _ in range(count)]
    for cause, effect in pairs:
        before[effect].append(cause)
        after[cause].append(effect)
    return before, after


def _in_order(before: Sequence[Sequence[int]], after: Sequence[Sequence[int]]) -> list[int]:
    """Return the nodes, each behind all of its causes (Kahn, 1962)."""
    waits = [len(causes) for causes in before]
    order = [node for node, causes in enumerate(before) if not causes]
    for node in order:  # it grows meanwhile
        for effect in after[node]:
            waits[effect] -= 1
            if not waits[effect]:
                order.append(effect)
    return order
