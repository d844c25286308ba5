"""A pager for an answer that is longer than the terminal. A pipe gets the answer as it is."""

from __future__ import annotations

import os
import shlex
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from itertools import chain

import click

USUAL = (("less", "-RX"), ("more",))
"""What is looked for where PAGER says nothing. -R lets colours through and nothing else; -X leaves the answer there."""

KEPT_LINES = 2
"""Of the terminal, for what is said about the answer and for the prompt."""


def page(pieces: Iterable[str], *, pager: bool = True) -> None:
    """Print pieces of text; through the pager where standard output is a terminal and they do not fit on it."""
    command = pager_command() if pager and sys.stdout.isatty() else None
    waiting = iter(pieces)
    held, more = _screenful(waiting) if command else ([], False)
    if command and more:
        _feed(command, chain(held, waiting))
    else:
        _print(chain(held, waiting))


def pager_command() -> list[str] | None:
    """Return the command of PAGER, else a usual one; None where it is empty, is `cat`, or is not there."""
    asked = os.environ.get("PAGER")
    choices = USUAL if asked is None else (tuple(shlex.split(asked)),)
    found = next((list(choice) for choice in choices if choice and shutil.which(choice[0])), None)
    return None if found == ["cat"] else found


def _screenful(pieces: Iterator[str]) -> tuple[list[str], bool]:
    """Return the pieces that fill the terminal, and whether they are more than it holds."""
    columns, lines = shutil.get_terminal_size()
    held: list[str] = []
    room = lines - KEPT_LINES
    for piece in pieces:
        held.append(piece)
        room -= sum(1 + (len(click.unstyle(line)) - 1) // columns for line in piece.splitlines())
        if room < 0:
            return held, True
    return held, False


def _print(pieces: Iterable[str]) -> None:
    for piece in pieces:
        click.echo(piece, nl=False)
    sys.stdout.flush()


def _feed(command: list[str], pieces: Iterable[str]) -> None:
    """Write to the pager until it has all, or its reader has seen enough."""
    process = subprocess.Popen(command, stdin=subprocess.PIPE, env={"LESSCHARSET": "utf-8", **os.environ})
    assert process.stdin is not None
    with _deaf():
        with suppress(BrokenPipeError):
            for piece in pieces:
                process.stdin.write(piece.encode("utf-8", "backslashreplace"))
        with suppress(BrokenPipeError):
            process.stdin.close()
        process.wait()


@contextmanager
def _deaf() -> Iterator[None]:
    """Leave ctrl-C to the pager, which was started before and so does not inherit this."""
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
