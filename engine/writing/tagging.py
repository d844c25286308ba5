"""Tags for memories that were given none: those of the store's tags that their text is close to in meaning.

A likeness is a guess, so the edge says that it was inferred. What counts as close is told from the store itself: how
many deviations a text lies above what texts and tag names have in common when they have nothing in common.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ..embedding.texts import embeddable
from ..projection.projection import Projection
from ..projection.vectors import VectorMatrix
from ..retrieval.fusion import Background
from ..values.model import Tag
from ..values.times import NEVER
from .vectors import Vectorizer

CLOSE = 2.3
"""Deviations above the background from which a tag is inferred.

Of a dozen sentences and thirteen tags of different trades every tag from here on was right (`refund` for a failing
refund test, `food` for a taste), and below were the first wrong ones (`seating` for "User prefers aisle seats" is
right, `travel` for a login is not).
"""

MOST = 3
"""Tags inferred for one memory: what is about everything is about nothing."""

MOST_TAGS = 2_000
"""Tags that texts are compared with; a store with more of them is tagged by hand."""

PRIOR = Background(0.06, 0.14, 200)
"""Cosines of texts and tag names that have nothing to do with each other, under the default model.

The counterpart of `fusion.PRIOR`, and lower, because a name is short. Pooled with the store's own pairs, so that
another model's show.
"""

SAMPLE = 512
"""Memories whose vectors show the background."""


@dataclass(frozen=True, slots=True)
class Names:
    """Tags' names and vectors, (n, d) float32, unit norm. One object, so that no thread sees half of a change."""

    names: tuple[str, ...]
    vectors: NDArray[np.float32]
    model: str | None = None

    def close_to(self, vector: NDArray[np.float32], background: Background) -> tuple[Tag, ...]:
        """Return the tags that stand out from the background, the closest first."""
        deviations = background.standardise(self.vectors @ vector)
        closest: list[int] = np.argsort(-deviations, kind="stable")[:MOST].tolist()
        return tuple(Tag(self.names[i], inferred=True) for i in closest if deviations[i] >= CLOSE)


class Tagger:
    """Infers tags of one namespace. Its vectors of tag names are made anew when the store's tags have changed."""

    def __init__(self, projection: Projection, vectorizer: Vectorizer, namespace: str) -> None:
        self._projection = projection
        self._vectorizer = vectorizer
        self._namespace = namespace
        self._made = Names((), np.empty((0, 0), np.float32))

    def infer(self, vectors: Sequence[NDArray[np.float32] | None], model: str | None) -> list[tuple[Tag, ...]]:
        """Return the tags inferred for each vector, the closest first; none for a text without one, and none for
        vectors of another model than the store has by now.
        """
        projected = self._projection.vectors
        known = self._followed(projected.model)
        if not known.names or known.model != model:
            return [()] * len(vectors)
        background = _background(projected, known)
        return [() if vector is None else known.close_to(vector, background) for vector in vectors]

    def _followed(self, model: str | None) -> Names:
        names, made = self._known(), self._made
        if (names, model) != (made.names, made.model):
            made = self._made = Names(names, self._vectorizer.embed_names(names, model), model)
        return made

    def _known(self) -> tuple[str, ...]:
        """Return the names of the tags that somebody gave: an inferred one must not breed."""
        view = self._projection.view
        hubs, edges = view.hubs, view.edges
        tagged = edges.rows("TAGGED")
        given = np.unique(edges.target[tagged[~edges.inferred[tagged] & (edges.retracted_at[tagged] == NEVER)]])
        code = view.memories.code("namespace", self._namespace)
        names = [hubs.names[row] for row in map(int, given) if hubs.namespace[row] == code]
        return tuple(name for name in names if embeddable(name))[:MOST_TAGS]


def _background(known: VectorMatrix, tags: Names) -> Background:
    """Return what the store's memories and its tags have in common by chance."""
    present = np.flatnonzero(known.present)
    if len(present) < 2:
        return PRIOR
    sample = known.matrix[present[:: max(1, len(present) // SAMPLE)]]
    cosines = sample @ tags.vectors.T
    # The median and the quartiles: that some memories are about a tag must not widen what counts as chance.
    low, middle, high = np.percentile(cosines, [25, 50, 75])
    return PRIOR.pooled(Background(float(middle), float(high - low) / 1.349, float(cosines.size)))
