"""An engine used where it must not be: in a child made by fork, after closing, while another thread closes it; and a
store on a disk that nobody may write.

Every use is refused at once, by StoreClosed; nothing hangs, nothing is lost, and the parent feels nothing of it. On a
disk that may only be read, all reading works as ever.
"""

from __future__ import annotations

import os
import random
import shutil
import threading
import time
from collections.abc import Callable, Generator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import clew
from clew.errors import StoreClosed, StoreError

from .children import Child, Say, answer
from .report import Report
from .rooms import mount, unmount
from .stores import check_sound, held, opened, publish_often
from .uses import USES

SHORT = {"rounds": 1}

AT_ONCE = 2.0
"""Seconds that all the refusals together may take, on a busy machine."""
FORKS = 3
"""Children of one parent, while its threads work."""
NOBODY = 65534
QUESTIONS = (
    "MATCH (a:Memory)-[:CAUSED]->(b:Memory) RETURN a.id, b.id ORDER BY a.id, b.id",
    "RECALL 5 FOR 'vendor' RETURN m.id",
    "TRACE CAUSES OF 'm9'",
)


def drill(folder: Path, *, seed: int, rounds: int = 60) -> Report:
    """Let `rounds` parents fork and close while their threads work; then read where nobody may write."""
    publish_often()
    acknowledged = sum(_round(folder / f"{number}.clew", random.Random(f"{seed} {number}")) for number in range(rounds))
    ways = _read_only(folder)
    return Report(
        "forks",
        (
            (f"children forked from a parent at work, each of which tried {len(USES)} uses", f"{rounds * FORKS:,}"),
            ("uses that were not refused at once; that hung", "0; 0"),
            ("engines closed under threads that used them, which got anything but StoreClosed", f"{rounds:,}, 0"),
            ("writes of parents and children acknowledged, lost", f"{acknowledged:,}, 0"),
            (f"answers from {' and '.join(ways)} that differ", "0"),
        ),
        () if len(ways) > 1 else ("a disk mounted for reading alone, which this system does not allow",),
    )


# ---- forks and closing -----------------------------------------------------------------------------------


def _round(store: Path, dice: random.Random) -> int:
    """Let one parent live, hold its store to what it acknowledged, and return how many writes that was."""
    lines = Child(lambda say: _parent(store, dice, say), store.with_suffix(".diary")).wait()
    wanted = {line[1] for line in lines if line[0] == "acknowledged"}
    answer(lambda: _checked(store, wanted), store.with_suffix(".check"))
    return len(wanted)


def _parent(store: Path, dice: random.Random, say: Say) -> None:
    """Work in three threads, fork meanwhile, and close under the threads."""
    ended: list[BaseException] = []
    memory = opened(store, background=True)
    memory.remember("a first one", id="a")
    # A module that a thread is importing while its process forks stays locked in the child, and Python knows no cure.
    for question in QUESTIONS[:2]:
        memory.query(question)

    def forever(name: str, use: Callable[[int], object]) -> None:
        try:
            for number in range(10**9):
                use(number)
        except BaseException as error:
            ended.append(error)

    def write(number: int) -> None:
        id = memory.remember(f"vendor {number}", id=f"parent.{number}", task="T", causes=[f"parent.{number - 1}"])
        say("acknowledged", id)

    works: dict[str, Callable[[int], object]] = {
        "write": write,
        "query": lambda _: memory.query(QUESTIONS[0]),
        "recall": lambda _: memory.recall("vendor", k=3),
    }
    threads = [threading.Thread(target=forever, args=work) for work in works.items()]
    for thread in threads:
        thread.start()
    for number in range(FORKS):
        time.sleep(dice.uniform(0.0, 0.1))
        _fork(memory, store, f"child {number}", say)
    time.sleep(dice.uniform(0.0, 0.1))
    memory.close()
    for thread in threads:
        thread.join(20)
    held(not any(thread.is_alive() for thread in threads), "a thread hangs after closing")
    held([type(error) for error in ended] == [StoreClosed] * len(works), "after closing:", ended)
    _refused(memory)


