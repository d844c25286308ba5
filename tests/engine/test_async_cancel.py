"""Cancelling what is awaited: a read ends in its worker, a write happens wholly or not at all."""

from __future__ import annotations

import asyncio
import threading
import time
from contextlib import suppress
from pathlib import Path
from typing import Any

import clew
import pytest
from awaiting import ENDLESS, block_writes, cancelled, run, until
from clew.engine.handle.asynchronous import AsyncEngine
from clew.engine.handle.workers import READERS
from clew.engine.values.model import Draft
from clew.errors import LimitError, MemoryNotFound

pytestmark = pytest.mark.slow


@pytest.fixture
def blocking(monkeypatch: pytest.MonkeyPatch) -> threading.Event:
    return block_writes(monkeypatch)


@pytest.mark.parametrize("kind", ENDLESS)
def test_a_cancelled_query_ends_in_its_worker(tmp_path: Path, kind: str) -> None:
    """Its task ends at once, the worker within a second's work, and the store is as usable as before."""
    ends: list[float] = []

    async def work(memory: AsyncEngine) -> None:
        await memory.remember_drafts([Draft(id=f"{n}", namespace="default", text=f"text {n}") for n in range(300)])
        await memory.query("MATCH (m:Memory) RETURN count(m) AS n")
        plain = memory.engine.query

        def watched(*arguments: Any, **named: Any) -> Any:
            try:
                return plain(*arguments, **named)
            except LimitError as error:
                assert error.code == "limit.cancelled"
                ends.append(time.process_time())  # of all threads, for a loaded machine is slow
                raise

        memory.engine.query = watched  # type: ignore[method-assign] - watched
        task = asyncio.create_task(memory.query(ENDLESS[kind]))
        assert await cancelled(task, after=lambda: asyncio.sleep(0.1)) < 0.5
        left = time.process_time()
        await until(lambda: bool(ends))
        assert ends[0] - left < 1.0
        assert (await memory.query("MATCH (m:Memory) RETURN count(m) AS n")).values == ((300,),)
        assert await memory.verify() == ([], 300) and await memory.doctor() == []

    run(work, tmp_path / "a.clew", background=False)


def test_time_runs_out_for_a_query(tmp_path: Path) -> None:
    """`asyncio.timeout` and a TaskGroup cancel as they do everything."""

    async def work(memory: AsyncEngine) -> None:
        with pytest.raises(TimeoutError):
            async with asyncio.timeout(0.1):
                await memory.query(ENDLESS["evaluator"])
        with pytest.raises(ExceptionGroup) as raised:
            async with asyncio.TaskGroup() as group:
                group.create_task(memory.query(ENDLESS["evaluator"]))
                group.create_task(memory.get("nobody"))
        assert [type(error) for error in raised.value.exceptions] == [MemoryNotFound]
        assert await memory.list() == []

    run(work, tmp_path / "a.clew")


def test_a_read_that_waits_for_its_turn_is_never_begun(tmp_path: Path) -> None:
    """Cancelled while all threads are taken, it does nothing at all."""
    gate, begun = threading.Event(), threading.Event()

    async def work(memory: AsyncEngine) -> None:
        taken = [asyncio.create_task(memory._read(lambda: gate.wait(20))) for _ in range(READERS)]
        waiting = asyncio.create_task(memory._read(begun.set))
        await cancelled(waiting, after=lambda: asyncio.sleep(0.02))
        gate.set()
        await asyncio.gather(*taken)
        await memory.list()
        assert not begun.is_set()

    run(work, tmp_path / "a.clew")


def test_a_cancelled_write_happened_wholly_or_not_at_all(tmp_path: Path, blocking: threading.Event) -> None:
    """The one that had begun is completed, the one that waited for its turn is not written; both raise at once."""

    async def work(memory: AsyncEngine) -> None:
        begun = asyncio.create_task(memory.remember("begun", id="begun"))
        waiting = asyncio.create_task(memory.remember("waiting", id="waiting"))
        for task in (begun, waiting):
            assert await cancelled(task, after=lambda: asyncio.sleep(0.05)) < 0.5
        blocking.set()
        await memory.remember("after", id="after")
        assert [memory.id for memory in await memory.list()] == ["after", "begun"]
        assert await memory.remember("begun", id="begun") == "begun"  # repeated, it is the same write
        assert await memory.verify() == ([], 2)

    run(work, tmp_path / "a.clew")


def test_writes_cancelled_at_random_leave_the_journal_whole(tmp_path: Path) -> None:
    """Of many batches that are cancelled at any moment each is there with all of its memories, or with none."""

    async def work(memory: AsyncEngine) -> None:
        for batch in range(40):
            drafts = [Draft(id=f"{batch}.{n}", namespace="default", text="text " * 20) for n in range(20)]
            try:
                async with asyncio.timeout(batch * 0.0003):
                    await memory.remember_drafts(drafts)
            except TimeoutError:
                pass
        await memory.link("0.0", "0.1")  # after all that was begun
        ids = {event.payload["id"] for event in memory.engine.journal.events() if event.kind == "remember"}
        assert all(len(ids & {f"{batch}.{n}" for n in range(20)}) in (0, 20) for batch in range(40))
        assert await memory.verify() == ([], memory.engine.journal.head())

    run(work, tmp_path / "a.clew")


def test_opening_that_is_cancelled_leaves_nothing_open(tmp_path: Path) -> None:
    """Whenever it comes; the store can be opened, and no thread is left."""
    before = threading.active_count()

    async def opened() -> AsyncEngine:
        return await clew.aopen(tmp_path / "a.clew")

    async def main() -> None:
        for round in range(12):
            task = asyncio.create_task(opened())
            await asyncio.sleep(round * 0.001)
            task.cancel()
            with suppress(asyncio.CancelledError):
                await (await task).aclose()
        await until(lambda: threading.active_count() <= before)

    asyncio.run(main())
