"""What a person set in the room: one frozen value, and nothing is drawn that does not come from it."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Literal, TypeAlias

HOPS = 3
FARTHEST = 12
"""Edges that are followed to either side at most: of what is farther away a person opens what is of interest."""

Zoom: TypeAlias = Literal["full", "short", "dots", "fit"]
ZOOMS: tuple[Zoom, ...] = ("full", "short", "dots")


@dataclass(frozen=True, slots=True)
class Wanted:
    """root: the memory in the middle. kinds: of edges; None lets the view choose those that make it readable. opened:
    whose neighbours are shown too. closed: what lies only behind these is not shown. room: cells that `fit` has.
    """

    root: str
    moment: datetime | None = None
    hops: int = HOPS
    kinds: frozenset[str] | None = None
    opened: tuple[str, ...] = ()
    closed: frozenset[str] = frozenset()
    forgotten: bool = False
    zoom: Zoom = "full"
    room: tuple[int, int] | None = None
