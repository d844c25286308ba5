"""The language's words, read off the grammar, and how to speak of them to a person.

There is no list of keywords by hand: they are the quoted words of the grammar's rules. What may stand at a place is
asked of the parser itself, by `accepts()`, which is exact; Lark's `expected` also counts what only other places allow.
"""

from __future__ import annotations

from functools import cache

from lark.lexer import PatternStr

from ... import grammar
from .cursor import END, Cursor
from .lalr import lark

_KINDS = {
    "NAME": "a name",
    "PARAMETER": "a parameter",
    "STRING": "a quoted text",
    "FLOAT": "a number",
    "INTEGER": "a whole number",
    "COMPARISON": "a comparison",
    "EDGE": "an edge",
    "EDGE_OPEN": "an edge",
    "EDGE_OPEN_SPACED": "an edge",
    "ARROW": "`->`",
    END: "the end",
}
_MOST = 10


@cache
def keywords() -> tuple[str, ...]:
    """Return every keyword of the language, in capitals, in the order in which the grammar first speaks of it."""
    source = grammar.source()
    words = [t.pattern.value.upper() for t in lark().terminals if isinstance(t.pattern, PatternStr)]
    return tuple(sorted((word for word in words if word.isalpha()), key=lambda word: source.index(f'"{word}"i')))


def spoken(cursor: Cursor, left_out: frozenset[str] = frozenset()) -> list[str]:
    """Return what may come next in words, the many that begin or continue an expression under one word each."""
    terminals = cursor.accepts() - left_out - {"SEMICOLON"}
    said: list[str] = []
    if {"CASE", "LSQB"} <= terminals:
        terminals -= _expression_starts()
        said.append("an expression")
    if "DAYS" in terminals:
        terminals -= _units()
        said.append("a unit of time")
    continues = "OR" in terminals
    if continues:
        terminals -= operators()
    if "FLOAT" in terminals:
        terminals -= {"INTEGER"}
    ordered = sorted(terminals, key=lambda terminal: (terminal == END, *_place(terminal)))
    said += dict.fromkeys(_called(cursor, terminal) for terminal in ordered)
    return [*said, "an operator"] if continues else said


def listed(words: list[str]) -> str:
    """Return `a, b or c`. A long list is cut and says so."""
    if len(words) > _MOST:
        words = [*words[: _MOST - 1], "another clause"]
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} or {words[-1]}"


def _place(terminal: str) -> tuple[int, int, str]:
    """Kinds of things come before keywords, keywords before signs."""
    if terminal in _KINDS:
        return 0, 0, terminal
    known = keywords()
    return (1, known.index(terminal), "") if terminal in known else (2, 0, terminal)


def _called(cursor: Cursor, terminal: str) -> str:
    if terminal in _KINDS:
        return _KINDS[terminal]
    if terminal in keywords():
        return f"`{phrase(cursor, terminal)}`"
    return f"`{lark().get_terminal(terminal).pattern.value}`"


def phrase(cursor: Cursor, keyword: str) -> str:
    """Return a keyword with those that must follow it: ORDER BY, FIRST FRONT ONLY."""
    words = [keyword]
    ahead = cursor.then(keyword)
    while len(following := ahead.accepts()) == 1 and (only := next(iter(following))) in keywords():
        words.append(only)
        ahead = ahead.then(only)
    return " ".join(words)


@cache
def _expression_starts() -> frozenset[str]:
    return Cursor.after("RETURN").accepts() - {"STAR", "DISTINCT"}


@cache
def operators() -> frozenset[str]:
    """Return the terminals that can continue an expression."""
    return Cursor.after("UNWIND x").accepts() - {"AS"}


@cache
def _units() -> frozenset[str]:
    return Cursor.after("RECALL SINCE 7").accepts()
