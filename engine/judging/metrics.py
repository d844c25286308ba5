"""How good a ranking is, as numbers in [0, 1], higher is better but for `idle`. Pure.

A number that has no meaning for a need is None, and no mean counts it: an unanswerable need has no recall. Formulae as
in Manning, Raghavan and Schuetze, Introduction to Information Retrieval (2008), chapter 8; relevance is yes or no.
Refused: a score over several metrics. Which of them matters is for whoever reads to say.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from ..retrieval.adjacency import Bools, Ints

TOKEN = re.compile(r"\w+|[^\w\s]")


def words_and_marks(text: str) -> int:
    """Return how many words and punctuation marks a text has: the unit of `in_budget`, whatever tokenizer is in use."""
    return len(TOKEN.findall(text))


@dataclass(frozen=True, slots=True)
class Ranking:
    """What a ranker gave for one need, best first.

    gold: (n,) bool, whether each answers the need. outdated: (n,) bool, whether each must not stand before the gold.
    cost: (n,) words and marks of each. expected: how many answers there are, given or not; 0 for an unanswerable need.
    updated: whether anything is outdated at all, given or not.
    """

    gold: Bools
    outdated: Bools
    cost: Ints
    expected: int
    updated: bool = False


def recall_at(ranking: Ranking, k: int) -> float | None:
    """Return the share of the answers that stand within the first k."""
    return float(ranking.gold[:k].sum()) / ranking.expected if ranking.expected else None


def hit_at(ranking: Ranking, k: int) -> float | None:
    """Return 1 where any answer stands within the first k."""
    return float(ranking.gold[:k].any()) if ranking.expected else None


def reciprocal_rank(ranking: Ranking) -> float | None:
    """Return 1 / place of the first answer, 0 where none came."""
    if not ranking.expected:
        return None
    found = np.flatnonzero(ranking.gold)
    return 1.0 / (int(found[0]) + 1) if found.size else 0.0


def ndcg_at(ranking: Ranking, k: int) -> float | None:
    """Return the discounted gain of the first k, 1 / log2(place + 1) an answer, as a share of what is the most."""
    if not ranking.expected:
        return None
    discounts = 1.0 / np.log2(np.arange(2, k + 2))
    most = discounts[: min(k, ranking.expected)].sum()
    return float(discounts[: len(ranking.gold)][ranking.gold[:k]].sum() / most)


def in_budget(ranking: Ranking, budget: int) -> float | None:
    """Return 1 where an answer stands whole within the first `budget` words and marks."""
    if not ranking.expected:
        return None
    return float(bool((ranking.gold & (np.cumsum(ranking.cost) <= budget)).any()))


def newest_first(ranking: Ranking) -> float | None:
    """Return 1 where an answer came, and nothing outdated before it; None where nothing is outdated."""
    if not ranking.updated:
        return None
    found, stale = np.flatnonzero(ranking.gold), np.flatnonzero(ranking.outdated)
    return float(bool(found.size and not (stale.size and stale[0] < found[0])))


def abstains(ranking: Ranking) -> float | None:
    """Return 1 where nothing came for an unanswerable need, which is right."""
    return None if ranking.expected else float(not len(ranking.gold))


def idle(ranking: Ranking) -> float | None:
    """Return 1 where nothing came for a need that has an answer, which is wrong."""
    return float(not len(ranking.gold)) if ranking.expected else None


Metric = Callable[[Ranking], float | None]

NDCG_DEPTH = 10


def metrics(ks: Sequence[int], budget: int) -> dict[str, Metric]:
    """Return every metric by the name of its column. ks: the depths of `R@k`. budget: of `in N`, words and marks."""
    return {
        "MRR": reciprocal_rank,
        "hit@1": lambda ranking: hit_at(ranking, 1),
        "hit@3": lambda ranking: hit_at(ranking, 3),
        **{f"R@{k}": (lambda ranking, k=k: recall_at(ranking, k)) for k in ks},
        f"nDCG@{NDCG_DEPTH}": lambda ranking: ndcg_at(ranking, NDCG_DEPTH),
        f"in {budget:,}": lambda ranking: in_budget(ranking, budget),
        "newest first": newest_first,
        "abstains": abstains,
        "idle": idle,
    }
