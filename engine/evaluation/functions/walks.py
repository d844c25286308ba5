"""A list of edges as a walk: where it begins and where it ends, if each edge begins where the one before it ended."""

from __future__ import annotations

from collections.abc import Sequence

from ....dsl.marks import ENDS
from ....errors import EvaluationError
from ..values import EdgeValue, NodeValue, Value, is_list, name_of
from .function import Function, define


def ends(walk: Value, direction: str) -> list[list[NodeValue]]:
    """The first and the last node of a walk from left to right, for each way to follow it: none, one, or two.

    A walk uses an edge once. direction: of its edges, as a pattern draws them.
    """
    if not is_list(walk) or not all(isinstance(edge, EdgeValue) for edge in walk):
        raise EvaluationError(f"A walk is followed along a list of edges, and this is {_kind(walk)}.")
    if not walk or len({edge.row for edge in walk}) < len(walk):
        return []
    starts = dict.fromkeys((walk[0].source, walk[0].target))
    followed = ([start, _followed(walk, start, direction)] for start in starts)
    return [[start, end] for start, end in followed if start is not None and end is not None]


def _kind(walk: Value) -> str:
    return "a list of other things" if is_list(walk) else name_of(walk)


def _followed(walk: Sequence[EdgeValue], start: NodeValue, direction: str) -> NodeValue | None:
    """Return where the walk from `start` ends; None where an edge does not go on from there."""
    here = start
    for edge in walk:
        if direction != "left" and edge.source == here:
            here = edge.target
        elif direction != "right" and edge.target == here:
            here = edge.source
        else:
            return None
    return here


FUNCTIONS: tuple[Function, ...] = (define(ENDS, ends, 2, "the ends of a walk along edges", "LIST"),)
