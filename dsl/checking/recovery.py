"""Reading on behind an error: the clause that is wrong is painted over with blanks, and every other stays in its place.

So what is left is read by the same parser, with the same errors, at the same positions. Skipping tokens in the parse
table was refused: the states that it leaves are not those of any text, and what is said of them is noise. A clause is
only told apart where it surely begins: outside brackets, and behind an error in capitals.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from ..diagnosis.examples import ENDINGS, QUERY_CLAUSES, RECALL_CLAUSES, TRACE_CLAUSES
from ..parsing.lexemes import BRACKETS, Lexeme, read

_WHERE = frozenset(("WHERE",))
_QUERY = frozenset((*QUERY_CLAUSES, *ENDINGS, *_WHERE, "AS OF", "VALID AT", "UNION"))
_CLAUSES = {
    "RECALL": frozenset(RECALL_CLAUSES) - {"AS"},
    "TRACE": frozenset((*TRACE_CLAUSES, *ENDINGS, *_WHERE, "RETURN")),
    **dict.fromkeys(("MATCH", "OPTIONAL", "UNWIND", "WITH", "RETURN"), _QUERY),
}
"""The clauses that can be told apart, by the first word of the statement. `AS` alone also names a column."""

_STANDS_FOR = {"MATCH": "MATCH ()", "RETURN": "RETURN *", "WITH": "WITH *"}
"""What a pattern query cannot lack, and the least that can stand for it."""


def without_clause_at(text: str, at: int) -> str | None:
    """Return a statement with the clause painted over in which the parser stopped; None where none can be told apart.

    at: where it stopped. At the beginning of a clause it is the one before that is not finished.
    """
    starts = list(_clause_starts(text, at))
    places = [place for place, _ in starts]
    broken = max((number for number, place in enumerate(places) if place < at), default=None)
    if broken is None:
        return None
    start, end = [*pairwise(places), (places[-1], len(text))][broken]
    least = _STANDS_FOR.get(starts[broken][1], "") if _kind(text) in ("MATCH", "WITH", "OPTIONAL", "UNWIND") else ""
    if len(least) > end - start:
        return None
    return text[:start] + least + _blanks(text[start + len(least) : end]) + text[end:]


def _clause_starts(text: str, stopped: int) -> Iterator[tuple[int, str]]:
    """Yield where each clause begins, and its words."""
    known = _CLAUSES.get(_kind(text), frozenset[str]())
    lexemes = list(_outside_brackets(text))
    taken = -1
    for number, (here, behind) in enumerate(pairwise([*lexemes, Lexeme("", len(text), len(text))])):
        phrase = f"{here.terminal} {behind.terminal}"
        words = phrase if phrase in known else here.terminal
        sure = here.start < stopped or text[here.start : here.end].isupper()
        if words in known and number > taken and sure and not (number and lexemes[number - 1].terminal in _ENDS_OF):
            taken = number + words.count(" ")
            yield here.start, words


_ENDS_OF = ("STARTS", "ENDS")
"""Before WITH, an operator."""


def _outside_brackets(text: str) -> Iterator[Lexeme]:
    depth = 0
    for lexeme in read(text):
        depth -= lexeme.terminal in BRACKETS.values()
        if depth <= 0 and not lexeme.aside:
            yield lexeme
        depth = max(0, depth) + (lexeme.terminal in BRACKETS)


def _kind(text: str) -> str:
    """Return the first word of the statement that is meant, in capitals."""
    words = (text[lexeme.start : lexeme.end].upper() for lexeme in read(text) if not lexeme.aside)
    return next((word for word in words if word not in ("EXPLAIN", "PROFILE")), "")


def _blanks(text: str) -> str:
    return "".join(character if character == "\n" else " " for character in text)
