"""Spaces put together by hand, for what draws them: points on given axes, with the fronts that follow from them."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from clew.engine.answers.space import Axis, Choice, Space
from clew.engine.executor.pareto_terms import Traded
from clew.engine.retrieval.pareto import Sense

AXES = (Axis("relevance", "", False), Axis("cost", "tokens", True), Axis("recency", "", False))


def space_of(values: np.ndarray, axes: Sequence[Axis] = AXES, k: int = 3) -> Space:
    """Return a space of points, (n, len(axes)), traded on the first two axes; the first k of the best are answered."""
    size = len(values)
    senses = tuple(Sense.MIN if axis.lower_is_better else Sense.MAX for axis in axes[:2])
    traded = Traded(values[:, :2].astype(float), senses, [0.0, 0.0], [0, 0], None)
    front = traded.fronts().astype(np.int64)
    place = np.zeros(size, np.int64)
    best = np.argsort(front, kind="stable")[:k]
    place[best] = np.arange(1, len(best) + 1)
    names = tuple(f"m{i}" for i in range(size))
    choice = Choice(tuple(axis.name for axis in axes[:2]), 0.0, k)
    return Space(
        "RECALL", names, names, names, tuple(axes), values.astype(float), {}, choice, front, place, traded=traded
    )


def cloud(size: int, seed: int = 5) -> np.ndarray:
    """Return points that trade relevance for cost, (size, 3)."""
    draw = np.random.default_rng(seed)
    relevance = draw.random(size) ** 0.5
    cost = np.round(10 + 300 * relevance * draw.random(size))
    return np.column_stack([relevance, cost, draw.random(size)])
