"""From raw arm scores to one relevance in [0, 1]: calibrate each arm, mix, add what stands beside, and put on a scale.

    cosine --.  against the store's own background
    BM25 ----+- against what the need's words could score at most     mix + spread -> logistic -> relevance
    tags ----|  as they are                                             - exclusions
    entities-'

No threshold carries over between embedding models (unrelated pairs score 0.1 under one and 0.75 under another), so a
cosine is measured in standard deviations of the store's own pairs. A word score is measured as coverage: a share of all
that the need's words could give. Both are levels that compare across needs, which abstention needs.

Measured on LoCoMo, five conversations, 760 questions, static vectors: evidence recall at 5/10/20, and the area under
the ROC curve for telling, by the best score alone, a conversation's own questions from another's (names removed):

    BM25 alone                                           53.9 62.2 68.7
    vector alone                                         38.6 48.3 56.2   0.86
    z-scores within the need, 0.6 words + 0.4 vector     56.1 64.6 71.9   0.62
      + spread                                           61.9 72.9 80.6   0.67
    this module, spread left out                         55.6 64.3 71.2
    this module                                          61.3 72.3 78.9   0.86

So scaling within each need ranks a point better and can hardly abstain. Ranks, logarithms and roots of the word score
lose 2 to 4 points at 10: the height of a rare word's score is what it has to say. A floor on this relevance costs
nothing up to 0.15 (17 % of the turns pass), a point at 0.2 (9 %) and three at 0.3 (3 %).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from .adjacency import Floats

ARM_WEIGHTS: Mapping[str, float] = {"words": 3.0, "vector": 1.0, "intent": 1.0, "entity": 1.0}
"""Shares in the mix, of the arms that were asked.

Words to vector 2:1 to 6:1 are within a point of 3:1, at recall 10. The other two are set by reason, not by measurement:
a named thing that is there says about what a good cosine says.
"""

SPREAD_WEIGHT = 1.0
"""Activation that arrives counts like the mix it came from; 0.7 to 1.5 are within a point at recall 10."""
EXCLUSION_WEIGHT = 0.8
"""The share of its level that a memory lacks which is wholly about what is excluded.

Set by reason: no suite has exclusions. Taken from the level, and not off it: what answers the need well comes last and
is still there, also in a store of five memories. Gone is what HARD drops.
"""

MIDPOINT = 0.7
STEEPNESS = 4.0
"""Where relevance is 1/2, and how fast it leaves it, in units of mix + spread.

The best memory for a question was at 0.51 (tenth percentile) and 1.03 (median) where the answer was in the store, at
0.44 (median) where it was not: 0.32, 0.79, 0.26.
"""

SMALLEST = 1e-12
"""How near to 0 and to 1 a relevance is taken for what it is, where the level behind it is asked for."""


@dataclass(frozen=True, slots=True)
class Background:
    """The cosine of two memories that chance brings together: mean, standard deviation, and the pairs it rests on."""

    mean: float
    deviation: float
    pairs: float

    def standardise(self, cosine: NDArray[np.floating]) -> Floats:
        """Return how many standard deviations each cosine lies above the background."""
        return (cosine.astype(np.float64) - self.mean) / max(self.deviation, LEAST_DEVIATION)

    def pooled(self, other: Background) -> Background:
        """Return the mean and standard deviation of two samples taken together."""
        pairs = self.pairs + other.pairs
        mean = (self.pairs * self.mean + other.pairs * other.mean) / pairs
        within = (self.pairs * self.deviation**2 + other.pairs * other.deviation**2) / pairs
        between = self.pairs * other.pairs * ((self.mean - other.mean) / pairs) ** 2
        return Background(mean, float(np.sqrt(within + between)), pairs)


LEAST_DEVIATION = 0.02
"""A store of near copies must not turn rounding into significance."""

PRIOR = Background(mean=0.3, deviation=0.12, pairs=20)
"""What is assumed of a store too small to show a background, worth 20 pairs, where nothing is known of the model.

