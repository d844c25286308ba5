"""Which statement is meant: the one at the cursor, or those of the selection; and where it stands in the text."""

from __future__ import annotations

from ...dsl.parsing.script import Piece, split

Place = tuple[int, int]
"""A line and a column, both from 0, as a text widget counts them."""


def meant(text: str, cursor: int, selection: tuple[int, int] | None = None) -> tuple[Piece, ...]:
    """Return the statements that are run: those of the selection, else the one at the cursor; none of a blank text.

    Between two statements the one before is meant, for that was just written.
    """
    if selection is not None and selection[0] < selection[1]:
        start, end = selection
        return tuple(_shifted(piece, start) for piece in split(text[start:end]))
    pieces = split(text)
    before = [piece for piece in pieces if piece.start <= cursor]
    return tuple(before[-1:] or pieces[:1])


def _shifted(piece: Piece, by: int) -> Piece:
    return Piece(piece.text, piece.start + by, piece.end + by, piece.ended)


def place_of(text: str, offset: int) -> Place:
    """Return the line and column of an offset in `[0, len(text)]`."""
    return text.count("\n", 0, offset), offset - (text.rfind("\n", 0, offset) + 1)


def offset_of(text: str, place: Place) -> int:
    """Return the offset of a line and column; of one that is not there the nearest before it."""
    start = 0
    for _ in range(place[0]):
        end = text.find("\n", start)
        if end < 0:
            return len(text)
        start = end + 1
    end = text.find("\n", start)
    return min(start + place[1], len(text) if end < 0 else end)
