"""A lineage as an SVG: the layout of the terminal, with boxes, lines and heads drawn as such and not as characters.

It stands alone: no script, no font and no picture is fetched, and it is light or dark as its reader is. What is stored
is escaped text and nothing else. Hovering a box shows the whole text, and a line the reason it was drawn for.
"""

from __future__ import annotations

import html
from collections.abc import Collection, Iterator, Sequence

from rich.cells import cell_len

from ...engine.answers.display import visible
from ...engine.answers.lineage import Lineage, LineageEdge, LineageNode
from .lineage.drawing import EDGE_ROLES
from .lineage.shapes import Box, Label, Layout, Route
from .lineage.texts import runs

ACROSS, DOWN = 8.0, 18.0
"""Pixels of a cell: those of a monospaced letter of 13 pixels, with a line's worth of air."""

MARGIN = 16.0
BEND, HEAD = 7.0, 8.0
"""Pixels: how round the corners of lines are, and how long the head of an arrow."""

INSIDE = 0.8 * HEAD
"""How far a line ends from the tip of its head: inside of it, since a line is as blunt as it is wide."""

TITLE = 2_000
"""Characters of a text that hovering shows."""

INKS = {
    "ground": ("#ffffff", "#16181d"),
    "face": ("#f6f7f9", "#20242c"),
    "box": ("#8a93a3", "#6b7484"),
    "text": ("#1d2530", "#dfe4ec"),
    "selected": ("#1f6feb", "#58a6ff"),
    "cause": ("#4a5565", "#a3adbd"),
    "edge": ("#9aa3b2", "#697385"),
    "superseded": ("#b4571d", "#e0915a"),
    "path": ("#c2187a", "#ff7ac2"),
    "label": ("#5b6675", "#98a3b3"),
}
"""By role: on light ground and on dark. Each text has a contrast of 4.5 or more to what it stands on (WCAG AA)."""


def lineage_svg(
    lineage: Lineage, layout: Layout, *, selected: str | None = None, path: Collection[LineageEdge] = ()
) -> str:
    """Return a layout of this lineage as the text of an SVG. selected: an id, None for the root. path: edges that are
    drawn heavily.
    """
    nodes = {node.id: node for node in lineage.nodes}
    chosen = lineage.root if selected is None else selected
    routes = sorted(layout.routes, key=lambda route: route.edge in path)
    parts = [
        *(_route(route, route.edge in path) for route in routes),
        *(_label(label, label.edge in path) for label in layout.labels),
        *(_box(box, nodes[box.id], box.id == chosen) for box in layout.boxes),
    ]
    return "".join(_whole(layout, f"Lineage of {lineage.root}", parts))


def _whole(layout: Layout, title: str, parts: Sequence[str]) -> Iterator[str]:
    width, height = layout.width * ACROSS + 2 * MARGIN, layout.height * DOWN + 2 * MARGIN
    size = f'width="{width:g}" height="{height:g}" viewBox="{-MARGIN:g} {-MARGIN:g} {width:g} {height:g}"'
    yield f'<svg xmlns="http://www.w3.org/2000/svg" {size} role="img">\n'
    yield f"<title>{_escaped(title)}</title>\n<style>\n{_style()}</style>\n"
    yield f'<rect class="ground" x="{-MARGIN:g}" y="{-MARGIN:g}" width="{width:g}" height="{height:g}"/>\n'
    yield from parts
    yield "</svg>\n"


EDGES = ("cause", "edge", "superseded", "path")
"""The roles that lines have."""


def _style() -> str:
    light = "".join(f"--{role}:{ink};" for role, (ink, _) in INKS.items())
    dark = "".join(f"--{role}:{ink};" for role, (_, ink) in INKS.items())
    lines = "".join(f".{role}{{stroke:var(--{role})}}.{role} .head{{fill:var(--{role})}}" for role in EDGES)
    return (
        f"svg{{{light}}}\n@media (prefers-color-scheme:dark){{svg{{{dark}}}}}\n"
        "text{font:13px ui-monospace,Menlo,Consolas,monospace;white-space:pre;fill:var(--text)}\n"
        "path,rect{fill:none;stroke-width:1.5}.head{stroke:none}.path path{stroke-width:2.5}\n"
        f"{lines}\n"
        ".ground{fill:var(--ground)}.box{fill:var(--face);stroke:var(--box)}\n"
        ".selected rect{stroke:var(--selected);stroke-width:2.5}.name{font-weight:600}\n"
        ".struck text{fill:var(--superseded);text-decoration:line-through}\n"
        "text.label{font-size:11px;fill:var(--label);stroke:none}text.on{fill:var(--path)}\n"
    )


