"""`clew import`: logs in, a progress bar, a summary, and every bad record by its number."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from ..engine.display import visible
from .options import namespace_option, open_store, store_argument

if TYPE_CHECKING:
    from ..adapters.importing import Summary
    from ..engine.engine import Engine

BAD_SHOWN = 10


@click.command("import")
@store_argument
@click.argument("logs", nargs=-1, required=True, type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("--format", "format_", help="The importer to use, where the content does not tell.")
@click.option("--name", help="The task of a log that names none, instead of the file's own name.")
@click.option(
    "--backdate", is_flag=True, help="Record memories as learned when they happened, so that AS OF can go back."
)
@click.option("--dry-run", is_flag=True, help="Read and report; write nothing.")
@click.option("--json", "as_json", is_flag=True, help="Print the summary as JSON.")
@namespace_option
def import_command(
    store: Path, logs: tuple[Path, ...], format_: str | None, as_json: bool, namespace: str, **options: Any
) -> None:
    """Import LOGS into STORE. Formats are recognised by content; a second run adds nothing."""
    from ..adapters.importing import recognise

    for log in logs:
        recognise(log, format_)  # an unknown format stops the run before anything is written
    with open_store(store, namespace) as engine:
        summaries = [_import(engine, log, format=format_, **options) for log in logs]
    if as_json:
        click.echo(json.dumps([_plain(summary) for summary in summaries], ensure_ascii=False))
    for summary in summaries if not as_json else ():
        _report(summary, options["dry_run"])
    if all(summary.bad_count and not summary.new + summary.known for summary in summaries):
        sys.exit(1)  # a log of another format, most likely: a script should notice


def _import(engine: Engine, log: Path, **options: Any) -> Summary:
    from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

    from ..adapters.importing import import_file
    from .render import talk

    shape = (BarColumn(bar_width=32), TextColumn("{task.percentage:>3.0f} %"), TimeElapsedColumn())
    console = talk()
    columns = (TextColumn("{task.description}"), *shape)
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as bar:
        task = bar.add_task(log.name, total=max(1, log.stat().st_size))

        def progress(done: int, total: int) -> None:
            bar.update(task, completed=done, total=max(1, total))

        return import_file(engine, log, progress=progress, **options)


def _report(summary: Summary, dry_run: bool) -> None:
    verb = "would add" if dry_run else "added"
    known = f", {summary.known:,} known already" if summary.known else ""
    name, tasks = Path(summary.path).name, len(summary.tasks)
    counted = f"{_many(summary.new, 'memory', 'memories')} in {_many(tasks, 'task', 'tasks')}"
    click.echo(f"{name}: {summary.format}; {verb} {counted}{known}.", err=True)
    if summary.undated:
        whole = "it carries no times" if summary.undated >= summary.new + summary.known else "some records have no time"
        click.echo(f"  note: {whole}; the file's own time was taken, and the order kept.", err=True)
    for bad in summary.bad[:BAD_SHOWN]:
        click.echo(f"  record {bad.number}: {visible(bad.reason)}", err=True)
    if summary.bad_count > BAD_SHOWN:
        click.echo(f"  and {summary.bad_count - BAD_SHOWN:,} more bad records; --json lists them.", err=True)


def _many(count: int, one: str, more: str) -> str:
    return f"{count:,} {one if count == 1 else more}"


def _plain(summary: Summary) -> dict[str, object]:
    bad = [{"number": b.number, "reason": b.reason} for b in summary.bad]
    return {
        "path": summary.path,
        "format": summary.format,
        "new": summary.new,
        "known": summary.known,
        "undated": summary.undated,
        "tasks": len(summary.tasks),
        "bad": bad,
        "bad_count": summary.bad_count,
    }
