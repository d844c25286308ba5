"""What stands in the box of a memory: its id and type, what it says, and how much more lies before and after it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from rich.cells import cell_len

from ....engine.answers.lineage import LineageNode
from ....engine.answers.marks import FORGOTTEN, PINNED, SUPERSEDED
from ..texts import harmless, shortened
from .texts import fitted, folded, shortened_inside

TEXT_LINES = 2
"""Lines that a text gets where its box need not be higher; a box with many lines at its side shows more."""


@dataclass(frozen=True, slots=True)
class Card:
    """What a box has to hold. width, height: cells that it would like to have, without the border."""

    id: str
    name: str
    type: str
    text: str
    hidden: tuple[int, int]
    width: int
    height: int

    def lines(self, width: int, height: int) -> tuple[str, ...]:
        """Return the text of a box with so much room inside: `height` lines, each of exactly `width` cells."""
        foot = [_foot(*self.hidden, width)] if any(self.hidden) else []
        body = folded(self.text, width, height - 1 - len(foot))
        blank = [""] * (height - 1 - len(foot) - len(body))
        return tuple(fitted(line, width) for line in (_title(self.name, self.type, width), *body, *blank, *foot))


def card_of(node: LineageNode, widest: int) -> Card:
    """Return the card of a memory, at most `widest` cells wide."""
    name = "".join(_marks(node)) + harmless(node.id)
    type_, text = harmless(node.type), harmless(node.text)
    hidden = node.hidden_causes, node.hidden_effects
    wishes = cell_len(name) + 2 + cell_len(type_), cell_len(text), sum(map(cell_len, _more(*hidden))) + 1
    width = min(widest, max(wishes))
    lines = 1 + len(folded(text, width, TEXT_LINES)) + any(hidden)
    return Card(node.id, name, type_, text, hidden, width, lines)


def _marks(node: LineageNode) -> Iterator[str]:
    if node.forgotten:
        yield FORGOTTEN + " "
    if node.superseded_by:
        yield SUPERSEDED + " "
    if node.pinned:
        yield PINNED + " "


def _more(causes: int, effects: int, word: str = " more") -> tuple[str, str]:
    """Return how many memories are not shown before and after one, each on its side."""
    return f"‹{causes:,}{word}" if causes else "", f"{effects:,}{word}›" if effects else ""


def _foot(causes: int, effects: int, width: int) -> str:
    before, after = _more(causes, effects)
    if cell_len(before) + cell_len(after) >= width:
        before, after = _more(causes, effects, word="")
    return _ends(before, after, width)


def _title(name: str, type_: str, width: int) -> str:
    """Return id and type; the type gives way where both are long, for the id is what one asks by."""
    room = max(width - cell_len(name) - 2, width // 3)
    type_ = shortened(type_, room)
    return _ends(shortened_inside(name, width - cell_len(type_) - 2), type_, width)


def _ends(left: str, right: str, width: int) -> str:
    """Return a line with a text at either end."""
    return left + " " * max(1, width - cell_len(left) - cell_len(right)) + right
