"""`clew tui` as it is started: what it refuses, what it prints, and a whole visit in a real terminal."""

from __future__ import annotations

import os
import signal
import socket
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from clew.cli import tui
from terminal import Terminal

pytestmark = pytest.mark.slow


def test_without_a_terminal_it_says_what_answers(run: Callable[..., Any], vendors: str) -> None:
    """In a pipe nothing is drawn: one sentence, and the code of a wrong usage."""
    done = run("tui", vendors)
    assert done.code == 2
    assert "needs a terminal" in done.err
    assert done.out == ""


@pytest.mark.parametrize(("missing", "flags"), [("textual", []), ("textual_serve", ["--web"])])
def test_a_missing_extra_is_named(
    run: Callable[..., Any], vendors: str, monkeypatch: pytest.MonkeyPatch, missing: str, flags: list[str]
) -> None:
    """Without what the app is made with, one sentence says what to install."""
    monkeypatch.setattr(tui, "find_spec", lambda name: None if name == missing else object())
    done = run("tui", vendors, *flags)
    assert done.code == 2
    assert "pip install 'clew[" in done.err


def test_a_store_or_the_demo(run: Callable[..., Any], vendors: str) -> None:
    """Both at once mean nothing."""
    assert "not both" in run("tui", vendors, "--demo").err


def test_keys_are_printed(run: Callable[..., Any]) -> None:
    """Each key is printed with the id by which it is changed, and the file to change it in."""
    done = run("tui", "--keys")
    assert done.code == 0
    assert "| `app.palette` | ctrl+p |" in done.out
    assert "keys.toml" in done.out


def test_a_theme_that_is_none(vendors: str) -> None:
    """A theme that is not known is said before anything is drawn, with the nearest one."""
    with Terminal(["tui", vendors, "--theme", "clew-drak"]) as terminal:
        terminal.expect("`clew-dark` is similar")
        assert terminal.end() == 1


def test_a_visit(vendors: str, tmp_path: Path) -> None:
    """Start, see the store, go to the tasks, leave: the code is 0, and the terminal is as it was."""
    with Terminal(["tui", vendors], columns=100, lines=30, XDG_STATE_HOME=str(tmp_path)) as terminal:
        terminal.expect("vendors")
        terminal.send("\x1b[20~")  # F9
        terminal.expect("T1")
        terminal.send("\x11")  # ctrl+q
        assert terminal.end() == 0
        assert "\x1b[?1049l" in terminal.raw


def test_an_interrupt_leaves_the_terminal_as_it_was(vendors: str, tmp_path: Path) -> None:
    """SIGINT from outside ends the app within seconds, without a traceback, and gives the screen back."""
    with Terminal(["tui", vendors], columns=100, lines=30, XDG_STATE_HOME=str(tmp_path)) as terminal:
        terminal.expect("vendors")
        os.kill(terminal._process.pid, signal.SIGINT)  # pyright: ignore[reportPrivateUsage]
        assert terminal.end(seconds=10) == 130
        assert "Traceback" not in terminal.raw
        assert "\x1b[?1049l" in terminal.raw


def test_the_server_says_where_it_is_and_ends(vendors: str) -> None:
    """`--web` prints an address of loopback with a token; ctrl-C ends it within seconds, without a traceback."""
    with Terminal(["tui", vendors, "--web"], columns=160) as terminal:
        terminal.expect("http://127.0.0.1:")
        assert "?token=" in terminal.seen
        terminal.expect("Ctrl-C ends it")
        terminal.press_until("\x03", "^C")
        assert terminal.end(seconds=20) in (0, 130)
        assert "Traceback" not in terminal.raw


def test_a_port_that_is_taken_is_said(vendors: str) -> None:
    """A port that another program has is refused in a sentence."""
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = str(taken.getsockname()[1])
        with Terminal(["tui", vendors, "--web", "--port", port], columns=160) as terminal:
            terminal.expect(f"Port {port} cannot be had")
            assert terminal.end() == 1
