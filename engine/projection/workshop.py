"""A folder for one process's private files, which goes away with it.

It lies inside the store, so that a purge that searches the store finds it, and a rename into the store is one step. Its
owner holds a lock on a file in it for as long as it lives; the operating system gives the lock up when the owner dies,
however that happens. Process numbers were refused for this: they are used again, and mean nothing to another container.
"""

from __future__ import annotations

import errno
import os
import shutil
import tempfile
import threading
from contextlib import suppress
from pathlib import Path

from ..running.locks import taken_over, try_lock

PREFIX = "private-"
LOCK = "owner.lock"
TRIES = 5
"""Folders that are made until one could be locked: each that could not was swept away in that moment."""

GRAPH_BYTES = 32 << 20
ROW_BYTES = 400
"""What a graph takes on a disk while it is filled: 7 MB for one memory, 20 MB for 95,000 rows, up to 60 bytes a row
more beyond. Long names take more; then the disk is as full as without this."""


class Workshop:
    """A private folder inside `place`, made when first asked for; among the system's files where `place` refuses."""

    def __init__(self, place: Path) -> None:
        self._place = place
        self._process = os.getpid()
        self._making = threading.Lock()
        self._made: tuple[Path, int] | None = None

    def folder(self) -> Path:
        """Return the folder, which is there. Raises OSError where there is no place for one."""
        with self._making:
            if self._made is None:
                self._made = _make(self._place)
            return self._made[0]

    def close(self) -> None:
        """Remove the folder and all in it. A child made by fork leaves it to its parent."""
        if self._made is not None and self._process == os.getpid():
            folder, lock = self._made
            self._made = None
            shutil.rmtree(folder, ignore_errors=True)
            os.close(lock)


def reserve(folder: Path, rows: int) -> None:
    """Raise OSError where the disk has no room for a graph of `rows` nodes and edges.

    Asked before the graph engine writes to a disk: an error that it meets half-way can end the process.
    """
    size, ballast = GRAPH_BYTES + ROW_BYTES * rows, folder / "ballast"
    try:
        with ballast.open("wb") as file:
            if hasattr(os, "posix_fallocate"):  # which limits and quotas refuse too
                os.posix_fallocate(file.fileno(), 0, size)
            elif shutil.disk_usage(folder).free < size:
                raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
    finally:
        ballast.unlink(missing_ok=True)


def sweep(place: Path) -> None:
    """Remove the folders whose owners are dead."""
    for folder in place.glob(f"{PREFIX}*"):
        remove_left(folder)


def remove_left(folder: Path) -> None:
    """Remove a private folder where its owner is dead."""
    with taken_over(folder / LOCK) as taken:  # without a lock it was made this moment, or is being removed
        if taken:
            shutil.rmtree(folder, ignore_errors=True)


def _make(place: Path) -> tuple[Path, int]:
    """Return a new folder and the open file that holds its lock.

    Until it is locked a folder is nobody's, and whoever sweeps may remove it: then another is made.
    """
    with suppress(OSError):
        place.mkdir(mode=0o700, exist_ok=True)
        sweep(place)
    for _ in range(TRIES):
        folder, lock = _new(place)
        if try_lock(lock) and os.fstat(lock).st_nlink:
            return folder, lock
        os.close(lock)
        shutil.rmtree(folder, ignore_errors=True)
    return _new(place)  # no locks here, so nobody sweeps


def _new(place: Path) -> tuple[Path, int]:
    try:
        folder = Path(tempfile.mkdtemp(prefix=PREFIX, dir=place))
    except OSError:
        folder = Path(tempfile.mkdtemp(prefix=PREFIX))
    return folder, os.open(folder / LOCK, os.O_CREAT | os.O_RDWR, 0o600)
