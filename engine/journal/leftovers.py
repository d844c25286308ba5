"""What a process that was killed while it made a store left beside its place; whoever next makes one there removes it.

A folder on its way to its place is locked by its maker (`locks.held`), and the system gives that lock up when the maker
dies. Between being made and being locked it is nobody's for a moment, so only one that has lain for a while is taken.
What is in it is disposable at any moment: half of a store, or one that the store in its place has taken the place of.
"""

from __future__ import annotations

import shutil
import time
from contextlib import suppress
from pathlib import Path

from . import files

PATIENCE_SECONDS = 60.0
"""A thousand times what lies between making a folder and locking it, and less than anybody minds a leftover."""


def sweep(store: Path) -> None:
    """Remove what killed processes left of attempts to make this store; what cannot be removed is left to lie."""
    for draft in left_drafts(store):
        with suppress(OSError):
            shutil.rmtree(draft)


def left_drafts(store: Path) -> list[Path]:
    """Return what killed processes left of attempts to make this store."""
    return [draft for draft in files.abandoned_drafts(store) if _is_left(draft)]


def _is_left(draft: Path) -> bool:
    """Whether it has lain for a while, and holds nothing but parts of a store: all else is somebody else's."""
    try:
        old = time.time() - draft.stat().st_mtime > PATIENCE_SECONDS
        return old and not draft.is_symlink() and all(inside.name in files.OWN for inside in draft.iterdir())
    except OSError:
        return False
