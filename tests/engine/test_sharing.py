"""The registry of open stores: whoever opens the same store gets the same rooms, and the last one out closes them."""

from __future__ import annotations

import gc
import os
import random
import shutil
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path

import clew
import pytest
from clew.engine.handle import sharing
from clew.engine.handle.store import Store
from clew.engine.journal.journal import Journal
from clew.errors import ModelChanged, StoreClosed, StoreError, StoreNotFound
from toys import toy

pytestmark = pytest.mark.slow


def one(texts: list[str]) -> list[list[float]]:
    return [[1.0, float(len(text))] for text in texts]


def other(texts: list[str]) -> list[list[float]]:
    return [[1.0, float(len(text)), 0.5] for text in texts]


def opened(path: Path | str, **options: object) -> clew.Engine:
    return clew.open(path, **{"background": False, **options})  # type: ignore[arg-type] - options of open


def soon(holds: Callable[[], bool]) -> None:
    end = time.monotonic() + 10
    while not holds():
        assert time.monotonic() < end
        gc.collect()
        time.sleep(0.01)


def is_closed(store: Store) -> bool:
    try:
        store.journal.head()
    except StoreClosed:
        return True
    return False


OTHERS: set[Store] = set()
"""What other tests of this process have open: their fixtures may outlive them."""


def ours() -> set[Store]:
    """The stores of the table that were opened here."""
    return set(sharing._shares) - OTHERS


@pytest.fixture(autouse=True)
def nothing_is_left() -> object:
    """Each test here lets go of all that it opened: the table is as it was, afterwards."""
    OTHERS.clear()
    OTHERS.update(sharing._shares)
    yield
    soon(lambda: not ours())
    assert set(sharing._stores.values()) <= OTHERS
    OTHERS.clear()


# ---- the same --------------------------------------------------------------------------------------


