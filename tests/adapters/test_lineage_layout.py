"""Whatever the graph, its drawing can be read: nothing lies on anything else, and each line ends at its box."""

from __future__ import annotations

import random
from collections import Counter
from datetime import UTC, datetime, timedelta
from itertools import combinations, pairwise

import pytest
from clew.adapters.pictures.lineage.layout import LABEL, lay_out
from clew.adapters.pictures.lineage.placing import isotonic
from clew.adapters.pictures.lineage.ranking import closing, columns
from clew.adapters.pictures.lineage.routing import turns
from clew.adapters.pictures.lineage.shapes import DOWN, LEFT, RIGHT, UP, Box, Layout
from clew.engine.answers.lineage import Lineage, LineageEdge, LineageNode
from clew.engine.values.model import MEMORY_EDGES
from hypothesis import given, settings
from hypothesis import strategies as st
from rich.cells import cell_len

pytestmark = pytest.mark.slow

few = settings(max_examples=40)
DAY = datetime(2024, 5, 1, tzinfo=UTC)
TEXTS = ("", "short", "a text that needs more than the one line of a box", "字" * 30, "e\u0301" * 40, "x" * 90)


def node(number: int, text: str = "", hidden: int = 0) -> LineageNode:
    at = DAY + timedelta(hours=number % 3)
    return LineageNode(f"m{number}", "fact", text, "T", number, at, False, hidden_causes=hidden)


@st.composite
def lineages(draw: st.DrawFn) -> Lineage:
    count = draw(st.integers(1, 9))
    nodes = tuple(node(n, draw(st.sampled_from(TEXTS)), draw(st.sampled_from((0, 12)))) for n in range(count))
    place = st.integers(0, count - 1)
    ends = draw(st.lists(st.tuples(place, place, st.sampled_from(MEMORY_EDGES)), max_size=20, unique=True))
    edges = tuple(LineageEdge(f"m{a}", f"m{b}", type, backward=type != "CAUSED") for a, b, type in ends if a != b)
    return Lineage("m0", nodes, edges)


def covered(box: Box) -> set[tuple[int, int]]:
    return {(x, y) for x in range(box.x, box.x + box.w) for y in range(box.y, box.y + box.h)}


def on_cycles(lineage: Lineage) -> set[LineageEdge]:
    """Return the edges whose effect leads back to their cause."""
    onward: dict[str, set[str]] = {n.id: set() for n in lineage.nodes}
    for edge in lineage.edges:
        onward[edge.earlier].add(edge.later)
    for middle, start, end in ((m, s, e) for m in onward for s in onward for e in onward):
        if middle in onward[start] and end in onward[middle]:
            onward[start].add(end)
    return {edge for edge in lineage.edges if edge.earlier in onward[edge.later]}


@few
@given(lineages())
def test_boxes_are_apart_and_whole(lineage: Lineage) -> None:
    """No box lies on another or outside of the drawing, and every line inside is as wide as its box."""
    layout = lay_out(lineage)
    assert sorted(box.id for box in layout.boxes) == sorted(n.id for n in lineage.nodes)
    assert not any(covered(a) & covered(b) for a, b in combinations(layout.boxes, 2))
    for box in layout.boxes:
        assert box.x >= 0 and box.y >= 0 and box.x + box.w <= layout.width and box.y + box.h <= layout.height
        assert len(box.lines) == box.h - 2 and {cell_len(line) for line in box.lines} == {box.w - 4}


@few
@given(lineages())
def test_every_edge_runs_from_box_to_box(lineage: Lineage) -> None:
    """Each edge has a way of cells that touch, from the side of one of its boxes to the side of the other; its head is
    at its target.
    """
    layout = lay_out(lineage)
    assert tuple(route.edge for route in layout.routes) == lineage.edges
    for route in layout.routes:
        assert {route.left, route.right} == {route.edge.source, route.edge.target}
        left, right = layout.box(route.left), layout.box(route.right)
        (ax, ay), (bx, by) = route.points[0], route.points[-1]
        assert ax == left.x + left.w and left.y < ay < left.y + left.h - 1
        assert bx == right.x - 1 and right.y < by < right.y + right.h - 1
        assert route.heads[route.edge.target == route.right]
        assert all(route.heads) == (route.edge.type == "CONTRADICTS")
        cells = list(route.cells())
        assert all(abs(a[0] - b[0]) + abs(a[1] - b[1]) == 1 for a, b in pairwise(cells))
        assert cells[0][:2] == (ax, ay) and cells[-1][:2] == (bx, by)


@few
@given(lineages())
def test_lines_touch_nothing_but_cross(lineage: Lineage) -> None:
    """No route lies on a box, and where two routes share a cell one goes up and down and the other to the side."""
    layout = lay_out(lineage)
    boxes = set[tuple[int, int]]().union(*map(covered, layout.boxes))
    sides: dict[tuple[int, int], list[int]] = {}
    for route in layout.routes:
        for x, y, way in route.cells():
            assert 0 <= x < layout.width and 0 <= y < layout.height
            sides.setdefault((x, y), []).append(way)
    assert not boxes & sides.keys()
    shared = [sorted(ways) for ways in sides.values() if len(ways) > 1]
    assert all(ways == [LEFT | RIGHT, UP | DOWN] for ways in shared)


