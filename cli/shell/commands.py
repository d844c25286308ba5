"""The commands of a shell, each a line that begins with a backslash: how it is written, what it does, and who does it.

One table, read by the shell, by `\\help` and by completion.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from difflib import get_close_matches
from pathlib import Path
from typing import Literal, TypeAlias

import click

from ...engine.answers.plain_json import json_text
from ...engine.values.typed import typed
from ..options import TEXT_FORMATS, text_of
from ..paging import page
from ..talk import aside
from .helping import help_on
from .reading import SIGN, is_ended
from .schema import schema_on
from .session import Session

Takes: TypeAlias = Literal["nothing", "clause", "switch", "format", "name", "parameter", "statement", "file"]
DEEPEST = 8
"""Scripts that are read inside each other; one more is a script that reads itself."""


@dataclass(frozen=True, slots=True)
class Command:
    """usage: how it is written. takes: what completion offers behind it."""

    usage: str
    doc: str
    run: Callable[[Session, str], None]
    takes: Takes = "nothing"

    @property
    def written(self) -> str:
        """How it is typed, sign and all."""
        return f"{SIGN}{self.usage}"


ALIASES = {"q": "quit", "exit": "quit", "?": "help"}
"""What other shells call some of the commands."""


def run(session: Session, line: str) -> None:
    """Run a command line. Raises UsageError for what there is not, and whatever the command raises."""
    name, _, argument = line.strip().removesuffix(";").removeprefix(SIGN).partition(" ")
    command = COMMANDS.get(ALIASES.get(name.lower(), name))
    if command is None:
        raise click.UsageError(_unknown(name))
    command.run(session, argument.strip().removesuffix(";").rstrip())


def _unknown(name: str) -> str:
    near = [command for command in COMMANDS if name and command.startswith(name)] or get_close_matches(
        name, COMMANDS, 1
    )
    hint = f"`{SIGN}{near[0]}` is similar." if near else f"`{SIGN}help` lists them."
    return f"There is no command `{SIGN}{name}`. {hint}"


# ---- settings ----------------------------------------------------------------------------------------


def _switched(before: bool, argument: str) -> bool:
    """Return a switch as an argument sets it; without one it is turned over."""
    if argument not in ("", "on", "off"):
        raise click.UsageError(f"`{argument}` is neither `on` nor `off`.")
    return not before if argument == "" else argument == "on"


def _timing(session: Session, argument: str) -> None:
    session.timing = _switched(session.timing, argument)
    aside(f"Timing is {'on' if session.timing else 'off'}.")


def _write(session: Session, argument: str) -> None:
    session.write = _switched(session.write, argument)
    aside("Statements may change the store now." if session.write else "Statements can only read now.")


def _format(session: Session, argument: str) -> None:
    if argument and argument not in TEXT_FORMATS:
        raise click.UsageError(f"There is no format `{argument}` here. There are {', '.join(TEXT_FORMATS)}.")
    session.way = replace(session.way, format=argument or session.way.format)
    aside(f"Answers are printed as {session.way.format}.")


def _namespace(session: Session, argument: str) -> None:
    if argument:
        session.enter(argument)
    aside(f"The namespace is {session.engine.namespace}.")


def _param(session: Session, argument: str) -> None:
    """Set a parameter, or forget it where no value is given."""
    name, equals, value = argument.partition("=")
    name = name.strip().removeprefix("$")
    if not name.isidentifier():
        raise click.UsageError(f"Write `{COMMANDS['param'].written}`.")
    if equals:
        session.parameters[name] = typed(value.strip())
    elif name in session.parameters:
        del session.parameters[name]
    else:
        raise click.UsageError(f"There is no parameter ${name}.")


def _params(session: Session, argument: str) -> None:
    for name, value in session.parameters.items():
        click.echo(f"${name} = {json_text(value)}")
    if not session.parameters:
        aside(f"There are no parameters. `{COMMANDS['param'].written}` makes one.")


# ---- looking -----------------------------------------------------------------------------------------


def _help(session: Session, argument: str) -> None:
    listed = {command.written: command.doc for command in COMMANDS.values()}
    page(help_on(argument, listed), pager=session.way.pager)


def _schema(session: Session, argument: str) -> None:
    page(schema_on(session.catalog, argument, session.way.width), pager=session.way.pager)


def _history(session: Session, argument: str) -> None:
    if argument and not argument.isdecimal():
        raise click.UsageError(f"`{argument}` is no number of entries.")
    past = session.past()
    for text in past[max(0, len(past) - int(argument or 20)) :]:
        click.echo(text.rstrip())


def _explain(session: Session, argument: str) -> None:
    statement = argument or session.last
    if not statement:
        raise click.UsageError(f"There is no statement yet. Write `{COMMANDS['explain'].written}`.")
    explained = statement.split(maxsplit=1)[0].upper() in ("EXPLAIN", "PROFILE")
    before = session.last
    session.run(statement if explained else f"EXPLAIN {statement}")
    session.last = argument or before


# ---- doing -------------------------------------------------------------------------------------------


def _edit(session: Session, argument: str) -> None:
    """Let the person edit a text; it stands at the next prompt, to be looked at before it runs."""
    if not session.interactive:
        raise click.UsageError(f"`{SIGN}edit` needs a terminal.")
    edited = (click.edit(argument or session.last, extension=".clew") or "").strip()
    session.draft = edited if not edited or is_ended(edited) else f"{edited};"


def _source(session: Session, argument: str) -> None:
    from .loop import run_script

    if not argument or not Path(argument).expanduser().is_file():
        raise click.UsageError(f"There is no file `{argument}`." if argument else "Give a file.")
    if session.depth >= DEEPEST:
        raise click.UsageError(f"{argument} is read inside {DEEPEST} other scripts, or inside itself.")
    session.depth += 1
    try:
        code = run_script(session, text_of(Path(argument).expanduser()).splitlines(keepends=True))
    finally:
        session.depth -= 1
    if code:
        raise click.UsageError(f"{argument} ended there.")


def _quit(session: Session, argument: str) -> None:
    session.ended = True


COMMANDS: dict[str, Command] = {
    "help": Command("help [CLAUSE]", "This list; or what a statement, a clause or a word means.", _help, "clause"),
    "schema": Command(
        "schema [NAME]", "Labels, edges, objectives and strategies; or one of them whole.", _schema, "name"
    ),
    "format": Command("format table|json|...", "How answers are printed.", _format, "format"),
    "timing": Command("timing [on|off]", "Say what each statement took, and where.", _timing, "switch"),
    "param": Command("param NAME = VALUE", "Set a parameter; without a value, forget it.", _param, "parameter"),
    "params": Command("params", "List the parameters.", _params),
    "explain": Command(
        "explain [STATEMENT]", "Show the plan of a statement, else of the last one.", _explain, "statement"
    ),
    "write": Command("write [on|off]", "Let statements change the store.", _write, "switch"),
    "namespace": Command("namespace [NAME]", "Work in another namespace.", _namespace),
    "edit": Command("edit [STATEMENT]", "Edit a statement, else the last one, in EDITOR.", _edit, "statement"),
    "source": Command("source FILE", "Run the statements and commands of a file.", _source, "file"),
    "history": Command("history [N]", "Print the last N entries, 20 unless said.", _history),
    "quit": Command("quit", "Leave, as ctrl-D does.", _quit),
}
