"""How the demo looks: a heading, the query as typed, both answers with their marks, and the table at the end.

The cards are the ones that `clew query` draws. Marks are signs as well as colours, so that nothing is lost in a pipe or
where colours are off.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from clew.cli.render import UNBOUND, card, out
from clew.engine.answers.display import one_line
from rich.console import Console, Group, RenderableType
from rich.padding import Padding
from rich.rule import Rule
from rich.table import Table
from rich.text import Text

from .answers import Compared

WIDEST = 100
"""Columns. Longer lines are hard to read, however wide the window."""

PIPED = 80
"""Columns of a page that goes into a file or a pipe, where nobody has said how wide it may be."""

SHOWN = 3
MARK_WIDTH = 2
INDENT = 3
RECALLED = ("front", "rank", "scores", "why")

Row = Mapping[str, Any]
Draw = Callable[[Row, int], RenderableType]

PRICE = (
    "Clew was told more than the words: what kind of memory, along which edges, near what, how new. That is what the "
    "language is for, and it has to be written. `With a filter` is vector search that was told the kind as well."
)


def page() -> Console:
    """Return the console of the command line, no wider than a page."""
    console = out()
    console.width = PIPED if console.width == UNBOUND else min(console.width, WIDEST)
    return console


def section(compared: Compared, number: int, of: int, width: int) -> RenderableType:
    """Return one question as it is shown: asked, typed, answered, and answered by the rival."""
    question = compared.question
    return Group(
        Rule(Text(f" {number} of {of}  {question.title} ", style="bold"), align="left", style="dim"),
        Text(f"\n{question.words}\n", style="bold"),
        Padding(Text(question.query, style="cyan"), (0, 0, 0, INDENT), expand=False),
        Text("\nClew answers", style="dim"),
        *_marked(compared, compared.rows, lambda row, place: _clew_row(row, place, width - MARK_WIDTH)),
        Text(f"\nPlain vector search answers; the right memory is its {_places(compared)}", style="dim"),
        *_marked(compared, compared.cosine_rows, lambda row, place: _cosine_row(row, place, width - MARK_WIDTH)),
        Text(f"\n{question.moral}\n"),
    )


def summary(compared: Sequence[Compared]) -> RenderableType:
    """Return the table of ranks: on which place each side has the right memory; and what the comparison leaves out."""
    table = Table(show_edge=False, pad_edge=False, header_style="bold")
    table.add_column("rank of the right memory")
    for name in ("Clew", "vector\nsearch", "with a\nfilter"):
        table.add_column(name, justify="right")
    for each in compared:
        ranks = (each.rank, each.cosine_rank, each.filtered_rank)
        table.add_row(Text(each.question.words), *(_rank(rank) for rank in ranks))
    return Group(table, Text(f"\n{PRICE}"))


def _places(compared: Compared) -> str:
    whole = f"number {compared.cosine_rank} of {len(compared.cosine_rows)}"
    if compared.question.kind is None:
        return whole
    return f"{whole}, {compared.filtered_rank} of {len(compared.filtered_rows)} with a filter"


def _marked(compared: Compared, rows: Sequence[Row], draw: Draw) -> Iterable[RenderableType]:
    """Yield the first rows, each behind a mark that says whether its memory is right."""
    for place, row in enumerate(rows[:SHOWN], start=1):
        right = row["m"]["id"] in compared.gold
        grid = Table.grid(padding=(0, 1))
        grid.add_column(width=MARK_WIDTH - 1)
        grid.add_column()
        grid.add_row(Text("✓", style="bold green") if right else Text("✗", style="red"), draw(row, place))
        yield grid


def _clew_row(row: Row, place: int, width: int) -> RenderableType:
    """Return a recall's hit as its card, and any other row as its memory with the columns beside it."""
    if set(RECALLED) <= row.keys():
        return card(row["m"], row["front"], row["rank"], row["scores"], row["why"], width)
    beside = " · ".join(f"{name} {value}" for name, value in row.items() if name != "m")
    return _memory_row(row["m"], place, beside, 2 * (width - INDENT - 3))


def _cosine_row(row: Row, place: int, width: int) -> RenderableType:
    return _memory_row(row["m"], place, f"cosine {row['cosine']:.2f}", width - INDENT)


def _memory_row(memory: Mapping[str, Any], place: int, beside: str, room: int) -> RenderableType:
    """Return a memory in two lines or three: its place, id, time and what is known beside it; then what it says."""
    head = Text(f"{place:>2} {memory['id']}", style="bold")
    head.append(f"  {memory['at']:%Y-%m-%d %H:%M}  {beside}", style="not bold dim")
    return Group(head, Padding(Text(one_line(memory["text"], room)), (0, 0, 0, INDENT), expand=False))


def _rank(rank: int | None) -> Text:
    return Text("none" if rank is None else str(rank), style="bold green" if rank == 1 else "red")
