"""Bind WHY and COMPARE: the recall that they are about is bound as it is anywhere else.

What it returns is bound too, so that a mistake there is still one, and then left out: they tell of the choice, not of
its columns.
"""

from __future__ import annotations

from ...errors import BindError
from .. import ast
from ..frozen import replace
from .expressions import closed
from .names import Index
from .patterns import Place
from .recall import bind_recall
from .scope import Scope

WHY_COLUMNS = ("stage", "finding", "value")
COMPARE_COLUMNS = ("m", "change", "rank_before", "rank_after", "front_before", "front_after")


def bind_why(why: ast.Why, index: Index) -> tuple[ast.Why, tuple[str, ...]]:
    """Return the statement bound, and the names of its columns. Raises BindError for what is no recall."""
    place = Place(Scope(), index, "WHY")
    memory = closed(why.memory, place, "WHY")
    if isinstance(why.within, ast.Recall):
        return replace(why, memory=memory, within=_chosen(why.within, index)), WHY_COLUMNS
    if isinstance(why.within, ast.Parameter):
        return replace(why, memory=memory), WHY_COLUMNS
    raise BindError(
        "WHY looks into a recall, and this is none.",
        span=why.within.span,
        hint="Write it in brackets, `IN (RECALL 5 FOR '...')`, or hand in the record of one: `IN $record`.",
    )


def bind_compare(compare: ast.Compare, index: Index) -> tuple[ast.Compare, tuple[str, ...]]:
    """Return the statement bound, and the names of its columns. Raises BindError for a recall with its own AS OF."""
    place = Place(Scope(), index, "COMPARE")
    if compare.recall.as_of is not None:
        raise BindError(
            "COMPARE says as of when, and this recall says it too.",
            span=compare.recall.as_of.span,
            hint="Leave AS OF out of the recall: `COMPARE (RECALL ...) AS OF '2024-01-01' WITH AS OF '2024-02-01'`.",
        )
    before, after = (closed(moment, place, "AS OF") for moment in (compare.before, compare.after))
    return replace(compare, recall=_chosen(compare.recall, index), before=before, after=after), COMPARE_COLUMNS


def _chosen(recall: ast.Recall, index: Index) -> ast.Recall:
    return replace(bind_recall(recall, index)[0], returning=None)
