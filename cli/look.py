"""How wide and how coloured something is drawn: decided once, by where it goes, and handed on as a value.

A terminal has a width, and colours unless NO_COLOR is set or it cannot show them. A pipe or a file has neither: nothing
is wrapped at eighty columns for a reader who may be a program. `--color` and `--width` decide otherwise.
"""

from __future__ import annotations

import os
import shutil
import sys
from dataclasses import dataclass
from typing import TextIO

import click

COLOURS: dict[str, bool | None] = {"auto": None, "always": True, "never": False}


@dataclass(frozen=True, slots=True)
class Look:
    """width: cells at most, None for as many as it takes. colour: whether escapes are written. unicode: or ASCII.
    terminal: whether what is written acts on one.
    """

    width: int | None = None
    colour: bool = False
    unicode: bool = True
    terminal: bool = False


def of_output(width: int | None = None) -> Look:
    """Return how to draw on standard output."""
    return _of(sys.stdout, width)


def of_talk() -> Look:
    """Return how to draw on standard error."""
    return _of(sys.stderr, None)


def _of(stream: TextIO, width: int | None) -> Look:
    terminal = stream.isatty()
    wanted = shutil.get_terminal_size().columns if terminal and width is None else width
    return Look(wanted, _is_coloured(terminal), (stream.encoding or "").lower().startswith("utf"), terminal)


def _is_coloured(terminal: bool) -> bool:
    """Whether colours are wanted: as `--color` says, else on a terminal that can, and whose user does not mind."""
    context = click.get_current_context(silent=True)
    if context is not None and context.color is not None:
        return context.color
    return terminal and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


def _choose(context: click.Context, _: click.Parameter, value: str) -> None:
    if value != "auto":
        context.color = COLOURS[value]


color_option = click.option(
    "--color",
    type=click.Choice(list(COLOURS)),
    default="auto",
    expose_value=False,
    is_eager=True,
    callback=_choose,
    help="Whether to colour; auto colours a terminal, unless NO_COLOR is set.",
)
width_option = click.option(
    "--width", type=click.IntRange(min=20), help="Columns to draw in; else the terminal's, and no bound in a pipe."
)
