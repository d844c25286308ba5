"""Entries one after another, from a script or from a person; what fails is told, and counts."""

from __future__ import annotations

import traceback
from collections.abc import Iterable

import click

from ...errors import ClewError
from ..exit_codes import DONE, USAGE, exit_code
from ..talk import say, say_error
from . import commands
from .interrupts import noting_interrupts, raising_interrupts
from .prompt import Prompt
from .reading import Entry, entries
from .session import Session

INTERRUPTED = "interrupted; nothing half-written was kept."


def take(session: Session, entry: Entry) -> int:
    """Run one entry; say what is wrong with it, and return the code of that."""
    try:
        if entry.is_command:
            commands.run(session, entry.text)
        else:
            session.run(entry.text, entry.line)
    except ClewError as error:
        say_error(error)
        return exit_code(error)
    except click.ClickException as error:
        say(error.format_message())
        return USAGE
    return DONE


def run_script(session: Session, lines: Iterable[str], *, keep_going: bool = False) -> int:
    """Run the entries of a script up to the first that fails, or all of them; return the code of the first failure."""
    first = DONE
    for entry in entries(lines):
        code = take(session, entry)
        first = first or code
        if session.ended or (code and not keep_going):
            break
    return first


def converse(session: Session, prompt: Prompt) -> None:
    """Ask for entries until the person leaves. Ctrl-C ends what runs, or what is being typed, and not the shell."""
    with noting_interrupts() as pressed:
        while not session.ended:
            try:
                entry = Entry(prompt.ask(started=pressed.clear))
            except KeyboardInterrupt:
                continue
            except EOFError:
                return
            if pressed:  # between ENTER and the work
                say(INTERRUPTED)
            else:
                _work(session, entry)


def _work(session: Session, entry: Entry) -> None:
    try:
        with raising_interrupts():
            take(session, entry)
    except KeyboardInterrupt:
        say(INTERRUPTED)
    except Exception:  # a fault of our own: told whole, and no reason to throw away what a person has set up
        traceback.print_exc()
