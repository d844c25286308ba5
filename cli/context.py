"""`clew context`: what helps with a need, packed into a text for a prompt."""

from __future__ import annotations

from pathlib import Path

import click

from .options import json_option, namespace_option, open_store, store_argument


@click.command("context")
@store_argument
@click.argument("need")
@click.option("--budget", type=click.IntRange(min=1), default=1500, show_default=True, help="Tokens at most.")
@click.option("--near", multiple=True, metavar="ID", help="A memory that the agent is working with; repeatable.")
@click.option("--task", help="Keep to this task.")
@json_option
@namespace_option
def context_command(
    store: Path, need: str, budget: int, near: tuple[str, ...], task: str | None, as_json: bool, namespace: str
) -> None:
    """Pack the memories that help with NEED into a text for a prompt, within a budget of tokens."""
    from .render import print_json

    with open_store(store, namespace) as engine:
        packed = engine.context(need, budget=budget, near=near, task=task)
    if as_json:
        print_json({"text": packed.text, "tokens": packed.tokens, "ids": list(packed.ids), "left_out": packed.left_out})
        return
    click.echo(packed.text)
    click.echo(
        f"{len(packed.ids)} memories, {packed.tokens:,} of {budget:,} tokens; {packed.left_out} left out.", err=True
    )
