"""Words in a picture: made harmless, and as wide as there is room.

What is stored never acts on a terminal: every word that is not the picture's own comes through `said`.
"""

from __future__ import annotations

from collections.abc import Iterable

from ...engine.answers.display import one_line
from .roles import Role
from .segments import Line, Segment

MOST = 400
"""Characters of a text that are looked at: more than any line shows."""


def harmless(text: str) -> str:
    """Return a text that was stored on one line, with what would act made visible."""
    return one_line(text, MOST)


def shortened(text: str, cells: int) -> str:
    """Return a text in at most `cells` cells, cut with an ellipsis."""
    from rich.cells import cell_len, set_cell_size

    if cell_len(text) <= cells:
        return text
    return set_cell_size(text, cells - 1).rstrip() + "…" if cells > 0 else ""


def said(text: str, cells: int) -> str:
    """Return a text that was stored on one line of at most `cells` cells, with what would act made visible."""
    return shortened(harmless(text), cells)


def width_of(segments: Iterable[Segment]) -> int:
    """Return how many cells some segments take."""
    from rich.cells import cell_len

    return sum(cell_len(text) for text, _ in segments)


def filled(segments: Iterable[Segment], cells: int) -> Line:
    """Return a line of exactly so many cells: what does not fit is left out, segment by segment."""
    from rich.cells import set_cell_size

    kept: list[Segment] = []
    left = cells
    for text, role in segments:
        size = width_of([(text, role)])
        kept.append((text if size <= left else set_cell_size(text, left), role))
        left -= min(size, left)
    return tuple(segment for segment in (*kept, blank(left)) if segment[0])


def apart(left: Iterable[Segment], right: Iterable[Segment], cells: int) -> Line:
    """Return a line with something at both ends; what stands right is left out where there is no room for both."""
    before, after = tuple(left), tuple(right)
    gap = cells - width_of(before) - width_of(after)
    return filled((*before, blank(gap), *after), cells) if gap >= 2 else filled(before, cells)


def blank(cells: int) -> Segment:
    return " " * max(0, cells), "blank"


def plain(lines: Iterable[Line]) -> str:
    """Return a picture as text, without the blanks that lines end with."""
    return "".join("".join(text for text, _ in line).rstrip() + "\n" for line in lines)


def segment(text: str, role: Role = "label") -> Segment:
    return text, role
