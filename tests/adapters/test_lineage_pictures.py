"""A lineage as lines, as SVG and as Mermaid: golden files for what is seen, and nothing stored acts on a reader.

`CLEW_UPDATE_GOLDEN=1 pytest` draws them anew: look at them as whoever asked would.
"""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta
from itertools import pairwise
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from clew.adapters.pictures.ascii import in_ascii
from clew.adapters.pictures.lineage.drawing import draw
from clew.adapters.pictures.lineage.fitting import fit
from clew.adapters.pictures.lineage.layout import lay_out
from clew.adapters.pictures.lineage.texts import folded, runs, shortened, shortened_inside
from clew.adapters.pictures.lineage_svg import INKS, lineage_svg
from clew.adapters.pictures.mermaid import mermaid
from clew.adapters.pictures.segments import Line
from clew.engine.answers.lineage import Lineage, LineageEdge, LineageNode
from golden_files import hold
from hypothesis import given, settings
from hypothesis import strategies as st
from rich.cells import cell_len

GOLDEN = Path(__file__).parents[1] / "golden" / "pictures"
DAY = datetime(2024, 5, 1, tzinfo=UTC)


def node(id: str, day: int, text: str, distance: int = 0, **more: Any) -> LineageNode:
    return LineageNode(id, "fact", text, None, None, DAY + timedelta(days=day), False, distance=distance, **more)


VENDORS = Lineage(
    "choice",
    (
        LineageNode("choice", "decision", "We take vendor C", "T1", 3, DAY + timedelta(days=3), True),
        node("quote", 0, "Vendor C quotes 40 EUR a seat", 1, superseded_by=("offer",), hidden_causes=2),
        node("rule", 1, "Every team has five seats, and nobody sits in two of them", 1),
        node("order", 4, "Ten seats ordered", 1),
        node("offer", 2, "ベンダーCは今35ユーロを提示する", 2),
        node("bill", 5, "Ten seats billed", 2, hidden_effects=12),
    ),
    (
        LineageEdge("quote", "choice", "CAUSED", "the cheapest"),
        LineageEdge("rule", "choice", "CAUSED"),
        LineageEdge("rule", "bill", "CAUSED"),
        LineageEdge("choice", "order", "CAUSED"),
        LineageEdge("order", "bill", "CAUSED"),
        LineageEdge("bill", "order", "FOLLOWS", inferred=True, backward=True),
        LineageEdge("offer", "quote", "SUPERSEDES", backward=True),
        LineageEdge("bill", "offer", "CONTRADICTS", backward=True),
    ),
)
ROUND = Lineage(
    "a",
    (node("a", 0, "the egg", 0), node("b", 1, "the hen", 1), node("c", 2, "the nest", 1)),
    (
        LineageEdge("a", "b", "CAUSED"),
        LineageEdge("b", "a", "CAUSED", "it lays"),
        LineageEdge("a", "c", "CAUSED"),
        LineageEdge("a", "c", "SUMMARISES", backward=False),
        LineageEdge("c", "b", "CAUSED"),
    ),
)
HOSTILE = (
    'x"];\n%%{init: {}}%% end',
    "<script>alert(1)</script>&amp;",
    "\x1b[2J\u202e]]> <!-- \ud800 \uffff",
    "1. one",
    "- two",
    "`a` #35; $$x$$ fa:fa-car c:\\new",
    "a | b --> c",
)


def hostile() -> Lineage:
    nodes = tuple(node(f"{number}{text}", number, text, number) for number, text in enumerate(HOSTILE))
    edges = tuple(LineageEdge(a.id, b.id, "CAUSED", b.text) for a, b in pairwise(nodes))
    return Lineage(nodes[0].id, nodes, edges)


def text_of(lines: tuple[Line, ...] | list[Line]) -> list[str]:
    return ["".join(text for text, _ in line) for line in lines]


def tagged(lines: list[Line]) -> str:
    """Return lines with every role around its text, the commonest ones left out."""
    return "".join(
        "".join(f"<{role}:{text}>" if role not in ("", "box", "text") else text for text, role in line) + "\n"
        for line in lines
    )


def drawings() -> dict[str, str]:
    vendors, turning = lay_out(VENDORS), lay_out(ROUND)
    path, struck = VENDORS.path(["offer"]), {"quote"}
    return {
        "vendors.text": "\n".join(text_of(list(draw(vendors)))) + "\n",
        "vendors.path.roles": tagged(list(draw(vendors, selected="choice", path=path, struck=struck))),
        "vendors.ascii.text": in_ascii("\n".join(text_of(list(draw(vendors, selected="choice", path=path)))) + "\n"),
        "round.text": "\n".join(text_of(list(draw(turning, selected="a")))) + "\n",
        "vendors.svg": lineage_svg(VENDORS, vendors, path=path),
        "vendors.mmd": mermaid(VENDORS, path),
        "hostile.mmd": mermaid(hostile()),
    }