def _route(route: Route, on_path: bool) -> str:
    role = "path" if on_path else EDGE_ROLES.get(route.edge.type, "edge")
    points = [((x + 0.5) * ACROSS, (y + 0.5) * DOWN) for x, y in route.points]
    (ax, ay), (bx, by) = (points[0][0] - ACROSS, points[0][1]), (points[-1][0] + ACROSS, points[-1][1])
    points[0] = ax + INSIDE * route.heads[0], ay
    points[-1] = bx - INSIDE * route.heads[1], by
    heads = _head(ax, ay, 1) * route.heads[0] + _head(bx, by, -1) * route.heads[1]
    said = f"{route.edge.type}: {route.edge.reason}" if route.edge.reason else route.edge.type
    return f'<g class="{role}"><title>{_escaped(said)}</title><path d="{_rounded(points)}"/>{heads}</g>\n'


def _rounded(points: Sequence[tuple[float, float]]) -> str:
    """Return a way along corners, each of them a curve, no wider than half of what lies between two corners."""
    way = ["M{:g} {:g}".format(*points[0])]
    for (ax, ay), (bx, by), (cx, cy) in zip(points, points[1:], points[2:], strict=False):
        radius = min(BEND, (abs(bx - ax) + abs(by - ay)) / 2, (abs(cx - bx) + abs(cy - by)) / 2)
        before, after = _towards(bx, by, ax, ay, radius), _towards(bx, by, cx, cy, radius)
        way.append(f"L{before[0]:g} {before[1]:g}Q{bx:g} {by:g} {after[0]:g} {after[1]:g}")
    return "".join([*way, "L{:g} {:g}".format(*points[-1])])


def _towards(x: float, y: float, to_x: float, to_y: float, far: float) -> tuple[float, float]:
    """Return the point `far` from (x, y) on the level or upright line to another."""
    return x + far * ((to_x > x) - (to_x < x)), y + far * ((to_y > y) - (to_y < y))


def _head(x: float, y: float, back: int) -> str:
    """Return an arrow head whose tip is at (x, y). back: 1 where its line comes from the right, else -1."""
    return f'<path class="head" d="M{x:g} {y:g}l{back * HEAD:g} {-HEAD / 2:g}v{HEAD:g}z"/>'


def _label(label: Label, on_path: bool) -> str:
    width = cell_len(label.text) * ACROSS
    x, y = label.x * ACROSS, label.y * DOWN
    role = "label on" if on_path else "label"
    middle = f'x="{x + width / 2:g}" y="{y + 13:g}" text-anchor="middle"'
    return (
        f'<rect class="ground" x="{x:g}" y="{y + 3:g}" width="{width:g}" height="{DOWN - 6:g}"/>'
        f'<text class="{role}" {middle}>{_escaped(label.text)}</text>\n'
    )


def _box(box: Box, node: LineageNode, selected: bool) -> str:
    roles = " ".join(["memory", *["selected"] * selected, *["struck"] * bool(node.superseded_by)])
    x, y = (box.x + 0.5) * ACROSS, (box.y + 0.5) * DOWN
    size = f'width="{(box.w - 1) * ACROSS:g}" height="{(box.h - 1) * DOWN:g}"'
    rect = f'<rect class="box" x="{x:g}" y="{y:g}" {size} rx="5"/>'
    said = _escaped(f"{node.id}\n{node.text[:TITLE]}")
    return f'<g class="{roles}"><title>{said}</title>{rect}{"".join(_lines(box))}</g>\n'


def _lines(box: Box) -> Iterator[str]:
    """Yield the texts of a box. Each is held to the cells it was measured at, whatever font there is."""
    for number, line in enumerate(box.lines):
        y = (box.y + 1 + number) * DOWN + 13
        for start, text in runs(line):
            width = cell_len(text) * ACROSS
            name = ' class="name"' if not number and not start else ""
            x = (box.x + 2 + start) * ACROSS
            fit = f'textLength="{width:g}" lengthAdjust="spacingAndGlyphs"'
            yield f'<text{name} x="{x:g}" y="{y:g}" {fit}>{_escaped(text)}</text>'


def _escaped(text: str) -> str:
    """Return text as XML has it; the two characters that Unicode keeps from being any are not allowed there."""
    return html.escape(visible(text)).replace("\ufffe", "\ufffd").replace("\uffff", "\ufffd")
