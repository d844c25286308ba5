"""The objectives of a recall: columns over the candidates, in [0, 1], higher is better; `cost`, in tokens, is MIN.

relevance comes from `fusion`, coherence from `distance.closeness`; the others are here. Each is a function of what the
memory is and of a reference time that is handed in. Never the wall clock: on a log that is two years old every
exponential would be zero, and all would tie. Refused: weights. Objectives are traded against each other on fronts, not
summed behind a back.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum

import numpy as np
from numpy.typing import NDArray

from ...errors import EvaluationError
from .adjacency import Bools, Floats, Ints
from .pareto import Sense

DAY = 86_400_000_000
"""Microseconds."""

NO_SPREAD = 1e-9
"""Values closer than this are rounding, not a difference to choose by."""

POWER_EXPONENT = 0.5
"""The decay of human memory traces in ACT-R (Anderson and Schooler, 1991)."""

USE_EXPONENT = 0.25
"""Each doubling of use takes a sixth off what importance lacks: the tenth use says much less than the first."""

ANSWERING = 0.4
"""Relevance above which a memory is taken to answer the need: what is below may as well be chance.

Where a question has no answer in the store, its best memory has 0.26 (median); where it has one, 0.79, and 0.32 or less
in one of ten. Chosen with the tolerances of the default strategy on three trials of argument provenance and judged on
the fourth: 0.4, 0.5, 0.4, 0.4 of 0.3 to 0.6, and 0.850 and 0.829 held out where the whole gives 0.851 and 0.829.
"""


class Decay(Enum):
    """How value falls with age. All three are 1 at age 0 and 1/2 at the half-life."""

    LINEAR = "linear"  # gone at twice the half-life
    EXPONENTIAL = "exponential"  # halves with every half-life
    POWER = "power"  # fast at first, and then hardly: old things never quite vanish


def reference_time(as_of: int | None, anchors_at: Ints, scope_at: Ints) -> int | None:
    """Return the moment that ages are measured from, UTC microseconds; None in an empty scope, where nothing ages.

    AS OF, else the newest anchor's, else the newest in scope.
    """
    if as_of is not None:
        return as_of
    newest = anchors_at if anchors_at.size else scope_at
    return int(newest.max()) if newest.size else None


def recency(
    at: Ints,
    reference: int,
    half_life: Floats | float,
    *,
    decay: Decay = Decay.EXPONENTIAL,
    pinned: Bools | None = None,
) -> Floats:
    """Return (n,) in [0, 1], higher is newer: the decay of each memory's age at the reference time.

    at: (n,) UTC microseconds. reference: UTC microseconds; a memory from after it has age 0. half_life: microseconds >
    0, one for all or (n,) by each memory's type; inf never ages. pinned: (n,) bool, memories that never age.
    """
    if np.any(np.asarray(half_life) <= 0):
        raise EvaluationError("A half-life is not positive.", hint="Give a span such as 30 DAYS.")
    half_lives = np.maximum(reference - at, 0) / half_life
    fresh = _decayed(half_lives, decay)
    return fresh if pinned is None else np.where(pinned, 1.0, fresh)


def _decayed(half_lives: Floats, decay: Decay) -> Floats:
    """Return what is left after so many half-lives."""
    if decay is Decay.LINEAR:
        return np.maximum(1.0 - half_lives / 2.0, 0.0)
    if decay is Decay.EXPONENTIAL:
        return np.exp2(-half_lives)
    to_half = 2.0 ** (1.0 / POWER_EXPONENT) - 1.0
    return (1.0 + to_half * half_lives) ** -POWER_EXPONENT


def answer(relevance: Floats) -> Floats:
    """Return (n,) in [0, 1]: what of a relevance, (n,) in [0, 1], lies above ANSWERING, as a share of what could.

    As an axis it trades only what is evidence. A relevance of 0.12 says no more than one of 0.1, and a memory that has
    it must not stand beside the best on a front for that.
    """
    return np.maximum(relevance - ANSWERING, 0.0) / (1.0 - ANSWERING)


def importance(base: Floats, uses: Floats, freshness: Floats, pinned: Bools) -> Floats:
    """Return (n,) in [0, 1]: base importance, reinforced by use with diminishing returns, decayed since the last use.

    base: (n,) in [0, 1]. uses: (n,) >= 0, recorded ones, each as far as it went well. freshness: (n,) in [0, 1],
    `recency` of the last use (of the memory itself where there was none). pinned: (n,) bool, which stand at 1. What is
    lacking to 1 shrinks as (1 + uses)^-1/4; and importance decays at half the rate (in the exponent) at which it is
    forgotten, so that an old decision outlasts an old remark.
    """
    reinforced = 1.0 - (1.0 - base) * (1.0 + uses) ** -USE_EXPONENT
    return np.where(pinned, 1.0, reinforced * np.sqrt(freshness))


def confidence(stated: Floats, trust: Floats, contradictions: Ints) -> Floats:
    """Return (n,) in [0, 1]: the source's confidence and trust, lowered by open contradictions.

    stated, trust: (n,) in [0, 1]. contradictions: (n,) open ones. Of 1 + c statements that cannot hold together at most
    one does, and nothing is known yet about which: each gets its share.
    """
    return stated * trust / (1.0 + contradictions)


@dataclass(frozen=True, slots=True)
class Objectives:
    """The columns that a front is found over, and those that had nothing to say."""

    names: tuple[str, ...]
    matrix: Floats  # (n, m), a column a name
    senses: tuple[Sense, ...]
    dropped: tuple[str, ...]  # no spread over these candidates


def with_spread(names: Sequence[str], matrix: NDArray[np.floating], senses: Sequence[Sense]) -> Objectives:
    """Return the objectives that tell the candidates apart; a column whose values are all one is dropped, and reported.

    It would change no front, but it would be shown as if it had been weighed. matrix: (n, m), finite.
    """
    span = matrix.max(axis=0, initial=-np.inf) - matrix.min(axis=0, initial=np.inf)
    tells: list[bool] = (span > NO_SPREAD).tolist()
    kept = [i for i, told in enumerate(tells) if told]
    return Objectives(
        tuple(names[i] for i in kept),
        matrix[:, kept].astype(np.float64),
        tuple(senses[i] for i in kept),
        tuple(name for name, told in zip(names, tells, strict=True) if not told),
    )
