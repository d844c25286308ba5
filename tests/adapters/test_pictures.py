"""Fronts and parallel coordinates as pictures: golden files for what a person sees, and what holds of any of them.

`CLEW_UPDATE_GOLDEN=1 pytest` draws them anew: look at them as whoever asked would.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import numpy as np
import pytest
from clew.adapters.pictures.ascii import BRAILLE, in_ascii
from clew.adapters.pictures.front import draw_front, usual_axes
from clew.adapters.pictures.parallel import MOST_LINES, draw_parallel, usual_names
from clew.adapters.pictures.roles import DARK, LIGHT, ROLES, STYLES
from clew.adapters.pictures.segments import Line
from clew.adapters.pictures.svg import svg
from clew.adapters.pictures.texts import plain, width_of
from clew.engine.answers.space import Axis, Space
from clew.errors import QueryError
from golden_files import hold
from hypothesis import given, settings
from hypothesis import strategies as st
from rich.style import Style
from spaces import AXES, cloud, space_of

FOLDER = Path(__file__).parents[1] / "golden" / "pictures"
SPACES: dict[str, Space] = {
    "cloud": space_of(cloud(120), k=10),
    "many": space_of(cloud(5_000), k=10),
    "one": space_of(cloud(1)),
    "none": space_of(cloud(0)),
    "equal": space_of(np.tile(cloud(1), (4, 1))),
}
SIZES = {"small": (80, 24), "large": (200, 60)}

Draw = Callable[..., tuple[Line, ...]]


def front(space: Space, *size: int, **look: Any) -> tuple[Line, ...]:
    return draw_front(space, "cost", "relevance", *size, **look)


def parallel(space: Space, *size: int, **look: Any) -> tuple[Line, ...]:
    return draw_parallel(space, ("relevance", "cost", "recency"), *size, **look)


DRAWN: dict[str, Draw] = {"front": front, "parallel": parallel}


# ---- as a person sees them -------------------------------------------------------------------------


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("name", SPACES)
@pytest.mark.parametrize("kind", DRAWN)
def test_pictures_are_drawn_as_ever(kind: str, name: str, size: str) -> None:
    """Each space at each size looks as its golden file does."""
    cursor = 0 if len(SPACES[name]) else None
    hold(FOLDER / f"{kind}.{name}.{size}", plain(DRAWN[kind](SPACES[name], *SIZES[size], cursor=cursor)))


@pytest.mark.parametrize("kind", DRAWN)
def test_without_unicode_all_is_ascii(kind: str) -> None:
    """A terminal that has nothing else gets marks of its own."""
    drawn = in_ascii(plain(DRAWN[kind](SPACES["cloud"], 80, 24, cursor=7)))
    assert drawn.isascii()
    hold(FOLDER / f"{kind}.ascii", drawn)


def test_a_sum_is_drawn_without_fronts() -> None:
    """Where RANK BY ordered, no front is shown: the points are candidates, with the ranks of the answer."""
    space = SPACES["cloud"]
    ranked = replace(space, front=np.zeros(120, np.int64), choice=replace(space.choice, weights={"cost": 1.0}))
    drawn = plain(front(ranked, 80, 24))
    assert "candidates: 120" in drawn and "front" not in drawn and "1-10 answered" in drawn


# ---- what holds of any -----------------------------------------------------------------------------

values = st.one_of(st.floats(-1e6, 1e6), st.floats(0, 1), st.just(0.5), st.integers(0, 3).map(float))
points = st.lists(st.tuples(values, values, values), max_size=12)
sizes = st.tuples(st.integers(1, 120), st.integers(1, 40))


@given(points, sizes, st.sampled_from(sorted(DRAWN)))
@settings(max_examples=120)
def test_a_picture_is_as_large_as_asked(rows: list[tuple[float, ...]], size: tuple[int, int], kind: str) -> None:
    """Whatever the points and the size: so many lines of so many cells, in known roles."""
    space = space_of(np.array(rows, np.float64).reshape(len(rows), 3))
    drawn = DRAWN[kind](space, *size, cursor=0 if rows else None)
    assert len(drawn) == size[1] and all(width_of(line) == size[0] for line in drawn)
    assert {role for line in drawn for _, role in line} <= set(ROLES)


@given(points.filter(bool))
@settings(max_examples=60)
def test_every_answer_and_the_cursor_are_seen(rows: list[tuple[float, ...]]) -> None:
    """The best is marked by its rank, unless the cursor lies on it, which is always seen."""
    space = space_of(np.array(rows, np.float64), k=1)
    best = int(space.chosen[0])
    roles = {role for line in front(space, 80, 24) for _, role in line}
    assert "chosen" in roles
    drawn = front(space, 80, 24, cursor=best)
    assert [text for line in drawn for text, role in line if role == "cursor"] == ["◉"]


def test_the_cursor_shows_what_it_beats() -> None:
    """Points that dominate it, and points that it dominates, have roles of their own."""
    space = SPACES["cloud"]
    middle = int(np.argmax([min(len(space.dominated(i)), len(space.dominators(i))) for i in range(len(space))]))
    roles = {role for line in front(space, 80, 24, cursor=middle) for _, role in line}
    assert {"over", "under", "cursor"} <= roles
    assert not {"over", "under"} & {role for line in front(space, 80, 24) for _, role in line}


def test_the_line_goes_from_step_to_step() -> None:
    """Of three points that trade, the line leaves each along one axis and reaches the next along the other."""
    space = space_of(np.array([[0.2, 10.0, 0.0], [0.6, 20.0, 0.0], [0.8, 40.0, 0.0]]), k=0)
    assert plain(front(space, 41, 12)).splitlines()[1:-3] == [
        "0.8 ┤                                   ◦",
        "    │                                   ⢸",
        "0.6 ┤                  ◦⠤⠤⠤⠤⠤⠤⠤⠤⠤⠤⠤⠤⠤⠤⠤⠤⠼",
        "    │                  ⡇",
        "    │                  ⡇",
        "0.4 ┤                  ⡇",
        "    │                  ⡇",
        "0.2 ┤         ◦⣀⣀⣀⣀⣀⣀⣀⣀⡇",
    ]


def test_lines_that_are_not_drawn_are_told() -> None:
    """Of thousands an even sample is drawn side by side, and the legend says of how many."""
    legend = plain(parallel(SPACES["many"], 100, 20)).splitlines()[0]
    assert re.search(rf"others: {MOST_LINES} of 4,\d\d\d", legend)


def test_the_first_axes_are_those_that_are_traded() -> None:
    """Else those that tell the points apart, and the same twice where there is one alone."""
    space = SPACES["cloud"]
    assert usual_axes(space) == ("relevance", "cost")
    one = replace(space, choice=replace(space.choice, objectives=("cost",)))
    assert usual_axes(one) == ("cost", "relevance") and usual_names(one) == ("relevance", "cost", "recency")
    assert usual_axes(space_of(cloud(3)[:, :2], AXES[:2])) == ("relevance", "cost")


def test_an_axis_that_is_not_there_is_told() -> None:
    """By its name, with those that are."""
    with pytest.raises(QueryError, match="no axis `beauty`"):
        draw_front(SPACES["cloud"], "cost", "beauty", 80, 24)


HOSTILE = "m.`\x1b[31m\u202eevil\n\x00`"


@pytest.mark.parametrize("kind", ["front", "parallel"])
def test_a_hostile_name_does_not_act(kind: str) -> None:
    """A name of an axis comes from whoever wrote the statement: what would act on a terminal is made visible."""
    space = space_of(cloud(9), (replace(AXES[0], name=HOSTILE), *AXES[1:]))
    names = (HOSTILE, "cost")
    drawn = draw_front(space, *names, 80, 24) if kind == "front" else draw_parallel(space, names, 80, 24)
    text = "".join(text for line in drawn for text, _ in line)
    assert not set(text) & {"\x1b", "\u202e", "\x00", "\n"} and "␛" in text


def test_times_are_dates() -> None:
    """An axis of moments has dates beside it."""
    space = space_of(cloud(9) * [1, 86_400e6, 1], (AXES[0], Axis("m.at", "time", False), AXES[2]))
    assert "1970-" in plain(draw_front(space, "m.at", "relevance", 80, 24))


# ---- as SVG ----------------------------------------------------------------------------------------


def parsed(text: str) -> ElementTree.Element:
    return ElementTree.fromstring(text)


@pytest.mark.parametrize("kind", DRAWN)
def test_an_svg_shows_every_dot_and_word(kind: str) -> None:
    """As many dots as the braille has, and the words in their order; it is XML, and nothing is fetched."""
    lines = DRAWN[kind](SPACES["cloud"], 80, 24, cursor=7)
    text = svg(lines, "a < b & \x00c")
    root = parsed(text)
    name = "{http://www.w3.org/2000/svg}"
    dots = sum(path.get("d", "").count("h0") for path in root.iter(f"{name}path"))
    said = "".join("".join(found.itertext()) for found in root.iter(f"{name}text"))
    characters = "".join(text for line in lines for text, _ in line)
    assert dots == sum((ord(c) - BRAILLE).bit_count() for c in characters if ord(c) >= BRAILLE)
    assert said.replace(" ", "") == "".join(c for c in characters if ord(c) < BRAILLE and c != " ")
    assert root.findtext(f"{name}title") == "a < b & �c"
    assert text.count("://") == 1 and "font-face" not in text and "<script" not in text


def test_an_svg_is_small_and_golden() -> None:
    """A picture for a page is some kilobytes, and the same every time."""
    drawn = svg(front(SPACES["cloud"], 80, 24), "The front of a cloud")
    assert len(drawn) < 20_000
    hold(FOLDER / "front.cloud.svg", drawn)


@given(st.text(max_size=40))
@settings(max_examples=80)
def test_any_title_and_words_are_xml(text: str) -> None:
    """Whatever is said, the file can be read."""
    parsed(svg([((text, "label"),)], text))


def luminance(colour: str) -> float:
    """Return the relative luminance of `#rrggbb` (WCAG 2.2)."""
    parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


@pytest.mark.parametrize(("colours", "page"), [(LIGHT, "#ffffff"), (DARK, "#0d1117")])
def test_colours_can_be_read(colours: dict[str, str], page: str) -> None:
    """Words stand out from the page by 4.5 to 1, and the faintest dots by 3 to 1 (WCAG 2.2)."""
    for role in ROLES:
        light, dark = sorted((luminance(colours[role]), luminance(page)), reverse=True)
        assert (light + 0.05) / (dark + 0.05) >= (3.0 if role == "later" else 4.5), role


def test_every_role_has_a_look() -> None:
    """Each has a style that Rich knows, and a colour on both pages."""
    assert set(STYLES) == set(LIGHT) == set(DARK) == set(ROLES)
    for style in STYLES.values():
        Style.parse(style)


def test_a_legend_loses_whole_parts_and_never_an_end() -> None:
    """Where there is no room for all marks and what they mean, what is answered is told whole, and the rest not."""
    legends = [plain(parallel(SPACES["many"], width, 20)[:1]).split() for width in range(24, 81)]
    assert all(legend[-2:] == ["1-10", "answered"] for legend in legends)
    assert "front" not in legends[0] and "front" in legends[-1]


def test_what_is_not_answered_stays_behind_without_colour() -> None:
    """A line of what is neither answered nor on front 1 has fewer than half of the dots that another has."""
    space = space_of(np.array([[1.0, 10.0, 1.0], [0.0, 20.0, 0.0]]), k=1)
    drawn = [segment for line in parallel(space, 60, 20) for segment in line]
    answered, behind = (
        sum((ord(mark) - BRAILLE).bit_count() for text, role in drawn if role == wanted for mark in text if mark > " ")
        for wanted in ("chosen", "second")
    )
    assert 0 < 2 * behind < answered
