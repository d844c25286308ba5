"""What tests of the asynchronous engine share: to run some work on a store, to cancel it, and questions without end."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Awaitable, Callable, Coroutine
from pathlib import Path
from typing import Any

import clew
import pytest
from clew.engine.handle.asynchronous import AsyncEngine
from clew.engine.handle.engine import Engine
from clew.engine.values.model import Draft


def run(work: Callable[[AsyncEngine], Coroutine[Any, Any, Any]], path: Path, **options: Any) -> Any:
    async def main() -> Any:
        async with clew.aopen(path, **options) as memory:
            return await work(memory)

    return asyncio.run(main())


def vectors(texts: list[str]) -> list[list[float]]:
    return [[1.0, float(len(text))] for text in texts]


def block_writes(monkeypatch: pytest.MonkeyPatch) -> threading.Event:
    """Let every write wait, in its worker, until the event that is returned is set."""
    gate = threading.Event()
    plain = Engine.remember_drafts

    def slow(self: Engine, drafts: list[Draft]) -> Any:
        assert gate.wait(20)
        return plain(self, drafts)

    monkeypatch.setattr(Engine, "remember_drafts", slow)
    return gate


async def cancelled(task: asyncio.Task[Any], *, after: Callable[[], Awaitable[object]]) -> float:
    """Cancel a task, and return how long it took to end."""
    await after()
    start = time.perf_counter()
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    return time.perf_counter() - start


async def until(holds: Callable[[], bool], seconds: float = 10.0) -> None:
    end = time.monotonic() + seconds
    while not holds():
        assert time.monotonic() < end
        await asyncio.sleep(0.005)


ENDLESS = {
    "graph": "MATCH (a:Memory), (b:Memory), (c:Memory), (d:Memory) "
    "WHERE a.id < b.id AND b.id < c.id AND c.id < d.id AND d.id < a.id RETURN count(*) AS n",
    "evaluator": "UNWIND range(1, 2000000) AS x UNWIND range(1, 9) AS y WITH x WHERE x < 0 RETURN count(*) AS n",
}
