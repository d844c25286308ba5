"""Commands that make a store, count what it holds, and write it out."""

from __future__ import annotations

import io
import sys
from pathlib import Path

import click

from . import exit_codes
from .options import open_store, store_argument


@click.command("init")
@store_argument
def init_command(store: Path) -> None:
    """Make an empty store at STORE, a directory that ends in .clew by custom."""
    from ..engine.handle.engine import create

    create(store).close()
    click.echo(f"Made {store}. Next: clew import {store} LOG, or clew remember {store} TEXT.", err=True)


@click.command("stats")
@store_argument
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def stats_command(store: Path, as_json: bool) -> None:
    """Count what STORE holds, by kind, and what its files weigh."""
    from .pages import print_stats
    from .render import print_json

    with open_store(store) as engine:
        stats = engine.stats()
    print_json(stats) if as_json else print_stats(stats)


@click.command("export")
@store_argument
@click.option(
    "--output",
    "-o",
    type=click.Path(dir_okay=False, path_type=Path),
    help="A file, written whole or not at all; else standard output.",
)
@click.option("--skip-damaged", is_flag=True, help="Leave damaged events out, and name them; ends with 3 then.")
def export_command(store: Path, output: Path | None, skip_damaged: bool) -> None:
    """Write every event of STORE as JSONL, one a line: lossless, in order."""
    from ..engine.care.export import write_events
    from ..engine.journal.journal import Journal
    from .answers import whole_file

    damaged: list[str] = []
    skipped = damaged.append if skip_damaged else None
    with Journal.open(store, forgiving=skip_damaged) as journal:
        if output is None or str(output) == "-":
            count = write_events(journal, sys.stdout, skipped=skipped)
        else:
            with whole_file(output) as file, io.TextIOWrapper(file, encoding="utf-8") as text:
                count = write_events(journal, text, skipped=skipped)
    for message in damaged:
        click.echo(f"left out: {message}", err=True)
    click.echo(f"{count:,} events.", err=True)
    if damaged:
        sys.exit(exit_codes.STORE)
