"""What a memory is to a reader, told by its types, its tags and how it went; no text is read but a question mark.

Types and tags are the caller's own words, so each kind has the words in use for it. A memory may be of several kinds;
the first that fits, in the order of the table, is the one it is shown under.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, TypeAlias

from ..values.model import Memory

Kind: TypeAlias = Literal["summary", "goal", "decision", "failure", "question"]

WORDS: Mapping[Kind, frozenset[str]] = {
    "summary": frozenset({"summary", "compaction", "digest"}),
    "goal": frozenset({"goal", "objective", "constraint", "requirement", "instruction", "rule", "policy"}),
    "decision": frozenset({"decision", "choice", "plan", "conclusion"}),
    "failure": frozenset({"failure", "error", "mistake", "bug", "incident", "problem"}),
    "question": frozenset({"question", "open", "todo", "blocker", "unresolved", "hypothesis"}),
}

WENT_WRONG = -0.5
"""Valence from which a memory is one of a failure, whatever its type."""


def kind_of(memory: Memory) -> Kind | None:
    """Return what a memory is by its types and tags, else by how it went; None for what is merely known."""
    named = {name.casefold() for name in (*memory.types, *memory.tags)}
    found: Kind | None = next((kind for kind, words in WORDS.items() if words & named), None)
    if found is None and _went_wrong(memory):
        return "failure"
    return "question" if found is None and asks(memory) else found


def asks(memory: Memory) -> bool:
    """Whether a memory ends with a question: its text, or what was seen."""
    return memory.text.rstrip(" \n\t\"')*_").endswith(("?", "？", "؟"))


def _went_wrong(memory: Memory) -> bool:
    return memory.valence <= WENT_WRONG or memory.failures > max(memory.successes, 0.5)
