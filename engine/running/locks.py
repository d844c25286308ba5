"""A lock on a file that the operating system gives up when its owner dies, however that happens.

It tells what was left behind from what somebody is making this moment. Process numbers were refused for this: they are
used again, and mean nothing to another container.
"""

from __future__ import annotations

import os
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path


def try_lock(handle: int) -> bool:
    """Take the lock of an open file or folder if nobody holds it; it goes when the handle is closed.

    Where the system has no such locks, files that are open cannot be removed.
    """
    try:
        import fcntl
    except ImportError:
        return True
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True


@contextmanager
def held(folder: Path) -> Generator[None]:
    """Hold the lock of a folder while the block runs, where the system can open one."""
    try:
        handle = os.open(folder, os.O_RDONLY)
    except OSError:
        yield
        return
    try:
        try_lock(handle)
        yield
    finally:
        os.close(handle)


def is_abandoned(path: Path) -> bool:
    """Whether nobody holds the lock of a file or folder; False where it is gone."""
    with taken_over(path) as taken:
        return taken


@contextmanager
def taken_over(path: Path) -> Generator[bool]:
    """Yield whether nobody held the lock of a file or folder; who is told so holds it within the block.

    So what was left behind can be removed: whoever came to own it at that moment is refused, and makes another.
    """
    try:
        handle = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0))  # a pipe would wait for its other end
    except OSError:
        yield False
        return
    try:
        yield try_lock(handle)
    finally:
        os.close(handle)
