"""An answer to be read: each hit as a paragraph with its place, its scores as bars and its reasons; any other row as a
list of what it holds.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any, cast

from textual.content import Content

from ...engine.answers.cells import EXPANDED, bar, memory_column, said, when
from ...engine.answers.display import one_line, visible
from ...engine.answers.folding import fold_all
from ...engine.answers.plain import to_plain
from ..answering import id_of
from ..widgets.lines import Row
from .columns import cell_text

if TYPE_CHECKING:
    from ...engine.answers.results import Rows

MOST = 300
"""Rows that are laid out to be read; the table has all of them."""
TEXT = 4_000
"""Characters of a text that are shown; the room Memory has it whole."""
INDENT = "     "
WIDEST = 100
"""Cells of a line of words: a longer one is hard to come back from."""


def paragraphs(rows: Rows, width: int, order: range | list[int] | None = None) -> list[Row]:
    """Return the rows as lines. The first line of each has the place of the row as its key."""
    column = memory_column(rows)
    places = list(order if order is not None else range(len(rows)))
    found: list[Row] = []
    for place in places[:MOST]:
        row = dict(zip(rows.columns, map(to_plain, rows.values[place]), strict=True))
        lines = _hit(row, column, width) if column is not None else _fields(row, place, width)
        id = id_of(rows, place)
        first = next(lines)
        found.append(Row(first, key=str(place), id=id))
        found += [Row(line) for line in lines]
        found.append(Row(Content("")))
    if len(places) > MOST:
        more = f"{len(places) - MOST:,} more rows are in the table: `v` shows it."
        found.append(Row(Content.styled(more, "$foreground-muted")))
    return found


def _hit(row: Mapping[str, Any], column: str, width: int) -> Iterator[Content]:
    memory = cast("Mapping[str, Any]", row[column])
    yield _head(row, memory)
    for line in fold_all(visible(said(memory)[:TEXT]), max(1, min(width - len(INDENT), WIDEST))):
        yield Content(INDENT + line)
    if row["scores"]:
        yield _bars(row["scores"])
    for line in fold_all(visible(str(row["why"] or ""))[:TEXT], max(1, width - len(INDENT))):
        yield Content.styled(INDENT + line, "$foreground-muted")


def _head(row: Mapping[str, Any], memory: Mapping[str, Any]) -> Content:
    surrounds = bool(row.get(EXPANDED))
    rank = "  + " if surrounds else f"{row['rank']:>3} "
    front = "" if surrounds or row["front"] is None else f"front {row['front']}  "
    who = " · ".join(visible(str(memory[key])) for key in ("type", "action_type", "task", "agent") if memory.get(key))
    return Content.assemble(
        (rank, "bold"),
        " ",
        (front, "$text-primary"),
        (visible(str(memory["id"])), "bold"),
        (f"  {one_line(who, WIDEST)}  {when(memory.get('at'))}", "$foreground-muted"),
    )


def _bars(scores: Mapping[str, float]) -> Content:
    parts: list[tuple[str, str] | str] = [INDENT]
    for name, score in scores.items():
        inside = isinstance(score, int | float) and 0 <= score <= 1
        parts.append((f"{visible(name)} ", "$foreground-muted"))
        parts.append((bar(score), "$text-primary") if inside else "")
        parts.append(f" {score:.2f}   " if inside else f"{score:,.0f}   ")
    return Content.assemble(*parts)


def _fields(row: Mapping[str, Any], place: int, width: int) -> Iterator[Content]:
    yield Content.styled(f"row {place + 1:,}", "bold")
    label = min(24, max((len(name) for name in row), default=0))
    for name, value in row.items():
        whole = value if isinstance(value, str) else cell_text(value)
        lines = fold_all(visible(whole[:TEXT]), max(1, width - label - len(INDENT) - 2)) or [""]
        yield Content.assemble((f"{INDENT}{one_line(name, 24):<{label}}  ", "$foreground-muted"), lines[0])
        yield from (Content(f"{INDENT}{' ' * label}  {line}") for line in lines[1:])
