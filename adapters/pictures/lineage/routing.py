"""How lines turn in the channel between two columns: which column of cells each one goes up or down in, its track.

In a channel each line has a row on the left and a row on the right to itself. Two can only meet where one begins in the
row in which another ends: the one that begins has to turn first. That is channel routing as in circuits (Hashimoto and
Stevens, "Wire routing by optimizing channel assignment within large apertures", 1971), with their left-edge rule. Where
such demands go round in a circle, two lines that change places for one, a line takes a step aside in a free row.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from heapq import heapify, heappop, heappush
from itertools import count

from .ranking import Pair


@dataclass(frozen=True, slots=True)
class Turn:
    """A line goes up or down in a track, to a row."""

    track: int
    row: int


@dataclass(frozen=True, slots=True)
class _Piece:
    """A line that turns once, or half of one that turns twice. second: whether it goes on from another."""

    line: int
    left: int
    right: int
    second: bool = False

    @property
    def preferred(self) -> tuple[bool, int, int]:
        """Of those that go down the lowest first, of those that go up the highest: neighbours do not cross then."""
        up = self.right < self.left
        return up, self.left if up else -self.left, self.line

    def meets(self, other: _Piece) -> bool:
        return max(min(self.left, self.right), min(other.left, other.right)) <= min(
            max(self.left, self.right), max(other.left, other.right)
        )


def turns(lines: Sequence[Pair]) -> list[tuple[Turn, ...]]:
    """Return the turns of each line from its row on the left to that on the right: none where it is level.

    Tracks are numbered from 0, from the left. No two lines share a cell, but where one crosses another at right angles.
    The rows on either side are distinct.
    """
    found: list[list[Turn]] = [[] for _ in lines]
    placed: list[tuple[_Piece, int]] = []
    for piece in _in_order(list(_pieces(lines))):
        track = max((track + 1 for other, track in placed if piece.meets(other)), default=0)
        placed.append((piece, track))
        found[piece.line].append(Turn(track, piece.right))
    return [tuple(line) for line in found]


def _pieces(lines: Sequence[Pair]) -> Iterator[_Piece]:
    """Yield what turns; of each circle of demands one line in two halves."""
    begins = {left: line for line, (left, right) in enumerate(lines) if left != right}
    taken = {row for line in lines for row in line}
    split = set(_closing(lines, begins))
    for line, (left, right) in enumerate(lines):
        if line in split:
            aside = _free_row(left, taken)
            taken.add(aside)
            yield _Piece(line, left, aside)
            yield _Piece(line, aside, right, second=True)
        elif left != right:
            yield _Piece(line, left, right)


def _closing(lines: Sequence[Pair], begins: Mapping[int, int]) -> Iterator[int]:
    """Yield one line of each circle. At most one has to turn before a line: the one that begins where it ends."""
    walked: set[int] = set()
    for start in range(len(lines)):
        trail: set[int] = set()
        line: int | None = start
        while line is not None and line not in walked:
            walked.add(line)
            trail.add(line)
            left, right = lines[line]
            line = None if left == right else begins.get(right)
        if line in trail:
            assert line is not None
            yield line


def _free_row(near: int, taken: set[int]) -> int:
    return next(row for far in count(1) for row in (near - far, near + far) if row >= 0 and row not in taken)


def _in_order(pieces: Sequence[_Piece]) -> Iterator[_Piece]:
    """Yield pieces in the preferred order, each behind those that have to turn before it."""
    begins = {piece.left: number for number, piece in enumerate(pieces)}
    follows: list[list[int]] = [[] for _ in pieces]
    waits = [0] * len(pieces)
    for number in range(len(pieces)):
        for earlier in _before(number, pieces, begins):
            follows[earlier].append(number)
            waits[number] += 1
    ready = [(piece.preferred, number) for number, piece in enumerate(pieces) if not waits[number]]
    heapify(ready)
    while ready:
        _, number = heappop(ready)
        yield pieces[number]
        for other in follows[number]:
            waits[other] -= 1
            if not waits[other]:
                heappush(ready, (pieces[other].preferred, other))


def _before(number: int, pieces: Sequence[_Piece], begins: Mapping[int, int]) -> Iterator[int]:
    """Yield what has to turn before a piece: its own first half, and what begins in the row it ends in."""
    piece, meeting = pieces[number], begins.get(pieces[number].right)
    if piece.second:
        yield number - 1
    if meeting is not None and pieces[meeting].line != piece.line:
        yield meeting
