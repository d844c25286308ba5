"""As much of a lineage as fits into a width: a drawing is never cut through its boxes, it is drawn of less.

Boxes become narrower first, then labels go, for whoever draws can list the edges below; then the farthest memories,
since whoever asks about one asks about what is near it. Of those that are equally far as many stay as there is room
for: what came one after another takes a column each, so ten causes of one memory may need ten. What is left out is
counted in the boxes it hangs on.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import zip_longest

from ....engine.answers.lineage import Lineage
from .layout import LABEL, WIDEST, lay_out
from .shapes import Layout

SIZES = ((WIDEST, LABEL), (20, LABEL), (14, LABEL), (20, 0), (14, 0))
"""Cells of text in a box, and of a label; the best first. In fewer a word is cut more often than not."""

LEAST_STEP = 4
"""Cells that one more hop takes at least, for all that it may turn back: a column takes twice as many and more."""


MOST_TRIED = 32
"""Memories of one distance that are tried one by one: each takes a layout, some ten milliseconds."""


def fit(lineage: Lineage, width: int | None) -> tuple[Lineage, Layout]:
    """Return what is drawn, and its layout, at most `width` cells wide; None for all of it.

    The memory itself is always there, if need be alone and wider than what was asked for.
    """
    if width is None:
        return lineage, lay_out(lineage)
    farthest = max(node.distance for node in lineage.nodes)
    for distance in range(min(farthest, width // LEAST_STEP), -1, -1):
        found = _widest(lineage.within(distance), width)
        if found is not None:
            part, _ = found
            return _widest(_filled(lineage, part, distance + 1, width), width) or found
    part = lineage.within(0)
    return part, _narrowest(part)


def _widest(part: Lineage, width: int) -> tuple[Lineage, Layout] | None:
    """Return a part in the best size that fits, or None."""
    layouts = (lay_out(part, width=box, label=label) for box, label in SIZES)
    return next(((part, layout) for layout in layouts if layout.width <= width), None)


def _filled(lineage: Lineage, part: Lineage, distance: int, width: int) -> Lineage:
    """Return a part with as many memories of the next distance as fit."""
    kept = {node.id for node in part.nodes}
    waiting: list[Sequence[str]] = [_by_turns(lineage, distance)[:MOST_TRIED]]
    while waiting:
        ids = waiting.pop()
        larger = kept | set(ids)
        if _narrowest(lineage.of(larger)).width <= width:
            kept = larger
        elif len(ids) > 1:
            half = len(ids) // 2
            waiting += [ids[half:], ids[:half]]
    return lineage.of(kept)


def _by_turns(lineage: Lineage, distance: int) -> list[str]:
    """Return the ids of one distance, one from before the memory and one from after it: room for both."""
    ring = [node for node in lineage.nodes if node.distance == distance]
    before = [node.id for node in ring if node.at <= lineage.nodes[0].at]
    after = [node.id for node in ring if node.at > lineage.nodes[0].at]
    return [id for pair in zip_longest(before, after) for id in pair if id is not None]


def _narrowest(part: Lineage) -> Layout:
    box, label = SIZES[-1]
    return lay_out(part, width=box, label=label)
