"""Another model for a store, while it is in use.

    begin -> a batch at a time, beside the old vectors -> one step: the new ones stand, and name their model

Whoever is killed or interrupted has lost one batch, and goes on at the next call; until the last step everybody is
served by the old vectors. Dropping those first and letting memories wait for new ones was refused: a store of 100,000
memories would be found by words alone for an hour.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from ..embedding.port import Embedder
from ..embedding.resolve import DEFAULT, EmbedderSpec
from ..journal.journal import Journal
from ..journal.settings import SOURCE
from ..writing.vectors import Vectorizer, vectors_of

BATCH = 64
"""Memories between two commits: what a kill loses, and what a slow model takes seconds for."""

Tell = Callable[[int, int], object]
"""Told how many memories are done, and of how many."""


@dataclass(frozen=True, slots=True)
class Reembedded:
    """What it came to. resumed: of the memories, those that an earlier call had done. waiting: those without a vector
    all the same, because the model failed on them."""

    model: str
    dimension: int
    memories: int
    resumed: int
    waiting: int
    seconds: float


def reembed(
    journal: Journal, embedder: Embedder, *, source: str | None = None, batch: int = BATCH, progress: Tell | None = None
) -> Reembedded:
    """Embed every memory of a store anew, forgotten ones too, and then swap; an earlier call that broke off goes on.

    source: as `source_of` returns it. Raises EmbeddingError where the model fails, and ModelChanged where another
    process began a change of its own; the old vectors stand then, and what was made is kept for the next call.
    """
    start, known = time.perf_counter(), embedder.fingerprint
    model, staging = known.to_json(), journal.staging()
    resumed, total = staging.begin(model)
    done, last = resumed, -1
    tell = progress or _nobody
    tell(done, total)
    while rows := staging.unstaged(last, batch):
        staging.put(model, rows, vectors_of(embedder, journal.memories(rows)))
        done, last = done + len(rows), rows[-1]
        tell(done, max(done, total))  # more may have arrived
    staging.finish(model, source)
    waiting = Vectorizer(journal, embedder).catch_up(float("inf"))
    return Reembedded(known.name, known.dimension, done, resumed, waiting, time.perf_counter() - start)


def source_of(spec: EmbedderSpec, journal: Journal) -> str | None:
    """Return by what name or folder the model of `spec` is found again; for None what the store has already.

    None for the default, and for a function or an Embedder: only a program can give it again.
    """
    if spec is None:
        return journal.setting(SOURCE)
    if spec == DEFAULT or not isinstance(spec, str | Path):
        return None
    folder = Path(spec).expanduser()
    return str(folder.absolute()) if folder.is_dir() else str(spec)


def _nobody(_done: int, _total: int) -> None:
    """Tell nobody."""