@pytest.mark.parametrize("name", drawings())
def test_pictures_look_as_ever(name: str) -> None:
    """Each picture is its golden file."""
    hold(GOLDEN / f"lineage.{name}", drawings()[name])


# ---- lines -----------------------------------------------------------------------------------------


@settings(max_examples=40)
@given(st.integers(-5, 90), st.integers(-3, 14), st.integers(0, 60), st.integers(0, 12))
def test_a_window_shows_a_part_of_the_whole(x: int, y: int, width: int, height: int) -> None:
    """What a window shows is what the whole drawing has there; half of a wide character is a blank."""
    layout = lay_out(VENDORS)
    whole = [cells(line) for line in text_of(list(draw(layout)))]
    shown = text_of(list(draw(layout, (x, y, width, height))))
    assert len(shown) == height
    for row, line in enumerate(shown, start=y):
        known = whole[row] if 0 <= row < len(whole) else []
        expected = [known[at] if 0 <= at < len(known) else " " for at in range(x, x + width)]
        if expected and expected[0] == "":
            expected[0] = " "
        if expected and cell_len(expected[-1]) == 2:
            expected[-1] = " "
        assert line.rstrip(" ") == "".join(expected).rstrip(" ")


def cells(line: str) -> list[str]:
    """Return what stands in each cell; a wide character in its first, and nothing in its second."""
    return [part for character in line for part in (character, *[""] * (cell_len(character) - 1))]


def test_roles_name_what_is_drawn() -> None:
    """The border of the selected, the text of the struck, and the path with its label have roles of their own."""
    lines = draw(lay_out(VENDORS), selected="order", path=VENDORS.path(["quote"]), struck={"quote"})
    found: dict[str, str] = {}
    for text, role in (segment for line in lines for segment in line):
        found[role] = found.get(role, "") + text
    assert set(found) == {"", "box", "text", "selected", "superseded", "cause", "edge", "label", "path"}
    assert "quote" in found["superseded"] and "quote" not in found["text"]
    assert set(found["selected"]) <= set("═║╔╗╚╝") and "CAUSED" in found["path"]


def test_ascii_is_ascii_and_as_wide() -> None:
    """Without Unicode each line has the same cells, and whatever cannot be written is a question mark."""
    plain = text_of(list(draw(lay_out(VENDORS))))
    ascii_ = list(map(in_ascii, plain))
    assert all(line.isascii() for line in ascii_) and list(map(len, ascii_)) == list(map(cell_len, plain))


def test_what_is_stored_cannot_act_on_a_terminal() -> None:
    """Control and bidirectional characters are marks in a drawing."""
    drawn = "".join(text_of(list(draw(lay_out(hostile())))))
    assert not re.search(r"[\x00-\x1f\x7f-\x9f\u202a-\u202e\ud800-\udfff]", drawn) and "␛[2J" in drawn


# ---- fitting ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("width", [18, 30, 64, 80, 100, 120, 200])
def test_what_is_drawn_fits(width: int) -> None:
    """At every width the root is there, the drawing is no wider, and what is left out is counted where it hung on."""
    part, layout = fit(VENDORS, width)
    assert layout.width <= width and part.nodes[0].id == "choice"
    shown = {n.id for n in part.nodes}
    assert shown >= {n.id for n in VENDORS.nodes if n.distance < max(n.distance for n in part.nodes)}
    root = part.nodes[0]
    assert root.hidden_causes == len({"quote", "rule"} - shown) and root.hidden_effects == len({"order"} - shown)


def test_more_room_shows_more() -> None:
    """Boxes become narrower before labels go, and labels go before a memory does."""
    sizes = [
        (len(part.nodes), len(layout.labels)) for part, layout in (fit(VENDORS, width) for width in (40, 85, 110, 200))
    ]
    assert sizes == sorted(sizes) and sizes[0] == (2, 0) and sizes[-1] == (6, 8)
    assert fit(VENDORS, None) == (VENDORS, lay_out(VENDORS))


