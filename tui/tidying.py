"""When garbage is looked for: while nobody is pressing keys.

Python goes through all that lives whenever enough was made, and with a store of 100,000 memories open that takes a
third of a second, in the midst of a key press. What dies young is still looked for at once: that takes no time. What is
there when nobody presses keys for the first time is the app and the store, and is not looked through at all; nor again
what outlives a search that took long: somebody may press a key meanwhile.
"""

from __future__ import annotations

import asyncio
import gc
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress

QUIET = 2.0
"""Seconds without a key after which nobody is waiting for one."""
LONG = 0.02
"""Seconds of a search after which what it found alive is not looked through again."""
NEVER = 1_000_000
"""Collections of what is young between two of everything."""


@asynccontextmanager
async def tidying_when_quiet(pressed: Callable[[], float], quiet: float = QUIET) -> AsyncIterator[None]:
    """Within the block, look through everything only once after each time that a person was busy.

    pressed: the time of the last key or click, as `time.monotonic` has it.
    """
    before = gc.get_threshold()
    gc.set_threshold(*before[:2], NEVER)
    tidying = asyncio.create_task(_tidy(pressed, quiet))
    try:
        yield
    finally:
        gc.set_threshold(*before)
        gc.unfreeze()
        tidying.cancel()
        with suppress(asyncio.CancelledError):
            await tidying


async def _tidy(pressed: Callable[[], float], quiet: float) -> None:
    done = 0.0
    while True:
        await asyncio.sleep(quiet / 2)
        last = pressed()
        if last != done and time.monotonic() - last > quiet:
            if not done:
                gc.freeze()
            start = time.perf_counter()
            gc.collect()
            if time.perf_counter() - start > LONG:
                gc.freeze()
            done = last
