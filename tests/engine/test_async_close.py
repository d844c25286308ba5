"""Closing an asynchronous handle, with work under way or none: what had begun is whole, and nothing stays open."""

from __future__ import annotations

import asyncio
import gc
import threading
import time
from pathlib import Path

import clew
import pytest
from awaiting import ENDLESS, block_writes, cancelled, until
from clew.engine.handle.asynchronous import AsyncEngine
from clew.engine.handle.workers import READERS
from clew.errors import StoreClosed

pytestmark = pytest.mark.slow


@pytest.fixture
def blocking(monkeypatch: pytest.MonkeyPatch) -> threading.Event:
    return block_writes(monkeypatch)


def test_closing_with_work_under_way(tmp_path: Path, blocking: threading.Event) -> None:
    """Writes that were awaited before are completed, reads that run end with StoreClosed, and so does what comes."""
    before = threading.active_count()

    async def main() -> None:
        memory = await clew.aopen(tmp_path / "a.clew")
        reading = [asyncio.create_task(memory.query(ENDLESS["evaluator"])) for _ in range(READERS + 2)]
        writing = [asyncio.create_task(memory.remember(f"text {n}", id=f"{n}")) for n in range(3)]
        await asyncio.sleep(0.05)
        closing = [asyncio.create_task(memory.aclose()) for _ in range(2)]
        await asyncio.sleep(0.05)
        with pytest.raises(StoreClosed):
            await memory.remember("too late")
        blocking.set()
        assert await asyncio.gather(*writing) == ["0", "1", "2"]
        found = await asyncio.gather(*reading, return_exceptions=True)
        assert [type(error) for error in found] == [StoreClosed] * len(reading)
        await asyncio.gather(*closing)
        await memory.aclose()
        with clew.open(tmp_path / "a.clew", background=False) as plain:
            assert len(plain.list()) == 3 and plain.verify() == ([], 3)
        await until(lambda: threading.active_count() <= before)

    asyncio.run(main())


def test_a_closing_that_is_cancelled_goes_on(tmp_path: Path, blocking: threading.Event) -> None:
    """The task ends at once; the write before is completed, and the files are let go of."""

    async def main() -> None:
        memory = await clew.aopen(tmp_path / "a.clew")
        writing = asyncio.create_task(memory.remember("text", id="a"))
        await asyncio.sleep(0.02)
        closing = asyncio.create_task(memory.aclose())
        assert await cancelled(closing, after=lambda: asyncio.sleep(0.02)) < 0.5
        blocking.set()
        assert await writing == "a"
        await memory.aclose()
        with pytest.raises(StoreClosed):
            memory.engine.get("a")

    asyncio.run(main())


def test_the_plain_handle_may_be_closed_first(tmp_path: Path) -> None:
    """Then every method says so, and `aclose` has nothing to do."""

    async def main() -> None:
        memory = await clew.aopen(tmp_path / "a.clew")
        memory.engine.close()
        for use in (memory.list(), memory.remember("x")):
            with pytest.raises(StoreClosed):
                await use
        await memory.aclose()

    asyncio.run(main())


def test_plain_and_asynchronous_handles_share_a_store(tmp_path: Path) -> None:
    """Whichever is closed first, the other goes on."""

    async def main() -> None:
        with clew.open(tmp_path / "a.clew") as plain:
            memory = await clew.aopen(tmp_path / "a.clew")
            assert memory.engine.store is plain.store
            await memory.remember("one", id="1")
            assert plain.get("1").text == "one"
            await memory.aclose()
            plain.remember("two", id="2")
            memory = await clew.aopen(tmp_path / "a.clew")
        assert [found.id for found in await memory.list()] == ["2", "1"]
        await memory.aclose()

    asyncio.run(main())


def test_several_loops_use_one_handle(tmp_path: Path) -> None:
    """Each in a thread of its own, at once, and one after another: a handle belongs to none."""

    async def opened() -> AsyncEngine:
        return await clew.aopen(tmp_path / "a.clew")

    memory = asyncio.run(opened())
    raised: list[BaseException] = []

    async def work(number: int) -> None:
        for own in range(10):
            await memory.remember(f"text {number} {own}", id=f"{number}.{own}")
            assert (await memory.get(f"{number}.{own}")).text == f"text {number} {own}"

    def loop(number: int) -> None:
        try:
            asyncio.run(work(number))
        except BaseException as error:
            raised.append(error)

    threads = [threading.Thread(target=loop, args=(number,)) for number in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(30)
    assert raised == []
    assert len(asyncio.run(memory.list())) == 40
    asyncio.run(memory.aclose())


def test_a_loop_that_ends_leaves_the_store_whole(
    tmp_path: Path, blocking: threading.Event, capfd: pytest.CaptureFixture[str]
) -> None:
    """`asyncio.run` that returns under a write and a query: what had begun is completed, what nobody awaits ends."""
    handles: list[AsyncEngine] = []

    async def main() -> None:
        memory = await clew.aopen(tmp_path / "a.clew")
        handles.append(memory)
        writing = asyncio.create_task(memory.remember("text", id="a"))
        reading = asyncio.create_task(memory.query(ENDLESS["evaluator"]))
        await asyncio.sleep(0.05)
        assert not writing.done() and not reading.done()

    asyncio.run(main())
    assert handles[0]._running == set()
    blocking.set()
    asyncio.run(handles[0].aclose())
    with clew.open(tmp_path / "a.clew") as plain:
        assert plain.get("a").text == "text"
    assert capfd.readouterr().err == ""


def test_a_handle_that_is_let_go_closes_the_store(tmp_path: Path) -> None:
    """Without `aclose`: no thread and no entry stays."""
    from clew.engine.handle import sharing

    before, others = threading.active_count(), set(sharing._shares)

    async def main() -> None:
        memory = await clew.aopen(tmp_path / "a.clew")
        await memory.remember("x")
        await memory.recall("x")

    asyncio.run(main())
    end = time.monotonic() + 10
    while threading.active_count() > before or set(sharing._shares) - others:
        assert time.monotonic() < end
        gc.collect()
        time.sleep(0.01)
