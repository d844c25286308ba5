"""A store that somebody wants to see, and the way from there to an open one."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from ...engine.values.model import DEFAULT_NAMESPACE
from ...errors import StoreError

if TYPE_CHECKING:
    from ...engine.handle.asynchronous import AsyncEngine


@dataclass(frozen=True, slots=True)
class Wanted:
    """path: where it lies; None for the demo's. create: make it where there is none. writable: whether it is to be
    written to, which matters for the demo's alone: it is copied then.
    """

    path: Path | None
    namespace: str = DEFAULT_NAMESPACE
    create: bool = False
    writable: bool = False

    @property
    def name(self) -> str:
        return "the demo's store" if self.path is None else str(self.path)


async def open_wanted(wanted: Wanted) -> AsyncEngine:
    """Open a store. Raises StoreError, or another ClewError, in a sentence that says what would work."""
    from ... import aopen
    from .demo import demo_store
    from .recent import note_opened

    try:
        path = wanted.path or await asyncio.to_thread(demo_store, writable=wanted.writable)
        memory = await aopen(path, create=wanted.create, namespace=wanted.namespace)
    except OSError as error:
        if isinstance(error, StoreError):
            raise
        raise StoreError(f"{wanted.name} cannot be opened: {error.strerror or error}.") from error
    if wanted.path is not None:
        await asyncio.to_thread(note_opened, memory.path, memory.namespace)
    return memory
