"""How wide columns and channels are, and from that the cells in which lines begin, turn and end.

┌────────┐               ┌────────┐
│ column ├──╮            │ column │        a channel: a stub, the tracks, the label, the head of an arrow
│        │──│─╮          │        │
└────────┘  │ ╰──CAUSED─▶────────┘
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate

from rich.cells import cell_len

from .ordering import Weave
from .placing import Ports
from .routing import Turn

BORDER, PADDING = 2, 2
"""Cells of a box around its text, both sides together."""

STUB, SPREAD, HEAD = 2, 2, 1
"""Cells between a box and the first track, from a track to the next, and of the head of an arrow."""


@dataclass(frozen=True, slots=True)
class Channel:
    """What lies between two columns: the turns of each stretch, and its label, "" for none."""

    turns: Sequence[tuple[Turn, ...]]
    labels: Sequence[str]

    @property
    def width(self) -> int:
        """Cells: a label has one of its line on either side."""
        tracks = 1 + max((turn.track for line in self.turns for turn in line), default=-1)
        label = max(map(cell_len, self.labels), default=0)
        return STUB + max(0, SPREAD * tracks - 1) + (label + 2 if label else 1) + HEAD


def first_cells(widths: Sequence[int], channels: Sequence[Channel]) -> list[int]:
    """Return where each column begins."""
    steps = (width + channel.width for width, channel in zip(widths, channels, strict=False))
    return [*accumulate(steps, initial=0)]


@dataclass(frozen=True, slots=True)
class Frame:
    """What the passes have come to. heights, rows: by item. widths, xs: by column, its cells and the first of them.
    channels: one fewer than columns.
    """

    woven: Weave
    heights: Sequence[int]
    ports: Ports
    rows: Sequence[int]
    widths: Sequence[int]
    channels: Sequence[Channel]
    xs: Sequence[int]

    def corners(self, channel: int, place: int, nodes: int) -> Iterator[tuple[int, int]]:
        """Yield where a stretch begins, if at a box, where it turns, and where it ends, if at a box. nodes: how many
        items are boxes.
        """
        stretch = self.woven.channels[channel][place]
        first, row = self.xs[channel] + self.widths[channel], self._leaves(channel, place)
        if stretch.left < nodes:
            yield first, row
        for turn in self.channels[channel].turns[place]:
            x = first + STUB + SPREAD * turn.track
            yield x, row
            yield x, (row := turn.row)
        if stretch.right < nodes:
            yield self.xs[channel + 1] - 1, row

    def label_at(self, channel: int, place: int) -> tuple[int, int]:
        """Return the first cell of a label: it ends one cell before the head."""
        text = self.channels[channel].labels[place]
        return self.xs[channel + 1] - HEAD - 1 - cell_len(text), self._enters(channel, place)

    def _leaves(self, channel: int, place: int) -> int:
        return self.rows[self.woven.channels[channel][place].left] + self.ports.leaves[channel][place]

    def _enters(self, channel: int, place: int) -> int:
        return self.rows[self.woven.channels[channel][place].right] + self.ports.enters[channel][place]
