"""Making a store small: the journal without what it holds in vain, no log, one snapshot, no leftovers."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from ..journal import files
from ..journal.journal import Journal
from ..projection import snapshot
from .folder import bytes_of, remove_leftovers

KEPT = 1
"""Snapshots that stay: the newest. A second one serves only while the newest is being made."""


@dataclass(frozen=True, slots=True)
class Compacted:
    """Bytes of the store's folder before and after, ; `log_emptied` False where somebody was reading."""

    before: int
    after: int
    log_emptied: bool


def compact(journal: Journal) -> Compacted:
    """Give back to the disk what the store does not need. Others may read meanwhile, and what they read stays.

    Needs as much free room as the journal takes. Raises StoreBusy where somebody writes, StoreError for a full disk;
    nothing is changed then.
    """
    before = _weight(journal.path)
    journal.empty_log()
    journal.compact()
    emptied = journal.empty_log()
    remove_old(journal.path)
    return Compacted(before, _weight(journal.path), emptied)


def _weight(store: Path) -> int:
    """Return what the folder weighs, without the memory that the processes which have it open share through a file."""
    return bytes_of(store) - bytes_of(store / files.SHARED)


def remove_old(store: Path) -> None:
    """Remove all snapshots but the newest, and what killed processes left."""
    snapshot.remove(snapshot.snapshots(store / files.SNAPSHOTS)[KEPT:])
    remove_leftovers(store)
