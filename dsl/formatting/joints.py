"""The joints between words: where a long line may be broken, and where first."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from ..diagnosis.examples import RECALL_CLAUSES
from .words import Word

# How firmly a word is joined to the one before it, from the joint that is broken first to the one that never is.
CLAUSE, COMMA, EDGE, OR, XOR, AND, BLANK, NEVER = range(8)

_EDGES = ("EDGE_OPEN", "EDGE_OPEN_SPACED")
_OPENERS = ("LPAR", "LSQB", "LBRACE")
_CLOSERS = ("RPAR", "RSQB", "RBRACE", "END")
_OPENING = frozenset((*_OPENERS, *_EDGES, "CASE"))
_RECALL = "(RECALL"
_STRENGTHS = {
    **dict.fromkeys(("PRIOR", "PARTITION", "ORDER", "FIRST", "WHEN", "ELSE", "DESCRIBED"), CLAUSE),
    **dict.fromkeys(("EDGE", *_EDGES), EDGE),
    "OR": OR,
    "XOR": XOR,
    "AND": AND,
}


@dataclass(frozen=True, slots=True)
class Joint:
    """The joint before a word.

    depth: how many brackets are open there. step: how many levels further in than these a line begins that begins
    here. closes: whether the word closes a bracket. in_map: whether the innermost open bracket is a brace.
    """

    strength: int
    depth: int = 0
    step: int = 0
    closes: bool = False
    in_map: bool = False


def joints(words: Sequence[Word]) -> Iterator[Joint]:
    """Yield the joint before each word."""
    brackets: list[str] = []
    terminals = ["", *(word.terminal for word in words), ""]
    for word, before, here, behind in zip(words, terminals, terminals[1:], terminals[2:], strict=False):
        inner = brackets[-1] if brackets else ""
        strength = _strength(before, here, behind, bool(word.lead), inner)
        closes = here in _CLOSERS and bool(brackets)
        yield Joint(strength, len(brackets), _step(before, here, strength, inner), closes, inner == "LBRACE")
        if closes:
            brackets.pop()
        elif here in _OPENING:
            brackets.append(_RECALL if (here, behind) == ("LPAR", "RECALL") else here)


def _strength(before: str, here: str, behind: str, spaced: bool, inner: str) -> int:
    opened, closes = before in _OPENERS, here in _CLOSERS and inner not in ("", *_EDGES)
    if before == "COMMA":
        return COMMA
    if opened or closes:
        return NEVER if opened and closes else CLAUSE
    if inner and _begins_clause(here, behind):
        return CLAUSE
    return _STRENGTHS.get(here, BLANK if spaced else NEVER)


def _begins_clause(here: str, behind: str) -> bool:
    """Return whether the words begin a clause of a recall; AS alone stays beside what it names."""
    return (here in RECALL_CLAUSES and here != "AS") or f"{here} {behind}" in RECALL_CLAUSES


def _step(before: str, here: str, strength: int, inner: str) -> int:
    """Inside brackets, what goes on is further in than what begins."""
    if not inner or before in ("COMMA", *_OPENERS) or here in _CLOSERS:
        return 0
    return (strength > CLAUSE) + (inner == _RECALL)
