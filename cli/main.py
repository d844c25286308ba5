"""The `clew` command: a thin skin over the engine. Data goes to standard output, talk to standard error.

What it ends with is in `exit_codes`, and which commands there are in `commands`.
"""

from __future__ import annotations

import io
import os
import sys
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from typing import Any, NoReturn, TextIO

import click

from ..engine.running.cancel import left_behind
from ..errors import ClewError
from .commands import COMMANDS, GROUPS, MEANT
from .exit_codes import DONE, INTERRUPTED, USAGE, exit_code
from .interrupting import insisting
from .look import color_option
from .talk import say, say_error


class LazyGroup(click.Group):
    """A group whose commands are imported when one of them is called."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        module = import_module(f"..cli.{COMMANDS[cmd_name][0]}", __package__)
        return getattr(module, f"{cmd_name}_command")

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Find a command; the refusal of one that is not there names what does it, or the nearest."""
        try:
            return super().resolve_command(ctx, args)
        except click.UsageError as error:
            hint = _meant(args[0])
            if hint is None:
                raise
            raise click.UsageError(f"{error.message} {hint}", ctx) from None

    def invoke(self, ctx: click.Context) -> Any:
        """Run a command. That whoever reads has seen enough is no failure, as it would be by click's own account."""
        try:
            return super().invoke(ctx)
        except BrokenPipeError:
            _print_no_more(sys.stdout)
            ctx.exit(DONE)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        for title, commands in GROUPS.items():
            with formatter.section(title):
                formatter.write_dl([(name, doc) for name, (_, doc) in commands.items()])


def _meant(word: str) -> str | None:
    """Return what somebody may have meant by a command that is not there."""
    from ..dsl.diagnosis.suggest import nearest

    if word in MEANT:
        return f"Write `clew {MEANT[word]}`."
    near = nearest(word, COMMANDS)
    return None if near is None else f"The nearest is `{near}`."


@click.group(cls=LazyGroup, context_settings={"help_option_names": ["-h", "--help"]})
@color_option
@click.version_option(package_name="clew", message="clew %(version)s")
def cli() -> None:
    """Clew: a memory engine for agents. Memories are a graph; answers are fronts, with their reasons."""


def main() -> None:
    """Run the command, and turn an error of ours into one sentence and an exit code; no traceback for a person."""
    _open_what_is_closed()
    _take_any_text()
    try:
        code = _run()
    except ClewError as error:
        with suppress(OSError):  # standard error may be on a full disk
            say_error(error)
        _leave(exit_code(error))
    except click.ClickException as error:
        with suppress(OSError):
            error.show()
        _leave(USAGE)
    except OSError as error:
        _say_refused(error)
        _leave(USAGE)
    except (KeyboardInterrupt, click.Abort):
        click.echo("clew: interrupted; nothing half-written was kept.", err=True)
        _leave(INTERRUPTED)
    if code or left_behind():
        _leave(code or DONE)  # the code of `Context.exit`, which click hands back


def _run() -> Any:
    with insisting():
        return cli.main(standalone_mode=False)


def _leave(code: int) -> NoReturn:
    """End the process with a code, and at once where a call that nobody waits for still runs: an end in order would
    pull the interpreter away under it.
    """
    for stream in (sys.stdout, sys.stderr):
        _flush(stream)
    if left_behind():
        os._exit(code)
    sys.exit(code)


def _flush(stream: TextIO) -> None:
    """Print what is in the buffer; what cannot be printed goes nowhere, else Python ends with a code of its own."""
    try:
        stream.flush()
    except OSError:
        _print_no_more(stream)
        stream.flush()


def _open_what_is_closed() -> None:
    """Open nothing in the place of each standard stream that is closed: the next file to be opened, the journal for
    one, would get its number, and whatever a library prints.
    """
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, Path(os.devnull).open(mode, encoding="utf-8"))  # noqa: SIM115 - it stays open


def _say_refused(error: OSError) -> None:
    """Say what the system refused: what names no file was about what is printed."""
    _print_no_more(sys.stdout)
    what = "The output cannot be written" if error.filename is None else f"{error.filename} cannot be read or written"
    with suppress(OSError):
        say(f"{what}: {error.strerror or error}.")


def _print_no_more(stream: TextIO) -> None:
    """Let what is still in the buffer go nowhere, else Python would complain at its end."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


def _take_any_text() -> None:
    """Let everything be printed: what the terminal's encoding lacks, half of a surrogate pair too, as an escape."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")