def _fork(memory: clew.Engine, store: Path, name: str, say: Say) -> None:
    """Fork a child that tries everything, and wait for it."""

    def work(own: Say) -> None:
        start = time.monotonic()
        _refused(memory)
        memory.close()
        held(time.monotonic() - start < AT_ONCE, "refusals took", time.monotonic() - start, "s")
        with opened(store, background=True) as mine:
            say("acknowledged", mine.remember("from a child", id=name))
            held(len(mine.recall("child", k=3)) > 0, "a child's own engine finds nothing")

    Child(work, store.with_suffix(f".{name}.diary")).wait(20)


def _refused(memory: clew.Engine) -> None:
    for name, use in USES.items():
        try:
            use(memory)
        except StoreClosed:
            continue
        raise AssertionError(f"{name} was not refused")


def _checked(store: Path, wanted: set[str]) -> None:
    with opened(store) as memory:
        found = {row["m.id"] for row in memory.query("MATCH (m:Memory) RETURN m.id").to_dicts()}
        held(found == wanted | {"a"}, "lost or new:", found ^ wanted)
        check_sound(memory)


# ---- where nobody may write --------------------------------------------------------------------------------


def _read_only(folder: Path) -> list[str]:
    """Ask the same store in its place, on a disk that is mounted for reading alone, and in a folder that is locked."""
    store = folder / "read.clew"
    answer(lambda: _make(store), folder / "make.diary")
    wanted = answer(lambda: _asked(store), folder / "ask.diary")
    ways: list[str] = []
    for name, place in (("a read-only disk", _mounted), ("a read-only folder", _locked)):
        with place(folder, store) as (found, user):
            if found is not None:
                diary = folder / f"{name}.diary"
                seen = answer(lambda found=found, user=user: _asked(found, user=user, refuses=True), diary)
                held(seen == wanted, name, "answers otherwise:", seen, wanted)
                ways.append(name)
    return ways


@contextmanager
def _mounted(folder: Path, store: Path) -> Generator[tuple[Path | None, int | None]]:
    place = folder / "mounted"
    place.mkdir()
    if not mount(place, "-t", "tmpfs", "-o", "size=64m,mode=755", "tmpfs"):
        yield None, None
        return
    try:
        copy = Path(shutil.copytree(store, place / "a.clew"))
        yield (copy if mount(place, "-o", "remount,ro") else None), None
    finally:
        unmount(place)


@contextmanager
def _locked(folder: Path, store: Path) -> Generator[tuple[Path | None, int | None]]:
    """Take every right to write away, and be a user whom that stops."""
    copy, user = Path(shutil.copytree(store, folder / "locked.clew")), os.geteuid() or NOBODY
    paths = [copy, *copy.rglob("*")]
    for path in paths:
        if os.geteuid() == 0:
            os.chown(path, user, user)
        path.chmod(0o500 if path.is_dir() else 0o400)
    open_to_all = [place for place in copy.parents if place.stat().st_uid == os.geteuid() and place != Path("/")]
    modes = [(place, place.stat().st_mode) for place in open_to_all]
    for place, mode in modes:
        place.chmod(mode | 0o011)
    try:
        yield copy, user
    finally:
        for place, mode in modes:
            place.chmod(mode)
        for path in paths:
            path.chmod(0o700)


def _make(store: Path) -> None:
    with opened(store) as memory:
        for number in range(45):
            memory.remember(f"vendor {number}", id=f"m{number}", task="T", causes=[f"m{number - 1}"])
        memory.projection.drain()
        memory.projection.publish()


def _asked(store: Path, *, user: int | None = None, refuses: bool = False) -> Any:
    """Return what the store answers; where it `refuses`, a write must be met by one of our errors."""
    if user is not None and os.geteuid() == 0:
        os.setegid(user)
        os.seteuid(user)
    with opened(store) as memory:
        found = [repr(memory.query(question).values) for question in QUESTIONS]
        found += [repr(memory.list(limit=99)), repr(memory.verify()), memory.context("vendor").text]
        if refuses:
            _refuses_writes(memory)
        return found


def _refuses_writes(memory: clew.Engine) -> None:
    try:
        memory.remember("new")
    except StoreError:
        return
    raise AssertionError("a store that may only be read took a write")
