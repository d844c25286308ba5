"""The line that says where we are: store, whether it can be written, moment, what is selected, what is awaited, and
what the cursor is on.

Where the line is too short, what matters least is left out whole; nothing is cut in the middle of a word.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from rich.cells import cell_len
from textual.content import Content
from textual.reactive import reactive
from textual.widget import Widget

from ...engine.answers.display import one_line
from ...engine.values.model import DEFAULT_NAMESPACE
from ..desk import Desk
from ..safe import content

GAP = "  "
LONGEST = 36
"""Cells of a name or an id; a longer one is cut, and says so."""
ENOUGH, LEAST = 40, 24
"""Cells that what the cursor is on has before anything of less worth; and with fewer than the second it is left out."""


@dataclass(frozen=True, slots=True)
class Place:
    """Which store is open: its folder, its namespace, and whether changes are offered."""

    path: Path
    namespace: str
    writable: bool


@dataclass(frozen=True, slots=True)
class Part:
    """text: as it stands in the line. style: of it. worth: those of the least are left out first."""

    text: str
    style: str
    worth: int


class Status(Widget):
    """place: the open store; None before there is one. desk: what is on the desk. here: what the cursor is on."""

    DEFAULT_CSS = """
    Status { height: 1; background: $panel; color: $text-muted; padding: 0 1; }
    """
    place: reactive[Place | None] = reactive(None)
    desk: reactive[Desk] = reactive(Desk())
    here: reactive[str] = reactive("")

    def render(self) -> Content:
        if self.place is None:
            return Content("")
        parts = parts_of(self.place, self.desk)
        for least in (ENOUGH, LEAST) if self.here else ():
            last = Part(" " * min(least, cell_len(self.here)), "$text", 3)
            kept = fitting([*parts, last], self.size.width)
            if last in kept:
                return self._ending_in(kept[:-1], last.style)
        return _joined(fitting(parts, self.size.width))

    def _ending_in(self, parts: Sequence[Part], style: str) -> Content:
        """Return parts, and behind them as much of what the cursor is on as there is room for."""
        line = _joined(parts)
        before = line.cell_length + len(GAP) if parts else 0
        told = content(self.here, style).truncate(self.size.width - before, ellipsis=True)
        return Content.assemble(line, GAP, told) if parts else told


def _joined(parts: Sequence[Part]) -> Content:
    return Content(GAP).join(content(part.text, part.style) for part in parts)


def parts_of(place: Place, desk: Desk) -> list[Part]:
    """Return what there is to say, in the order in which it stands."""
    moment = "now" if desk.moment is None else f"as of {desk.moment:%Y-%m-%d %H:%M}"
    namespace = "" if place.namespace == DEFAULT_NAMESPACE else place.namespace
    parts = (
        Part(f"◆ {_short(place.path.stem)}", "bold $text", 6),
        Part(_short(namespace), "$text", 2),
        Part("WRITE" if place.writable else "read only", "bold reverse $warning" if place.writable else "", 5),
        Part(moment, "" if desk.moment is None else "bold reverse", 1 if desk.moment is None else 4),
        Part(f"{desk.head:,} events" if desk.head else "", "", 0),
        Part(f"→ {_short(desk.selected)}" if desk.selected else "", "$text", 3),
        Part(f"{_short(desk.busy)} … esc stops" if desk.busy else "", "bold $accent", 7),
    )
    return [part for part in parts if part.text]


def fitting(parts: Sequence[Part], width: int) -> list[Part]:
    """Return the parts that fit into so many cells together, in their order; those of the least worth go first."""
    kept = list(parts)
    while kept and sum(cell_len(part.text) for part in kept) + len(GAP) * (len(kept) - 1) > width:
        kept.remove(min(kept, key=lambda part: part.worth))
    return kept


def _short(text: str) -> str:
    return one_line(text, LONGEST)
