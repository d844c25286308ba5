"""How much a memory tells about the need, given what is already held.

The need and the memories are points of a Gaussian process over the embedding space, and reading a memory is a noisy
look at its point. What it is worth is the mutual information with the need's value, given the looks taken before:

    I(f_q ; y_m | y_A) = 1/2 log( var(f_q | A) / var(f_q | A, m) )

As an objective A is the agent's context; as a `Diversity` it is what was selected. Near copies of what is held tell
nothing new; what is near the need and far from all of it tells most. (Krause et al., 2008, place sensors by the same
quantity.)

The kernel is exp((cosine - 1) / length) of centred vectors, which is positive semi-definite. Refused: max(0, cosine),
which is not: its smallest eigenvalue is -0.96 on 2,000 random vectors, and variances go negative.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from .adjacency import Floats, Ints

NOISE = 0.1
"""Variance of a look, of a prior variance of 1: a memory in the need's very words leaves a tenth of the doubt."""

UNRELATED = 0.05
"""The kernel between unrelated memories: a look at one says nearly nothing about the other."""


def length_scale(unrelated_cosine: float = 0.0) -> float:
    """Return the length at which two memories with the store's background cosine (after centring) are UNRELATED."""
    return (1.0 - unrelated_cosine) / -float(np.log(UNRELATED))


def centred(vectors: NDArray[np.floating], mean: NDArray[np.floating]) -> Floats:
    """Return (n, d) float64, unit norm: the vectors less what all of the store's, (d,) their mean, have in common.

    A row of zeros (a pending vector) stays one, and is unrelated to everything.
    """
    moved = np.where(vectors.any(axis=1, keepdims=True), vectors - mean, 0.0).astype(np.float64)
    return moved / np.maximum(np.linalg.norm(moved, axis=1, keepdims=True), 1e-12)


class Information:
    """What each candidate tells about the need, given what was taken. A `selection.Diversity`.

    need: (d,) and vectors: (n, d), centred, unit norm. Candidates are rows 0..n-1. Each `take` is one row of a Cholesky
    factor, O(n (d + t)) after t of them.
    """

    def __init__(self, need: Floats, vectors: Floats, length: float, noise: float = NOISE) -> None:
        self._points = np.vstack([vectors, need])
        self._length = length
        self._noise = noise
        self._factor = np.empty((0, len(self._points)))
        self._variance = np.ones(len(self._points))
        self._with_need = self._kernel(len(vectors))

    def merit(self, rows: Ints) -> Floats:
        """Return (k,) in [0, 1]: the information of each row, as a share of what a look at the need itself gives."""
        of_need = self._variance[-1]
        explained = self._with_need[rows] ** 2 / (self._variance[rows] + self._noise)
        gained = -0.5 * np.log1p(-explained / of_need)
        return gained / (0.5 * np.log1p(of_need / self._noise))

    def take(self, row: int) -> None:
        """Condition on a look at `row`: what it explained is no news any more."""
        explained = self._kernel(row) - self._factor.T @ self._factor[:, row]
        step = explained / np.sqrt(explained[row] + self._noise)
        self._factor = np.vstack([self._factor, step])
        self._variance = self._variance - step**2
        self._with_need = self._with_need - step * step[-1]

    def _kernel(self, point: int) -> Floats:
        """Return the prior covariance of every point with one of them."""
        return np.exp((self._points @ self._points[point] - 1.0) / self._length)


def information(need: Floats, vectors: Floats, context: Floats, length: float, *, noise: float = NOISE) -> Floats:
    """Return (n,) in [0, 1], higher is better: what each candidate tells about the need, given the context.

    need: (d,), vectors: (n, d), context: (a, d), all centred, unit norm. With no context it is monotone in the cosine,
    and says nothing that relevance does not: leave it out. A memory whose very text is held scores 0 by definition: the
    caller knows texts, this room knows none.
    """
    model = Information(need, np.vstack([vectors, context]), length, noise)
    for held in range(len(vectors), len(vectors) + len(context)):
        model.take(held)
    return model.merit(np.arange(len(vectors)))
