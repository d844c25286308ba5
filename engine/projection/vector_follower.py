"""How the matrix keeps up with the journal's vectors, which come late, again, and one day from another model."""

from __future__ import annotations

from ..vectors import FINGERPRINT
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
        model, before = journal.setting(FINGERPRINT), self._number
        if model != self._model:
            self._begin(model)
        new = journal.vectors(self._number)
        self._vectors.put(new.rows, new.matrix)
        self._number = new.number
        return new.number != before

    def view(self, count: int) -> VectorMatrix:
        """Return the vectors of the first `count` memories."""
        return self._vectors.view(count)

    def _begin(self, model: str | None) -> None:
        self._model = model
        self._number = 0
        self._vectors = GrowingVectors()
