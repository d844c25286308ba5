"""The passes, in order: from a lineage to where everything is.

The nodes are taken in the order of time and the edges by their ends, so that the same lineage is always the same
drawing, in whatever order it was handed over.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ....engine.answers.lineage import Lineage, LineageEdge
from ..texts import shortened
from .cards import Card, card_of
from .frame import BORDER, PADDING, Channel, Frame, first_cells
from .ordering import Stretch, Weave, untangle, weave
from .placing import Ports, place_rows, ports, sides
from .ranking import Pair, closing, columns
from .routing import turns
from .shapes import Box, Label, Layout, Route

WIDEST = 28
"""Cells of text in a box, unless somebody asks otherwise: a short sentence on two lines."""

LABEL, LEAST_LABEL = 14, 3
"""Cells of a label: the longest type has 11, and two letters and an ellipsis are the least that says anything."""

SYMMETRIC = frozenset({"CONTRADICTS"})
"""Edges that mean the same from either end: an arrow head at both."""


def lay_out(
    lineage: Lineage, *, width: int = WIDEST, label: int = LABEL, names: Mapping[str, str] | None = None
) -> Layout:
    """Lay a lineage out. width: cells of text in a box at most, at least 8. label: cells of a label at most.
    names: of types of edges, where they are called otherwise.

    Every cause stands left of its effect, but for edges on a cycle. No box lies on another, no route on a box, no label
    on anything but its own route. Raises ValueError for an edge whose ends are not two of the nodes.
    """
    nodes = sorted(lineage.nodes, key=lambda node: (node.at, node.id))
    cards = [card_of(node, width) for node in nodes]
    edges = sorted(lineage.edges, key=lambda edge: (edge.earlier, edge.later, edge.type, edge.source))
    pairs = _rightwards(cards, edges)
    woven = untangle(weave(columns(len(cards), pairs), pairs))
    frame = _frame(cards, woven, [_named((names or {}).get(edge.type, edge.type), label) for edge in edges])
    routes = dict(zip(edges, _routes(cards, edges, pairs, frame), strict=True))
    labels = _labels(edges, frame)
    boxes = _boxes(cards, frame)
    return Layout(
        width=max((box.x + box.w for box in boxes), default=0),
        height=max(
            (*(box.y + box.h for box in boxes), *(y + 1 for route in routes.values() for _, y in route.points)),
            default=0,
        ),
        boxes=boxes,
        routes=tuple(routes[edge] for edge in lineage.edges),
        labels=tuple(labels[edge] for edge in lineage.edges if edge in labels),
        unlabelled=tuple(edge for edge in lineage.edges if edge not in labels),
    )


def _rightwards(cards: Sequence[Card], edges: Sequence[LineageEdge]) -> list[Pair]:
    """Return the two nodes of each edge, the one that stands left first: the cause, but where that closed a cycle."""
    place = {card.id: number for number, card in enumerate(cards)}
    for edge in edges:
        if edge.source == edge.target or edge.source not in place or edge.target not in place:
            raise ValueError(f"The edge {edge.source} -> {edge.target} does not join two nodes of the lineage.")
    pairs = [(place[edge.earlier], place[edge.later]) for edge in edges]
    turned = closing(len(cards), pairs)
    return [(pair[1], pair[0]) if number in turned else pair for number, pair in enumerate(pairs)]


def _named(type_: str, width: int) -> str:
    text = shortened(type_, width)
    return text if len(text) >= min(LEAST_LABEL, len(type_)) else ""


def _frame(cards: Sequence[Card], woven: Weave, labels: Sequence[str]) -> Frame:
    """Return how high, how wide and where everything is, by numbers of items, columns and channels."""
    busy = sides(woven)
    boxes = [max(card.height, lines) + BORDER for card, lines in zip(cards, busy, strict=False)]
    heights = boxes + [1] * (len(busy) - len(boxes))
    entries = ports(woven, heights)
    rows = place_rows(woven, heights, entries, len(cards))
    channels = [
        Channel(turns(_pins(channel, rows, entries, number)), _written(channel, labels, len(cards)))
        for number, channel in enumerate(woven.channels)
    ]
    inside = [max(cards[item].width for item in column if item < len(cards)) for column in woven.columns]
    widths = [width + BORDER + PADDING for width in inside]
    return Frame(woven, heights, entries, rows, widths, channels, first_cells(widths, channels))


def _pins(channel: Sequence[Stretch], rows: Sequence[int], entries: Ports, number: int) -> list[Pair]:
    """Return the row on the left and the row on the right of each stretch of a channel."""
    ends = zip(channel, entries.leaves[number], entries.enters[number], strict=True)
    return [(rows[stretch.left] + leaves, rows[stretch.right] + enters) for stretch, leaves, enters in ends]


def _written(channel: Sequence[Stretch], labels: Sequence[str], nodes: int) -> list[str]:
    """Return the label of each stretch: an edge has it where it comes to its box."""
    return [labels[stretch.edge] if stretch.right < nodes else "" for stretch in channel]


def _boxes(cards: Sequence[Card], frame: Frame) -> tuple[Box, ...]:
    found = [(item, column) for column, items in enumerate(frame.woven.columns) for item in items if item < len(cards)]
    return tuple(
        Box(
            cards[item].id,
            frame.xs[column],
            frame.rows[item],
            frame.widths[column],
            frame.heights[item],
            cards[item].lines(frame.widths[column] - BORDER - PADDING, frame.heights[item] - BORDER),
        )
        for item, column in found
    )


def _routes(cards: Sequence[Card], edges: Sequence[LineageEdge], pairs: Sequence[Pair], frame: Frame) -> list[Route]:
    points: list[list[tuple[int, int]]] = [[] for _ in edges]
    for number, channel in enumerate(frame.woven.channels):
        for place, stretch in enumerate(channel):
            points[stretch.edge] += frame.corners(number, place, nodes=len(cards))
    return [
        _route(edge, cards[left].id, cards[right].id, tuple(corners))
        for edge, (left, right), corners in zip(edges, pairs, points, strict=True)
    ]


def _route(edge: LineageEdge, left: str, right: str, points: tuple[tuple[int, int], ...]) -> Route:
    both = edge.type in SYMMETRIC
    return Route(edge, left, right, points, (both or edge.target == left, both or edge.target == right))


def _labels(edges: Sequence[LineageEdge], frame: Frame) -> dict[LineageEdge, Label]:
    return {
        edges[stretch.edge]: Label(edges[stretch.edge], *frame.label_at(number, place), text)
        for number, channel in enumerate(frame.woven.channels)
        for place, (stretch, text) in enumerate(zip(channel, frame.channels[number].labels, strict=True))
        if text
    }
