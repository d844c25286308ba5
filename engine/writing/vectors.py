"""Vectors for memories: made inside the write where the embedder is quick, later where it is slow or fails.

A failing embedder never stops a write: the memory is durable and found by words and graph, and its vector is pending
until a query, the background thread or `clew doctor --fix` makes it. A store keeps the fingerprint of the model that
made its vectors; another model is refused, never mixed.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Collection, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ...errors import EmbeddingError, ModelChanged, StoreClosed, StoreDamaged, StoreError
from ..embedding.border import embed_each
from ..embedding.port import Embedder, Fingerprint
from ..embedding.resolve import EmbedderSpec, resolve
from ..embedding.texts import embeddable, name_to_embed, text_to_embed
from ..journal.journal import Journal
from ..journal.settings import FINGERPRINT, SOURCE
from ..running import cancel
from ..values.model import Draft, Memory
from ..values.times import from_micros

BATCH = 256
"""Pending memories embedded at a time: between two batches the deadline is looked at."""


@dataclass(frozen=True, slots=True)
class Made:
    """Vectors of drafts, and which model of the store they are for: the two go into the journal together."""

    vectors: list[NDArray[np.float32] | None] | None
    """One a draft: (d,) float32, unit norm, None for one without words. None in place of all: they are made later."""
    model: str | None = None
    """The store's fingerprint when they were made; None where they are made later."""


LATER = Made(None)


class Vectorizer:
    """Makes the vectors of one store, and holds the store to one model."""

    def __init__(self, journal: Journal, embedder: Embedder) -> None:
        self.embedder = embedder
        self._journal = journal
        self._coming: Embedder | None = None
        self._checked: tuple[int, str | None] | None = None
        self._catching_up = threading.Lock()

    def made_of(self, drafts: Sequence[Draft], known: Collection[tuple[str, str]] = ()) -> Made:
        """Return a vector for each draft, or LATER.

        A draft without words has none, nor does one whose (namespace, id) is `known`: that is not written again.
        """
        if not self.embedder.quick:
            return LATER
        texts = [None if (d.namespace, d.id) in known else _text(d.text, d.agent, d.at) for d in drafts]
        try:
            embedder, model = self._agreed()
            return Made(_embed(embedder, texts), model)
        except ModelChanged:
            raise
        except EmbeddingError:
            return LATER

    def catch_up(self, seconds: float) -> int:
        """Embed pending memories for at most `seconds`; return how many still wait.

        One thread at a time: a second one would embed the same. It waits for the first, as long as it may.
        """
        waiting, end = len(self._journal.pending_rows()), time.monotonic() + seconds
        if not waiting or not self._is_my_turn(end):
            return waiting
        try:
            return self._heal_all(end)
        finally:
            self._catching_up.release()

    def _is_my_turn(self, end: float) -> bool:
        """Take the lock until `end`, in slices, so that whoever waits can be told to stop; else return False."""
        while not self._catching_up.acquire(timeout=cancel.SLICE_SECONDS):
            if time.monotonic() >= end:
                return False
            cancel.check()
        return True

    def _heal_all(self, end: float) -> int:
        rows = self._journal.pending_rows()
        while rows and time.monotonic() < end:
            batch, rows = rows[:BATCH], rows[BATCH:]
            if not self._heal(batch):
                return len(batch) + len(rows)
        return len(rows)

    def embed_query(self, text: str, model: str | None = None) -> NDArray[np.float32]:
        """Return the vector of a need, (d,) float32, unit norm, to be compared with vectors of `model` (a fingerprint).

        Raises EmbeddingError, and ModelChanged where the store has another model by now than those vectors are of.
        """
        return self._asked(model).embed_query(text)

    def embed_names(self, names: Sequence[str], model: str | None = None) -> NDArray[np.float32]:
        """Return the vectors of tags or entities, (n, d) float32, unit norm; `model` and errors as in `embed_query`."""
        return self._asked(model).embed([name_to_embed(name) for name in names])

    def check(self, *, claim: bool = True) -> None:
        """Raise ModelChanged where the store's vectors were made by another model; claim a store that has none.

        claim: False for who only asks, and may not be allowed to write.
        """
        self._agreed(claim=claim)

    def expect(self, embedder: Embedder) -> None:
        """Take this embedder over as soon as the store's vectors are its own, and not a query earlier."""
        self._coming = embedder

    def goes_over_to(self, embedder: Embedder) -> bool:
        """Whether the store's vectors are of this embedder, which then is the one that is used."""
        kept = self._journal.setting(FINGERPRINT)
        if kept is None or not embedder.fingerprint.agrees_with(Fingerprint.from_json(kept)):
            return False
        self.expect(embedder)
        self.check(claim=False)
        return True

    def _asked(self, model: str | None) -> Embedder:
        embedder, kept = self._agreed(claim=False)
        if model is not None and model != kept:
            raise ModelChanged("The store's model was changed while the question was answered.", hint="Ask again.")
        return embedder

    def _agreed(self, *, claim: bool = True) -> tuple[Embedder, str | None]:
        """Return the embedder that made the store's vectors, and the fingerprint that the store has of it.

        Looked at again whenever anything was committed, by anybody: another process may have changed the model.
        """
        version = self._journal.version()
        kept = self._checked[1] if self._checked and self._checked[0] == version else self._read()
        if kept is None and claim:
            kept = self.embedder.fingerprint.to_json()
            self._journal.set_setting(FINGERPRINT, kept)
        self._checked = version, kept
        return self.embedder, kept

    def _read(self) -> str | None:
        kept = self._journal.setting(FINGERPRINT)
        if kept is None:
            return None
        theirs = Fingerprint.from_json(kept)
        if self._coming is not None and self._coming.fingerprint.agrees_with(theirs):
            self.embedder, self._coming = self._coming, None
        refuse_another(theirs, self.embedder.fingerprint)
        return kept

    def _heal(self, rows: Sequence[int]) -> bool:
        memories = self._journal.memories(rows)
        try:
            embedder, model = self._agreed()
            self._journal.put_vectors(rows, vectors_of(embedder, memories), model=model)
        except ModelChanged:
            self._agreed()  # raises it again, unless the change of model came in between: then the next call does it
            return False
        except (StoreClosed, StoreDamaged):
            raise
        except (EmbeddingError, StoreError):  # a full disk, too: what can be read still is
            return False
        return True


