"""Bayesian logistic regression, one observation at a time: what is believed of every feature, and how surely.

The weights are Gaussian, N(0, v) at first, so that a feature that nobody has met yet pulls nothing either way and only
adds its doubt. An observation moves them to the mode of the new posterior and narrows them by the curvature there
(Laplace's approximation: Bishop, Pattern Recognition and Machine Learning, 2006, section 4.5.1; one case after the
other: Spiegelhalter and Lauritzen, Networks 20, 1990, 579-605). Batch fitting was refused: it would read every outcome
again at each question, and what is learned must not depend on when somebody asked.

Beside the shared weights every memory has one of its own, and a store has more memories than a matrix has room for. An
observation is of one memory, so the precision of the own weights stays diagonal, an arrowhead; given the shared ones
they are independent, and are kept apart without losing anything.

    own | shared  ~  N(intercept - (cross / precision) . shared,  1 / precision)

Keeping them apart by dropping the covariances was tried and refused: the order of the observations then mattered by
half a standard deviation.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from math import tanh
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from ..retrieval.fusion import logistic

Floats: TypeAlias = NDArray[np.float64]
Features: TypeAlias = Mapping[str, float]
"""Names with numbers, about [-1, 1]; what is not there is 0, which tells nothing."""

SHARED_VARIANCE = 0.25
OWN_VARIANCE = 0.5
"""What a weight may be before anything was seen: a memory of a dozen features then has a value of 0.50 +- 0.26, which
is next to no opinion (an even spread over [0, 1] has +- 0.29)."""

MOST_FEATURES = 256
"""Features with a weight, the first that came: the matrix has their square. Later ones stay at the mean."""

NODES, WEIGHTS = np.polynomial.hermite.hermgauss(24)
"""Gauss-Hermite quadrature: mean and deviation of a logistic of a Gaussian to 1e-3 up to a variance of 10."""

STEPS = 50
CLOSE = 1e-12


@dataclass(frozen=True, slots=True)
class Observation:
    """features: of what was used. own: the memory, by whatever number it has. target: in [0, 1], higher is better."""

    features: Features
    own: int
    target: float


@dataclass(frozen=True, slots=True)
class Own:
    """The weight of one memory, given the shared ones. cross: by place of a feature, what is not there is 0."""

    intercept: float = 0.0
    precision: float = 1.0 / OWN_VARIANCE
    cross: Mapping[int, float] = field(default_factory=dict[int, float])

    def shift(self, weights: Floats) -> float:
        """Return (cross / precision) . weights."""
        return sum(value * float(weights[place]) for place, value in self.cross.items()) / self.precision


@dataclass(frozen=True, slots=True)
class Belief:
    """What is believed after some observations; never changed.

    index: the place of each feature. mean: (d,) and covariance: (d, d), of the shared weights. own: by memory.
    """

    index: Mapping[str, int] = field(default_factory=dict[str, int])
    mean: Floats = field(default_factory=lambda: np.zeros(0))
    covariance: Floats = field(default_factory=lambda: np.zeros((0, 0)))
    own: Mapping[int, Own] = field(default_factory=dict[int, Own])

    def after(self, observations: Iterable[Observation]) -> Belief:
        """Return the belief after more observations, taken in their order."""
        index, own = dict(self.index), dict(self.own)
        mean, covariance = self.mean.copy(), self.covariance.copy()
        for one in observations:
            _meet(one.features, index)
            mean, covariance = _with_room(mean, covariance, len(index))
            mine = own.get(one.own, Own())
            reduced, unknown = _reduced(one.features, mine, index), _unknown(one.features, index)
            along = covariance @ reduced
            inner = float(reduced @ along)
            before, spread = float(reduced @ mean) + mine.intercept, inner + 1.0 / mine.precision + unknown
            step = _to_mode(before, spread, one.target)
            told = 1.0 / (1.0 / _slope(before + step * spread) + unknown)  # the precision that the observation adds
            drift = mine.intercept - mine.shift(mean) + step * (1.0 / mine.precision - mine.shift(along))
            mean += step * along
            gain = told * mine.precision / (mine.precision + told)
            covariance -= np.outer(along, along) * (gain / (1.0 + gain * inner))
            own[one.own] = _moved(mine, one.features, index, told, drift, mean)
        return Belief(index, mean, covariance, own)

    def of(self, features: Sequence[Features], owns: Sequence[int]) -> tuple[Floats, Floats]:
        """Return mean and standard deviation of the target for each, (n,) in [0, 1]; 1/2 where nothing is known."""
        mine = [self.own.get(own, Own()) for own in owns]
        shape = len(features), len(self.index)
        x = np.array([_reduced(f, m, self.index) for f, m in zip(features, mine, strict=True)]).reshape(shape)
        alone = [1.0 / m.precision + _unknown(f, self.index) for f, m in zip(features, mine, strict=True)]
        variance = ((x @ self.covariance) * x).sum(axis=1) + np.array(alone)
        return logistic_of_gaussian(x @ self.mean + np.array([m.intercept for m in mine]), variance)


def logistic_of_gaussian(mean: Floats, variance: Floats) -> tuple[Floats, Floats]:
    """Return mean and standard deviation, (n,), of 1 / (1 + exp(-a)) for a ~ N(mean, variance).

    The integral of Bishop's section 4.5.2, by quadrature: his approximation gives the mean alone.
    """
    nodes = mean[:, None] + np.sqrt(2.0 * np.maximum(variance, 0.0))[:, None] * NODES
    shares = WEIGHTS / WEIGHTS.sum()
    values = logistic(nodes)
    first, second = values @ shares, (values**2) @ shares
    return first, np.sqrt(np.maximum(second - first**2, 0.0))


def _to_mode(mean: float, spread: float, target: float) -> float:
    """Return t with t = target - logistic(mean + t spread): the new mode lies t along the covariance times x.

    Newton's method on a function that only rises, and bends once: halved where it would leave [-1, 1].
    """
    low, high = -1.0, 1.0
    t = 0.0
    for _ in range(STEPS):
        lacking = target - _logistic(mean + t * spread) - t
        if abs(lacking) < CLOSE:
            break
        low, high = (t, high) if lacking > 0 else (low, t)
        stepped = t + lacking / (1.0 + spread * _slope(mean + t * spread))
        t = stepped if low < stepped < high else 0.5 * (low + high)
    return t


def _logistic(a: float) -> float:
    """Return `logistic` of one number, without an array around it: a search asks for it at every step."""
    return 0.5 * (1.0 + tanh(0.5 * a))


def _slope(a: float) -> float:
    p = _logistic(a)
    return p * (1.0 - p)


def _meet(features: Features, index: dict[str, int]) -> None:
    for name in features:
        if name not in index and len(index) < MOST_FEATURES:
            index[name] = len(index)


def _with_room(mean: Floats, covariance: Floats, size: int) -> tuple[Floats, Floats]:
    """Return both with room for features that were just met, which are as nobody has seen them."""
    known = len(mean)
    if known == size:
        return mean, covariance
    wider, larger = np.zeros(size), np.eye(size) * SHARED_VARIANCE
    wider[:known], larger[:known, :known] = mean, covariance
    return wider, larger


def _reduced(features: Features, own: Own, index: Mapping[str, int]) -> Floats:
    """Return the features less what the memory's own weight answers for, (d,): x - cross / precision."""
    x = np.zeros(len(index))
    for name, value in features.items():
        if (place := index.get(name)) is not None:
            x[place] = value
    for place, value in own.cross.items():
        x[place] -= value / own.precision
    return x


def _moved(own: Own, features: Features, index: Mapping[str, int], told: float, mean: float, shared: Floats) -> Own:
    """Return a memory's weight after an observation of precision `told`. mean: its new mean, with the shared ones'."""
    cross = dict(own.cross)
    for name, value in features.items():
        if (place := index.get(name)) is not None:
            cross[place] = cross.get(place, 0.0) + told * value
    moved = Own(0.0, own.precision + told, cross)
    return Own(mean + moved.shift(shared), moved.precision, cross)


def _unknown(features: Features, index: Mapping[str, int]) -> float:
    """Return the variance that features without a weight add."""
    return SHARED_VARIANCE * sum(value * value for name, value in features.items() if name not in index)
