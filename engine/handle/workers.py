"""The threads in which asynchronous handles work, so that no event loop waits for a disk, a model or the graph.

    in_order(call)           one thread: writes, in the order in which they were asked for
    beside(call, cancel)     a few: reads, side by side

A store has one set, whoever asks: a loop's own executor was refused, for what else runs there would hold up a write,
and writes there have no order. asyncio alone is served; under another loop, call the plain handle from its threads.
"""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from contextvars import copy_context
from typing import TypeVar

from ...errors import StoreClosed
from ..running import cancel as cancelling
from ..running.cancel import Cancel

READERS = 4
"""Reads at once. A thread that computes keeps the interpreter for up to 5 ms (`sys.getswitchinterval`) before an event
loop that woke up has its turn, and so may each other one: four, with the writer and the follower, are 30 ms at worst.
More would not be quicker, for all share one interpreter; a read that waits for an embedder holds one of them."""

T = TypeVar("T")


class Workers:
    """The threads of one store; they come when they are first needed, and go once the store is closed."""

    def __init__(self) -> None:
        self._process = os.getpid()
        self._writer = ThreadPoolExecutor(1, "clew-writer")
        self._readers = ThreadPoolExecutor(READERS, "clew-reader")

    def in_order(self, call: Callable[[], T]) -> Future[T]:
        """Run a call after those that were asked for before. Nothing stops it, once it has begun."""

        def work() -> T:
            with cancelling.running(None):
                return call()

        return self._submit(self._writer, work)

    def certainly(self, call: Callable[[], None]) -> Future[None]:
        """The same for what has to happen, whether or not somebody still waits for it."""
        done: Future[None] = Future()
        done.set_running_or_notify_cancel()  # what runs cannot be cancelled

        def work() -> None:
            try:
                done.set_result(call())
            except BaseException as error:  # whoever waits raises it
                done.set_exception(error)

        self.in_order(work)
        return done

    def beside(self, call: Callable[[], T], cancel: Cancel) -> Future[T]:
        """Run a call beside others, until `cancel` ends it."""

        def work() -> T:
            cancel.check()  # it may have waited for its turn
            with cancelling.running(cancel):
                return call()

        return self._submit(self._readers, work)

    def close(self) -> None:
        """Take no more calls. Those that wait for their turn still run; returns at once."""
        self._writer.shutdown(wait=False)
        self._readers.shutdown(wait=False)

    def _submit(self, pool: ThreadPoolExecutor, work: Callable[[], T]) -> Future[T]:
        if self._process != os.getpid():  # no thread there would ever answer
            raise StoreClosed("This store belongs to the parent process.", hint="Open it anew after a fork.")
        return _submit(pool, work)


def once(call: Callable[[], T]) -> Future[T]:
    """Run a call in a thread of its own: to open or close what the other threads belong to."""
    pool = ThreadPoolExecutor(1, "clew-opener")
    try:
        return _submit(pool, call)
    finally:
        pool.shutdown(wait=False)


async def finished(future: Future[T]) -> T:
    """Wait for a future without the loop. Whoever is cancelled meanwhile leaves at once; what has begun goes on."""
    try:
        return await asyncio.wrap_future(future)
    finally:
        future.cancel()  # what has not begun never will, also where the loop ends at once


def _submit(pool: ThreadPoolExecutor, work: Callable[[], T]) -> Future[T]:
    try:
        return pool.submit(copy_context().run, work)
    except RuntimeError as error:  # it was shut down, or the interpreter is leaving
        raise StoreClosed("The store was closed.", hint="Open the store again.") from error
