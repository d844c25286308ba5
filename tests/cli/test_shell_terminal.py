"""Commands in a real terminal: what a person sees, and what keys do."""

from __future__ import annotations

import stat
from pathlib import Path

import clew
import pytest
from clew.cli.exit_codes import INTERRUPTED
from multiplexed import TMUX, Multiplexed, clew_in
from terminal import Terminal

pytestmark = pytest.mark.slow

HEAVY = "UNWIND range(1, 1300) AS a UNWIND range(1, 1300) AS b WITH a, b WHERE a * b % 7 = 8 RETURN count(*) AS n;"


def test_a_conversation(vendors: str, tmp_path: Path) -> None:
    """A person asks, errs, interrupts, completes, lets statements write, reads a long help, and leaves with ctrl-D."""
    kept = tmp_path / "history"
    with Terminal(["shell", vendors], CLEW_HISTORY=str(kept), PAGER="sed s/^/paged:/") as shell:
        shell.expect("ctrl-D leaves.")
        shell.expect("clew> ")
        shell.expect("3 memories")
        shell.send("RETURN 40\r+ 2 AS x;\r")
        shell.expect("... ")
        assert "x" in shell.expect("42")
        shell.expect("1 row in")
        shell.send("RETURN y;\r")
        assert "There is no variable `y`" in shell.expect("^")
        shell.send(HEAVY + "\r")
        shell.press_until("\x03", "interrupted; nothing half-written was kept.")
        shell.send("RETURN 'half")
        shell.expect("half")
        shell.send("\x03")
        shell.expect("clew> ")
        shell.send("\\write on\r")
        shell.expect("clew (writing)> ")
        shell.send("RECALL 1 FOR 'seat' USI\t")
        shell.expect("USING")
        shell.send(" default;\r")
        shell.expect("front 1")
        shell.send("\\help RECALL\r")
        shell.expect("paged:RECALL: ")
        shell.expect("clew (writing)> ")
        shell.send("\x04")
        assert shell.end() == 0
    assert stat.S_IMODE(kept.stat().st_mode) == 0o600
    assert "+RETURN 40\n++ 2 AS x;\n" in kept.read_text("utf-8") and "half" not in kept.read_text("utf-8")


@pytest.mark.skipif(TMUX is None, reason="tmux is not there")
def test_what_a_person_sees(tmp_path: Path) -> None:
    """On 60 columns without colours: a paste of many lines is one entry, a search finds it again, a typo in the middle
    of a line is mended and run, and what rows hold cannot steer the terminal.
    """
    hostile = "\x1b]0;taken\x07\x1b[2J\x9b31m日本語 \u202egnp"
    store, kept = tmp_path / "hostile.clew", str(tmp_path / "history")
    with clew.open(store, background=False) as memory:
        memory.remember(hostile, id="hostile", task="T\x1b[2J")
    with Multiplexed(clew_in("shell", str(store)), tmp_path, size=(60, 30), NO_COLOR="1", CLEW_HISTORY=kept) as shell:
        shell.until("clew>", "1 memory")
        shell.paste("MATCH (m:Memory)\n\n  WHERE m.id = 'hostile'\nRETURN m.id, m.task, m.text;")
        shell.until("... RETURN m.id, m.task, m.text;")
        shell.press("Enter")
        seen = shell.until("1 row in")
        assert "hostile │ T␛[2J  │ ␛]0;taken␇␛[2J⟨009B⟩31m日本語" in seen and "MATCH (m:Memory)" in seen
        shell.type("RETURN 1 + 1 AS x;")
        shell.press(*["Left"] * 6, "BSpace", "4", "1", "Enter")
        shell.until("clew> RETURN 1 + 41 AS x;", "\n42\n")
        shell.press("C-l", "C-r")
        shell.type("hostile")
        shell.until("I-search backward: hostile")
        shell.press("Enter", "Enter")
        shell.until("1 row in", "WHERE m.id = 'hostile'")
        shell.press("C-d")
        shell.until("ended with 0")


def test_what_is_binary_is_refused_on_a_terminal(vendors: str) -> None:
    """Parquet does not go to a terminal; the sentence says where it can go."""
    with Terminal(["query", vendors, "RETURN 1 AS x", "--format", "parquet"]) as shell:
        shell.expect("--output FILE")
        assert shell.end() == 2


def test_a_query_is_interrupted(vendors: str) -> None:
    """Ctrl-C ends `clew query` with 130 and a sentence."""
    with Terminal(["query", vendors, HEAVY]) as shell:
        shell.press_until("\x03", "interrupted")
        assert shell.end() == INTERRUPTED
