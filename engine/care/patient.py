"""A store as the doctor takes it: open as far as it can be.

A store whose model is not on this machine cannot be asked by meaning, and can still be examined. So the embedder is
looked for here without insisting on it.
"""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from ...errors import EmbeddingError, StoreDamaged
from ..embedding.port import Embedder
from ..embedding.resolve import resolve
from ..journal.journal import Journal
from ..projection.projection import Projection
from ..writing.vectors import Vectorizer, embedder_for


@dataclass(frozen=True, slots=True)
class Patient:
    """The open rooms of one store."""

    journal: Journal
    projection: Projection
    vectorizer: Vectorizer | None = None
    missing: str = ""
    """Why there is no vectorizer."""
    fault: str | None = None
    """What last ended a step of the background thread."""

    @property
    def path(self) -> Path:
        return self.journal.path

    @property
    def trouble(self) -> str:
        """Why nothing can be embedded for this store, as a sentence; empty where something can."""
        if self.vectorizer is None:
            return self.missing
        try:
            self.vectorizer.embed_query("Is the model there?")
        except (EmbeddingError, StoreDamaged) as error:  # ModelChanged is one; and the setting may be damaged
            return str(error)
        return ""


@contextmanager
def admitted(path: Path | str) -> Generator[Patient]:
    """Open a store to look after it, also one that lost its end. Raises StoreNotFound, StoreDamaged, StoreError."""
    with Journal.open(path, forgiving=True) as journal:
        projection = Projection(journal)
        try:
            yield Patient(journal, projection, *_vectorizer_of(journal))
        finally:
            projection.close()


def _vectorizer_of(journal: Journal) -> tuple[Vectorizer | None, str]:
    try:
        return Vectorizer(journal, _embedder_of(journal)), ""
    except EmbeddingError as error:
        return None, str(error)


def _embedder_of(journal: Journal) -> Embedder:
    try:
        return embedder_for(journal)
    except StoreDamaged:  # of the setting that names it: the default is the likeliest
        return resolve()
