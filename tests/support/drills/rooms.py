"""Disks that fill up: a small one in memory where this user may mount one, else a limit on the size of files.

A mount lies in a namespace of this process, so that it goes away with the process, however that ends.
"""

from __future__ import annotations

import ctypes
import os
import resource
import signal
import subprocess
from collections.abc import Generator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Protocol

SIZE = 256 << 20
"""Bytes of the small disk: a graph that is built asks for 32 MB, twice in the worst case."""
NEW_MOUNTS = 0x0002_0000
"""CLONE_NEWNS of unshare(2)."""


class Disk(Protocol):
    """A place that can be filled. `kind` says how, for the report."""

    kind: str
    folder: Path

    def squeeze(self, room: int) -> None:
        """Leave `room` bytes. To be called in a child, and to last no longer than it."""
        ...

    def relieve(self) -> None:
        """Give all room back, in the parent."""
        ...


class SmallDisk:
    """A disk in memory, of which a ballast takes what is not to be had."""

    kind = "a disk of its own that is full"

    def __init__(self, folder: Path) -> None:
        self.folder = folder / "room"
        self._ballast = folder / "ballast"

    def squeeze(self, room: int) -> None:
        disk = os.statvfs(self._ballast.parent)
        taken = disk.f_bavail * disk.f_frsize - room
        with self._ballast.open("wb") as file:
            os.posix_fallocate(file.fileno(), 0, max(1, taken))

    def relieve(self) -> None:
        self._ballast.unlink(missing_ok=True)


class LimitedFiles:
    """A limit on the size of each file, counted from the largest that is there."""

    kind = "a limit on the size of files"

    def __init__(self, folder: Path) -> None:
        self.folder = folder / "room"

    def squeeze(self, room: int) -> None:
        largest = max((file.stat().st_size for file in self.folder.rglob("*") if file.is_file()), default=0)
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (largest + room, resource.RLIM_INFINITY))

    def relieve(self) -> None:
        pass


@contextmanager
def disk(folder: Path, *, limited: bool) -> Generator[Disk]:
    """Yield a disk in an empty folder: a small one where mounting is allowed, unless a limit is asked for."""
    folder.mkdir()
    mounted = not limited and mount(folder, "-t", "tmpfs", "-o", f"size={SIZE},mode=700", "tmpfs")
    found = SmallDisk(folder) if mounted else LimitedFiles(folder)
    found.folder.mkdir()
    try:
        yield found
    finally:
        if mounted:
            unmount(folder)


def mount(place: Path, *what: str) -> bool:
    """Mount something at a place, for this process alone; return whether that could be done."""
    if not _own_mounts():
        return False
    return subprocess.run(["mount", *what, str(place)], capture_output=True).returncode == 0


def unmount(place: Path) -> None:
    subprocess.run(["umount", "--lazy", str(place)], check=True, capture_output=True)


@cache
def _own_mounts() -> bool:
    """Give this process a view of its own of what is mounted; return whether the system lets it."""
    unshare = getattr(ctypes.CDLL(None, use_errno=True), "unshare", None)
    if unshare is None or unshare(NEW_MOUNTS) != 0:
        return False
    return subprocess.run(["mount", "--make-rprivate", "/"], capture_output=True).returncode == 0
