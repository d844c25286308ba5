"""What can be wrong with a store's folder, and how each is mended: snapshots, the log, leftovers, permissions, room."""

from __future__ import annotations

import os
import shutil
import stat
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from ...errors import StoreError
from ..journal import files, head_mark
from ..journal.leftovers import left_drafts
from ..journal.schema import LOG_BYTES
from ..projection import snapshot, workshop
from ..projection.snapshot import Snapshot
from ..running.locks import is_abandoned
from .exchange import set_aside
from .findings import Finding
from .patient import Patient

LONG_LOG = 4 * LOG_BYTES
"""Bytes of a write-ahead log that does not shrink: beyond what a large import leaves until the next write."""

ROOM = 3
"""How many times the journal the disk should have free: a compaction or a change of model takes two, an import one."""


def entries(folder: Path) -> list[Path]:
    """Return what lies in a folder, in order; nothing where it is none, or lets nobody look."""
    try:
        return sorted(folder.iterdir())
    except OSError:
        return []


def bytes_of(path: Path) -> int:
    """Return what a file weighs, or all files in a folder together; links weigh what they are, and what is gone 0."""
    try:
        found = path.lstat()
    except OSError:
        return 0
    return sum(map(bytes_of, entries(path))) if stat.S_ISDIR(found.st_mode) else found.st_size


def marks(patient: Patient) -> Iterator[Finding]:
    message = head_mark.garbled(patient.path)
    if message:
        unknown = "A loss at the end of the journal that it would have told of cannot be seen."
        yield Finding("mark", f"{message} {unknown}", "`clew doctor --fix` notes the end as it is now.")


def renew_mark(patient: Patient) -> str:
    with suppress(StoreError):  # something else may lie in its place, or nobody may write
        patient.journal.mend_mark()
    return "" if head_mark.garbled(patient.path) else "Noted anew where the journal ends."


def snapshots(patient: Patient) -> Iterator[Finding]:
    for one in unsound(patient):
        yield Finding(
            "snapshot", f"{one.path.name} is not a snapshot of this store's past.", "`clew doctor --fix` removes it."
        )


def unsound(patient: Patient) -> list[Snapshot]:
    """Return the snapshots that were cut or changed, are of another journal, or were made by another version."""
    head, found = patient.journal.head(), snapshot.snapshots(patient.path / files.SNAPSHOTS)
    wrong: list[Snapshot] = []
    for one in found:
        with suppress(OSError):  # its maker has removed it meanwhile
            whole = not one.path.is_file() or snapshot.is_sound(one, head, patient.journal.history)
            wrong += [] if whole else [one]
    return wrong


def remove_snapshots(patient: Patient) -> str:
    wrong = unsound(patient)
    snapshot.remove(wrong)
    gone = sum(not one.path.exists() for one in wrong)
    return f"Removed {_many(gone, 'snapshot')} that matched nothing." if gone else ""


def logs(patient: Patient) -> Iterator[Finding]:
    size = bytes_of(patient.path / files.LOG)
    if size > LONG_LOG:
        message = f"The write-ahead log has grown to {size:,} bytes: a long reading keeps it from being emptied."
        yield Finding("log", message, "`clew doctor --fix` empties it, once that has ended.")


def empty_log(patient: Patient) -> str:
    return "Emptied the write-ahead log." if patient.journal.empty_log() else ""


def leftovers(patient: Patient) -> Iterator[Finding]:
    for path in left_behind(patient.path):
        yield Finding(
            "leftover",
            f"{path} was left by a process that was killed ({bytes_of(path):,} bytes).",
            "`clew doctor --fix` removes it.",
        )
    for path in set_aside(patient.path):
        yield Finding(
            "leftover",
            f"{path} is a store that was replaced here; the process was killed while it did so.",
            "Open it to see what it holds, then remove it: `clew doctor --fix` leaves it alone.",
        )


def left_behind(store: Path) -> list[Path]:
    """Return what killed processes left: stores half made, beside this one, and private folders in it."""
    private = [path for path in entries(store / files.SNAPSHOTS) if path.name.startswith(workshop.PREFIX)]
    return left_drafts(store) + [path for path in private if is_abandoned(path / workshop.LOCK)]


def sweep(patient: Patient) -> str:
    return remove_leftovers(patient.path)


def remove_leftovers(store: Path) -> str:
    paths = left_behind(store)
    for path in paths:
        if path.name.startswith(workshop.PREFIX):
            workshop.remove_left(path)
        else:
            shutil.rmtree(path, ignore_errors=True)
    gone = sum(not path.exists() for path in paths)
    return f"Removed {_many(gone, 'folder')} of killed processes." if gone else ""


def permissions(patient: Patient) -> Iterator[Finding]:
    for path, mode in too_open(patient.path):
        named = path.relative_to(patient.path.parent)
        yield Finding("permissions", f"Others may use {named} ({mode:04o}).", "`clew doctor --fix` closes it to them.")


def too_open(store: Path) -> list[tuple[Path, int]]:
    """Return what of a store others than its owner may read, write or list, with its mode."""
    if os.name != "posix":
        return []
    own = [path for path in entries(store) if path.name in files.OWN]
    found: list[tuple[Path, int]] = []
    # What lies in a private folder is made by the graph engine as it likes, and is closed by the folder.
    for path in (store, *own, *entries(store / files.SNAPSHOTS)):
        with suppress(OSError):
            mode = stat.S_IMODE(path.lstat().st_mode)
            found += [(path, mode)] if mode & 0o077 and not path.is_symlink() else []
    return found


def close(patient: Patient) -> str:
    paths = [path for path, _ in too_open(patient.path)]
    for path in paths:
        with suppress(OSError):
            path.chmod(0o700 if path.is_dir() else 0o600)
    closed = len(paths) - len(too_open(patient.path))
    return f"Closed {_many(closed, 'file or folder', 'files and folders')} to others." if closed else ""


def foreign(patient: Patient) -> Iterator[Finding]:
    strays = [path for path in entries(patient.path) if path.name not in files.OWN]
    strays += [path for path in entries(patient.path / files.SNAPSHOTS) if not _belongs(path)]
    for path in strays:
        named = path.relative_to(patient.path)
        yield Finding("foreign", f"{named} is no part of a store.", "Move it elsewhere; Clew leaves it alone.")


def _belongs(path: Path) -> bool:
    """Whether something among the snapshots may be one, or a process's private folder."""
    return path.is_dir() if path.name.startswith(workshop.PREFIX) else snapshot.is_named(path) and path.is_file()


def rooms(patient: Patient) -> Iterator[Finding]:
    free = shutil.disk_usage(patient.path).free
    size = bytes_of(patient.path / files.JOURNAL) + bytes_of(patient.path / files.LOG)
    if free < ROOM * size:
        message = f"The disk has {free:,} bytes free, and the journal has {size:,}."
        yield Finding("disk", message, f"Free some: {ROOM} times the journal lets everything run.")


def _many(count: int, one: str, more: str | None = None) -> str:
    return f"{count:,} {one if count == 1 else more or one + 's'}"
