"""The engine under asyncio: the same methods, a loop that never waits, order, cancelling, an end that is whole."""

from __future__ import annotations

import asyncio
import contextvars
import threading
import time
from inspect import getattr_static, iscoroutinefunction, isfunction, signature
from pathlib import Path

import clew
import pytest
from awaiting import run, vectors
from clew.engine.handle.asynchronous import AsyncEngine
from clew.engine.handle.engine import Engine
from clew.engine.handle.workers import READERS
from clew.engine.running import cancel
from clew.engine.values.model import Draft
from clew.errors import MemoryNotFound, ParseError, StoreClosed, StoreNotFound

pytestmark = pytest.mark.slow

NAMED_OTHERWISE = {"close": "aclose"}


def methods(of: type) -> list[str]:
    own = [base for base in of.__mro__ if base.__module__.startswith("clew.")]
    found = {name: value for base in reversed(own) for name, value in vars(base).items()}
    return [name for name, value in found.items() if isfunction(value) and not name.startswith("_")]


# ---- the same methods -----------------------------------------------------------------------------


@pytest.mark.parametrize("name", methods(Engine))
def test_every_method_is_there_awaited(name: str) -> None:
    """Each public method of Engine has its counterpart: the same parameters, the same result, and a docstring."""
    plain, other = getattr_static(Engine, name), getattr_static(AsyncEngine, NAMED_OTHERWISE.get(name, name))
    assert iscoroutinefunction(other) and other.__doc__
    assert signature(other) == signature(plain)


def test_nothing_else_is_there() -> None:
    """AsyncEngine has no public method that Engine has not; `aopen` takes what `open` does."""
    assert sorted(methods(AsyncEngine)) == sorted(NAMED_OTHERWISE.get(name, name) for name in methods(Engine))
    assert signature(clew.aopen).parameters == signature(clew.open).parameters


def test_both_answer_the_same(tmp_path: Path) -> None:
    """What one handle writes the other reads, and each question has one answer, whoever asks."""

    async def work(memory: AsyncEngine) -> None:
        first = await memory.remember("vendor A quoted 40 EUR", task="T", id="a", tags=["price"])
        await memory.remember_drafts([Draft(id="b", namespace="default", text="vendor B quoted 50 EUR", task="T")])
        await memory.remember("a slip", id="c")
        await memory.link("a", "b", "CONTRADICTS", reason="dearer")
        await memory.link("a", "c")
        await memory.unlink("a", "c")
        await memory.forget("c")
        with pytest.raises(MemoryNotFound):
            await memory.get("c")
        await memory.restore("c")
        with clew.open(memory.path) as plain:
            statement = "MATCH (m:Memory) RETURN m.id, m.text ORDER BY m.id"
            assert (await memory.query(statement)).values == plain.query(statement).values
            assert (await memory.recall("vendor", k=2)).ids == plain.recall("vendor", k=2).ids
            assert await memory.context("vendor", task="T") == plain.context("vendor", task="T")
            assert await memory.insights("vendor") == plain.insights("vendor")
            assert await memory.get(first) == plain.get("a")
            assert await memory.list(task="T") == plain.list(task="T")
            assert await memory.links("a") == plain.links("a")
            assert await memory.plan(statement) == plain.plan(statement)
            assert await memory.verify() == plain.verify() and await memory.doctor(fix=True) == plain.doctor()
            assert (await memory.stats())["memories"] == plain.stats()["memories"] == 3
            assert await memory.rebuild() > 0
            with (tmp_path / "events").open("w") as file:
                assert await memory.export(file) == plain.journal.head()
        with pytest.raises(ParseError):
            await memory.query("nonsense")

    run(work, tmp_path / "a.clew")


def test_opening_is_awaited_or_entered(tmp_path: Path) -> None:
    """Both give an open handle; what cannot be opened raises where it is awaited."""

    async def main() -> None:
        memory = await clew.aopen(tmp_path / "a.clew", namespace="mine")
        assert (memory.namespace, memory.path) == ("mine", tmp_path / "a.clew")
        async with memory:
            await memory.remember("x", id="x")
        await memory.aclose()
        with pytest.raises(StoreClosed):
            await memory.get("x")
        async with clew.aopen(tmp_path / "a.clew", namespace="mine") as again:
            assert (await again.get("x")).text == "x"
        with pytest.raises(StoreNotFound):
            await clew.aopen(tmp_path / "nowhere.clew", create=False)

    asyncio.run(main())


