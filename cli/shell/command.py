"""The `clew shell` command: a prompt on a terminal, a script from a pipe."""

from __future__ import annotations

import io
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from ..look import color_option, width_option
from ..options import TEXT_FORMATS, namespace_option, open_store, parameters_of, store_argument

if TYPE_CHECKING:
    from .session import Session


@click.command("shell")
@store_argument
@click.option("--param", "-p", "pairs", multiple=True, metavar="NAME=VALUE", help="A parameter; JSON values are typed.")
@click.option("--format", "format_", type=click.Choice(TEXT_FORMATS), default="table", show_default=True)
@click.option("--write", is_flag=True, help="Let statements change the store from the start.")
@click.option(
    "--limit-seconds", type=click.FloatRange(min=0, min_open=True), help="The time that a statement may take."
)
@click.option("--keep-going", is_flag=True, help="From a pipe: go on after what fails.")
@click.option("--no-history", is_flag=True, help="Keep nothing of what is typed.")
@click.option("--no-pager", is_flag=True, help="Print long answers as they are.")
@width_option
@color_option
@namespace_option
def shell_command(
    store: Path,
    pairs: tuple[str, ...],
    format_: str,
    write: bool,
    limit_seconds: float | None,
    keep_going: bool,
    no_history: bool,
    no_pager: bool,
    width: int | None,
    namespace: str,
) -> None:
    """Ask STORE at a prompt: statements end with `;` or an empty line, and `\\help` says what else there is.

    From a pipe it runs statements without a prompt, up to the first one that fails, and ends with that one's code.
    """
    from ..answers import Way
    from ..script import limits_of
    from .session import Session

    parameters = parameters_of(pairs, None)
    with open_store(store, namespace) as engine:
        session = Session(engine, Way(format_, None, width, not no_pager), limits_of(limit_seconds), parameters, write)
        try:
            code = _from_a_pipe(session, keep_going) if not sys.stdin.isatty() else _at_a_prompt(session, no_history)
        finally:
            session.engine.close()  # it may be another than at the start: a namespace has an engine of its own
    click.get_current_context().exit(code)


def _from_a_pipe(session: Session, keep_going: bool) -> int:
    from .loop import run_script

    lines = io.TextIOWrapper(sys.stdin.buffer, encoding="utf-8-sig")
    try:
        return run_script(session, lines, keep_going=keep_going)
    except UnicodeDecodeError as error:
        raise click.UsageError(f"Standard input is not UTF-8: byte {error.start} cannot be read.") from None


def _at_a_prompt(session: Session, no_history: bool) -> int:
    from .history import history
    from .loop import converse
    from .prompt import Prompt

    session.interactive = True
    click.echo(f"{session.store}: \\help says what can be typed, ctrl-D leaves.", err=True)
    converse(session, Prompt(session, history(kept=not no_history)))
    return 0
