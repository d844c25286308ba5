"""`clew tui`: the terminal app, in this terminal or in a browser."""

from __future__ import annotations

import os
import sys
from importlib.util import find_spec
from pathlib import Path

import click

from .look import ascii_option, encoding_of, takes_unicode
from .options import namespace_option, stores_like


@click.command("tui")
@click.argument("store", type=click.Path(path_type=Path), required=False, shell_complete=stores_like)
@click.option("--write", is_flag=True, help="Offer changes; each is confirmed, and most can be taken back.")
@click.option("--demo", is_flag=True, help="Show the demo's store; with --write, a copy that is thrown away.")
@click.option("--web", is_flag=True, help="Serve the app to browsers of this machine, at an address that is printed.")
@click.option("--port", type=click.IntRange(0, 65535), default=0, help="With --web; else any that is free.")
@click.option("--theme", help="clew-dark, clew-light, clew-contrast, clew-plain, or one of Textual's.")
@ascii_option
@click.option("--keys", is_flag=True, help="Print every key with the name by which it can be changed, and end.")
@namespace_option
@click.pass_context
def tui_command(
    context: click.Context,
    store: Path | None,
    write: bool,
    demo: bool,
    web: bool,
    port: int,
    theme: str | None,
    ascii: bool,
    keys: bool,
    namespace: str,
) -> None:
    """Look through STORE: ask it, see why answers came back, where memories come from, how it was then.

    Without a STORE it helps to choose or make one.
    """
    _need("textual", "The terminal app needs an extra: pip install 'clew[tui]'.")
    if demo and store is not None:
        raise click.UsageError("Give a STORE, or --demo, not both.")
    from ..tui.start import Start, keys_page, start, start_in_browser

    encoding = "utf-8" if web else _encoding()
    how = Start(store, namespace, write, demo, theme, ascii or not takes_unicode(encoding), encoding)
    if keys:
        click.echo(keys_page())
        return
    if web:
        _need("textual_serve", "The app in a browser needs an extra: pip install 'clew[web]'.")
        start_in_browser(how, port)
        return
    if not _in_a_terminal():
        raise click.UsageError("The app needs a terminal to draw on; in a pipe, `clew query` and `clew show` answer.")
    context.exit(start(how))


def _need(package: str, sentence: str) -> None:
    if find_spec(package) is None:
        raise click.UsageError(sentence)


def _encoding() -> str:
    """Return what the terminal can show; a browser shows everything, whatever the locale."""
    return "utf-8" if "TEXTUAL_DRIVER" in os.environ else encoding_of(sys.stderr)


def _in_a_terminal() -> bool:
    """Whether keys come from a terminal, and what is drawn goes to one: Textual draws on standard error. Behind a
    browser both are pipes, and the driver is named.
    """
    return "TEXTUAL_DRIVER" in os.environ or (sys.stdin.isatty() and sys.stderr.isatty())
