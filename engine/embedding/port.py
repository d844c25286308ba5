"""The port: what the engine asks of anything that turns text into vectors.

An embedder says who it is before it is asked to work, because a vector means nothing beside vectors of another model.
So its fingerprint is kept by the store, and a store opened with another model is refused rather than searched. The
fingerprint is data, not a promise: where the weights can be read it covers them, where they cannot (an API) it covers
the name and the dimension, and says so by an empty hash.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Protocol, TypeAlias

import numpy as np
from numpy.typing import NDArray

from ...errors import StoreDamaged

Vectors: TypeAlias = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Fingerprint:
    """Which model made a vector. Vectors may be compared only if these agree."""

    name: str
    dimension: int
    """Numbers in a vector, at least 1."""
    sha256: str
    """Hex digest over the weights and the tokenizer; empty where the weights cannot be read."""

    def agrees_with(self, other: Fingerprint) -> bool:
        """Say whether vectors of the two may be compared: the same weights under any name, else the same name."""
        if self.sha256 and other.sha256:
            return (self.sha256, self.dimension) == (other.sha256, other.dimension)
        return (self.name, self.dimension) == (other.name, other.dimension)

    def to_json(self) -> str:
        """Return one line of JSON with sorted keys, so that equal fingerprints are equal bytes."""
        return json.dumps(asdict(self), ensure_ascii=False, sort_keys=True)

    @classmethod
    def from_json(cls, line: str) -> Fingerprint:
        """Read what `to_json` wrote. Raises `StoreDamaged` on anything else: a store is where such lines are kept."""
        try:
            return cls(**json.loads(line))
        except (TypeError, ValueError) as error:
            raise StoreDamaged(
                f"The store does not say which model made its vectors: {error}.", hint="Restore a backup."
            ) from None


class Embedder(Protocol):
    """Text in, unit vectors out. Safe to share between threads."""

    @property
    def fingerprint(self) -> Fingerprint:
        """Who the model is. Cheap where it lies on disk; a bare callable is asked once, for its dimension.

        So it may raise `EmbeddingError`, and opening a store should not depend on it.
        """
        ...

    @property
    def quick(self) -> bool:
        """True when a text takes well under a millisecond, so that it may be embedded inside a write."""
        ...

    def embed(self, texts: Sequence[str]) -> Vectors:
        """Return `(n, d) float32, unit norm`, one row a text, in the order given. `n` may be 0.

        Raises `EmbeddingError`; `error.data["indices"]` lists the texts at fault, where single texts are.
        """
        ...

    def embed_query(self, text: str) -> Vectors:
        """Return `(d,) float32, unit norm` for a question about the texts. Raises `EmbeddingError`."""
        ...
