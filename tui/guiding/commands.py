"""What the palette offers, as data: a name, what it does, and the call. Where commands come from says the app."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Command:
    """name: as it is found by typing; stored text may be in it. says: one line below. run: does it, on the loop."""

    name: str
    says: str
    run: Callable[[], Awaitable[object] | object]
    shown: bool = True
    """Whether it is listed before anything is typed: what there are many of is found by typing alone."""
