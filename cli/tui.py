"""`clew tui`: the terminal app, in this terminal or in a browser."""

from __future__ import annotations

import sys
from importlib.util import find_spec
from pathlib import Path

import click

from .options import namespace_option, stores_like


@click.command("tui")
@click.argument("store", type=click.Path(path_type=Path), required=False, shell_complete=stores_like)
@click.option("--write", is_flag=True, help="Offer changes; each is confirmed, and most can be taken back.")
@click.option("--demo", is_flag=True, help="Show the demo's store; with --write, a copy that is thrown away.")
@click.option("--theme", help="clew-dark, clew-light, clew-contrast, clew-plain, or one of Textual's.")
@click.option("--keys", is_flag=True, help="Print every key with the name by which it can be changed, and end.")
@namespace_option
@click.pass_context
def tui_command(
    context: click.Context,
    store: Path | None,
    write: bool,
    demo: bool,
    theme: str | None,
    keys: bool,
    namespace: str,
) -> None:
    """Look through STORE: ask it, see why answers came back, where memories come from, how it was then.

    Without a STORE it helps to choose or make one.
    """
    if find_spec("textual") is None:
        raise click.UsageError("The terminal app needs an extra: pip install 'clew[tui]'.")
    if demo and store is not None:
        raise click.UsageError("Give a STORE, or --demo, not both.")
    from ..tui.start import Start, start

    if not _in_a_terminal():
        raise click.UsageError("The app needs a terminal to draw on; in a pipe, `clew query` and `clew show` answer.")
    context.exit(start(Start(store, namespace, write, demo, theme)))


def _in_a_terminal() -> bool:
    """Whether keys come from a terminal, and what is drawn goes to one: Textual draws on standard error."""
    return sys.stdin.isatty() and sys.stderr.isatty()
