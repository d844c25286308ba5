"""`clew query`: statements of the language from a shell. Answers go to standard output, all talk to standard error."""

from __future__ import annotations

import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from .look import color_option, width_option
from .options import (
    FORMATS,
    existing_file,
    namespace_option,
    no_statement,
    open_store,
    param_option,
    parameters_of,
    params_option,
    source_of,
    store_argument,
)

if TYPE_CHECKING:
    from ..engine.running.limits import Limits
    from .answers import Way


@click.command("query")
@store_argument
@click.argument("text", required=False)
@click.option("--file", "-f", type=existing_file, help="Read the statements from a file.")
@param_option
@params_option
@click.option("--format", "format_", type=click.Choice(FORMATS), help="Else by the name of --output, else a table.")
@click.option("--json", "format_", flag_value="json", help="Short for --format json.")
@click.option("--output", "-o", type=click.Path(path_type=Path), help="A file, written whole or not at all.")
@click.option("--write", is_flag=True, help="Let the statements change the store.")
@click.option(
    "--limit-seconds", type=click.FloatRange(min=0, min_open=True), help="The time that a statement may take."
)
@click.option("--limit", "limits", multiple=True, metavar="NAME=NUMBER", help="Another bound, as rows=1000000.")
@click.option("--time", "timing", is_flag=True, help="Say how long opening, asking and printing took.")
@click.option("--no-pager", is_flag=True, help="Print a long answer as it is.")
@width_option
@color_option
@namespace_option
def query_command(
    store: Path,
    text: str | None,
    file: Path | None,
    pairs: tuple[str, ...],
    params_file: Path | None,
    format_: str | None,
    output: Path | None,
    write: bool,
    limit_seconds: float | None,
    limits: tuple[str, ...],
    timing: bool,
    no_pager: bool,
    width: int | None,
    namespace: str,
) -> None:
    """Run TEXT (or --file, or standard input) against STORE: one statement, or several with `;` between them.

    They can only read, unless --write is given. All of them are parsed before the first one runs, and the first one
    that fails ends the command.
    """
    from .answers import Way
    from .formats import format_for
    from .script import limits_of

    way = Way(format_for(output, format_), output, width, not no_pager)
    source, parameters = source_of(text, file), parameters_of(pairs, params_file)
    times = _run(store, namespace, source, parameters, way, write=write, limits=limits_of(limit_seconds, limits))
    if timing:
        click.echo(
            "time: " + ", ".join(f"{name} {seconds * 1000:,.0f} ms" for name, seconds in times.items()), err=True
        )


def _run(
    store: Path, namespace: str, source: str, parameters: dict[str, Any], way: Way, *, write: bool, limits: Limits
) -> dict[str, float]:
    """Run all statements and show what they answer; return the seconds that each part of it took."""
    from .answers import refuse_binary, shown, talk_about
    from .script import refuse_unused, run_statement, statements_of

    clock = _Clock()
    statements = statements_of(source)
    if not statements:
        raise no_statement()
    refuse_unused(statements, parameters)
    refuse_binary(way, statements)
    clock.add("parsing")
    with open_store(store, namespace) as engine, shown(way) as show:
        clock.add("opening")
        for statement in statements:
            rows = run_statement(engine, statement, parameters, write=write, limits=limits)
            clock.add("asking")
            show(rows)
            talk_about(rows, way.format)
            clock.add("printing")
    return clock.seconds


class _Clock:
    """Where the time went: each `add` gives what has passed since the one before to a name."""

    def __init__(self) -> None:
        self.seconds: dict[str, float] = {}
        self._last = time.perf_counter()

    def add(self, name: str) -> None:
        now = time.perf_counter()
        self.seconds[name] = self.seconds.get(name, 0.0) + now - self._last
        self._last = now
