"""What the store notes about itself, set right: by the events, and by asking the model at hand whose the vectors are.

A model that makes of the same texts the same vectors again is the one that made them, whatever its name was. Taking
the default model for granted was refused: its vectors and another's would be compared, and nobody would see it.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from ...errors import EmbeddingError
from ..embedding.port import Embedder
from ..embedding.resolve import DEFAULT, resolve
from ..journal.journal import Journal
from ..journal.settings import FINGERPRINT, SOURCE
from ..writing.vectors import vectors_of
from .patient import Patient

CURE = (
    "`clew doctor --fix` sets it right where events or vectors say what it was; "
    "`clew reembed STORE --model MODEL` names the model anew."
)
SAMPLE = 8
"""Memories whose vectors are made again: one would do, were it not for a text that any model makes nothing of."""
CLOSE = 1e-3
"""How far a number of a vector may be from what it was: other processors sum in another order."""


def set_right(patient: Patient, found: Sequence[str]) -> list[str]:
    """Mend the settings; return what was done, in sentences. found: what is wrong with them, in sentences."""
    left = patient.journal.mend_settings()
    done = ["Set right what follows from the events: the store's own notes."] if left != list(found) else []
    if left and patient.vectorizer is not None:
        done += _recognise(patient.journal, patient.vectorizer.embedder)
    return done


def _recognise(journal: Journal, embedder: Embedder) -> list[str]:
    """Note the model at hand as the store's, if it made the vectors."""
    try:
        if not _has_made(journal, embedder):
            return []
        journal.set_setting(FINGERPRINT, embedder.fingerprint.to_json())
        if embedder.fingerprint.agrees_with(resolve().fingerprint):
            journal.set_setting(SOURCE, DEFAULT)
    except EmbeddingError:
        return []
    return [f"Knew the model again by its vectors: {embedder.fingerprint.name}."]


def _has_made(journal: Journal, embedder: Embedder) -> bool:
    kept = journal.vectors()
    if not len(kept.rows) or kept.matrix.shape[1] != embedder.fingerprint.dimension:
        return False
    made = vectors_of(embedder, journal.memories(kept.rows[-SAMPLE:]))
    pairs = zip(made, kept.matrix[-SAMPLE:], strict=True)
    return all(vector is not None and np.allclose(vector, old, atol=CLOSE) for vector, old in pairs)
