"""Re-ranking: an answer and scores in, the same hits in another order out. What fails changes nothing, and is told.

The answer itself does it (`front.refine`, `await front.arefine`), and no handle: an answer is whole without its store,
whichever handle gave it. Awaiting needs a thread for what cannot be awaited, and that is one of its own: the readers of
a store are few, and a re-ranking takes seconds.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from inspect import isawaitable
from typing import TYPE_CHECKING, Any

from ...dsl import ast
from ...errors import ClewError, QueryError
from ..handle.workers import finished, once

if TYPE_CHECKING:
    from ..answers.results import Front, Hit
    from .port import AnyReranker, Reranker


def refine(front: Front, reranker: Reranker) -> Front:
    """Return the hits in the order of their scores, equal ones as they stood; each says where it stood before.

    A memory that EXPAND brought stays behind the hit that it came with. Raises QueryError where no need was given.
    """
    need, texts = _asked(front)
    try:
        return reordered(front, reranker.scores(need, texts))
    except Exception as error:
        return _unchanged(front, error)


async def arefine(front: Front, reranker: AnyReranker) -> Front:
    """The same, awaited: in a thread of its own, or in the loop where the reranker is awaited."""
    need, texts = _asked(front)
    try:
        scores: Any = await finished(once(lambda: reranker.scores(need, texts)))
        return reordered(front, await scores if isawaitable(scores) else scores)
    except Exception as error:
        return _unchanged(front, error)


def reordered(front: Front, scores: Sequence[float]) -> Front:
    """Return the hits by scores, one for each that EXPAND did not bring. Raises ValueError for scores that are none."""
    hits = [hit for hit in front.hits if hit.expanded_from is None]
    given = [float(score) for score in scores]
    if len(given) != len(hits) or not all(map(math.isfinite, given)):
        raise ValueError("there is not one finite score for each hit")
    order = sorted(range(len(hits)), key=lambda place: -given[place])
    placed = (_placed(front, hits[place], rank) for rank, place in enumerate(order, 1))
    return replace(front, hits=tuple(hit for group in placed for hit in group))


def _placed(front: Front, hit: Hit, rank: int) -> list[Hit]:
    """Return a hit at its new place, and what EXPAND brought with it."""
    with_it = (other for other in front.hits if other.expanded_from == hit.memory.id)
    return [replace(one, rank=rank, was=hit.rank) for one in (hit, *with_it)]


def _asked(front: Front) -> tuple[str, list[str]]:
    need = None if front.question is None else front.question.statement.need
    if not isinstance(need, ast.Literal) or not isinstance(need.value, str):
        raise QueryError("An answer without a need cannot be refined.", hint="Recall with one: `recall('...')`.")
    return need.value, [hit.memory.text for hit in front.hits if hit.expanded_from is None]


def _unchanged(front: Front, error: Exception) -> Front:
    why = error.message if isinstance(error, ClewError) else f"{type(error).__name__}: {error}"
    return replace(front, notes=(*front.notes, f"Not re-ranked: {why:.300}"))
