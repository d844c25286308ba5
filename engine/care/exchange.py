"""Two folders trade places in one step, so that nobody ever sees neither.

Between two renames a process that may make a store would find none, and make an empty one. Linux has one call for both
(`renameat2`, with RENAME_EXCHANGE), which Python does not offer; where it is missing two renames have to do.
"""

from __future__ import annotations

import ctypes
import os
import re
import sys
from pathlib import Path

from ..journal.files import behind

CURRENT_FOLDER = -100
"""AT_FDCWD of <fcntl.h>: paths are as they are."""
EXCHANGE = 2
"""RENAME_EXCHANGE of <linux/fs.h>."""

ASIDE = ".aside"
"""What is added to the name of the one that goes first."""
ULID = "[0-9A-Z]{26}"


def exchange(one: Path, other: Path) -> None:
    """Let two folders trade places. Raises OSError, and then both are where they were."""
    if not _at_once(one, other):
        _one_by_one(one, other)


def set_aside(store: Path) -> list[Path]:
    """Return the stores that were taken from this place and not put away, because the process was killed in between.

    They may hold what no other store does.
    """
    store = behind(store)
    known = (re.escape(f".{store.name}.") + ULID, re.escape(f"{store.stem}.replaced-") + ULID + re.escape(store.suffix))
    name = re.compile(f"({'|'.join(known)}){re.escape(ASIDE)}")
    try:
        return sorted(path for path in store.parent.iterdir() if name.fullmatch(path.name))
    except OSError:
        return []


def _at_once(one: Path, other: Path) -> bool:
    """Do it in one step; False where the system or the disk cannot."""
    if sys.platform != "linux":
        return False
    try:
        rename = ctypes.CDLL(None, use_errno=True).renameat2
    except (OSError, AttributeError):  # a C library without it
        return False
    return rename(CURRENT_FOLDER, os.fsencode(one), CURRENT_FOLDER, os.fsencode(other), EXCHANGE) == 0


def _one_by_one(one: Path, other: Path) -> None:
    aside = one.with_name(one.name + ASIDE)
    other.rename(aside)
    try:
        one.rename(other)
    except OSError:
        aside.rename(other)
        raise
    aside.rename(one)
