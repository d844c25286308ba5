"""As much of a lineage as fits into a width: a drawing is never cut through its boxes, it is drawn of less.

Boxes become narrower first, then labels go, for whoever draws can list the edges below; then the farthest memories,
since whoever asks about one asks about what is near it. What is left out is counted in the boxes it hangs on.
"""

from __future__ import annotations

from ....engine.answers.lineage import Lineage
from .layout import LABEL, WIDEST, lay_out
from .shapes import Layout

SIZES = ((WIDEST, LABEL), (20, LABEL), (14, LABEL), (20, 0), (14, 0))
"""Cells of text in a box, and of a label; the best first. In fewer a word is cut more often than not."""

LEAST_STEP = 4
"""Cells that one more hop takes at least, for all that it may turn back: a column takes twice as many and more."""


def fit(lineage: Lineage, width: int | None) -> tuple[Lineage, Layout]:
    """Return what is drawn, and its layout, at most `width` cells wide; None for all of it.

    The memory itself is always there, if need be alone and wider than what was asked for.
    """
    if width is None:
        return lineage, lay_out(lineage)
    farthest = max(node.distance for node in lineage.nodes)
    near = range(min(farthest, width // LEAST_STEP), -1, -1)
    parts = ((part, size) for part in map(lineage.within, near) for size in SIZES)
    drawings = ((part, lay_out(part, width=box, label=label)) for part, (box, label) in parts)
    return next((found for found in drawings if found[1].width <= width), None) or _alone(lineage)


def _alone(lineage: Lineage) -> tuple[Lineage, Layout]:
    part = lineage.within(0)
    return part, lay_out(part, width=SIZES[-1][0])
