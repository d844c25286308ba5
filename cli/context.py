"""`clew context` and `clew insights`: what helps with a need, packed into a text for a prompt, or read together."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from .options import json_option, namespace_option, open_store, store_argument
from .talk import note

near_option = click.option("--near", multiple=True, metavar="ID", help="A memory that is at hand; repeatable.")
task_option = click.option("--task", help="Keep to this task.")
using_option = click.option("--using", metavar="STRATEGY", help="The strategy of the recall.")
until_option = click.option("--until", metavar="TIME", help="Only what happened up to a time.")


@click.command("context")
@store_argument
@click.argument("need")
@click.option("--budget", type=click.IntRange(min=1), default=1500, show_default=True, help="Tokens at most.")
@near_option
@task_option
@using_option
@until_option
@click.option(
    "--share",
    "shares",
    multiple=True,
    metavar="SECTION=SHARE",
    help="Of the budget, for pinned, summary, selection or recent; repeatable.",
)
@click.option("--line", metavar="TEMPLATE", help="A line of a memory, as '- {id}: {said}'.")
@click.option("--frame", metavar="TEMPLATE", help="What stands around the lines, as '<notes>{memories}</notes>'.")
@json_option
@namespace_option
def context_command(
    store: Path,
    need: str,
    budget: int,
    near: tuple[str, ...],
    task: str | None,
    using: str | None,
    until: str | None,
    shares: tuple[str, ...],
    line: str | None,
    frame: str | None,
    as_json: bool,
    namespace: str,
) -> None:
    """Pack the memories that help with NEED into a text for a prompt, within a budget of tokens."""
    from .render import print_json

    look: dict[str, Any] = {"budget": budget, "shares": _shares(shares), "line": line, "frame": frame}
    with open_store(store, namespace) as engine:
        packed = engine.context(need, near=near, task=task, using=using, until=until, **look)
    if as_json:
        found = {"text": packed.text, "tokens": packed.tokens, "ids": packed.ids, "left_out": packed.left_out}
        print_json({**found, "sections": packed.sections})
        return
    click.echo(packed.text)
    click.echo(
        f"{len(packed.ids)} memories, {packed.tokens:,} of {budget:,} tokens; {packed.left_out} left out.", err=True
    )


@click.command("insights")
@store_argument
@click.argument("need")
@click.option("--k", type=click.IntRange(min=1), help="Memories that are read, at most.")
@near_option
@task_option
@using_option
@until_option
@json_option
@namespace_option
def insights_command(store: Path, need: str, k: int | None, as_json: bool, namespace: str, **clauses: Any) -> None:
    """Say what the memories that help with NEED come to: known, decided, failed, open, with their ids."""
    from .render import print_json

    count = {} if k is None else {"k": k}
    with open_store(store, namespace) as engine:
        found = engine.insights(need, **count, **clauses)
    if as_json:
        print_json(found.to_dict())
        return
    click.echo(str(found))
    for said in found.notes:
        note(said)


def _shares(pairs: tuple[str, ...]) -> dict[str, float] | None:
    """Return the shares of `SECTION=SHARE` pairs; None where there are none."""
    given: dict[str, float] = {}
    for pair in pairs:
        section, _, share = pair.partition("=")
        try:
            given[section] = float(share)
        except ValueError:
            raise click.BadParameter(f"`{pair}` is no `section=share`.", param_hint="--share") from None
    return given or None
