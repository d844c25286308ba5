"""Commands in a real terminal: what a person sees, and what keys do."""

from __future__ import annotations

import stat
from pathlib import Path

import pytest
from clew.cli.exit_codes import INTERRUPTED
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
