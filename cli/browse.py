"""`clew show` and `clew list`: memories as a person reads them."""

from __future__ import annotations

from pathlib import Path

import click

from .look import width_option
from .options import json_option, namespace_option, open_store, store_argument


@click.command("show")
@store_argument
@click.argument("id")
@json_option
@namespace_option
def show_command(store: Path, id: str, as_json: bool, namespace: str) -> None:
    """Show memory ID of STORE whole, with what caused it and what it caused."""
    from .pages import print_memory
    from .render import print_json

    with open_store(store, namespace) as engine:
        memory = engine.get(id)
        links = engine.links(id)
    if as_json:
        print_json({**memory.to_dict(), "links": [link.to_dict() for link in links]})
    else:
        print_memory(memory, links)


@click.command("list")
@store_argument
@click.option("--task", help="Only this task, in order of steps.")
@click.option("--type", "type_", help="Only this type.")
@click.option("--limit", type=click.IntRange(min=1), default=20, show_default=True)
@click.option("--json", "as_json", is_flag=True, help="Print JSON lines.")
@width_option
@namespace_option
def list_command(
    store: Path, task: str | None, type_: str | None, limit: int, as_json: bool, width: int | None, namespace: str
) -> None:
    """List memories of STORE, newest first; a task's in the order of its steps."""
    from .pages import print_list
    from .render import print_json

    with open_store(store, namespace) as engine:
        memories = engine.list(task=task, type=type_, limit=limit)
    if as_json:
        for memory in memories:
            print_json(memory.to_dict(), indent=None)
    elif memories:
        print_list(memories, width)
    else:
        click.echo("No memories.", err=True)
