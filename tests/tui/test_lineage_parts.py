"""What the room Lineage computes: what is left out of a picture, where arrows lead, anchors, how it looks from afar."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, datetime, timedelta
from pathlib import Path

import clew
import pytest
from clew.adapters.pictures.canvas import BRAILLE
from clew.adapters.pictures.lineage.layout import lay_out
from clew.adapters.pictures.lineage.overview import Overview, draw_overview
from clew.engine.answers.lineage import Lineage, LineageEdge, LineageNode
from clew.tui.desk import Answer, Asked
from clew.tui.lineage.anchors import anchors_of
from clew.tui.lineage.picture import SHORT_NAMES, picture_of
from clew.tui.lineage.pruning import KINDS, drawn_once, readable, without_beyond
from clew.tui.lineage.telling import chain
from clew.tui.lineage.walking import step
from clew.tui.lineage.wanted import ZOOMS
from hypothesis import given, settings
from hypothesis import strategies as st

DAY = datetime(2024, 5, 1, tzinfo=UTC)


def lineage(edges: Iterable[tuple[str, str, str]], **superseded: str) -> Lineage:
    """Return a lineage around `a` of (cause, effect, type), its memories in the order of their names."""
    edges = list(edges)
    ids = sorted({"a", *(id for edge in edges for id in edge[:2])})
    nodes = tuple(
        LineageNode(
            id,
            "fact",
            f"about {id}",
            None,
            None,
            DAY + timedelta(days=number),
            False,
            superseded_by=(superseded[id],) if id in superseded else (),
        )
        for number, id in enumerate(ids)
    )
    return Lineage("a", nodes, tuple(LineageEdge(*edge) for edge in edges))


GRAPHS = st.lists(
    st.tuples(st.sampled_from("abcdefgh"), st.sampled_from("abcdefgh"), st.sampled_from(sorted(KINDS))).filter(
        lambda edge: edge[0] != edge[1]
    ),
    max_size=14,
    unique=True,
).map(lineage)


def test_the_sequence_is_left_out_where_anything_else_leads_on() -> None:
    """FOLLOWS is no part of the first picture, unless the root hangs on nothing else."""
    assert readable(lineage([("a", "b", "CAUSED"), ("a", "c", "FOLLOWS")])) == KINDS - {"FOLLOWS"}
    assert readable(lineage([("a", "b", "FOLLOWS"), ("b", "c", "CAUSED")])) == KINDS
    assert readable(lineage([])) == KINDS


@given(GRAPHS)
@settings(max_examples=60, deadline=None)
def test_drawing_once_loses_no_neighbours(found: Lineage) -> None:
    """Without the sequence beside other edges, the same memories are joined, by fewer edges or as many."""
    once = drawn_once(found)
    assert {frozenset((e.source, e.target)) for e in once.edges} == {
        frozenset((e.source, e.target)) for e in found.edges
    }
    assert set(once.edges) <= set(found.edges)


@pytest.mark.parametrize("kind", sorted(KINDS))
def test_beside_ids_a_kind_has_a_whole_name(kind: str) -> None:
    """Where boxes have ids alone, each kind of edge is called by one word, and none is cut."""
    [label] = picture_of(lineage([("a", "b", kind)]), "short", (80, 20)).layout.labels
    assert label.text.isalpha() and label.text in (kind, SHORT_NAMES.get(kind))


@given(GRAPHS, st.sets(st.sampled_from("abcdefgh"), max_size=3))
@settings(max_examples=60, deadline=None)
def test_closing_hides_and_counts(found: Lineage, closed: set[str]) -> None:
    """What is left is joined to the root past no closed memory, and the neighbours that each lost are counted."""
    left = without_beyond(found, closed)
    kept = {node.id for node in left.nodes}
    assert "a" in kept and all(edge.source in kept and edge.target in kept for edge in left.edges)
    for node in left.nodes:
        beside = {(edge.earlier, True) for edge in found.edges if edge.later == node.id}
        beside |= {(edge.later, False) for edge in found.edges if edge.earlier == node.id}
        lost = [before for other, before in beside if other not in kept]
        if closed:
            assert (node.hidden_causes, node.hidden_effects) == (lost.count(True), lost.count(False))
            assert not lost or node.id in closed


@given(GRAPHS)
@settings(max_examples=60, deadline=None)
def test_arrows_lead_to_what_is_shown_on_that_side(found: Lineage) -> None:
    """Left and right lead along an edge to a box on that side, and back again; up and down stay in the column."""
    layout = lay_out(found)
    for box in layout.boxes:
        for way, back in (("left", "right"), ("right", "left"), ("up", "down"), ("down", "up")):
            to = step(layout, box.id, way)  # type: ignore[arg-type] - one of the four ways
            if to is None:
                continue
            there = layout.box(to)
            side = {"left": there.x < box.x, "right": there.x > box.x, "up": there.y < box.y, "down": there.y > box.y}
            assert side[way] and step(layout, to, back, came_from=box.id) == box.id  # type: ignore[arg-type] - as above


def test_arrows_prefer_the_nearest() -> None:
    """Of several causes the one that stands nearest is gone to."""
    layout = lay_out(lineage([("b", "a", "CAUSED"), ("c", "a", "CAUSED"), ("d", "a", "CAUSED")]))
    middle = sorted((box for box in layout.boxes if box.id != "a"), key=lambda box: box.y)[1]
    assert step(layout, "a", "left") == middle.id


def test_a_chain_of_supersessions_ends() -> None:
    """The chain names what supersedes a memory, one after another, also where it runs in a circle."""
    found = lineage([("a", "b", "CAUSED"), ("b", "c", "CAUSED")], a="b", b="c")
    assert chain(found, found.nodes[0]) == ["b", "c"]
    round_ = lineage([("a", "b", "CAUSED")], a="b", b="a")
    assert chain(round_, round_.nodes[0]) == ["b"]


@given(GRAPHS, st.integers(1, 60), st.integers(1, 20))
@settings(max_examples=60, deadline=None)
def test_an_overview_fits_and_shows_every_memory(found: Lineage, width: int, height: int) -> None:
    """From afar the whole is within the cells it was made for, and every memory stands in one of them."""
    overview = Overview.fitting(lay_out(found), width, height)
    assert overview.width <= width and overview.height <= height
    drawn = draw_overview(overview, (0, 0, width, height), selected="a", struck={"b"}, dim={"c"})
    lines = ["".join(text for text, _ in line) for line in drawn]
    assert len(lines) == height and all(len(line) == width for line in lines)
    assert sum(line.count("◉") for line in lines) == 1
    for box in overview.layout.boxes:
        x, y = overview.place(box)
        assert lines[y][x] in "●◉✗∅"


@given(GRAPHS)
@settings(max_examples=30, deadline=None)
def test_at_every_zoom_a_memory_is_found_where_it_is_seen(found: Lineage) -> None:
    """A click into the middle of a box, or on a dot, is on its memory."""
    for zoom in ZOOMS:
        picture = picture_of(found, zoom, (80, 20))
        for node in found.nodes:
            x, y, width, height = picture.place(node.id) or (-1, -1, 0, 0)
            assert picture.at(x + width // 2, y + height // 2) == node.id
        assert picture.at(-5, -5) is None and picture.place("nobody") is None


@pytest.mark.parametrize(
    ("text", "parameters", "anchors"),
    [
        ("RECALL 3 FOR 'fibre' NEAR 'budget', 'seats'", {}, ("budget", "seats")),
        ("RECALL 3 FOR 'fibre' NEAR $here", {"here": "budget"}, ("budget",)),
        ("RECALL 3 FOR 'fibre' TASK 'moving' NEAR ACTIVE 2", {}, ("total", "done")),
        ("RECALL 3 FOR 'fibre'", {}, ()),
        ("MATCH (m:Memory) RETURN m.id LIMIT 1", {}, ()),
    ],
)
def test_anchors_of_the_last_recall(
    made_store: Path, text: str, parameters: dict[str, str], anchors: tuple[str, ...]
) -> None:
    """The anchors are what NEAR names, by a parameter too, or the newest of the task; none of what is no recall."""
    with clew.open(made_store, create=False) as memory:
        rows = memory.query(text, parameters)
        assert anchors_of(memory, Answer(Asked(text), 0.0, rows)) == anchors
        assert anchors_of(memory, None) == ()


def test_from_afar_kinds_and_paths_are_told_apart_without_colour() -> None:
    """A line of causes has no gaps, one of another kind has, and a path is thicker than both."""

    def dots(type_: str, *, path: bool = False) -> int:
        found = lineage([("a", "b", type_)])
        drawn = draw_overview(Overview(lay_out(found)), (0, 0, 40, 8), path=found.edges if path else ())
        marks = "".join(text for line in drawn for text, _ in line)
        return sum((ord(mark) - BRAILLE).bit_count() for mark in marks if mark > chr(BRAILLE))

    assert dots("FOLLOWS") < dots("CAUSED") < dots("FOLLOWS", path=True)
