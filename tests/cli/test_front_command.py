"""`clew front` draws what the engine holds, writes it whole or not at all, and says in a sentence what is wrong."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import clew
import pytest
from clew.adapters.pictures.front import draw_front
from clew.adapters.pictures.svg import svg
from golden_files import hold

GOLDEN = Path(__file__).parents[1] / "golden" / "cli"
RECALL = "RECALL 3 FOR 'the price of a seat' PARETO BY relevance, cost"

Run = Callable[..., Any]


@pytest.fixture(scope="module")
def seats(tmp_path_factory: pytest.TempPathFactory) -> str:
    path = tmp_path_factory.mktemp("stores") / "seats.clew"
    said = ("a seat costs 40 EUR", "the price of a seat is 35 EUR", "seats are blue", "who pays for the seats?")
    with clew.open(path, background=False) as memory:
        for day in range(12):
            text = f"{said[day % 4]}{', and more is said' * (day % 5)}"
            memory.remember(text, id=f"m{day}", task="T1", at=f"2024-03-{day + 1:02}", recorded_at="2024-04-01")
        memory.remember("price \x1b[2J\u202e of a seat", id="evil", at="2024-03-20", recorded_at="2024-04-01")
    return str(path)


@pytest.mark.parametrize(
    ("name", "arguments"),
    [
        ("front.pipe", []),
        ("front.coloured", ["--color", "always", "--height", "12"]),
        ("front.axes", ["--x", "recency", "--y", "cost", "--width", "60", "--height", "12"]),
        ("front.parallel", ["--parallel", "--height", "12"]),
    ],
)
def test_what_is_drawn_is_the_golden(run: Run, seats: str, name: str, arguments: list[str]) -> None:
    """The picture, and below it what is answered; nothing stored acts on a terminal."""
    done = run("front", seats, RECALL, *arguments)
    assert done.code == 0 and "\x1b[2J" not in done.out and "\u202e" not in done.out
    hold(GOLDEN / f"{name}.text", done.out)


def test_a_recall_comes_from_a_file_or_a_pipe(run: Run, seats: str, tmp_path: Path) -> None:
    """As for `clew query`, with parameters; all ways draw the same."""
    text = "RECALL $k FOR 'the price of a seat' PARETO BY relevance, cost"
    (tmp_path / "recall.clew").write_text(text, "utf-8")
    expected = run("front", seats, RECALL).out
    assert run("front", seats, "-f", str(tmp_path / "recall.clew"), "-p", "k=3").out == expected
    assert run("front", seats, "-p", "k=3", stdin=text).out == expected


def test_files_are_written_whole(run: Run, seats: str, tmp_path: Path) -> None:
    """SVG is that of the picture, JSON that of the space; then nothing is drawn on standard output."""
    done = run("front", seats, RECALL, "--svg", "a.svg", "--json", "a.json", "--height", "20")
    assert (done.code, done.out) == (0, "") and "a.svg" in done.err
    with clew.open(seats, background=False) as memory:
        space = memory.space(RECALL)
    drawn = draw_front(space, "relevance", "cost", 80, 20)
    assert (tmp_path / "a.svg").read_text("utf-8") == svg(drawn, f"The front of {RECALL}")
    ElementTree.fromstring((tmp_path / "a.svg").read_text("utf-8"))
    found = json.loads((tmp_path / "a.json").read_text("utf-8"))
    assert found == json.loads(json.dumps(space.to_dict()))
    assert [point["id"] for point in sorted(found["points"], key=lambda p: p["place"]) if point["place"]] == [
        space.ids[i] for i in space.chosen
    ]


def test_notes_are_said(run: Run, seats: str) -> None:
    """What the recall has to say goes to standard error, and an empty space is drawn empty."""
    done = run("front", seats, "RECALL TASK nowhere PARETO BY cost, recency", "--height", "10")
    assert done.code == 0 and "nowhere" in done.err and "front 1: 0" in done.out


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ([RECALL, "--x", "beauty"], "no axis `beauty`"),
        ([RECALL, "--parallel", "--x", "cost"], "--parallel"),
        (["MATCH (m:Memory) RETURN m"], "Only a RECALL"),
        ([f"{RECALL}; {RECALL}"], "2 statements"),
        ([""], "no statements"),
        (["RECALL PARETO BY beauty"], "^"),
        ([RECALL, "-p", "k=3"], "$k is not used"),
        ([RECALL, "--svg", "nowhere/a.svg"], "cannot be written"),
        ([RECALL, "--height", "2"], "--height"),
    ],
)
def test_a_slip_is_told(run: Run, seats: str, arguments: list[str], said: str) -> None:
    """One sentence on standard error, nothing on standard output, and no file."""
    done = run("front", seats, *arguments)
    assert done.code != 0 and done.out == "" and said in done.err


def test_it_needs_no_textual(seats: str) -> None:
    """Where the toolkit of the terminal app is not installed, pictures are drawn all the same."""
    code = (
        "import sys; sys.modules['textual'] = None\n"
        f"sys.argv = ['clew', 'front', {seats!r}, {RECALL!r}, '--height', '8']\n"
        "from clew.cli.main import main; main()"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, encoding="utf-8", check=False)
    assert done.returncode == 0 and "relevance" in done.stdout, done.stderr
