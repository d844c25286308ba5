"""How wide and how coloured something is drawn: decided once, by where it goes, and handed on as a value.

A terminal has a width, and colours unless NO_COLOR is set or it cannot show them. A pipe or a file has neither: nothing
is wrapped at eighty columns for a reader who may be a program. `--color`, `--width` and `--ascii` decide otherwise.
"""

from __future__ import annotations

import os
import shutil
import sys
from dataclasses import dataclass, replace
from typing import TextIO

import click

COLOURS: dict[str, bool | None] = {"auto": None, "always": True, "never": False}
LOCALES_OF_ASCII = frozenset(("C", "POSIX"))
COERCED = frozenset(("C.UTF-8", "C.utf8", "UTF-8"))
"""What Python itself sets LC_CTYPE to as it starts in the locale C: behind them LANG is asked."""


@dataclass(frozen=True, slots=True)
class Look:
    """width: cells at most, None for as many as it takes. colour: whether escapes are written. unicode: or signs in
    ASCII. terminal: whether what is written acts on one. encoding: what texts can be shown in.
    """

    width: int | None = None
    colour: bool = False
    unicode: bool = True
    terminal: bool = False
    encoding: str = "utf-8"

    def shown(self, text: str) -> str:
        """Return what is drawn as it can be shown, as wide as before."""
        if self.unicode:
            return text
        from ..adapters.pictures.ascii import in_ascii

        return in_ascii(text, self.encoding)


def of_output(width: int | None = None, *, ascii: bool = False) -> Look:
    """Return how to draw on standard output. ascii: signs in ASCII, whatever it can show."""
    look = _of(sys.stdout, width)
    return replace(look, unicode=False) if ascii else look


def of_talk() -> Look:
    """Return how to draw on standard error."""
    return _of(sys.stderr, None)


def _of(stream: TextIO, width: int | None) -> Look:
    terminal = stream.isatty()
    wanted = shutil.get_terminal_size().columns if terminal and width is None else width
    encoding = encoding_of(stream)
    return Look(wanted, _is_coloured(terminal), takes_unicode(encoding), terminal, encoding)


def takes_unicode(encoding: str) -> bool:
    return encoding.lower().startswith("utf")


def encoding_of(stream: TextIO) -> str:
    """Return what can be written to a stream: its encoding, but `ascii` for a terminal in the locale C.

    There Python writes UTF-8 all the same (PEP 538, PEP 540): for files that is right, and a terminal garbles it.
    """
    told = "PYTHONIOENCODING" in os.environ or os.environ.get("PYTHONUTF8") == "1"
    if stream.isatty() and not told and _locale() in LOCALES_OF_ASCII:
        return "ascii"
    return stream.encoding or "ascii"


def _locale() -> str:
    """Return the locale's name for characters; empty where there is none: then a terminal is taken at Python's word."""
    named = [os.environ.get(name, "") for name in ("LC_ALL", "LC_CTYPE", "LANG")]
    return next((name for name in named if name and name not in COERCED), "")


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
ascii_option = click.option(
    "--ascii", is_flag=True, help="Draw in plain ASCII; by itself where the terminal's encoding has no more."
)
