"""`clew lineage` draws what the engine gives, in the room there is, and says what it leaves out."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import clew
import pytest
from clew.cli import exit_codes
from clew.cli.lineage_view import drawn
from clew.cli.look import Look
from golden_files import hold

Run = Callable[..., Any]
GOLDEN = Path(__file__).parents[1] / "golden" / "cli"


@pytest.fixture
def store(tmp_path: Path) -> str:
    with clew.open(tmp_path / "a.clew", background=False) as memory:
        memory.remember("vendor C quotes 40", id="quote", at="2024-05-01")
        memory.remember("vendor C now quotes 35", id="offer", supersedes=["quote"], at="2024-05-02")
        memory.remember("we take C", id="choice", type="decision", pinned=True, at="2024-05-03")
        memory.link("quote", "choice", reason="the cheapest of those that have seats left\n\x1b[2J")
        memory.remember("ten seats ordered", id="order", causes=["choice"], at="2024-05-04")
        memory.remember("ten seats billed", id="bill", causes=["order"], at="2024-05-05")
    return str(tmp_path / "a.clew")


@pytest.mark.parametrize(
    ("name", "look"),
    [
        ("pipe", Look()),
        ("narrow", Look(80, terminal=True)),
        ("very_narrow", Look(30, terminal=True)),
        ("ascii", Look(90, unicode=False, terminal=True, encoding="ascii")),
        ("coloured", Look(110, colour=True, terminal=True)),
    ],
)
def test_a_lineage_is_drawn_as_ever(store: str, name: str, look: Look) -> None:
    """In each width and with or without colours it looks as its golden file does."""
    with clew.open(store, background=False) as memory:
        found = memory.lineage("choice")
    lines, left_out = drawn(found, found.path(["offer"]), look)
    hold(GOLDEN / f"lineage.{name}.text", "".join(f"{line}\n" for line in (*lines, f"{left_out} left out")))


def test_the_options_are_the_engines(run: Run, store: str) -> None:
    """JSON is what the same call gives, with the places of the edges on the way."""
    options = ("--hops", "2", "--edges", "caused, supersedes", "--as-of", "2999-01-01", "--to", "offer")
    found = json.loads(run("lineage", store, "choice", *options, "--json").out)
    with clew.open(store, background=False) as memory:
        asked = memory.lineage("choice", hops=2, edges=["CAUSED", "SUPERSEDES"], as_of="2999-01-01")
    assert [node["id"] for node in found["nodes"]] == [node.id for node in asked.nodes]
    assert found["nodes"][0]["at"] == "2024-05-03T00:00:00Z" and found["cut"] is False
    assert [asked.edges[place] for place in found["path"]] == list(asked.path(["offer"])) != []


def test_forgotten_memories_are_shown_where_they_are_asked_for(run: Run, store: str) -> None:
    """With `--forgotten` a lineage has what was forgotten, which it has not else; as the app shows it with a key."""
    with clew.open(store, background=False) as memory:
        memory.forget("order")
    plain, all_ = (json.loads(run("lineage", store, "bill", *flag, "--json").out) for flag in ((), ("--forgotten",)))
    assert "order" not in {node["id"] for node in plain["nodes"]}
    assert "order" in {node["id"] for node in all_["nodes"]}


def test_pictures_are_written_whole(run: Run, store: str, tmp_path: Path) -> None:
    """To files, several at once, and one of them to standard output."""
    done = run("lineage", store, "choice", "--svg", "a.svg", "--json=a.json", "--mermaid")
    assert done.code == 0 and done.out.startswith("flowchart LR\n")
    assert ElementTree.parse(tmp_path / "a.svg").getroot().tag.endswith("svg")
    assert json.loads((tmp_path / "a.json").read_text("utf-8"))["root"] == "choice"
    assert run("lineage", store, "choice", "--svg", "-").out == (tmp_path / "a.svg").read_text("utf-8")


def test_what_is_missing_is_said(run: Run, store: str) -> None:
    """What the limit cut, an anchor out of reach, and what a terminal is too narrow for; to standard error."""
    done = run("lineage", store, "choice", "--limit", "2", "--to", "bill", "--width", "30")
    assert done.code == 0 and "the 2 memories that --limit lets in" in done.err
    assert "`bill` is not in the lineage" in done.err and "1 memory does not fit into 30 columns" in done.err
    assert max(map(len, done.out.splitlines())) <= 30 and "note" not in done.out


def test_slips_are_told_in_a_sentence(run: Run, store: str) -> None:
    """An unknown memory, type or time, and a file that cannot be written."""
    for arguments, said in (
        (("nobody",), "There is no memory `nobody`"),
        (("choice", "--edges", "CAUSES"), "`CAUSES`. There are `CAUSED`"),
        (("choice", "--as-of", "then"), "`as_of`: 'then' is not an ISO 8601 time"),
        (("offer", "--as-of", "2024-01-01"), "There is no memory `offer` then"),
    ):
        done = run("lineage", store, *arguments)
        assert done.code == 1 and said in done.err and not done.out
    done = run("lineage", store, "choice", "--svg", "no/such/folder.svg")
    assert done.code == exit_codes.USAGE and "cannot be written" in done.err
