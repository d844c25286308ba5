"""What was inferred from a need: guesses with their strength and their reason, so that each can be shown and overruled.

A guess is no clause. What a caller gave is never guessed at, and what is guessed may raise a memory but takes none
away, with one exception: a time that can be read in one way only (`within`, see `times/`).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import asdict, dataclass, replace
from typing import Any

from ..values.times import to_iso


@dataclass(frozen=True, slots=True)
class Guess:
    """One thing that the need seems to ask for. strength: in (0, 1], higher is surer. because: what in it says so."""

    name: str
    strength: float
    because: str


@dataclass(frozen=True, slots=True)
class Inferred:
    """A need, as far as its text and what is at hand say more than its words.

    intents, entities, types, actions: names that the store knows, the surest first.
    since, until: microseconds, both inclusive; None for an open end. phrase: what in the text says when. within: that
      it bounds the memories themselves, so that nothing outside is an answer.
    unspecific: that it asks for whatever there is, and has no words to be relevant by.
    kind: the strategy that such a need calls for.
    rewrites: the parts that a need of several parts has, each a need of its own; empty for a need of one part.
    doubts: what of `kind` and `intents` is not sure.
    notes: what a person should know about how it was inferred.
    """

    intents: tuple[Guess, ...] = ()
    entities: tuple[Guess, ...] = ()
    types: tuple[Guess, ...] = ()
    actions: tuple[Guess, ...] = ()
    since: int | None = None
    until: int | None = None
    phrase: str = ""
    within: bool = False
    unspecific: bool = False
    kind: str = "default"
    rewrites: tuple[str, ...] = ()
    doubts: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()

    @property
    def timed(self) -> bool:
        return self.since is not None or self.until is not None

    def without(self, parts: Iterable[str]) -> Inferred:
        """Return it without some of its parts: `time`, or fields that hold several."""
        left = set(parts)
        kept = replace(self, since=None, until=None, phrase="", within=False) if "time" in left else self
        return replace(kept, **dict.fromkeys(left - {"time"}, ()))

    def said(self) -> tuple[tuple[str, str], ...]:
        """Return (part, what was inferred) for a person; only the parts that say anything."""
        guessed = (
            ("intents", self.intents),
            ("entities", self.entities),
            ("types", self.types),
            ("actions", self.actions),
        )
        named = [(part, ", ".join(f"{g.name} ({g.strength:.2f})" for g in guesses)) for part, guesses in guessed]
        parts = [*named, ("time", self._when()), ("parts", "; ".join(self.rewrites)), ("kind", self.kind)]
        return tuple((part, text) for part, text in parts if text)

    def to_dict(self) -> dict[str, Any]:
        """Return all of it as plain data."""
        return asdict(self)

    def _when(self) -> str:
        if not self.timed:
            return ""
        since = "" if self.since is None else f"from {to_iso(self.since)} "
        until = "" if self.until is None else f"to {to_iso(self.until)} "
        return f"{since}{until}for `{self.phrase}`{'' if self.within else ', preferred'}"