@few
@given(lineages(), st.sampled_from((0, 2, 5, LABEL)))
def test_labels_lie_on_their_own_line_alone(lineage: Lineage, width: int) -> None:
    """Every cell of a label is a level one of its route and of nothing else, heads neither; what has none is told."""
    layout = lay_out(lineage, label=width)
    ways = {route.edge: {(x, y): way for x, y, way in route.cells()} for route in layout.routes}
    busy = Counter(cell for way in ways.values() for cell in way)
    ends = {point for route in layout.routes for point in (route.points[0], route.points[-1])}
    for label in layout.labels:
        cells = [(label.x + i, label.y) for i in range(cell_len(label.text))]
        assert cell_len(label.text) <= width and not ends & set(cells)
        assert all(ways[label.edge].get(cell) == LEFT | RIGHT and busy[cell] == 1 for cell in cells)
    assert Counter([label.edge for label in layout.labels]) + Counter(layout.unlabelled) == Counter(lineage.edges)
    assert width < LABEL or not layout.unlabelled


@few
@given(lineages())
def test_causes_stand_left_of_their_effects(lineage: Lineage) -> None:
    """But for edges on a cycle, which cannot all; and some edge of every cycle runs right."""
    layout, cycles = lay_out(lineage), on_cycles(lineage)
    for edge in lineage.edges:
        assert edge in cycles or layout.box(edge.earlier).x < layout.box(edge.later).x


@few
@given(lineages(), st.randoms(use_true_random=False))
def test_the_same_lineage_is_the_same_drawing(lineage: Lineage, shuffle: random.Random) -> None:
    """In whatever order its nodes and edges come."""
    nodes, edges = shuffle.sample(lineage.nodes, len(lineage.nodes)), shuffle.sample(lineage.edges, len(lineage.edges))
    assert unordered(lay_out(Lineage("m0", tuple(nodes), tuple(edges)))) == unordered(lay_out(lineage))


def unordered(layout: Layout) -> tuple[object, ...]:
    return layout.width, layout.height, set(layout.boxes), set(layout.routes), set(layout.labels)


@pytest.mark.parametrize("seed", range(2))
def test_a_large_graph_is_laid_out_the_same_way(seed: int) -> None:
    """The claims above hold for sixty memories with long edges and cycles too."""
    draw = random.Random(seed)
    nodes = tuple(node(n, draw.choice(TEXTS)) for n in range(60))
    ends = {(draw.randrange(60), draw.randrange(60), draw.choice(MEMORY_EDGES)) for _ in range(140)}
    edges = tuple(
        LineageEdge(f"m{a}", f"m{b}", type, backward=type != "CAUSED") for a, b, type in sorted(ends) if a != b
    )
    lineage = Lineage("m0", nodes, edges)
    for claim in (
        test_boxes_are_apart_and_whole,
        test_every_edge_runs_from_box_to_box,
        test_lines_touch_nothing_but_cross,
        test_causes_stand_left_of_their_effects,
    ):
        claim.hypothesis.inner_test(lineage)  # type: ignore[attr-defined] - hypothesis keeps the plain test there


def test_an_edge_to_nowhere_is_refused() -> None:
    """An edge has to join two of the nodes."""
    for target in ("m7", "m0"):
        with pytest.raises(ValueError, match="does not join two nodes"):
            lay_out(Lineage("m0", (node(0), node(1)), (LineageEdge("m0", target, "CAUSED"),)))


# ---- the passes ----------------------------------------------------------------------------------


@given(st.lists(st.tuples(st.integers(0, 6), st.integers(0, 6)).filter(lambda pair: pair[0] != pair[1]), max_size=15))
def test_only_what_closes_a_cycle_is_turned(pairs: list[tuple[int, int]]) -> None:
    """Without the pairs that are found no cycle is left, each column has its causes before it, and none is empty."""
    found = closing(7, pairs)
    kept = [pair for number, pair in enumerate(pairs) if number not in found]
    column = columns(7, [pair[::-1] if number in found else pair for number, pair in enumerate(pairs)])
    assert all(column[cause] < column[effect] for cause, effect in kept)
    assert sorted(set(column)) == list(range(max(column) + 1))


@given(st.integers(1, 9).flatmap(lambda n: st.tuples(st.permutations(range(n)), st.permutations(range(n)))))
def test_lines_that_change_places_all_come_through(rows: tuple[list[int], list[int]]) -> None:
    """Any permutation of rows can be drawn in a channel: no two lines have a cell in common in the same direction."""
    lines = list(zip(*rows, strict=True))
    level: Counter[tuple[int, int]] = Counter()
    upright: Counter[tuple[int, int]] = Counter()
    last = 99
    for (row, end), line in zip(lines, turns(lines), strict=True):
        x = -1
        for turn in line:
            assert turn.track > x and turn.row != row
            level.update((at, row) for at in range(x, turn.track))
            upright.update((turn.track, y) for y in range(min(row, turn.row), max(row, turn.row) + 1))
            x, row = turn.track, turn.row
        level.update((at, row) for at in range(x, last))
        assert row == end
    assert max(level.values()) == 1 and max(upright.values(), default=1) == 1


@given(st.lists(st.tuples(st.integers(-9, 9), st.sampled_from((1.0, 4.5, 8.0))), min_size=1, max_size=5))
def test_rows_are_as_near_to_the_wishes_as_they_can_be(wanted: list[tuple[int, float]]) -> None:
    """They never fall, and moving any run of equal ones by a row brings none nearer to what was wished."""

    def cost(rows: list[int]) -> float:
        return sum(weight * (row - value) ** 2 for row, (value, weight) in zip(rows, wanted, strict=True))

    rows = isotonic(wanted)
    assert rows == sorted(rows)
    for start, end in combinations(range(len(rows) + 1), 2):
        for step in (-1, 1):
            other = [row + step if start <= at < end else row for at, row in enumerate(rows)]
            assert other != sorted(other) or cost(other) >= cost(rows) - 1e-9
