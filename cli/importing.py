"""`clew import`: logs in, a progress bar, a summary, and every bad record by its number."""

from __future__ import annotations

import json
import signal
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from click.shell_completion import CompletionItem

from ..engine.answers.display import visible
from .options import open_store, store_argument

if TYPE_CHECKING:
    from ..adapters.folders import Found
    from ..adapters.registry import Registry
    from ..adapters.summary import Summary
    from ..engine.handle.engine import Engine

BAD_SHOWN = 10
SKIPPED_SHOWN = 20
COUNTS = ("path", "format", "new", "known", "edges", "changes", "undated")


def _list_formats(ctx: click.Context, _: click.Parameter, wanted: bool) -> None:
    """Print every importer with what it reads, and end."""
    if not wanted:
        return
    from ..adapters.registry import Registry

    registry = Registry()
    importers = list(registry.all())
    width = max(len(importer.name) for importer in importers)
    for importer in importers:
        click.echo(f"{importer.name:{width}}  {visible(importer.doc)}")
    _say_broken(registry)
    ctx.exit()


def _formats_like(context: click.Context, parameter: click.Parameter, typed: str) -> list[CompletionItem]:
    from ..adapters.registry import Registry

    importers = Registry().all()
    return [CompletionItem(one.name, help=one.doc) for one in importers if one.name.startswith(typed)]


@click.command("import")
@store_argument
@click.argument("logs", nargs=-1, required=True, type=click.Path(exists=True, path_type=Path))
@click.option(
    "--format",
    "format_",
    shell_complete=_formats_like,
    help="The importer to use, where the content does not tell; --formats lists them.",
)
@click.option("--map", "maps", multiple=True, metavar="FIELD=COLUMN,...", help="For a table: which column is what.")
@click.option("--name", help="The task of a log that names none, instead of the file's own name.")
@click.option(
    "--backdate", is_flag=True, help="Record memories as learned when they happened, so that AS OF can go back."
)
@click.option("--namespace", "-n", help="Where all of it goes; else `default`, and of an export where it was.")
@click.option("--dry-run", is_flag=True, help="Read and report; write nothing.")
@click.option("--follow", "-f", is_flag=True, help="Go on as the logs grow, until ctrl-c.")
@click.option("--json", "as_json", is_flag=True, help="Print the summary as JSON.")
@click.option(
    "--formats", is_flag=True, is_eager=True, expose_value=False, callback=_list_formats, help="List the importers."
)
def import_command(
    store: Path,
    logs: tuple[Path, ...],
    format_: str | None,
    maps: tuple[str, ...],
    as_json: bool,
    follow: bool,
    **options: Any,
) -> None:
    """Import LOGS into STORE: files, plain or packed, and folders of them.

    Formats are recognised by content; a second run adds nothing. Tables take --map text=body,at=created,meta.*=*.
    """
    from ..adapters.folders import find_logs
    from ..adapters.mapping import parsed
    from ..adapters.registry import Registry
    from ..engine.journal.files import is_store

    if follow and options["dry_run"]:
        raise click.UsageError("--follow and --dry-run do not go together: what is followed is written.")
    if maps:
        options["columns"], format_ = parsed(maps), format_ or "table"
    if (inner := next((log for log in logs if is_store(log)), None)) is not None:
        raise click.UsageError(f"{inner} is the directory of a store, and no log: import what `clew export` writes.")
    registry = Registry()
    found = find_logs(logs, format_, registry)  # an unknown format stops the run before anything is written
    _say_broken(registry)
    _say_skipped(found)
    with open_store(store, options["namespace"] or "default") as engine:
        summaries = _follow(engine, logs, format_, options) if follow else _import(engine, found, options)
    if as_json:
        click.echo(json.dumps([_plain(summary) for summary in summaries], ensure_ascii=False))
    for summary in summaries if not as_json else ():
        _report(summary, options["dry_run"])
    if summaries and all(summary.bad_count and not summary.arrived for summary in summaries):
        sys.exit(1)  # a log of another format, most likely: a script should notice


def _import(engine: Engine, found: Found, options: dict[str, Any]) -> list[Summary]:
    from ..adapters.importing import import_file

    summaries: list[Summary] = []
    for log in found.logs:
        with _bar(log.path.name) as show:
            summaries.append(import_file(engine, log.path, format=log.format, progress=show, **options))
    return summaries


def _follow(engine: Engine, logs: Sequence[Path], format: str | None, options: dict[str, Any]) -> list[Summary]:
    """Follow until ctrl-c or SIGTERM: that is how it is meant to end, and what it returns is reported as ever."""
    from ..adapters.follow import follow
    from ..adapters.importing import Live

    click.echo(f"Following {', '.join(log.name for log in logs)}; ctrl-c ends it.", err=True)
    wanted = {name: value for name, value in options.items() if name != "dry_run"}
    with _asked_to_end() as ended, _bar("following") as show:
        return follow(engine, logs, Live(ended, lambda summary: show(0, 0)), format=format, **wanted)


@contextmanager
def _asked_to_end() -> Iterator[Callable[[], bool]]:
    """Yield what says whether somebody has asked to end. Asked twice, it ends at once."""
    asked: list[int] = []

    def ask(signal_: int, _: object) -> None:
        if asked:
            raise KeyboardInterrupt
        asked.append(signal_)

    before = {kind: signal.signal(kind, ask) for kind in (signal.SIGINT, signal.SIGTERM)}
    try:
        yield lambda: bool(asked)
    finally:
        for kind, handler in before.items():
            signal.signal(kind, handler)


@contextmanager
def _bar(name: str) -> Iterator[Callable[[int, int], None]]:
    """Show how far a log was read, where somebody can see it: (bytes read, bytes in all)."""
    from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

    from .render import talk

    console = talk()
    columns = (TextColumn("{task.description}"), BarColumn(32), TextColumn("{task.percentage:>3.0f} %"))
    with Progress(*columns, TimeElapsedColumn(), console=console, transient=True, disable=not console.is_terminal) as p:
        task = p.add_task(visible(name), total=None)
        yield lambda done, total: p.update(task, completed=done, total=total or None)


def _say_broken(registry: Registry) -> None:
    for sentence in registry.broken.values():
        click.echo(f"note: {visible(sentence)}", err=True)


def _say_skipped(found: Found) -> None:
    for reason in list(found.skipped.values())[:SKIPPED_SHOWN]:
        click.echo(f"left out: {visible(reason)}", err=True)
    if len(found.skipped) > SKIPPED_SHOWN:
        click.echo(f"  and {len(found.skipped) - SKIPPED_SHOWN:,} more files that no importer knows.", err=True)


def _report(summary: Summary, dry_run: bool) -> None:
    name, verb = Path(summary.path).name, "would add" if dry_run else "added"
    parts = [f"{_many(summary.new, 'memory', 'memories')} in {_many(len(summary.tasks), 'task', 'tasks')}"]
    parts += [_many(summary.edges, "edge", "edges")] if summary.edges else []
    parts += [_many(summary.changes, "change", "changes")] if summary.changes else []
    known = f"; {summary.known:,} known already" if summary.known else ""
    click.echo(f"{name}: {summary.format}; {verb} {', '.join(parts)}{known}.", err=True)
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
    plain = {name: getattr(summary, name) for name in COUNTS}
    return {**plain, "tasks": len(summary.tasks), "bad": bad, "bad_count": summary.bad_count}
