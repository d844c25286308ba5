"""Vectors for memories: made inside the write where the embedder is quick, later where it is slow or fails.

A failing embedder never stops a write: the memory is durable and found by words and graph, and its vector is pending
until a query, the background thread or `clew doctor --fix` makes it. A store keeps the fingerprint of the model that
made its vectors; another model is refused, never mixed.
"""

from __future__ import annotations

import time
from collections.abc import Collection, Sequence

import numpy as np
from numpy.typing import NDArray

from ..errors import EmbeddingError, ModelChanged, StoreClosed, StoreDamaged, StoreError
from .embedding.border import embed_each
from .embedding.port import Embedder, Fingerprint
from .embedding.texts import embeddable, name_to_embed, text_to_embed
from .journal.journal import Journal
from .model import Draft, Memory
from .times import from_micros

FINGERPRINT = "embedding.fingerprint"
BATCH = 256
"""Pending memories embedded at a time: between two batches the deadline is looked at."""


class Vectorizer:
    """Makes the vectors of one store, and holds the store to one model."""

    def __init__(self, journal: Journal, embedder: Embedder) -> None:
        self.embedder = embedder
        self._journal = journal
        self._checked = False

    def of_drafts(
        self, drafts: Sequence[Draft], known: Collection[tuple[str, str]] = ()
    ) -> list[NDArray[np.float32] | None] | None:
        """Return a vector for each draft, or None where they are to be made later.

        A draft without words has none, nor does one whose (namespace, id) is `known`: that is not written again.
        """
        if not self.embedder.quick:
            return None
        texts = [None if (d.namespace, d.id) in known else _text(d.text, d.agent, d.at) for d in drafts]
        try:
            self.check()
            return self._embed(texts)
        except ModelChanged:
            raise
        except EmbeddingError:
            return None

    def catch_up(self, seconds: float) -> int:
        """Embed pending memories for at most `seconds`; return how many still wait."""
        rows = list(self._journal.pending_rows())
        end = time.monotonic() + seconds
        while rows and time.monotonic() < end:
            batch, rows = rows[:BATCH], rows[BATCH:]
            if not self._heal(batch):
                return len(batch) + len(rows)
        return len(rows)

    def embed_query(self, text: str) -> NDArray[np.float32]:
        """Return the vector of a need, (d,) float32, unit norm. Raises EmbeddingError, ModelChanged."""
        self.check(claim=False)
        return self.embedder.embed_query(text)

    def embed_names(self, names: Sequence[str]) -> NDArray[np.float32]:
        """Return the vectors of tags or entities, (n, d) float32, unit norm. Raises EmbeddingError, ModelChanged."""
        self.check(claim=False)
        return self.embedder.embed([name_to_embed(name) for name in names])

    def check(self, *, claim: bool = True) -> None:
        """Raise ModelChanged where the store's vectors were made by another model; claim a store that has none.

        claim: False for who only asks, and may not be allowed to write.
        """
        if self._checked:
            return
        mine, kept = self.embedder.fingerprint, self._journal.setting(FINGERPRINT)
        if kept is None:
            if not claim:
                return
            self._journal.set_setting(FINGERPRINT, mine.to_json())
        elif not mine.agrees_with(Fingerprint.from_json(kept)):
            theirs = Fingerprint.from_json(kept)
            raise ModelChanged(
                f"The store was embedded by {theirs.name} ({theirs.dimension} dimensions), and this is {mine.name} "
                f"({mine.dimension}).",
                hint="Open it with the model that it was made with, or embed it anew.",
                store=theirs.name,
                given=mine.name,
            )
        self._checked = True

    def _heal(self, rows: Sequence[int]) -> bool:
        memories = self._journal.memories(rows)
        try:
            self.check()
            self._journal.put_vectors(rows, self._embed([_text_of(memory) for memory in memories]))
        except (ModelChanged, StoreClosed, StoreDamaged):
            raise
        except (EmbeddingError, StoreError):  # a full disk, too: what can be read still is
            return False
        return True

    def _embed(self, texts: Sequence[str | None]) -> list[NDArray[np.float32] | None]:
        """Return a vector for each text, None for no text and for one that the model refuses: it holds up no other."""
        if not any(texts):
            return [None] * len(texts)  # a log that is known already must not load the model
        return embed_each(self.embedder, [text or "" for text in texts])


def _text_of(memory: Memory) -> str | None:
    return text_to_embed(memory.text, memory.agent, memory.at) if embeddable(memory.text) else None


def _text(text: str, agent: str | None, at: int | None) -> str | None:
    if not embeddable(text):
        return None
    return text_to_embed(text, agent, None if at is None else from_micros(at))
