"""Following a store that somebody else writes to: the number of its newest event, whenever that has grown."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from typing import TYPE_CHECKING

from ..errors import StoreBusy

if TYPE_CHECKING:
    from ..engine.handle.asynchronous import AsyncEngine

EVERY = 0.5
"""Seconds between looks: one indexed read of the journal, tens of microseconds."""


async def watch_head(memory: AsyncEngine, every: float = EVERY) -> AsyncIterator[int]:
    """Yield the head of the journal at first, and whenever it has moved. Raises what reading the journal raises."""
    seen = -1
    while True:
        try:
            head = await asyncio.to_thread(memory.engine.journal.head)
        except StoreBusy:  # somebody writes for long; there will be more to see
            head = seen
        if head != seen:
            seen = head
            yield head
        await asyncio.sleep(every)
