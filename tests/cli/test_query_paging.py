"""When an answer goes through a pager, and which; and how wide and coloured what is printed is."""

from __future__ import annotations

import io
import os
import shutil
import sys
from collections.abc import Iterator

import pytest
from clew.cli import look
from clew.cli.paging import page, pager_command


class Screen(io.StringIO):
    """Standard output that says it is a terminal."""

    encoding = "utf-8"

    def isatty(self) -> bool:
        return True


def on_screen(monkeypatch: pytest.MonkeyPatch) -> Screen:
    """Make standard output a terminal of 20 columns and 10 lines; the pager marks what it is given.

    No fixture: between a fixture and its test, pytest puts another standard output in place.
    """
    screen = Screen()
    monkeypatch.setattr(sys, "stdout", screen)
    monkeypatch.setattr(shutil, "get_terminal_size", lambda: os.terminal_size((20, 10)))
    monkeypatch.setenv("PAGER", "sed s/^/paged:/")
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("TERM", "xterm")
    return screen


def lines(count: int, text: str = "x") -> Iterator[str]:
    return (f"{text}\n" for _ in range(count))


def test_what_fits_is_printed(monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]) -> None:
    """Eight lines fit on ten, with the prompt and the talk."""
    screen = on_screen(monkeypatch)
    page(lines(8))
    assert screen.getvalue() == "x\n" * 8 and capfd.readouterr().out == ""


def test_what_does_not_fit_is_paged(monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]) -> None:
    """Nine lines do not, nor five that are folded, nor one piece of nine lines."""
    screen = on_screen(monkeypatch)
    for pieces in (lines(9), lines(5, "y" * 21), iter(["x\n" * 9])):
        page(pieces)
        assert screen.getvalue() == "" and capfd.readouterr().out.startswith("paged:")


def test_colours_take_no_room(monkeypatch: pytest.MonkeyPatch) -> None:
    """A line is as long as what is seen of it."""
    screen = on_screen(monkeypatch)
    page(lines(8, "\x1b[1m" + "z" * 20 + "\x1b[0m"))
    assert screen.getvalue() != ""


def test_no_pager_where_it_is_not_wanted(monkeypatch: pytest.MonkeyPatch) -> None:
    """`--no-pager`, an empty PAGER, `cat`, and a pager that is not there, all print."""
    screen = on_screen(monkeypatch)
    page(lines(50), pager=False)
    for asked in ("", "cat", "no-such-pager -x"):
        monkeypatch.setenv("PAGER", asked)
        assert pager_command() is None
        page(lines(50))
    assert screen.getvalue() == "x\n" * 200


def test_a_pager_that_ends_early_is_no_error(monkeypatch: pytest.MonkeyPatch) -> None:
    """A reader who has seen enough leaves, however much would come."""
    on_screen(monkeypatch)
    monkeypatch.setenv("PAGER", "head -1")
    page(lines(100_000))


def test_a_pipe_is_not_paged(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where standard output is no terminal, all of it is printed."""
    on_screen(monkeypatch)
    pipe = io.StringIO()
    monkeypatch.setattr(sys, "stdout", pipe)
    page(lines(50))
    assert pipe.getvalue() == "x\n" * 50


@pytest.mark.parametrize(
    ("variable", "value", "coloured"),
    [("TERM", "xterm", True), ("TERM", "dumb", False), ("NO_COLOR", "1", False), ("NO_COLOR", "", True)],
)
def test_who_is_coloured(monkeypatch: pytest.MonkeyPatch, variable: str, value: str, coloured: bool) -> None:
    """A terminal is, unless it is dumb or NO_COLOR says something; a pipe is not, and has no width."""
    on_screen(monkeypatch)
    monkeypatch.setenv(variable, value)
    assert look.of_output() == look.Look(20, coloured, True, True)
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(io.BytesIO(), encoding="ascii"))
    assert look.of_output() == look.Look(None, False, False, False, "ascii")
