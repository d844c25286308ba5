"""Commands that write: remember, forget, restore."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from .options import namespace_option, open_store, standard_input, store_argument


@click.command("remember")
@store_argument
@click.argument("text", required=False)
@click.option("--action", help="What was done.")
@click.option("--observation", help="What was seen.")
@click.option("--id", "id_", help="Its id; else a sortable one is made.")
@click.option("--type", "types", multiple=True, help="Its type, as decision, fact, preference; repeatable.")
@click.option("--task", help="The task it belongs to.")
@click.option("--step", type=int, help="Its step in the task; else the next one.")
@click.option("--agent", help="Who did or said it.")
@click.option("--at", help="When it happened, as 2024-05-01T09:00Z; else now.")
@click.option("--tag", "tags", multiple=True, help="A tag; repeatable.")
@click.option("--entity", "entities", multiple=True, help="An entity; repeatable. Else they are found in the text.")
@click.option("--caused-by", "causes", multiple=True, metavar="ID", help="A memory that caused it; repeatable.")
@click.option("--supersedes", multiple=True, metavar="ID", help="A memory that it replaces; repeatable.")
@click.option("--importance", type=float, default=0.5, show_default=True, help="From 0 to 1.")
@namespace_option
def remember_command(
    store: Path, text: str | None, id_: str | None, types: tuple[str, ...], namespace: str, **fields: Any
) -> None:
    """Remember TEXT (or --action and --observation) in STORE, and print its id. `-` reads standard input."""
    if text == "-":
        text = standard_input().removesuffix("\n")
    fields["entities"] = fields["entities"] or None
    with open_store(store, namespace) as engine:
        click.echo(engine.remember(text, id=id_, type=types or None, **fields))


@click.command("forget")
@store_argument
@click.argument("ids", nargs=-1, required=True)
@namespace_option
def forget_command(store: Path, ids: tuple[str, ...], namespace: str) -> None:
    """Forget IDS: gone from every query, kept in the journal, and brought back by `clew restore`."""
    with open_store(store, namespace) as engine:
        engine.forget(*ids)
    click.echo(f"Forgot {len(ids)}. `clew restore {store} {' '.join(ids)}` brings them back.", err=True)


@click.command("restore")
@store_argument
@click.argument("ids", nargs=-1, required=True)
@namespace_option
def restore_command(store: Path, ids: tuple[str, ...], namespace: str) -> None:
    """Bring forgotten IDS back."""
    with open_store(store, namespace) as engine:
        engine.restore(*ids)
    click.echo(f"Restored {len(ids)}.", err=True)
