"""Work beside the loop, for what has no coroutine of its own: it ends soon after nobody waits for it any more.

`asyncio.to_thread` alone leaves at once where it is cancelled, and lets its thread go on to the end.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import ParamSpec, TypeVar

from ..engine.running.cancel import Cancel, running

Arguments = ParamSpec("Arguments")
T = TypeVar("T")


async def beside(call: Callable[Arguments, T], *arguments: Arguments.args, **named: Arguments.kwargs) -> T:
    """Return what a call gives that may read the store. Raises what it raises."""
    cancel = Cancel()

    def work() -> T:
        with running(cancel):
            return call(*arguments, **named)

    try:
        return await asyncio.to_thread(work)
    except asyncio.CancelledError:
        cancel.cancel("whoever asked no longer waits")
        raise
