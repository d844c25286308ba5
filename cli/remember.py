"""Commands that write: remember, link, unlink, forget."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from ..engine.answers.display import visible
from ..errors import MemoryNotFound
from .options import json_option, namespace_option, open_store, standard_input, store_argument

if TYPE_CHECKING:
    from ..engine.handle.engine import Engine
    from ..engine.values.model import EdgeType

JOINING = ("CAUSED", "FOLLOWS", "SUPERSEDES", "CONTRADICTS", "SUMMARISES")
"""The edges between two memories, as `engine.values.model.MEMORY_EDGES` has them; repeated here so that help needs no
engine.
"""

edge_option = click.option(
    "--type", "type_", type=click.Choice(JOINING, case_sensitive=False), default="CAUSED", show_default=True
)


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
@json_option
@namespace_option
def remember_command(
    store: Path, text: str | None, id_: str | None, types: tuple[str, ...], as_json: bool, namespace: str, **fields: Any
) -> None:
    """Remember TEXT (or --action and --observation) in STORE, and print its id. `-` reads standard input."""
    if text == "-":
        text = standard_input().removesuffix("\n")
    fields["entities"] = fields["entities"] or None
    with open_store(store, namespace) as engine:
        made = engine.remember(text, id=id_, type=types or None, **fields)
        _print_json(engine.get(made).to_dict()) if as_json else click.echo(made)
        _say_if_aside(text, fields)
        for named in (*fields["causes"], *fields["supersedes"]):
            _say_if_missing(engine, named)


@click.command("link")
@store_argument
@click.argument("source")
@click.argument("target")
@edge_option
@click.option("--reason", help="Why, in a few words.")
@json_option
@namespace_option
def link_command(
    store: Path, source: str, target: str, type_: EdgeType, reason: str | None, as_json: bool, namespace: str
) -> None:
    """Draw an edge from memory SOURCE to memory TARGET; CAUSED says that SOURCE brought TARGET about."""
    with open_store(store, namespace) as engine:
        engine.link(source, target, type_, reason=reason)
        if as_json:
            _print_json({"type": type_, "source": source, "target": target, "reason": reason})
        for named in (source, target):
            _say_if_missing(engine, named)


@click.command("unlink")
@store_argument
@click.argument("source")
@click.argument("target")
@edge_option
@namespace_option
def unlink_command(store: Path, source: str, target: str, type_: EdgeType, namespace: str) -> None:
    """Take back the edge from memory SOURCE to memory TARGET."""
    with open_store(store, namespace) as engine:
        if not engine.unlink(source, target, type_):
            ends = f"from `{visible(source)}` to `{visible(target)}`"
            click.echo(f"note: there is no edge {type_} {ends}; nothing was changed.", err=True)


def _print_json(value: Any) -> None:
    from .render import print_json

    print_json(value)


def _say_if_aside(text: str | None, fields: dict[str, Any]) -> None:
    """Say on standard error what is kept beside the text, and not searched."""
    aside = [f"--{name}" for name in ("action", "observation") if text is not None and (fields[name] or "") not in text]
    if aside:
        click.echo(f"note: only TEXT is searched; {' and '.join(aside)}: kept beside it.", err=True)


def _say_if_missing(engine: Engine, id: str) -> None:
    """Say on standard error that an edge names a memory which is not there: a slip, most likely."""
    try:
        engine.get(id)
    except MemoryNotFound:
        click.echo(f"note: there is no memory `{visible(id)}` yet; the edge waits for it.", err=True)


@click.command("forget")
@store_argument
@click.argument("ids", nargs=-1, required=True)
@json_option
@namespace_option
def forget_command(store: Path, ids: tuple[str, ...], as_json: bool, namespace: str) -> None:
    """Forget IDS: gone from every query, kept in the journal, and brought back by `clew restore`."""
    with open_store(store, namespace) as engine:
        engine.forget(*ids)
    if as_json:
        _print_json({"forgotten": list(ids)})
    them = "it" if len(ids) == 1 else "them"
    click.echo(f"Forgot {len(ids)}. `clew restore {store} {' '.join(ids)}` brings {them} back.", err=True)
