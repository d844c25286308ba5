"""Re-ranking by a cross-encoder on this machine: a model that reads the need and a memory together."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from ..embedding.texts import printable

LONGEST = 4_000
"""Characters of a memory that are read: such models take 512 tokens."""


@dataclass(slots=True)
class CrossEncoder:
    """A model that fastembed knows by name; loaded when it first scores.

    Raises ModelMissing, without having tried the network, where it is not on this machine and may not be downloaded,
    EmbeddingError where fastembed knows none of that name.
    """

    name: str = "Xenova/ms-marco-MiniLM-L-6-v2"
    allow_download: bool = False
    _model: Any = field(default=None, repr=False, compare=False)

    def scores(self, need: str, texts: Sequence[str]) -> list[float]:
        """Return one score a text, of no fixed scale, higher is better."""
        if self._model is None:
            from ..embedding.fastembed_border import open_cross_encoder

            self._model = open_cross_encoder(self.name, allow_download=self.allow_download)
        return list(map(float, self._model.rerank(printable(need), [printable(text[:LONGEST]) for text in texts])))
