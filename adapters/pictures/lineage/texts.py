"""Stored text in cells: how wide it is, and how it is fitted, cut and folded.

Nothing that is stored can steer a terminal: what would is a mark before it is measured.
"""

from __future__ import annotations

from collections.abc import Iterator

from rich.cells import cell_len, set_cell_size

from ..texts import shortened


def fitted(text: str, width: int) -> str:
    """Return a text in exactly `width` cells, cut with an ellipsis or filled with blanks."""
    return set_cell_size(shortened(text, width), width)


def shortened_inside(text: str, width: int) -> str:
    """Return a name in at most `width` cells, cut in the middle: ids are often alike at their beginning."""
    if cell_len(text) <= width or width < 5:
        return shortened(text, width)
    head, tail = width // 2, width - width // 2 - 1
    end = text[-tail:]
    while cell_len(end) > tail:
        end = end[1:]
    return set_cell_size(text, head).rstrip() + "…" + end


def folded(text: str, width: int, lines: int) -> list[str]:
    """Return a text as at most `lines` lines of at most `width` cells, broken between words, the last one cut."""
    found: list[str] = []
    rest = text
    while rest and len(found) < lines - 1 and cell_len(rest) > width:
        head = _beginning(rest, width)
        found.append(head.rstrip())
        rest = rest[len(head) :].lstrip()
    return [*found, shortened(rest, width)] if rest else found


def _beginning(text: str, width: int) -> str:
    """Return as much of a text, which is wider, as fits: whole words, or a part of a word that is too long itself."""
    cells, end = 0, 0
    while (cells := cells + cell_len(text[end])) <= width:
        end += 1
    if text[end] == " ":
        return text[:end]
    return text[: text.rfind(" ", 0, end) + 1] or text[: max(1, end)]


def runs(line: str) -> Iterator[tuple[int, str]]:
    """Yield (cell, text) of what stands in a line between gaps of two blanks or more."""
    cell = 0
    for part in line.split("  "):
        if text := part.strip(" "):
            yield cell + len(part) - len(part.lstrip(" ")), text
        cell += cell_len(part) + 2
