"""`\\help`: the shell's commands, and the language's statements, clauses and words, with a form of each that works.

What a word means and how it is written stands in the language's own tables; nothing is said twice here.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import click

from ...dsl.completion import meanings
from ...dsl.diagnosis import examples
from ..look import of_output
from ..render import UNBOUND
from ..tables import NARROWEST, fold

_TABLES = (
    (meanings.STATEMENTS, examples.STATEMENTS),
    (meanings.RECALL_CLAUSES, examples.RECALL_CLAUSES),
    (meanings.QUERY_CLAUSES, examples.QUERY_CLAUSES | examples.ENDINGS),
    (meanings.TRACE_CLAUSES, examples.TRACE_CLAUSES),
    (meanings.WORDS, examples.EXPRESSIONS),
)
_CLAUSES_OF = {"RECALL": 1, "MATCH": 2, "QUERY": 2}
"""Statements whose clauses are listed with them, and the place of those among the tables."""


def topics() -> list[str]:
    """Return everything that help can be had on, each once."""
    return list(dict.fromkeys(word for meant, _ in _TABLES for word in meant))


def help_on(topic: str, commands: Mapping[str, str]) -> Iterator[str]:
    """Yield the lines of help. commands: usage to what it does. Raises UsageError for an unknown topic."""
    wanted = " ".join(topic.upper().split())
    if not wanted:
        yield from _overview(commands)
    elif wanted.startswith("\\"):
        yield from _of_commands(wanted.lower(), commands)
    else:
        yield from _of_words(wanted)


def _overview(commands: Mapping[str, str]) -> Iterator[str]:
    yield "A statement ends with `;` or with an empty line.\n"
    yield "TAB completes, ctrl-C ends what runs, ctrl-D leaves.\n\n"
    yield from _columns(commands)
    yield "\nStatements; `\\help RECALL` says more of one:\n\n"
    yield from _columns(meanings.STATEMENTS)


def _of_commands(wanted: str, commands: Mapping[str, str]) -> Iterator[str]:
    found = {usage: doc for usage, doc in commands.items() if usage.split()[0].startswith(wanted)}
    if not found:
        raise click.UsageError(f"There is no command `{wanted}`. `\\help` lists them.")
    yield from _columns(found)


def _of_words(wanted: str) -> Iterator[str]:
    found = [(meant[wanted], forms.get(wanted)) for meant, forms in _TABLES if wanted in meant]
    if not found:
        raise click.UsageError(f"There is no help on `{wanted}`. `\\help` lists what there is help on.")
    for meaning, form in found:
        yield f"{wanted}: {meaning}.\n" + (f"    {form}\n" if form else "")
    if wanted in _CLAUSES_OF:
        meant, forms = _TABLES[_CLAUSES_OF[wanted]]
        yield "\nIts clauses, in their order:\n\n" if wanted == "RECALL" else "\nThe clauses beside it:\n\n"
        yield from _columns({forms.get(word, word): meaning for word, meaning in meant.items()})


def _columns(pairs: Mapping[str, str]) -> Iterator[str]:
    """Yield names with what is said of them, folded where the terminal ends."""
    look, label = of_output(), max(map(len, pairs)) + 2
    room = UNBOUND if look.width is None else max(NARROWEST, look.width - label - 2)
    for name, text in pairs.items():
        first, *rest = fold(text, room)
        yield f"  {name:{label}}{first}\n"
        yield from (f"  {' ' * label}{line}\n" for line in rest)
