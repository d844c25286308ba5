"""The belief: one observation at a time comes to what all at once do, in any order, and is as sure as it is right."""

from __future__ import annotations

import numpy as np
import pytest
from clew.engine.learning.belief import (
    OWN_VARIANCE,
    SHARED_VARIANCE,
    Belief,
    Observation,
    logistic_of_gaussian,
)
from clew.engine.retrieval.fusion import logistic
from numpy.typing import NDArray

NAMES = ("used", "relevance", "type:fact", "type:error", "tag:a", "tag:b")


def simulated(seed: int, size: int, owns: int = 1) -> tuple[list[Observation], NDArray[np.float64]]:
    """Outcomes drawn from the model itself, its weights drawn from its prior; and the probabilities that they had."""
    random = np.random.default_rng(seed)
    weights = random.normal(0.0, SHARED_VARIANCE**0.5, len(NAMES))
    own = random.normal(0.0, OWN_VARIANCE**0.5, owns)
    x = np.column_stack([np.ones(size), random.uniform(-1, 1, size), random.integers(0, 2, (size, len(NAMES) - 2))])
    which = random.integers(0, owns, size)
    probability = logistic(x @ weights + own[which])
    outcomes = random.random(size) < probability
    found = [
        Observation({n: v for n, v in zip(NAMES, row, strict=True) if v}, int(o), float(y))
        for row, o, y in zip(x.tolist(), which, outcomes, strict=True)
    ]
    return found, probability


def batch(observations: list[Observation], owns: int) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return the mode of the posterior given all observations at once, by Newton's method, and its covariance.

    The shared weights first, then one for each memory, whose covariances are all kept here.
    """
    x = np.zeros((len(observations), len(NAMES) + owns))
    for place, one in enumerate(observations):
        for name, value in one.features.items():
            x[place, NAMES.index(name)] = value
        x[place, len(NAMES) + one.own] = 1.0
    y = np.array([one.target for one in observations])
    precision = np.diag([1 / SHARED_VARIANCE] * len(NAMES) + [1 / OWN_VARIANCE] * owns)
    w = np.zeros(x.shape[1])
    for _ in range(50):
        p = logistic(x @ w)
        hessian = x.T @ (x * (p * (1 - p))[:, None]) + precision
        w -= np.linalg.solve(hessian, x.T @ (p - y) + precision @ w)
    return w, np.linalg.inv(hessian)


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("owns", [1, 8])
def test_one_at_a_time_comes_to_what_all_at_once_does(seed: int, owns: int) -> None:
    """The values that were learned online are those of a batch fit, to two hundredths, in mean and deviation."""
    observations, _ = simulated(seed, 300, owns)
    mean, deviation = Belief().after(observations).of([o.features for o in observations], [o.own for o in observations])
    weights, covariance = batch(observations, owns)
    x = np.zeros((len(observations), len(weights)))
    for place, one in enumerate(observations):
        for name, value in one.features.items():
            x[place, NAMES.index(name)] = value
        x[place, len(NAMES) + one.own] = 1.0
    expected, spread = logistic_of_gaussian(x @ weights, np.einsum("ij,jk,ik->i", x, covariance, x))
    assert np.abs(mean - expected).max() < 0.025
    assert np.abs(deviation - spread).max() < 0.01


@pytest.mark.parametrize("seed", range(4))
def test_the_order_hardly_matters(seed: int) -> None:
    """The same observations in another order end in the same values, to two hundredths."""
    observations, _ = simulated(seed, 200, owns=4)
    shuffled = [observations[i] for i in np.random.default_rng(seed).permutation(len(observations))]
    asked = [one.features for one in observations], [one.own for one in observations]
    one, other = (Belief().after(some).of(*asked)[0] for some in (observations, shuffled))
    assert np.abs(one - other).max() < 0.02


def test_going_on_is_beginning_anew() -> None:
    """A belief that took the observations in two parts is the one that took them at once, to the last bit."""
    observations, _ = simulated(1, 60, owns=3)
    whole, parts = Belief().after(observations), Belief().after(observations[:23]).after(observations[23:])
    assert whole.index == parts.index and whole.own == parts.own
    assert np.array_equal(whole.mean, parts.mean) and np.array_equal(whole.covariance, parts.covariance)


def test_what_is_believed_is_calibrated() -> None:
    """Over many worlds drawn from the prior, the mean is right on average in each of five bins, and the true
    probability lies within two deviations as often as it should.
    """
    told: list[tuple[float, float, float]] = []
    for seed in range(300):
        observations, probability = simulated(seed, 60, owns=3)
        belief = Belief().after(observations[:40])
        later = observations[40:]
        mean, deviation = belief.of([o.features for o in later], [o.own for o in later])
        told += zip(mean.tolist(), deviation.tolist(), probability[40:].tolist(), strict=True)
    mean, deviation, truth = np.array(told).T
    for chosen in np.array_split(np.argsort(mean), 5):
        assert abs(mean[chosen].mean() - truth[chosen].mean()) < 0.02
    within = (np.abs(truth - mean) < 2 * deviation).mean()
    assert 0.93 < within < 0.98


def test_nothing_known_is_one_half() -> None:
    """Before any observation, and for features that nobody has met, the mean is exactly 1/2, and next to nothing is
    sure.
    """
    taught = Belief().after([Observation({"type:fact": 1.0}, 0, 1.0)])
    for belief, features in ((Belief(), {"type:fact": 1.0}), (taught, {"tag:new": 1.0, "type:new": 1.0})):
        mean, deviation = belief.of([features], [7])
        assert mean[0] == pytest.approx(0.5, abs=1e-12) and deviation[0] > 0.15


def test_an_observation_moves_what_shares_its_features() -> None:
    """A success raises what is like it, most of all the memory itself, narrows it, and leaves strangers alone."""
    belief = Belief().after([Observation({"type:fact": 1.0}, 0, 1.0)] * 3)
    mean, deviation = belief.of([{"type:fact": 1.0}, {"type:fact": 1.0}, {"type:error": 1.0}], [0, 1, 2])
    assert mean[0] > mean[1] > mean[2] == pytest.approx(0.5)
    assert deviation[0] < deviation[1]


def test_the_integral_is_exact() -> None:
    """Mean and deviation of a logistic of a Gaussian are those of a fine grid, to a thousandth up to a variance of
    10.
    """
    grid = np.linspace(-12, 12, 200_001)
    density = np.exp(-(grid**2) / 2)
    density /= density.sum()
    for mean, variance in ((0.0, 0.3), (1.5, 2.0), (-3.0, 10.0)):
        values = logistic(mean + variance**0.5 * grid)
        first = float(values @ density)
        found = logistic_of_gaussian(np.array([mean]), np.array([variance]))
        assert found[0][0] == pytest.approx(first, abs=1e-3)
        assert found[1][0] == pytest.approx((float(values**2 @ density) - first**2) ** 0.5, abs=1e-3)
