"""How a hit looks to a person, as a card, and the consoles that things are drawn on.

Everything stored is drawn as plain text with control characters made visible: a memory cannot colour, move or ring
anything. Rich is the painter of what has many styles; what may have many rows is in `tables`.
"""

from __future__ import annotations

import io
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

import click
from rich.console import Console, Group, RenderableType
from rich.padding import Padding
from rich.text import Text

from ..engine.answers.cells import EXPANDED, bar, memory_column, said, when
from ..engine.answers.display import one_line, visible
from ..engine.answers.plain_json import json_text
from .look import Look, of_output

if TYPE_CHECKING:
    from ..engine.answers.results import Rows

INDENT = 3
UNBOUND = 10_000
"""Cells of a line that nothing wraps."""
TEXT_CELLS = 240
"""Of a text that nothing wraps: as much as a card shows on a wide terminal."""


def out(look: Look | None = None, file: io.StringIO | None = None) -> Console:
    """The console for data. Markup and highlighting are off: what is stored is never a command."""
    look = look or of_output()
    colours = "standard" if look.colour else None
    return Console(
        file=file,
        width=look.width or UNBOUND,
        force_terminal=look.colour,
        color_system=colours,
        markup=False,
        highlight=False,
        emoji=False,
        soft_wrap=False,
    )


def talk() -> Console:
    """The console for what moves while a person waits: progress, on standard error."""
    return Console(stderr=True, markup=False, highlight=False, emoji=False)


def drawn(renderable: RenderableType, look: Look) -> str:
    """Return what Rich draws, without the blanks it fills lines with."""
    buffer = io.StringIO()
    out(look, buffer).print(renderable)
    return "".join(line.rstrip() + "\n" for line in buffer.getvalue().splitlines())


def print_json(value: Any, indent: int | None = 2) -> None:
    """Print JSON, in plain ASCII where standard output is not UTF-8."""
    click.echo(json_text(value, indent=indent, ascii_only=not of_output().unicode))


def cards(rows: Rows, look: Look) -> Iterator[str]:
    """Yield a recall's hits as cards with an empty line after each; what surrounds a hit has no rank of its own."""
    if not len(rows):
        yield "Nothing relevant.\n"
    name = memory_column(rows)
    assert name is not None  # whoever asks has seen that
    for row in rows:
        front, rank = (None, None) if row.get(EXPANDED) else (row["front"], row["rank"])
        hit = card(row[name], front, rank, row["scores"], row["why"], look.width or UNBOUND)
        yield drawn(hit, look) + "\n"


def card(
    memory: Mapping[str, Any],
    front: int | None,
    rank: int | None,
    scores: Mapping[str, float],
    why: str,
    width: int,
) -> RenderableType:
    """Return one hit as a few lines: rank and front, who and when, what it says, its scores as bars, and why."""
    head = Text(" + " if rank is None else f"{rank:>2} ", style="bold")
    if front is not None:
        head.append(f"front {front}  ", style="cyan" if front == 1 else "not bold cyan")
    head.append(visible(str(memory["id"])))
    place = " · ".join(visible(str(memory[key])) for key in ("type", "action_type", "agent") if memory.get(key))
    head.append(f"  {place}  {when(memory.get('at'))}", style="not bold dim")
    text = Text(one_line(said(memory), min(TEXT_CELLS, 2 * max(20, width - 2 * INDENT))))
    body = Group(text, *([_bars(scores)] if scores else []), Text(visible(why), style="dim"))
    return Group(head, Padding(body, (0, 0, 0, INDENT), expand=False))


def _bars(scores: Mapping[str, float]) -> Text:
    text = Text()
    for name, score in scores.items():
        text.append(f"{name} ", style="dim")
        text.append(bar(score) if 0 <= score <= 1 else "", style="green")
        text.append(f" {score:.2f}   " if 0 <= score <= 1 else f"{score:,.0f}   ")
    text.rstrip()
    return text
