"""Where an entry ends: at a prompt, where a person says so, and in a pipe, where only `;` and the end can.

An empty line ends a statement at the prompt alone: a script may have empty lines inside of one.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from ...dsl.parsing.script import split

SIGN = "\\"
"""What a command begins with."""

BARE = ("help", "exit", "quit", "?")
"""Lines that somebody types who does not know the sign yet. No statement is one word long."""


@dataclass(frozen=True, slots=True)
class Entry:
    """A command, or the text of a statement or more. line: where it begins, from 1."""

    text: str
    line: int = 1

    @property
    def is_command(self) -> bool:
        return self.text.lstrip().startswith(SIGN) or self.text.strip().rstrip(";").lower() in BARE


def is_finished(text: str) -> bool:
    """Whether ENTER at the prompt ends this text: it is a command or nothing, `;` or an empty line ends it."""
    lines = text.split("\n")
    return Entry(text).is_command or not text.strip() or not lines[-1].strip() or is_ended(text)


def is_ended(text: str) -> bool:
    """Whether `;` stands behind the last statement of a text."""
    pieces = split(text)
    return bool(pieces) and pieces[-1].ended


def entries(lines: Iterable[str]) -> Iterator[Entry]:
    """Yield the entries of a script as soon as each of them is whole. A command is one line, and begins it."""
    held, first = "", 1
    for number, line in enumerate(lines, start=1):
        if not held.strip():
            held, first = "", number
        held += line
        if Entry(held).is_command or (";" in line and is_ended(held)):
            yield Entry(held.rstrip("\n"), first)
            held = ""
    if held.strip():
        yield Entry(held, first)
