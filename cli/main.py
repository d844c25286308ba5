"""The `clew` command: a thin skin over the engine. Data goes to standard output, talk to standard error.

Exit codes: 0 done, 1 a query or a memory that cannot be taken, 2 usage, 3 the store, 4 a limit or the time, 130
interrupted. Commands are loaded when they are called, so that `clew --help` stays quick.
"""

from __future__ import annotations

import io
import sys
from importlib import import_module

import click

from ..engine.display import visible
from ..errors import ClewError, EmbeddingError, ImportFailed, LimitError, QueryError, StoreError

COMMANDS: dict[str, tuple[str, str]] = {
    "init": ("store", "Make an empty store."),
    "import": ("importing", "Import agent logs; a second run adds nothing."),
    "remember": ("remember", "Remember one memory."),
    "link": ("remember", "Draw an edge between two memories."),
    "unlink": ("remember", "Take an edge between two memories back."),
    "query": ("query", "Run a query in the Clew language."),
    "context": ("query", "Pack what helps with a need into a prompt."),
    "show": ("browse", "Show one memory with its neighbours."),
    "list": ("browse", "List memories, newest first."),
    "forget": ("remember", "Forget memories; reversible with restore."),
    "restore": ("remember", "Bring forgotten memories back."),
    "stats": ("store", "Count what the store holds."),
    "doctor": ("store", "Check the store and say how to cure what is wrong."),
    "verify": ("store", "Check every event of the journal against its hash."),
    "export": ("store", "Write every event as JSONL."),
    "rebuild": ("store", "Throw the snapshots away and build them anew."),
}

EXIT_CODES: tuple[tuple[type[ClewError], int], ...] = (
    (LimitError, 4),
    (QueryError, 1),
    (StoreError, 3),
    (EmbeddingError, 3),
    (ImportFailed, 1),
    (ClewError, 1),
)


class LazyGroup(click.Group):
    """A group whose commands are imported when one of them is called."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        module = import_module(f"..cli.{COMMANDS[cmd_name][0]}", __package__)
        return getattr(module, f"{cmd_name}_command")

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl([(name, doc) for name, (_, doc) in COMMANDS.items()])


@click.group(cls=LazyGroup, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="clew", message="clew %(version)s")
def cli() -> None:
    """Clew: a memory engine for agents. Memories are a graph; answers are fronts, with their reasons."""


def main() -> None:
    """Run the command, and turn an error of ours into one sentence and an exit code; no traceback for a person."""
    _take_any_text()
    try:
        cli.main(standalone_mode=False)
    except ClewError as error:
        said = error.render() if isinstance(error, QueryError) else str(error)
        click.echo(f"clew: {visible(said)}", err=True)
        sys.exit(next(code for kind, code in EXIT_CODES if isinstance(error, kind)))
    except click.ClickException as error:
        error.show()
        sys.exit(error.exit_code)
    except (KeyboardInterrupt, click.Abort):
        click.echo("clew: interrupted; nothing half-written was kept.", err=True)
        sys.exit(130)
    except BrokenPipeError:
        sys.stderr.close()
        sys.exit(0)


def _take_any_text() -> None:
    """Let everything be printed: what the terminal's encoding lacks, half of a surrogate pair too, as an escape."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")
