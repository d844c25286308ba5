"""What is said to a person on standard error: errors with a caret under the place, notes, and asides."""

from __future__ import annotations

import re

import click

from ..engine.answers.display import visible
from ..errors import ClewError, QueryError
from .look import Look, of_talk

_GUTTER = re.compile(r"^( *\d* *\| )(.*)$")
_CARETS = re.compile(r"^\s*\^+$")


def say_error(error: ClewError) -> None:
    """Print an error, with the line and a caret under the place where it has one."""
    say(error.render() if isinstance(error, QueryError) else str(error))


def say(text: str) -> None:
    """Print that something went wrong; nothing that is repeated from an input can act on the terminal."""
    click.echo(drawn(text, of_talk()), err=True)


def drawn(text: str, look: Look) -> str:
    """Return what went wrong as it is printed, behind our name."""
    said = visible(text)
    if not look.colour:
        return f"clew: {said}"
    return f"{click.style('clew:', fg='red', bold=True)} " + "\n".join(map(_coloured, said.split("\n")))


def _coloured(line: str) -> str:
    found = _GUTTER.match(line)
    if found is None:
        return line
    gutter, rest = found.groups()
    return click.style(gutter, dim=True) + (click.style(rest, fg="red", bold=True) if _CARETS.match(rest) else rest)


def note(text: str) -> None:
    """Print what a person should know on standard error."""
    click.echo(_styled(f"note: {visible(text)}", fg="yellow"), err=True)


def aside(text: str) -> None:
    """Print what a person may want to know on standard error."""
    click.echo(_styled(visible(text), dim=True), err=True)


def _styled(text: str, **style: bool | str) -> str:
    return click.style(text, **style) if of_talk().colour else text  # pyright: ignore[reportArgumentType]
