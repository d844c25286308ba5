"""The command that defines what files define: intents, strategies, tags, types."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import click

from ..engine.answers.display import visible
from .options import namespace_option, open_store, store_argument


@click.command("define")
@store_argument
@click.argument("path", type=click.Path(path_type=Path, exists=True))
@namespace_option
def define_command(store: Path, path: Path, namespace: str) -> None:
    """Define in STORE what the DEFINE statements of PATH define: a file, or a folder of `.clew` files.

    All of them are checked first, against each other too, and written in one transaction. What stands already is left
    as it is, so a second run changes nothing.
    """
    with open_store(store, namespace) as engine:
        told = engine.load_library(path)
    for one in told:
        if one.change != "unchanged":
            click.echo(f"{one.change}  {one.kind}  {visible(one.name)}")
    counts = Counter(one.change for one in told)
    said = ", ".join(f"{counts[change]} {change}" for change in ("new", "replaced", "unchanged") if counts[change])
    click.echo(f"{said or 'Nothing is defined there'}.", err=True)
