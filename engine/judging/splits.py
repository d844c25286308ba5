"""Folds: parts of a suite that are held out in turn. What belongs together (a conversation, a trial) is never torn.

Constants are chosen on the other folds and judged on the one held out. To split single needs was refused: two questions
about one conversation share its names, and what was tuned on the one is at home in the other.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import TypeAlias, TypeVar

from .suite import Need

MOST_FOLDS = 10
"""More groups than this are gathered into FOLDS: each fold is to be large enough to mean something."""
FOLDS = 5

Folds: TypeAlias = tuple[tuple[Need, ...], ...]
T = TypeVar("T")


def folds(needs: Sequence[Need]) -> Folds:
    """Return the needs in folds: one a group, or FOLDS of about the same size where there are many groups."""
    fold_of = _placed(Counter(need.group for need in needs))
    found: dict[int, list[Need]] = {}
    for need in needs:
        found.setdefault(fold_of[need.group], []).append(need)
    return tuple(tuple(found[fold]) for fold in sorted(found))


def _placed(sizes: Counter[str]) -> dict[str, int]:
    """Return the fold of each group. The largest groups are placed first, each where there is most room."""
    if len(sizes) <= MOST_FOLDS:
        return {group: place for place, group in enumerate(sizes)}
    room, placed = [0] * FOLDS, dict[str, int]()
    for group, size in sizes.most_common():
        placed[group] = room.index(min(room))
        room[placed[group]] += size
    return placed


def others(all_: Sequence[T], held_out: int) -> list[T]:
    """Return the folds, of whatever kind, without one."""
    return [fold for number, fold in enumerate(all_) if number != held_out]