def embedder_for(journal: Journal, spec: EmbedderSpec = None) -> Embedder:
    """Return the embedder that `spec` stands for; for None the one that the store names, else the default.

    Raises ModelMissing and EmbeddingError where it is not on this machine.
    """
    return resolve(journal.setting(SOURCE) if spec is None else spec)


def vectors_of(embedder: Embedder, memories: Sequence[Memory]) -> list[NDArray[np.float32] | None]:
    """Return a vector for each memory, None for one without words. Raises EmbeddingError."""
    return _embed(embedder, [_text_of(memory) for memory in memories])


def refuse_another(theirs: Fingerprint, given: Fingerprint) -> None:
    """Raise ModelChanged where a store's vectors were made by another model than the one given."""
    if not given.agrees_with(theirs):
        raise ModelChanged(
            f"The store was embedded by {theirs.name} ({theirs.dimension} dimensions), and this is {given.name} "
            f"({given.dimension}).",
            hint="Open it with the model that it was made with, or embed it anew with `clew reembed`.",
            store=theirs.name,
            given=given.name,
        )


def _embed(embedder: Embedder, texts: Sequence[str | None]) -> list[NDArray[np.float32] | None]:
    """Return a vector for each text, None for no text and for one that the model refuses: it holds up no other."""
    if not any(texts):
        return [None] * len(texts)  # a log that is known already must not load the model
    return embed_each(embedder, [text or "" for text in texts])


def _text_of(memory: Memory) -> str | None:
    return text_to_embed(memory.text, memory.agent, memory.at) if embeddable(memory.text) else None


def _text(text: str, agent: str | None, at: int | None) -> str | None:
    if not embeddable(text):
        return None
    return text_to_embed(text, agent, None if at is None else from_micros(at))