# ---- a loop that never waits ----------------------------------------------------------------------


async def lags(stop: asyncio.Event) -> list[float]:
    """Return by how many seconds each of many naps of a millisecond was too long, in order of length."""
    found: list[float] = []
    while not stop.is_set():
        start = time.perf_counter()
        await asyncio.sleep(0.001)
        found.append(time.perf_counter() - start - 0.001)
    return sorted(found)


def test_the_loop_goes_on_while_an_embedder_takes_its_time(tmp_path: Path) -> None:
    """With 200 ms for every call of the embedder, 99 naps of 100 end in time while others write and ask."""

    def slow(texts: list[str]) -> list[list[float]]:
        time.sleep(0.2)
        return vectors(texts)

    async def work(memory: AsyncEngine) -> list[float]:
        await memory.remember("a first vendor")
        stop = asyncio.Event()
        watching = asyncio.create_task(lags(stop))

        async def writes() -> None:
            for number in range(40):
                await memory.remember(f"vendor {number} quoted", task="T")

        async def asks() -> None:
            for number in range(2):
                assert await memory.recall(f"what did vendor {number} quote?")

        await asyncio.gather(writes(), asks(), asks(), asks())
        stop.set()
        return await watching

    found = run(work, tmp_path / "a.clew", embedder=slow)
    assert len(found) > 100 and found[len(found) * 99 // 100] < 0.1  # half of what one call takes


def test_reads_go_side_by_side(tmp_path: Path) -> None:
    """As many reads as there are threads for run at the same moment, and a write beside them."""
    together = threading.Barrier(READERS + 1)

    async def work(memory: AsyncEngine) -> None:
        meet = asyncio.gather(*(memory._read(lambda: together.wait(20)) for _ in range(READERS)))
        await memory._write(lambda: together.wait(20))
        await meet

    run(work, tmp_path / "a.clew")


def test_writes_keep_the_order_in_which_they_were_awaited(tmp_path: Path) -> None:
    """Also between handles, however many wait: the journal has them as they were asked for."""

    async def work(memory: AsyncEngine) -> list[str]:
        async with clew.aopen(memory.path, namespace="default") as other:
            tasks = [asyncio.create_task((memory, other)[n % 2].remember(f"text {n}", id=f"{n}")) for n in range(60)]
            await asyncio.gather(*tasks)
        return [event.payload["id"] for event in memory.engine.journal.events()]

    assert run(work, tmp_path / "a.clew") == [f"{n}" for n in range(60)]


def test_what_the_context_holds_comes_along(tmp_path: Path) -> None:
    """A context variable of the task is seen by what runs in the worker: an embedder, or a counter of tokens."""
    who = contextvars.ContextVar("who", default="nobody")
    seen: list[str] = []

    def embed(texts: list[str]) -> list[list[float]]:
        seen.append(who.get())
        return vectors(texts)

    async def work(memory: AsyncEngine) -> None:
        await memory.remember("vendor")
        who.set("the task")
        await memory.recall("vendor")

    run(work, tmp_path / "a.clew", embedder=embed, background=False)
    assert set(seen) == {"the task"}


def test_an_embedder_may_be_a_coroutine_function(tmp_path: Path) -> None:
    """It is awaited in a loop of its own, from any thread, and a plain handle can use it as well."""
    loops: set[int] = set()

    async def embed(texts: list[str]) -> list[list[float]]:
        await asyncio.sleep(0.001)
        loops.add(id(asyncio.get_running_loop()))
        return vectors(texts)

    async def work(memory: AsyncEngine) -> list[str]:
        await memory.remember("vendor", id="a")
        assert (await memory.recall("vendor")).ids == ["a"]
        assert id(asyncio.get_running_loop()) not in loops
        with clew.open(memory.path, embedder=embed) as plain:  # the same, and not another model
            return plain.recall("seller").ids

    assert run(work, tmp_path / "a.clew", embedder=embed) == ["a"] and len(loops) == 1


def test_no_cancel_is_left_in_the_thread(tmp_path: Path) -> None:
    """What ran under one that was cancelled does not end what comes after it in the same thread."""

    async def work(memory: AsyncEngine) -> None:
        found = await asyncio.gather(*(memory._read(cancel.current) for _ in range(8)))
        assert len({id(one) for one in found}) == 8
        assert await memory._write(cancel.current) is None
        assert cancel.current() is None

    run(work, tmp_path / "a.clew")
