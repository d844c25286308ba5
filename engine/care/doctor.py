"""The doctor: one list of what is looked at, the worst first, and how each is mended.

Looking changes nothing. Mending does only what cannot lose anything: it makes anew what is derived, removes what nobody
uses, goes on without an end that is lost already, and leaves alone what only a person can decide.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from . import contents, folder
from .findings import Finding
from .patient import Patient

Check = Callable[[Patient], Iterator[Finding]]
Cure = Callable[[Patient], str]
"""Mends, and returns a sentence on what was done; empty where nothing could be."""

ROUNDS: tuple[tuple[Check, Cure | None], ...] = (
    (contents.damages, contents.mend),
    (folder.marks, folder.renew_mark),
    (contents.models, None),
    (contents.pending, contents.embed),
    (contents.projections, contents.rebuild),
    (contents.dangling, None),
    (folder.snapshots, folder.remove_snapshots),
    (folder.logs, folder.empty_log),
    (folder.leftovers, folder.sweep),
    (folder.permissions, folder.close),
    (folder.foreign, None),
    (folder.rooms, None),
)


@dataclass(frozen=True, slots=True)
class Treatment:
    """What was done, and what is left."""

    done: tuple[str, ...]
    left: tuple[Finding, ...]


def examine(patient: Patient) -> list[Finding]:
    """Return everything that is wrong, the worst first. Reads the whole journal, and folds it once."""
    return [finding for check, _ in ROUNDS for finding in check(patient)]


def treat(patient: Patient) -> Treatment:
    """Mend what can be mended without a risk, and say what was done; nothing is left to do for a second time."""
    done = [cure(patient) for check, cure in ROUNDS if cure is not None and any(check(patient))]
    return Treatment(tuple(filter(None, done)), tuple(examine(patient)))
