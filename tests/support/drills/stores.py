"""Stores as drills use them: opened quickly, publishing often, and held to all that was promised of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Generator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any

import clew
from clew.engine.embedding.port import Embedder
from clew.engine.embedding.resolve import resolve
from clew.engine.projection import snapshot

from .children import Broken

WAITING = {"dangling", "pending"}
"""What `doctor` may find in any sound store: edges that wait for a memory, and memories that wait for a vector."""
QUIET = WAITING | {"leftover"}
"""After a kill also the private files of the killed, until `doctor --fix` or the next who needs such removes them."""


@cache
def embedder() -> Embedder:
    """Return the default model, loaded."""
    model = resolve(None)
    model.embed(["loaded before the forks"])
    return model


def prepare() -> None:
    """Import all that is imported when it is first used, so that children have it; open nothing."""
    import numpy.random  # noqa: F401 - loaded now
    import polars  # noqa: F401 - loaded now
    import pyarrow.compute  # noqa: F401 - loaded now
    from clew.adapters import importing  # noqa: F401 - loaded now
    from clew.engine.answers import links  # noqa: F401 - loaded now
    from clew.engine.asking import asker  # noqa: F401 - loaded now
    from clew.engine.graph import kuzu_border

    kuzu_border.package()
    clew.open  # noqa: B018  names are loaded when they are first used
    embedder()


def publish_often(events: int = 40) -> None:
    """Let snapshots be due after a few events, in this process and those that it forks, until the drill ends."""
    snapshot.NEW_EVENTS, snapshot.NEW_SHARE = events, 0.0


@contextmanager
def as_it_was() -> Generator[None]:
    """Let snapshots be due as they were before, whatever a drill did to that: the next one may measure their size."""
    before = snapshot.NEW_EVENTS, snapshot.NEW_SHARE
    try:
        yield
    finally:
        snapshot.NEW_EVENTS, snapshot.NEW_SHARE = before


def opened(path: Path, **options: Any) -> clew.Engine:
    return clew.open(path, embedder=embedder(), **{"background": False, **options})


def held(condition: object, *said: object) -> None:
    """Raise Broken, with what is said, unless the condition holds."""
    if not condition:
        raise Broken(" ".join(map(str, said)))


def check_sound(memory: clew.Engine) -> None:
    """Raise Broken unless the journal is whole, nothing was written twice, and columns and graph equal the journal."""
    findings, _ = memory.verify()
    held(findings == [], "verify:", findings)
    said = Counter((e.namespace, e.payload["id"]) for e in memory.journal.events() if e.kind == "remember")
    held(all(count == 1 for count in said.values()), "written twice:", said.most_common(3))
    found = [finding for finding in memory.doctor() if finding.kind not in QUIET]
    held(found == [], "doctor:", found)
    departures = memory.projection.departures()
    held(departures == [], "departures:", departures)


def state_of(memory: clew.Engine, id: str) -> str:
    """Return what a memory is: `gone` (or never there), `forgotten` or `there`."""
    row = memory.journal.row_of(memory.namespace, id)
    if row is None:
        return "gone"
    return "there" if memory.journal.memories([row])[0].retracted_at is None else "forgotten"