def test_every_way_to_a_store_leads_to_the_same(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """By a link to it or to a folder above, a relative path, a path with detours, a string."""
    with opened(tmp_path / "deep" / "a.clew") as first:
        (tmp_path / "link.clew").symlink_to(tmp_path / "deep" / "a.clew")
        (tmp_path / "above").symlink_to(tmp_path / "deep")
        monkeypatch.chdir(tmp_path / "deep")
        ways = ["a.clew", "../deep/./a.clew", tmp_path / "link.clew", tmp_path / "above" / "a.clew"]
        for way in ways:
            with opened(way) as again:
                assert again.store is first.store and again is not first
        with opened(tmp_path / "b.clew") as another:
            assert another.store is not first.store


def test_two_namespaces_share_a_store_and_nothing_in_it(tmp_path: Path) -> None:
    """Handles of two namespaces see each their own, and stand on one journal."""
    with opened(tmp_path / "a.clew", namespace="ann") as ann, opened(tmp_path / "a.clew", namespace="bob") as bob:
        ann.remember("a secret of one", id="1")
        bob.remember("a secret of the other", id="1")
        assert ann.store is bob.store
        assert (ann.get("1").text, bob.get("1").text) == ("a secret of one", "a secret of the other")
        assert [hit.memory.text for hit in ann.recall("secret")] == ["a secret of one"]


def test_an_embedder_is_agreed_on(tmp_path: Path) -> None:
    """None and the same one share; another is refused with both names, and leaves the first as it was."""
    with opened(tmp_path / "a.clew", embedder=one) as first:
        for same in (None, one, first.embedder):
            opened(tmp_path / "a.clew", embedder=same).close()
        with pytest.raises(ModelChanged, match=r"one.*other"):
            opened(tmp_path / "a.clew", embedder=other)
        first.remember("still open", id="1")
        assert first.recall("open").ids == ["1"]


def test_the_background_thread_is_one(tmp_path: Path) -> None:
    """However many handles ask for it, at once too; and it runs until the last of all handles is closed."""

    def followers() -> int:
        return sum(thread.name == "clew-follower" for thread in threading.enumerate())

    with opened(tmp_path / "a.clew") as plain:
        handles: list[clew.Engine] = []
        threads = [
            threading.Thread(target=lambda: handles.append(opened(tmp_path / "a.clew", background=True)))
            for _ in range(8)
        ]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(20)
        assert len(handles) == 8 and followers() == 1
        for handle in handles:
            handle.close()
        assert followers() == 1 and plain.list() == []
    assert followers() == 0


# ---- closing ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(4))
def test_closing_in_any_order(tmp_path: Path, seed: int) -> None:
    """A closed handle says so while the others work; the files are open until the last is closed."""
    handles = [opened(tmp_path / "a.clew") for _ in range(4)]
    store = handles[0].store
    random.Random(seed).shuffle(handles)
    while handles:
        closed = handles.pop()
        closed.close()
        closed.close()
        with pytest.raises(StoreClosed):
            closed.list()
        for handle in handles:
            handle.remember("x")
            assert handle.store is store
    assert is_closed(store)


def test_a_handle_that_is_let_go_counts_as_closed(tmp_path: Path) -> None:
    """The collector takes its share back, and the last share closes the store."""
    first, second = (opened(tmp_path / "a.clew") for _ in range(2))
    store = first.store
    first.recall("x")  # makes a ring of references, which only the collector undoes
    del first
    soon(lambda: sharing._shares[store] == 1)
    second.remember("the other goes on")
    del second
    soon(lambda: is_closed(store))


def test_an_opening_that_fails_takes_no_share(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever fails, at whatever step, the table is as before."""
    with pytest.raises(StoreNotFound):
        opened(tmp_path / "a.clew", create=False)
    with pytest.raises(clew.ClewError):
        opened(tmp_path / "a.clew", embedder=7)
    monkeypatch.setattr("clew.engine.handle.engine.Scribe", lambda *_: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        opened(tmp_path / "a.clew")
    soon(lambda: not ours())


# ---- at once ---------------------------------------------------------------------------------------


def test_threads_open_and_close_at_once(tmp_path: Path) -> None:
    """Eight of them, on two stores: each reads its own writes, nothing is lost, and nothing stays open."""
    raised: list[BaseException] = []

    def work(number: int) -> None:
        dice = random.Random(number)
        try:
            for own in range(12):
                with opened(tmp_path / f"{dice.randrange(2)}.clew", background=dice.random() < 0.2) as memory:
                    memory.remember("text", id=f"{number}.{own}")
                    assert memory.get(f"{number}.{own}").text == "text"
        except BaseException as error:
            raised.append(error)

    threads = [threading.Thread(target=work, args=(number,)) for number in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    assert raised == [] and not ours()
    total = 0
    for name in ("0.clew", "1.clew"):
        with opened(tmp_path / name) as memory:
            total += len(memory.list(limit=200))
            assert memory.verify()[0] == []
    assert total == 8 * 12


def test_opening_one_store_waits_for_no_other(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """While one is slow to open, or to close, another is opened, used and closed."""
    gate, begun = threading.Event(), threading.Event()
    plain = Journal.open.__func__  # type: ignore[attr-defined] - the function under it

    def slow(cls: type[Journal], path: Path, **options: object) -> Journal:
        if path.name == "slow.clew":
            begun.set()
            assert gate.wait(20)
        return plain(cls, path, **options)

    monkeypatch.setattr(Journal, "open", classmethod(slow))
    opening = threading.Thread(target=lambda: opened(tmp_path / "slow.clew").close())
    opening.start()
    assert begun.wait(20)
    with opened(tmp_path / "quick.clew") as memory:
        memory.remember("x")
    assert opening.is_alive()
    gate.set()
    opening.join(20)


def test_opening_while_the_last_one_closes(tmp_path: Path) -> None:
    """Whoever comes then gets a store of its own, with all that was written."""
    for round in range(10):
        first = opened(tmp_path / "a.clew", background=round % 2 == 0)
        first.remember("text", id=f"{round}")
        closing = threading.Thread(target=first.close)
        closing.start()
        with opened(tmp_path / "a.clew") as second:
            assert second.get(f"{round}").text == "text"
            second.remember("more", id=f"{round} more")
        closing.join(20)
    with opened(tmp_path / "a.clew") as memory:
        assert len(memory.list()) == 20


# ---- another at the same place ---------------------------------------------------------------------


@pytest.mark.skipif(os.name == "nt", reason="this system holds open files in their place")
def test_a_store_that_was_removed_and_made_again_is_another(tmp_path: Path) -> None:
    """The handle on the old one refuses to read or write either; the new one is empty, and then is the only one."""
    old = opened(tmp_path / "a.clew")
    old.remember("of the old", id="1")
    shutil.rmtree(tmp_path / "a.clew")
    for use in (lambda: old.remember("lost"), lambda: old.list(), lambda: old.recall("old"), lambda: old.get("1")):
        with pytest.raises(StoreClosed, match="removed"):
            use()
    with opened(tmp_path / "a.clew") as new:
        assert new.list() == [] and new.store is not old._share.store
        new.remember("of the new", id="2")
        with pytest.raises(StoreClosed):
            old.list()
        old.close()
        assert [memory.id for memory in new.list()] == ["2"]


@pytest.mark.skipif(os.name == "nt", reason="this system holds open files in their place")
def test_a_store_that_was_moved_is_opened_where_it_is(tmp_path: Path) -> None:
    """Its handle refuses; opened at its new place it has everything, and closing the old handle does no harm."""
    old = opened(tmp_path / "a.clew")
    old.remember("moved", id="1")
    (tmp_path / "a.clew").rename(tmp_path / "b.clew")
    with pytest.raises(StoreClosed, match="moved"):
        old.remember("lost")
    with opened(tmp_path / "b.clew") as new, opened(tmp_path / "b.clew") as third:
        assert third.store is new.store
        new.remember("at the new place", id="2")
        old.close()
        new.remember("after the old one went", id="3")
        assert {memory.id for memory in third.list()} == {"1", "2", "3"} and new.verify() == ([], 3)
    with opened(tmp_path / "b.clew") as again:
        assert len(again.list()) == 3
    with pytest.raises(StoreError):
        opened(tmp_path / "a.clew", create=False)


# ---- forks and ends --------------------------------------------------------------------------------


FORKER = """
import asyncio, os, sys, threading, clew
from clew.engine.handle import sharing
from clew.errors import StoreClosed

memory, shared = clew.open(sys.argv[1]), clew.open(sys.argv[1])
memory.remember("a", id="a")
async def opened():
    return await clew.aopen(sys.argv[1])

asynchronous = asyncio.run(opened())
asyncio.run(asynchronous.list())
uses = [
    lambda: memory.get("a"), lambda: memory.list(), lambda: memory.remember("x"), lambda: memory.recall("x"),
    lambda: memory.plan("MATCH (m:Memory) RETURN m"), lambda: memory.links("a"), lambda: memory.verify(),
    lambda: asyncio.run(asynchronous.list()), lambda: asyncio.run(asynchronous.remember("x")),
]
held, go = threading.Event(), threading.Event()

def holds():  # every lock that a method could wait for is held by a thread that the child has not
    store = memory.store
    with sharing._lock, store._starting, store.projection._draining, store.journal._connections._opening:
        held.set()
        go.wait(20)

holder = threading.Thread(target=holds)
holder.start()
held.wait(20)
child = os.fork()
if child == 0:
    for use in uses:
        try:
            use()
        except StoreClosed as error:
            assert "fork" in str(error), error
        else:
            os._exit(3)
    memory.close()
    asyncio.run(asynchronous.aclose())
    del shared
    with clew.open(sys.argv[1]) as own, clew.open(sys.argv[1]) as again:
        assert own.store is again.store and own.get("a").text == "a"
        own.remember("of the child", id="b")
    assert not sharing._shares
    os._exit(0)
go.set()
holder.join()
assert os.waitpid(child, 0)[1] == 0
memory.close()
assert {found.id for found in shared.list()} == {"a", "b"}
shared.remember("the parent goes on", id="c")
shared.close()
asyncio.run(asynchronous.aclose())
assert not sharing._shares and threading.active_count() < 8
"""


@pytest.mark.skipif(not hasattr(os, "fork"), reason="this system has no fork")
def test_a_forked_child_has_none_of_its_parents_stores(tmp_path: Path) -> None:
    """Every method of every handle says so, whatever locks were held at the fork; the child opens its own, and what it
    lets go of is not the parent's.
    """
    run = subprocess.run(
        [sys.executable, "-c", FORKER, str(tmp_path / "a.clew")], capture_output=True, text=True, timeout=60
    )
    assert run.returncode == 0, run.stderr


LEAVER = """
import asyncio, sys, clew
handles = [clew.open(sys.argv[1]) for _ in range(3)] + [clew.open(sys.argv[1] + ".other.clew", background=False)]
handles[0].remember("text", id="a")
handles[0].query("MATCH (m:Memory) RETURN m.id")

async def main():
    memory = await clew.aopen(sys.argv[1])
    handles.append(memory)
    await memory.recall("text")
    asyncio.create_task(memory.remember("begun", id="b"))
    await asyncio.sleep(0)

asyncio.run(main())
if len(sys.argv) > 2:
    raise RuntimeError("leaving badly")
print("left")
"""


@pytest.mark.parametrize("badly", [(), ("badly",)], ids=["well", "badly"])
def test_leaving_with_open_handles(tmp_path: Path, badly: tuple[str, ...]) -> None:
    """The interpreter ends at once and quietly, with its files closed: no log of SQLite's, no private folder."""
    command = [sys.executable, "-X", "dev", "-c", LEAVER, str(tmp_path / "a.clew"), *badly]
    run = subprocess.run(command, capture_output=True, text=True, timeout=40)
    assert run.returncode == len(badly) and run.stderr.count("Traceback") == len(badly), run.stderr
    assert "Exception ignored" not in run.stderr and "clew" not in run.stderr.replace("a.clew", ""), run.stderr
    assert {path.name for path in (tmp_path / "a.clew").iterdir()} <= {"journal.sqlite", "journal.head", "snaps"}
    assert list((tmp_path / "a.clew").glob("snaps/private-*")) == []
    with opened(tmp_path / "a.clew") as memory:
        assert {"a"} <= {found.id for found in memory.list()} <= {"a", "b"}


def test_a_wrong_embedder_opens_nothing(tmp_path: Path) -> None:
    """A store whose vectors are of another model is not opened with this one, and whoever comes after is served."""
    with clew.open(tmp_path / "a.clew", embedder=toy("one", 4)) as memory:
        memory.remember("vendor", id="m")
        memory.recall("vendor")
    with pytest.raises(ModelChanged, match=r"one.*other"):
        clew.open(tmp_path / "a.clew", embedder=toy("other", 6))
    with clew.open(tmp_path / "a.clew", embedder=toy("one", 4)) as memory:
        with pytest.raises(ModelChanged, match=r"one.*other"):
            clew.open(tmp_path / "a.clew", embedder=toy("other", 4))
        assert memory.recall("vendor").ids == ["m"]
        memory.remember("another vendor")


def test_an_embedder_that_nobody_chose_gives_way(tmp_path: Path) -> None:
    """A handle that named no model, of a store whose model only a program can give, is served once another names it."""
    with clew.open(tmp_path / "a.clew", embedder=toy("one", 4)) as memory:
        memory.remember("vendor", id="m")
        memory.recall("vendor")
    with clew.open(tmp_path / "a.clew") as unnamed:
        assert [one.id for one in unnamed.list()] == ["m"]
        with pytest.raises(ModelChanged):
            unnamed.recall("vendor")
        with clew.open(tmp_path / "a.clew", embedder=toy("one", 4)) as memory:
            assert memory.recall("vendor").ids == unnamed.recall("vendor").ids == ["m"]
