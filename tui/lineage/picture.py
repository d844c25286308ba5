"""A lineage as it is seen at a zoom: boxes with their text, boxes with the id alone, or dots. All scroll alike.

full    what a memory says, and the kind of each edge
short   ids, and a short name for the kind of each edge
dots    `overview`: shapes alone
fit     the largest of these that is seen whole
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from typing import Protocol

from ...adapters.pictures.lineage.drawing import Window, draw
from ...adapters.pictures.lineage.layout import lay_out
from ...adapters.pictures.lineage.overview import Overview, draw_overview
from ...adapters.pictures.lineage.shapes import Layout
from ...adapters.pictures.segments import Line
from ...engine.answers.lineage import Lineage, LineageEdge
from .wanted import ZOOMS, Zoom

SHORT_BOX, SHORT_LABEL = 18, 6
"""Cells of an id, and of a kind: CAUSED fits whole."""
SHORT_NAMES = {"FOLLOWS": "AFTER", "SUPERSEDES": "OUSTS", "CONTRADICTS": "CONTRA", "SUMMARISES": "SUMS"}
"""Of the kinds that do not: whole words, which read from end to end of the arrow as the kinds do."""
DOT_BOX = 8

Place = tuple[int, int, int, int]
"""(x, y, width, height) in the cells of a picture."""

Path = Collection[LineageEdge]


class Picture(Protocol):
    """layout: what it was made of, for walking. zoom: never `fit`."""

    @property
    def layout(self) -> Layout: ...
    @property
    def zoom(self) -> Zoom: ...
    @property
    def width(self) -> int: ...
    @property
    def height(self) -> int: ...

    def place(self, id: str) -> Place | None:
        """Return where a memory stands; None where it is not shown."""
        ...

    def at(self, x: int, y: int) -> str | None:
        """Return the memory that stands at a cell."""
        ...

    def lines(self, window: Window, selected: str | None, path: Path) -> Sequence[Line]: ...


def picture_of(lineage: Lineage, zoom: Zoom, room: tuple[int, int]) -> Picture:
    """Lay a lineage out and return its picture at a zoom. room: cells that `fit` may fill."""
    if zoom != "fit":
        return _MAKERS[zoom](lineage)
    found = (_MAKERS[zoom](lineage) for zoom in ZOOMS[:-1])
    whole = (picture for picture in found if picture.width <= room[0] and picture.height <= room[1])
    return next(whole, None) or Dots(Overview.fitting(_dots(lineage), *room), *_roles(lineage))


@dataclass(frozen=True, slots=True)
class Boxes:
    """struck: ids of what no longer holds. dim: of what is forgotten."""

    layout: Layout
    zoom: Zoom
    struck: frozenset[str]
    dim: frozenset[str]

    @property
    def width(self) -> int:
        return self.layout.width

    @property
    def height(self) -> int:
        return self.layout.height

    def place(self, id: str) -> Place | None:
        found = (box for box in self.layout.boxes if box.id == id)
        return next(((box.x, box.y, box.w, box.h) for box in found), None)

    def at(self, x: int, y: int) -> str | None:
        return next((box.id for box in self.layout.boxes if box.covers(x, y)), None)

    def lines(self, window: Window, selected: str | None, path: Path) -> Sequence[Line]:
        return draw(self.layout, window, selected=selected, path=path, struck=self.struck, dim=self.dim)


@dataclass(frozen=True, slots=True)
class Dots:
    overview: Overview
    struck: frozenset[str]
    dim: frozenset[str]

    @property
    def layout(self) -> Layout:
        return self.overview.layout

    @property
    def zoom(self) -> Zoom:
        return "dots"

    @property
    def width(self) -> int:
        return self.overview.width

    @property
    def height(self) -> int:
        return self.overview.height

    def place(self, id: str) -> Place | None:
        found = (box for box in self.layout.boxes if box.id == id)
        return next(((*self.overview.place(box), 1, 1) for box in found), None)

    def at(self, x: int, y: int) -> str | None:
        """A dot is small: the cells beside it count as well."""
        places = ((self.overview.place(box), box.id) for box in self.layout.boxes)
        near = [(abs(at[0] - x) + abs(at[1] - y), id) for at, id in places if max(abs(at[0] - x), abs(at[1] - y)) <= 1]
        return min(near)[1] if near else None

    def lines(self, window: Window, selected: str | None, path: Path) -> Sequence[Line]:
        return draw_overview(self.overview, window, selected=selected, path=path, struck=self.struck, dim=self.dim)


def _full(lineage: Lineage) -> Picture:
    return Boxes(lay_out(lineage), "full", *_roles(lineage))


def _short(lineage: Lineage) -> Picture:
    layout = lay_out(_bare(lineage), width=SHORT_BOX, label=SHORT_LABEL, names=SHORT_NAMES)
    return Boxes(layout, "short", *_roles(lineage))


def _dots(lineage: Lineage) -> Layout:
    return lay_out(_bare(lineage), width=DOT_BOX, label=0)


_MAKERS = {"full": _full, "short": _short, "dots": lambda lineage: Dots(Overview(_dots(lineage)), *_roles(lineage))}


def _bare(lineage: Lineage) -> Lineage:
    return replace(lineage, nodes=tuple(replace(node, type="", text="") for node in lineage.nodes))


def _roles(lineage: Lineage) -> tuple[frozenset[str], frozenset[str]]:
    """Return the ids of what is superseded, and of what is forgotten."""
    struck = frozenset(node.id for node in lineage.nodes if node.superseded_by)
    return struck, frozenset(node.id for node in lineage.nodes if node.forgotten)
