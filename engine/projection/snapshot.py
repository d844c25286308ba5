"""Snapshots: the projection as one file, so that the next process need not fold a long journal from its beginning.

    snaps/g-SEQ-SHA256.kuzu     everything up to event SEQ

A snapshot is disposable and never trusted: the digest in its name covers the bytes of the file, the tables it was made
with, and the journal's own digest of its history up to SEQ, and is checked *before* the graph engine sees the file,
which can crash on a damaged one. A file that was cut, changed, renamed, made by another version, or taken from another
journal (or from another past of this one) does not match, and is as good as not there.

It is made from the columns and not by a CHECKPOINT of the graph in use: that would stop the readers, would pass on
whatever had gone wrong in that graph, and its file only ever grows. A fresh one costs 3 s for 100,000 memories with a
million edges, aside and without a lock.
"""

from __future__ import annotations

import hashlib
import os
import re
import shutil
import tempfile
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from ...errors import ClewError
from ..graph.ddl import create_tables
from ..graph.graph import Graph
from ..graph.graph_engines import chosen
from ..running.cancel import check
from .follow import fill
from .frames import Marks
from .history_table import (
    CREATE_HISTORY,
    CREATE_LAPSES,
    DROP_HISTORY,
    DROP_LAPSES,
    history_frame,
    lapses_frame,
    read_history,
)
from .lesson_table import CREATE_LESSONS, DROP_LESSONS, lessons_frame, read_lessons
from .load import load
from .state import State, View
from .waiting_table import CREATE_WAITING, DROP_WAITING, read_waiting, waiting_frame
from .workshop import reserve

FORMAT = 2
"""Raised whenever the columns mean something else than before, though the tables look the same."""
KEPT = 2
CHUNK = 1 << 20
NEW_EVENTS = 5_000
NEW_SHARE = 0.1
"""The newest snapshot is old when more than NEW_EVENTS events, and more than NEW_SHARE of all, came after it.

Folding 5,000 events takes 0.2 s, and publishing after each tenth costs a store ten times its own size over its life.
"""

OWN_TABLES = (CREATE_WAITING, CREATE_HISTORY, CREATE_LAPSES, CREATE_LESSONS)
"""What a snapshot holds beside the graph."""

_NAME = re.compile(r"g-(\d+)-([0-9a-f]{64})\.kuzu")
History = Callable[[int], str]
"""Names the journal's history up to an event: no other journal, and no other past of this one, has the same name."""


@dataclass(frozen=True, slots=True)
class Snapshot:
    path: Path
    seq: int
    digest: str


def snapshots(folder: Path) -> list[Snapshot]:
    """Return the snapshots that lie in a folder, the newest first. Nothing is known yet of their worth."""
    names = ((path, _NAME.fullmatch(path.name)) for path in folder.glob("g-*.kuzu"))
    found = [Snapshot(path, int(match[1]), match[2]) for path, match in names if match]
    return sorted(found, key=lambda snapshot: (snapshot.seq, snapshot.digest), reverse=True)


def is_due(folder: Path, seq: int) -> bool:
    """Whether the newest snapshot is too old for a journal that has come to `seq`."""
    newest = next((snapshot.seq for snapshot in snapshots(folder)), 0)
    return seq - newest > max(NEW_EVENTS, NEW_SHARE * seq)


def publish(view: View, folder: Path, history: History, workshop: Path) -> Path:
    """Make a snapshot of a view, put it into the folder whole, and remove all but the newest KEPT.

    `workshop` is a private folder on the same file system. Raises ProjectionError, or OSError where the disk refuses.
    """
    # A folder, for a draft that failed leaves more than one file; not a `TemporaryDirectory`, which the interpreter
    # removes at its end before it stops the thread that writes there.
    room = Path(tempfile.mkdtemp(dir=workshop))
    try:
        reserve(room, Marks.of(view).rows)
        draft = room / "draft.kuzu"
        _build(view, draft)
        draft.chmod(0o600)
        _sync(draft)
        path = folder / f"g-{view.seq}-{_digest(draft, view.seq, history)}.kuzu"
        draft.replace(path)
    finally:
        shutil.rmtree(room, ignore_errors=True)
    _sync(folder)
    remove(snapshots(folder)[KEPT:])
    return path


def is_named(path: Path) -> bool:
    """Whether a file is named as a snapshot is."""
    return _NAME.fullmatch(path.name) is not None


def is_sound(snapshot: Snapshot, head: int, history: History) -> bool:
    """Whether a snapshot is whole and of this journal's past. Reads all of it. Raises OSError where it is gone."""
    return snapshot.seq <= head and _digest(snapshot.path, snapshot.seq, history) == snapshot.digest


def remove(old: Iterable[Snapshot]) -> None:
    """Remove snapshots; one that will not go is left to lie, for nobody depends on its going."""
    for one in old:
        with suppress(OSError):
            one.path.unlink()


def open_newest(folder: Path, head: int, history: History, workshop: Callable[[], Path]) -> tuple[State, Graph] | None:
    """Return the state and the private graph of the newest snapshot that is whole and of this journal's past.

    None where there is none: the journal has it all.
    """
    for snapshot in snapshots(folder):
        copy = workshop() / f"{snapshot.digest}.kuzu"
        with suppress(OSError, ClewError):
            if snapshot.seq <= head and _copied(snapshot, history, copy):
                return _opened(snapshot, copy)
        copy.unlink(missing_ok=True)
        check()  # one that was only stopped is no worse for it
    return None


def _build(view: View, path: Path) -> None:
    graph = Graph.create(path)
    try:
        graph.write([(create, [{}]) for create in OWN_TABLES])
        fill(graph, view)
        if view.waiting:
            graph.copy([("Waiting", waiting_frame(view.waiting))])
        if view.history.count:
            graph.copy([("History", history_frame(view.history))])
        if view.history.lapses:
            graph.copy([("Lapse", lapses_frame(view.history))])
        if view.lessons.count:
            graph.copy([("Lesson", lessons_frame(view.lessons))])
        graph.checkpoint()
    finally:
        graph.close()


def _opened(snapshot: Snapshot, copy: Path) -> tuple[State, Graph]:
    graph = Graph.open(copy)
    try:
        state = load(graph)
        read_waiting(graph, state)
        state.history = read_history(graph)
        state.lessons = read_lessons(graph)
        # Queries may name no label, and these tables are none of theirs.
        graph.write([(drop, [{}]) for drop in (DROP_WAITING, DROP_HISTORY, DROP_LAPSES, DROP_LESSONS)])
    except BaseException:
        graph.close()
        raise
    state.seq = snapshot.seq
    return state, graph


def _copied(snapshot: Snapshot, history: History, copy: Path) -> bool:
    """Copy the file and say whether the copy, which is what will be opened, is what its name claims."""
    shutil.copyfile(snapshot.path, copy)
    copy.chmod(0o600)
    return _digest(copy, snapshot.seq, history) == snapshot.digest


def _digest(path: Path, seq: int, history: History) -> str:
    parts = (str(FORMAT), chosen().name, *create_tables(), *OWN_TABLES, str(seq), history(seq))
    digest = hashlib.sha256("\0".join(parts).encode())
    with path.open("rb") as file:
        while chunk := file.read(CHUNK):
            check()
            digest.update(chunk)
    return digest.hexdigest()


def _sync(path: Path) -> None:
    """Make a file, or the names in a folder, outlive a power cut. Not every system can do that to a folder."""
    with suppress(OSError):
        handle = os.open(path, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
