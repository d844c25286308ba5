"""How answers look in a terminal: cards for a recall, tables for rows, and the machine formats.

Everything stored is drawn as plain text with control characters made visible: a memory cannot colour, move or ring
anything. Rich is the painter; it knows widths, NO_COLOR, and whether a pipe is listening.
"""

from __future__ import annotations

import csv
import io
import json
import sys
from collections.abc import Mapping
from datetime import datetime
from typing import TYPE_CHECKING, Any

import click
from rich.console import Console, Group, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from ..engine.display import one_line, visible

if TYPE_CHECKING:
    from ..engine.results import Rows

RECALL_COLUMNS = ("front", "rank", "scores", "why")
BAR = "▏▎▍▌▋▊▉█"
BAR_CELLS = 6
CELL_WIDTH = 60
INDENT = 3


def out() -> Console:
    """The console for data. Markup and highlighting are off: what is stored is never a command."""
    return Console(markup=False, highlight=False, emoji=False, soft_wrap=False)


def talk() -> Console:
    """The console for talk: progress and notes, on standard error."""
    return Console(stderr=True, markup=False, highlight=False, emoji=False)


def print_json(value: Any, indent: int | None = 2) -> None:
    """Print JSON, in plain ASCII where standard output is not UTF-8."""
    readable = sys.stdout.encoding.lower() in ("utf-8", "utf8")
    click.echo(json.dumps(value, ensure_ascii=not readable, indent=indent, default=_json_default))


def print_rows(rows: Rows, format_: str) -> None:
    """Print an answer: an explanation as it is, a recall as cards, anything else as a table or in the asked format."""
    if rows.explanation is not None and format_ == "table":
        click.echo(rows.explanation)
        return
    match format_:
        case "json":
            print_json(rows.to_dicts())
        case "jsonl":
            for row in rows.to_dicts():
                print_json(row, indent=None)
        case "csv":
            _print_csv(rows)
        case "markdown":
            _print_markdown(rows)
        case _ if set(RECALL_COLUMNS) <= set(rows.columns):
            _print_cards(rows)
        case _:
            _print_table(rows)


def talk_notes(rows: Rows) -> None:
    """Say what a person should know about the answer: rows, time, and every note, on standard error."""
    seconds = sum(stage.seconds for stage in rows.stages)
    console = talk()
    if rows.stages:
        console.print(f"{len(rows):,} row{'' if len(rows) == 1 else 's'} in {seconds * 1000:,.0f} ms", style="dim")
    for note in rows.notes:
        console.print(f"note: {visible(note)}", style="yellow")
    if rows.pending:
        console.print(
            f"note: {rows.pending:,} memories wait for their vectors; words and graph found them.", style="yellow"
        )


def _print_cards(rows: Rows) -> None:
    console = out()
    if not len(rows):
        console.print("Nothing relevant.", style="dim")
    name = next(column for column in rows.columns if column not in RECALL_COLUMNS)
    for row in rows.to_dicts():
        console.print(card(row[name], row["front"], row["rank"], row["scores"], row["why"], console.width))
        console.print()


def card(
    memory: Mapping[str, Any], front: int, rank: int, scores: Mapping[str, float], why: str, width: int
) -> RenderableType:
    """Return one hit as a few lines: rank and front, who and when, what it says, its scores as bars, and why."""
    head = Text(f"{rank:>2} ", style="bold")
    head.append(f"front {front}  ", style="cyan" if front == 1 else "not bold cyan")
    head.append(visible(str(memory["id"])))
    place = " · ".join(visible(str(memory[key])) for key in ("type", "action_type", "agent") if memory.get(key))
    head.append(f"  {place}  {when(memory.get('at'))}", style="not bold dim")
    text = Text(one_line(_said(memory), 2 * max(20, width - 2 * INDENT)))
    body = Group(text, _bars(scores), Text(visible(why), style="dim"))
    return Group(head, Padding(body, (0, 0, 0, INDENT), expand=False))


def _said(memory: Mapping[str, Any]) -> str:
    """Return what a memory says, without its action where the line above has that as its action type."""
    action, observation = memory.get("action"), memory.get("observation")
    named = action and observation and action.replace(" ", "_") == memory.get("action_type")
    return str(observation if named else memory.get("text", ""))


def _bars(scores: Mapping[str, float]) -> Text:
    text = Text()
    for name, score in scores.items():
        text.append(f"{name} ", style="dim")
        text.append(_bar(score) if 0 <= score <= 1 else "", style="green")
        text.append(f" {score:.2f}   " if 0 <= score <= 1 else f"{score:,.0f}   ")
    text.rstrip()
    return text


def _bar(score: float) -> str:
    eighths = round(score * BAR_CELLS * 8)
    full, rest = divmod(eighths, 8)
    return ("█" * full + (BAR[rest - 1] if rest else "")).ljust(BAR_CELLS)


def _print_table(rows: Rows) -> None:
    console = out()
    if not len(rows):
        return  # the talk below says that there are none
    table = Table(show_edge=False, header_style="bold", pad_edge=False)
    found = rows.to_dicts()
    for column in rows.columns:
        numbers = all(isinstance(row[column], int | float) for row in found)
        table.add_column(Text(visible(column)), overflow="fold", justify="right" if numbers else "left")
    for row in found:
        table.add_row(*(Text(cell(row[column]), overflow="fold") for column in rows.columns))
    console.print(table)


def cell(value: Any) -> str:
    """Return a value as one line: a memory by its id and text, a time to the second, anything else as JSON."""
    match value:
        case None:
            return ""
        case str():
            return one_line(value, 4 * CELL_WIDTH)
        case datetime():
            return when(value)
        case float():
            return f"{value:.4g}"
        case {"id": identity, "text": text}:
            return one_line(f"{identity}  {text}", 2 * CELL_WIDTH)
        case _:
            return one_line(json.dumps(value, ensure_ascii=False, default=_json_default), 4 * CELL_WIDTH)


def _print_csv(rows: Rows) -> None:
    buffer = io.StringIO()
    writer = csv.writer(buffer)
    writer.writerow(rows.columns)
    for row in rows.to_dicts():
        writer.writerow([_flat(row[column]) for column in rows.columns])
    click.echo(buffer.getvalue(), nl=False)


def _print_markdown(rows: Rows) -> None:
    click.echo("| " + " | ".join(rows.columns) + " |\n|" + " --- |" * len(rows.columns))
    for row in rows.to_dicts():
        click.echo("| " + " | ".join(cell(row[column]).replace("|", "\\|") for column in rows.columns) + " |")


def _flat(value: Any) -> Any:
    return (
        json.dumps(value, ensure_ascii=False, default=_json_default)
        if isinstance(value, dict | list)
        else _plain(value)
    )


def _plain(value: Any) -> Any:
    return value.isoformat() if isinstance(value, datetime) else value


def when(value: Any) -> str:
    """Return a time to the second; anything else as it is, nothing as nothing."""
    if isinstance(value, datetime):
        return value.strftime("%Y-%m-%d %H:%M:%S")
    return "" if value is None else str(value)


def _json_default(value: Any) -> Any:
    if isinstance(value, datetime):
        return value.isoformat()
    return str(value)
