"""A shape as a railroad diagram: an SVG that fetches nothing, and can be read on a light page and on a dark one."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from io import StringIO

import railroad

from .shapes import Fork, Loop, Maybe, Name, Row, Shape, Word
from .sheets import BOXES, WHOLE, Sheet

WIDEST = 640
"""Pixels of a row; a longer one goes on below. A page of Markdown is about 800 wide."""

railroad.INTERNAL_ALIGNMENT = "left"  # the ways of a fork begin under each other, as lines of a text do

# The paper is drawn too: the page around a picture may be light where the reader's system is dark.
STYLE = """
svg { background: #f6f8fa; }
path { stroke: #57606a; stroke-width: 2; fill: none; }
rect { stroke: #57606a; stroke-width: 1.5; fill: #ffffff; }
g.terminal rect { stroke: #0969da; fill: #ddf4ff; }
text { font: 14px ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; text-anchor: middle; fill: #1f2328; }
g.terminal text { font-weight: bold; }
g.non-terminal text { font-style: italic; }
@media (prefers-color-scheme: dark) {
  svg { background: #161b22; }
  path { stroke: #9198a1; }
  rect { stroke: #9198a1; fill: #21262d; }
  g.terminal rect { stroke: #4493f8; fill: #12314f; }
  text { fill: #e6edf3; }
}
"""


def svg(sheet: Sheet) -> str:
    """Return a diagram as SVG. The same shape gives the same bytes."""
    diagram = railroad.Diagram(_wrapped(sheet.shape))
    diagram.format(12)
    diagram.attrs |= {"xmlns": "http://www.w3.org/2000/svg", "role": "img", "aria-label": sheet.title}
    railroad.Style(STYLE).addTo(diagram)
    out = StringIO()
    diagram.writeSvg(out.write)
    return f"{out.getvalue()}\n"


def drawn(shape: Shape) -> railroad.DiagramItem:
    match shape:
        case Word(text):
            return railroad.Terminal(text)
        case Name(rule):
            return railroad.NonTerminal(WHOLE.get(rule) or BOXES.get(rule) or rule)
        case Row(parts):
            return railroad.Sequence(*map(drawn, parts))
        case Fork(ways):
            return railroad.Choice(0, *map(drawn, ways))
        case Maybe(part):
            return railroad.Choice(1, railroad.Skip(), drawn(part))
        case Loop(part, between):
            return railroad.OneOrMore(drawn(part), None if between is None else drawn(between))


def _wrapped(shape: Shape) -> railroad.DiagramItem:
    """Return a shape, its row broken where it is too wide. Inside others no row is: they lose count of its height."""
    parts = shape.parts if isinstance(shape, Row) else (shape,)
    rows = [railroad.Sequence(*some) for some in _rows(map(drawn, parts))]
    return rows[0] if len(rows) == 1 else railroad.Stack(*rows)


def _rows(items: Iterable[railroad.DiagramItem]) -> Iterator[list[railroad.DiagramItem]]:
    """Yield the items of each row: as many as fit."""
    some: list[railroad.DiagramItem] = []
    for item in items:
        if some and railroad.Sequence(*some, item).width > WIDEST:
            yield some
            some = []
        some.append(item)
    yield some
