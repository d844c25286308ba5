"""How the matrix keeps up with the journal's vectors, which come late, again, and one day from another model."""

from __future__ import annotations

from dataclasses import replace

from ..journal.settings import FINGERPRINT
from .source import Source
from .vectors import GrowingVectors, VectorMatrix


class VectorFollower:
    """Reads what is new. When the store's model changes it reads everything anew: two models must never meet."""

    def __init__(self) -> None:
        self._begin(None)

    @property
    def refused(self) -> int:
        return self._vectors.refused

    def follow(self, journal: Source) -> bool:
        """Return whether there was anything new."""
        before = self._model, self._number
        while not self._read(journal):
            pass  # the model was changed between two readings: what was read may be of either
        return (self._model, self._number) != before

    def _read(self, journal: Source) -> bool:
        """Take in what is new, and say whether all of it is of one model."""
        model = journal.setting(FINGERPRINT)
        if model != self._model:
            self._begin(model)
        new = journal.vectors(self._number)
        if journal.setting(FINGERPRINT) != model:
            return False
        self._vectors.put(new.rows, new.matrix)
        self._number = new.number
        return True

    def view(self, count: int) -> VectorMatrix:
        """Return the vectors of the first `count` memories."""
        return replace(self._vectors.view(count), model=self._model)

    def _begin(self, model: str | None) -> None:
        self._model = model
        self._number = 0
        self._vectors = GrowingVectors()