def test_of_memories_equally_far_as_many_are_drawn_as_fit() -> None:
    """Six causes in a row and six effects need thirteen columns: where nine fit, four of each are drawn beside it."""
    causes, effects = [f"c{n}" for n in range(6)], [f"e{n}" for n in range(6)]
    beside = [node(id, day, id, 1) for day, id in [*enumerate(causes), *enumerate(effects, 7)]]
    found = Lineage(
        "act",
        (node("act", 6, "act"), *beside),
        (
            *(LineageEdge(id, "act", "CAUSED") for id in causes),
            *(LineageEdge("act", id, "CAUSED") for id in effects),
            *(LineageEdge(a, b, "CAUSED") for row in (causes, effects) for a, b in pairwise(row)),
        ),
    )
    part, layout = fit(found, 110)
    root = part.nodes[0]
    assert layout.width <= 110 and len(part.nodes) == 9
    assert (root.hidden_causes, root.hidden_effects) == (2, 2)


# ---- SVG and Mermaid -------------------------------------------------------------------------------


def test_an_svg_is_one_whole_and_inert() -> None:
    """Hostile text leaves XML that can be read, without scripts or links, and each box and edge is there once."""
    lineage = hostile()
    root = ElementTree.fromstring(lineage_svg(lineage, lay_out(lineage)))
    names = [element.tag.rpartition("}")[2] for element in root.iter()]
    assert set(names) <= {"svg", "title", "style", "rect", "g", "path", "text"}
    assert not [name for element in root.iter() for name in element.attrib if name.startswith("on") or "href" in name]
    groups = [element.get("class", "") for element in root.iter("{http://www.w3.org/2000/svg}g")]
    assert sum("memory" in name for name in groups) == len(lineage.nodes)
    assert sum(name == "cause" for name in groups) == len(lineage.edges)
    titles = [element.text or "" for element in root.iter("{http://www.w3.org/2000/svg}title")]
    assert any("<script>alert(1)</script>" in title for title in titles)


@pytest.mark.parametrize("side", [0, 1])
def test_texts_of_an_svg_can_be_read(side: int) -> None:
    """On light and on dark ground every text has a contrast of at least 4.5 to what it stands on (WCAG 2, AA)."""
    for ink, on in (("text", "face"), ("superseded", "face"), ("label", "ground"), ("path", "ground")):
        light, dark = sorted((luminance(INKS[ink][side]), luminance(INKS[on][side])), reverse=True)
        assert (light + 0.05) / (dark + 0.05) >= 4.5, ink


def luminance(colour: str) -> float:
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return sum(share * part for share, part in zip((0.2126, 0.7152, 0.0722), linear, strict=True))


@given(st.text(max_size=40))
def test_no_text_leaves_its_quotes_in_mermaid(text: str) -> None:
    """Whatever a memory says, its line has the two quotes that are ours, and nothing that Mermaid reads as its own."""
    lineage = Lineage("a", (node("a", 0, text), node("b", 1, text, 1)), (LineageEdge("a", "b", "CAUSED", text),))
    lines = mermaid(lineage).splitlines()
    assert lines[0] == "flowchart LR" and len(lines) == 5
    for line in lines[1:4]:
        (said,) = re.findall(r'"([^"]*)"', line)
        assert not re.search(r"[\[\](){}|`%\\$]|#(?!\d+;)", said.replace("<br/>", "")) and "<" not in said.replace(
            "<br/>", ""
        )


# ---- texts -----------------------------------------------------------------------------------------


@given(st.text("ab 字e\u0301x", max_size=40), st.integers(2, 12), st.integers(1, 4))
def test_folded_lines_fit_and_lose_nothing_but_the_end(text: str, width: int, lines: int) -> None:
    """No line is too wide, and without its blanks the text is what the lines hold, up to an ellipsis."""
    text = " ".join(text.split())
    found = folded(text, width, lines)
    assert len(found) <= lines and all(cell_len(line) <= width for line in found)
    whole, kept = text.replace(" ", ""), "".join(found).replace(" ", "")
    assert kept == whole or (kept.endswith("…") and whole.startswith(kept[:-1]))


@given(st.text("ab字-", max_size=30), st.integers(0, 20))
def test_shortened_texts_fit(text: str, width: int) -> None:
    """At the end or in the middle, a text is cut to the cells it has, and not at all where it fits."""
    for cut in (shortened, shortened_inside):
        assert cell_len(cut(text, width)) <= width and (cell_len(text) > width or cut(text, width) == text)


@given(st.lists(st.text("ab 字", max_size=8), max_size=5))
def test_runs_stand_where_they_stood(parts: list[str]) -> None:
    """Written back into their cells, the runs of a line are the line."""
    line = "   ".join(parts)
    written = [" "] * cell_len(line)
    for cell, text in runs(line):
        written[cell : cell + cell_len(text)] = cells(text)
    assert "".join(written) == line
