"""A disk that fills up while a store is written, drained into a graph on the disk, published, or rebuilt.

Whatever happens is one of our errors, and never the end of the process; what was acknowledged can be read meanwhile;
and when there is room again, the store opens, has it all, and takes more.
"""

from __future__ import annotations

import random
import shutil
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeAlias

import clew
from clew.engine.projection import graph_keeper

from .children import Child, Say, answer
from .report import Report
from .rooms import Disk, disk
from .stores import check_sound, held, opened, publish_often, state_of

SHORT = {"sizes": 2}

BEFORE, MORE = 30, 40
"""Memories in the store when the disk fills up, and writes that are tried then."""
FOR_WRITES, FOR_GRAPHS = 1 << 20, 80 << 20
"""Bytes of room that are tried at most: 40 writes take 0.7 MB, and a graph asks for 32 MB before it is begun."""

Squeeze: TypeAlias = Callable[[], None]
"""Lets the disk fill up."""
Phase: TypeAlias = Callable[[clew.Engine, Squeeze, Say], None]


def drill(folder: Path, *, seed: int, sizes: int = 40, limited: int = 0) -> Report:
    """Try `sizes` amounts of room, small ones more often, in each of the four phases.

    limited: 1 for a limit on the size of files, also where a small disk could be mounted.
    """
    publish_often(1)
    dice, seen = random.Random(seed), Counter[str]()
    answer(lambda: _make(folder / "base.clew"), folder / "make.diary")
    with disk(folder / "disk", limited=bool(limited)) as place:
        for name in PHASES:
            for number in range(sizes):
                seen.update(_once(folder, place, name, number / max(1, sizes - 1), dice))
    return Report(
        "disk_full",
        (
            (f"rounds on {place.kind}: {', '.join(PHASES)}", " + ".join([str(sizes)] * len(PHASES))),
            ("steps that were refused, each with one of our errors", f"{seen['refused']:,}"),
            ("steps that went through", f"{seen['done']:,}"),
            ("processes that died, stores that did not open when there was room again", "0, 0"),
            ("memories acknowledged on a disk that filled up, lost", f"{seen['acknowledged']:,}, 0"),
        ),
    )


def _once(folder: Path, place: Disk, phase: str, share: float, dice: random.Random) -> Counter[str]:
    store, diary = place.folder / "a.clew", folder / "full.diary"
    shutil.copytree(folder / "base.clew", store)
    diary.unlink(missing_ok=True)
    room = int((FOR_WRITES if phase == "append" else FOR_GRAPHS) * share**2)
    late = dice.random() < 0.5
    try:
        child = Child(lambda say: _live(PHASES[phase], store, lambda: place.squeeze(room), late, say), diary)
        lines = child.wait()
        place.relieve()
        acknowledged = [line[1] for line in lines if line[0] == "acknowledged"]
        answer(lambda: _recovered(store, acknowledged), folder / "check.diary")
    except AssertionError as error:
        raise AssertionError(f"{phase}, {room:,} bytes of room, {'late' if late else 'early'}: {error}") from error
    finally:
        place.relieve()
        shutil.rmtree(store)
    return Counter(line[0] for line in lines)


# ---- the phases ------------------------------------------------------------------------------------------


def _live(phase: Phase, store: Path, squeeze: Squeeze, late: bool, say: Say) -> None:
    """Live through a phase, with a disk that fills up before the store is opened, or (late) while it is open."""
    graph_keeper.ON_DISK_ABOVE = 0  # every graph lies on the disk
    if not late:
        squeeze()
    engines: list[clew.Engine] = []
    if _try(say, lambda: engines.append(opened(store))):
        with engines[0] as memory:
            phase(memory, squeeze if late else lambda: None, say)


def _append(memory: clew.Engine, squeeze: Squeeze, say: Say) -> None:
    """Writes, with a question now and then."""
    squeeze()
    said: list[str] = []
    for number in range(MORE):
        _remember(memory, f"new {number}", said, say)
        if number % 8 == 0:
            _check_readable(memory, said)


def _drain(memory: clew.Engine, squeeze: Squeeze, say: Say) -> None:
    """Queries that first bring new memories into a graph on the disk."""
    said: list[str] = []
    for number in range(MORE):
        _remember(memory, f"new {number}", said, say)
        if number == MORE // 2:
            squeeze()
        if number % 4 == 0:
            _try(say, lambda: memory.query("MATCH (m:Memory)-[:TAGGED]->(t) RETURN m.id, t.name"))
    _check_readable(memory, said)


def _publish(memory: clew.Engine, squeeze: Squeeze, say: Say) -> None:
    """Snapshots, one after another."""
    squeeze()
    for _ in range(3):
        _try(say, memory.projection.drain)
        _try(say, memory.projection.publish)
    _check_readable(memory, [])


def _rebuild(memory: clew.Engine, squeeze: Squeeze, say: Say) -> None:
    """Everything derived thrown away, and a graph on the disk made again."""
    squeeze()
    for _ in range(3):
        _try(say, memory.rebuild)
        _try(say, lambda: memory.query("MATCH (m:Memory) RETURN m.id"))
    _check_readable(memory, [])


PHASES: dict[str, Phase] = {"append": _append, "drain": _drain, "publish": _publish, "rebuild": _rebuild}


# ---- steps ---------------------------------------------------------------------------------------------


def _try(say: Say, step: Callable[[], Any]) -> bool:
    """Return whether a step went through; anything but an error of ours goes on to the drill."""
    try:
        step()
    except clew.ClewError as error:
        say("refused", type(error).__name__, str(error)[:120])
        return False
    say("done")
    return True


def _remember(memory: clew.Engine, id: str, said: list[str], say: Say) -> None:
    """Try to write a memory of 2 KB, and note it where that was acknowledged."""
    text = f"vendor {id} " + "".join(f"word{place} " for place in range(300))
    if _try(say, lambda: memory.remember(text, id=id, task="T", tags=["red"], causes=["m0"])):
        said.append(id)
        say("acknowledged", id)


def _check_readable(memory: clew.Engine, said: list[str]) -> None:
    """Hold a store on a full disk to what does not need the disk: columns, words, vectors, texts."""
    held(all(memory.get(id).id == id for id in said), "a full disk hides what was acknowledged")
    held(len(memory.recall("vendor", k=3)) == 3, "a full disk stops a recall")
    held(len(memory.list(limit=1000)) >= BEFORE + len(said), "a full disk shortens the list")


def _make(store: Path) -> None:
    with opened(store) as memory:
        for number in range(BEFORE):
            memory.remember(f"vendor {number} quoted", id=f"m{number}", task="T", tags=["red"], causes=["m0x"])


def _recovered(store: Path, acknowledged: list[str]) -> None:
    with opened(store) as memory:
        lost = [id for id in acknowledged if state_of(memory, id) != "there"]
        held(not lost, "lost:", lost)
        memory.remember("there is room again", id="again")
        found = {row["m.id"] for row in memory.query("MATCH (m:Memory) RETURN m.id").to_dicts()}
        held(found >= {"again", *acknowledged} and len(found) >= BEFORE + 1, "a query lacks some of", acknowledged)
        memory.projection.publish()
        check_sound(memory)
