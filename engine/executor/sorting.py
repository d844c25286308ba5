"""A sort that can be stopped: `list.sort` looks at nothing until it is done, and two million rows take it seconds.

Runs of RUN items are sorted by themselves and then joined in pairs; joining is `sorted` again, which finds the two runs
in order and merges them in linear time. The last join is the longest step: half a second for two million rows.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from ..evaluation.context import Context

RUN = 65_536

T = TypeVar("T")


def sort_watched(items: list[T], key: Callable[[T], Any], *, descending: bool, context: Context) -> list[T]:
    """Return the items in order of `key`, those that tie as they were; as `sorted` would, whatever their number."""
    runs = [[items[start : start + RUN]] for start in range(0, len(items), RUN)] or [[items]]
    while True:
        ordered = [_joined(some, key, descending, context) for some in runs]
        if len(ordered) == 1:
            return ordered[0]
        runs = [ordered[at : at + 2] for at in range(0, len(ordered), 2)]


def _joined(runs: list[list[T]], key: Callable[[T], Any], descending: bool, context: Context) -> list[T]:
    context.check()
    return sorted([item for run in runs for item in run], key=key, reverse=descending)
