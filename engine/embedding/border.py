"""The border: nothing that is not a unit vector gets past here, whoever made it.

One NaN in a matrix makes every later score NaN, and a zero vector is as close to everything as to nothing; both look
like an empty answer months later. So they are refused where they arise, with the number of the text. Vectors that are
merely not normalised are normalised: that is a convention, not a fault.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import partial
from typing import Any, cast

import numpy as np
from numpy.typing import NDArray

from ...errors import EmbeddingError
from ..running.cancel import apart, check
from .port import Embedder, Vectors
from .texts import embeddable, numbered

PORTION = 512
"""Texts that a quick embedder is given at a time: well under half a second."""


def checked(found: object, count: int, *, dimension: int | None = None, model: str = "The embedder") -> Vectors:
    """Return what a model gave for `count` texts as `(count, d) float32, unit norm`.

    `found`: an array, a list of lists, or any iterable of rows. Raises `EmbeddingError` on another shape, another
    dimension than the one given, values that are no numbers, and on rows that hold NaN, infinity or only zeros.
    """
    rows = _as_numbers(found, model)
    if count == 0 and rows.size == 0:
        return np.zeros((0, dimension or 0), dtype=np.float32)
    if rows.ndim != 2 or len(rows) != count or rows.shape[1] != (dimension or rows.shape[1]):
        wanted = f"({count}, {dimension or 'd'})"
        raise EmbeddingError(
            f"{model} gave an array of shape {rows.shape} where {wanted} was expected.",
            hint="It must return one vector for each text, all of one length.",
            code="embedding.shape",
        )
    return _unit(rows, model)


def embed_each(embedder: Embedder, texts: Sequence[str]) -> list[Vectors | None]:
    """Return a vector `(d,)` for each text that has one, and None where there is nothing to embed or a text is refused.

    So one bad text does not hold up the others of its batch. Costs a second call only when some text was refused;
    raises `EmbeddingError` when the embedder itself fails, and `LimitError` when nobody waits for the vectors any more:
    from a quick embedder between two portions, from a slow one at once, for it works in a thread of its own.
    """
    if not embedder.quick:
        return apart(partial(_portion, embedder, texts))
    found: list[Vectors | None] = []
    for start in range(0, len(texts), PORTION):
        check()
        found += _portion(embedder, texts[start : start + PORTION])
    return found


def _portion(embedder: Embedder, texts: Sequence[str]) -> list[Vectors | None]:
    wanted = [index for index, text in enumerate(texts) if embeddable(text)]
    try:
        vectors = embedder.embed([texts[index] for index in wanted])
    except EmbeddingError as error:
        refused = set(error.data.get("indices", ()))
        if not refused:
            raise
        wanted = [index for place, index in enumerate(wanted) if place not in refused]
        vectors = embedder.embed([texts[index] for index in wanted])
    found = dict(zip(wanted, vectors, strict=True))
    return [found.get(index) for index in range(len(texts))]


def _as_numbers(found: object, model: str) -> NDArray[Any]:
    """Return the rows as float32 or wider, in the precision they came in."""
    try:
        array = np.asarray(found if hasattr(found, "__array__") else list(cast("Iterable[object]", found)))
        if array.size and array.dtype.kind not in "fiu":
            raise TypeError(f"values of type {array.dtype}")
    except Exception as error:  # a generator runs foreign code here
        raise EmbeddingError(
            f"{model} did not give vectors of numbers: {error}.",
            hint="It must return one vector for each text, all of one length.",
            code="embedding.shape",
        ) from error
    return array.astype(np.result_type(array.dtype, np.float32), copy=False)


def _unit(rows: NDArray[Any], model: str) -> Vectors:
    """Return the rows divided by their norms. Scaled by the largest value first, so that no square overflows."""
    largest = np.abs(rows).max(axis=1, initial=0.0, keepdims=True)
    bad = np.flatnonzero(~np.isfinite(largest) | (largest == 0.0)).tolist()
    if bad:
        fault = "only zeros" if largest[bad[0]] == 0.0 else "a value that is not finite"
        raise EmbeddingError(
            f"{numbered(bad, len(rows))}: {model} gave a vector with {fault}.",
            hint="Such a vector cannot be compared with any other.",
            code="embedding.vector",
            indices=bad,
        )
    scaled = rows / largest
    return (scaled / np.linalg.norm(scaled, axis=1, keepdims=True)).astype(np.float32)