It is no pair of strangers, which has 0.03 under the model that is shipped, but what has to do with a need and does not
answer it: in a small store that is what there is.
"""
CHANCE = 0.030746
"""What strangers have under that model, in English: PRIOR is stated beside it."""

BACKGROUND_PAIRS = 4096
"""Enough for the mean to be known to 2% of a standard deviation."""


def background(matrix: NDArray[np.float32], prior: Background = PRIOR) -> Background:
    """Return the background of a store's vectors, (n, d) float32, unit norm, from pairs that a fixed seed draws.

    The prior's pairs are pooled with the sample (as in a conjugate normal model), so that one memory, or five about one
    thing, do not make a background of their own. Rows of zeros (pending vectors) are left out.
    """
    present = np.flatnonzero(matrix.any(axis=1))
    if len(present) < 2:
        return prior
    draw = np.random.default_rng(0)
    first = draw.integers(0, len(present), BACKGROUND_PAIRS)
    other = (first + draw.integers(1, len(present), BACKGROUND_PAIRS)) % len(present)
    cosine = np.einsum("ij,ij->i", matrix[present[first]], matrix[present[other]]).astype(np.float64)
    # A small store has few pairs, however many are drawn from them.
    pairs = min(BACKGROUND_PAIRS, len(present) * (len(present) - 1) / 2)
    return prior.pooled(Background(float(cosine.mean()), float(cosine.std()), pairs))


def prior(chance: float | None) -> Background:
    """Return what is assumed of a small store under a model for whose strangers a cosine of `chance` was measured.

    A cosine is counted from chance, as Cohen's kappa (1960) counts agreement: as a share of what is left above it. So
    one rule serves a model that gives strangers 0.75, and one that gives them 0.03 in English and 0.5 in Russian.
    """
    if chance is None:
        return PRIOR
    left = (1.0 - chance) / (1.0 - CHANCE)
    return Background(chance + left * (PRIOR.mean - CHANCE), left * PRIOR.deviation, PRIOR.pairs)


def calibrate_cosine(cosine: NDArray[np.floating], against: Background) -> Floats:
    """Return (n,) in [0, 1], strictly increasing in the cosine; 1/2 is one standard deviation above unrelated pairs."""
    return logistic(against.standardise(cosine) - 1.0)


def beyond_chance(calibrated: Floats) -> Floats:
    """Return (n,) in [0, 1]: what a calibrated cosine has above an unrelated pair's, as a share of what it could have.

    Of what is needed, the little that everything has raises all alike, and changes no order. Of what is excluded, it
    would lower all alike, to below the floor.
    """
    chance = float(logistic(np.float64(-1.0)))
    return np.clip((calibrated - chance) / (1.0 - chance), 0.0, 1.0)


def calibrate_words(score: NDArray[np.floating], ceiling: float | None = None) -> Floats:
    """Return (n,) in [0, 1], increasing in the score: the share of the need's words that a memory covers.

    score: (n,) BM25 >= 0, higher is better. ceiling: the sum of the inverse document frequencies of the need's distinct
    words, which a memory of average length that holds each of them once scores. Without it the best score stands in,
    which ranks as well and cannot abstain. Scale-free, so a store of one memory (where every word is common) works too.
    """
    most = float(score.max(initial=0.0)) if ceiling is None else ceiling
    return np.clip(score / most, 0.0, 1.0).astype(np.float64) if most > 0.0 else np.zeros(len(score))


def mix(arms: Mapping[str, Floats]) -> Floats:
    """Return (n,) in [0, 1]: the mean of calibrated arms, each (n,) in [0, 1], by ARM_WEIGHTS.

    Pass the arms that were asked, and no others: one that was asked and found nothing is evidence of absence, one that
    was not asked is none. The mean is linear in what an arm says; squashing each before the mix loses.
    """
    total = sum(ARM_WEIGHTS[name] for name in arms)
    return np.sum([ARM_WEIGHTS[name] / total * score for name, score in arms.items()], axis=0)


def share_of_spread(spread: Floats) -> Floats:
    """Return (n,) in [0, 1), increasing in `spread`, (n,) >= 0: the arm as it is shown; 1/2 where 1 arrives.

    Of many strong neighbours more than 1 arrives, and `relevance` takes it as it is. To cap it instead was refused: all
    that stands in the middle of things would be shown as equal.
    """
    return spread / (1.0 + spread)


def level(mixed: Floats, spread: Floats | float = 0.0) -> Floats:
    """Return (n,) >= 0: how strong the evidence for each is, before anything weighs it or speaks against it."""
    return mixed + SPREAD_WEIGHT * spread


def relevance(
    mixed: Floats, spread: Floats | float = 0.0, excluded: Floats | float = 0.0, worth: Floats | float = 1.0
) -> Floats:
    """Return (n,) in (0, 1), increasing in `mixed`, `spread` and `worth` and decreasing in `excluded`.

    mixed: from `mix`. spread: from `spreading.spread`, seeded by `mixed`. excluded: `mix` of the arms of what to stay
    away from. worth: a factor around 1, how far each can be an answer. Of one arm alone it tells what relevance that
    arm would give.
    """
    weighed = level(mixed, spread) * worth * left_by(excluded)
    return logistic(STEEPNESS * (weighed - MIDPOINT))


def left_by(excluded: Floats | float) -> Floats | float:
    """Return the share of its level, in (0, 1], that each keeps by how well it matches what is excluded, in [0, 1]."""
    return 1.0 - EXCLUSION_WEIGHT * excluded


def without_exclusion(relevance: Floats, excluded: Floats) -> Floats:
    """Return (n,) in (0, 1): what `relevance` would be were nothing excluded, by how well each matches what is."""
    inside = np.clip(relevance, SMALLEST, 1.0 - SMALLEST)
    weighed = np.log(inside / (1.0 - inside)) / STEEPNESS + MIDPOINT
    return logistic(STEEPNESS * (weighed / left_by(excluded) - MIDPOINT))


def logistic(x: Floats | np.float64) -> Floats:
    """Return 1 / (1 + e^-x), by tanh, which overflows nowhere."""
    return 0.5 * (1.0 + np.tanh(0.5 * x))
