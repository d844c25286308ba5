"""Commands that make a store, look at its health, and carry it elsewhere."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TextIO

import click

from .options import open_store, store_argument


@click.command("init")
@store_argument
def init_command(store: Path) -> None:
    """Make an empty store at STORE, a directory that ends in .clew by custom."""
    from ..engine.engine import create

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


@click.command("doctor")
@store_argument
@click.option("--fix", is_flag=True, help="Make anew what is derived and does not agree; embed what is pending.")
def doctor_command(store: Path, fix: bool) -> None:
    """Check STORE: the journal, pending vectors, edges to missing memories. Each finding names its cure."""
    from .pages import print_findings

    with open_store(store) as engine:
        findings = engine.doctor(fix=fix)
    sys.exit(print_findings(findings, "Nothing is wrong."))


@click.command("verify")
@store_argument
def verify_command(store: Path) -> None:
    """Check every event of STORE's journal against its hash, and the chain of hashes."""
    from .pages import print_findings

    with open_store(store) as engine:
        findings, events = engine.verify()
    sys.exit(print_findings(findings, f"All {events:,} events are as they were written."))


@click.command("export")
@store_argument
@click.option(
    "--output",
    "-o",
    type=click.File("w", encoding="utf-8", atomic=True),
    default="-",
    help="A file, written whole or not at all; else standard output.",
)
def export_command(store: Path, output: TextIO) -> None:
    """Write every event of STORE as JSONL, one a line: lossless, in order."""
    with open_store(store) as engine:
        count = engine.export(output)
    click.echo(f"{count:,} events.", err=True)


@click.command("rebuild")
@store_argument
def rebuild_command(store: Path) -> None:
    """Throw the snapshots of STORE away and build the projections anew from the journal. Nothing can be lost by it."""
    with open_store(store) as engine:
        seconds = engine.rebuild()
        count = engine.stats()["memories"]
    click.echo(f"Rebuilt {count:,} memories in {seconds:.2f} s.", err=True)
