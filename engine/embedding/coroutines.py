"""An embedder that is a coroutine function, as clients of an API offer it: `async def embed(texts)`.

It runs in an event loop of ours, in a thread of its own: whoever asks may be any thread, and the background thread asks
when no loop of the caller's runs. So what belongs to a loop (a client's connections) must be made inside the function,
or when it is first called, and not beside it.
"""

from __future__ import annotations

import asyncio
import os
import threading
from collections.abc import Callable, Coroutine
from dataclasses import dataclass
from inspect import iscoroutinefunction
from typing import Any, TypeGuard

from ..running import cancel

AsyncFunction = Callable[[list[str]], Coroutine[Any, Any, Any]]


def is_async(function: Callable[..., Any]) -> TypeGuard[AsyncFunction]:
    """Whether calling it, a function or an object, makes a coroutine."""
    return iscoroutinefunction(function) or iscoroutinefunction(type(function).__call__)


@dataclass(frozen=True, slots=True)
class Awaited:
    """A plain function from a coroutine function; equal where that is."""

    function: AsyncFunction

    def __call__(self, texts: list[str]) -> Any:
        """Return what the coroutine returns; where nobody waits any more, it is cancelled."""
        running = asyncio.run_coroutine_threadsafe(self.function(texts), _loop())
        try:
            with cancel.stoppable(running.cancel):
                return running.result()
        finally:
            running.cancel()


_starting = threading.Lock()
_started: asyncio.AbstractEventLoop | None = None


def _loop() -> asyncio.AbstractEventLoop:
    global _started
    with _starting:
        if _started is None:
            _started = asyncio.new_event_loop()
            threading.Thread(target=_started.run_forever, name="clew-embedder", daemon=True).start()
        return _started


def _forget() -> None:
    """In a child made by fork the loop has no thread, and the lock may be held by one that is not there."""
    global _starting, _started
    _starting, _started = threading.Lock(), None


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_forget)
