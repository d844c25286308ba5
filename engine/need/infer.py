"""From a need's text to what it asks for beside its words. Pure: a text and facts in, guesses out."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta

from ..values.times import from_micros, to_micros
from .facts import Facts
from .inferred import Guess, Inferred
from .kinds import kind_of
from .naming import BY_NAME, actions_in, entities_in, tags_in, types_in
from .parts import parts_of
from .times.spans import Reach
from .times.when import when
from .unspecific import is_unspecific

LONGEST = 16_384
"""Characters of a need that are read; a longer one is a document, and its beginning says what it is about."""


def infer(text: str, facts: Facts) -> Inferred:
    """Return what a need asks for, as far as its text and what is at hand say it. Never raises, on any text."""
    head = text[:LONGEST]
    reach = None if facts.reference is None else when(head, from_micros(facts.reference))
    kind, intents = kind_of(head), tags_in(head, facts.tags, facts.at_hand)
    return Inferred(
        intents=intents,
        entities=entities_in(head, facts.entity, facts.memories),
        types=types_in(head, facts.types),
        actions=actions_in(head, facts.actions),
        since=None if reach is None or reach.since is None else to_micros(reach.since),
        until=None if reach is None or reach.until is None else _last(reach),
        phrase="" if reach is None else reach.phrase,
        within=reach is not None and reach.within,
        unspecific=is_unspecific(head, "" if reach is None else reach.phrase),
        kind=kind.name,
        rewrites=parts_of(head),
        doubts=(*(() if kind.sure else ("kind",)), *(("intents",) if _unsure(intents, facts) else ())),
    )


def _unsure(intents: Sequence[Guess], facts: Facts) -> bool:
    """Whether tags may be meant that were not found: there are several, and none is named by the need itself."""
    return len(facts.tags) > 1 and not any(guess.strength >= BY_NAME for guess in intents)


def _last(reach: Reach) -> int | None:
    """Return the last moment of a stretch, in microseconds: its end is not part of it."""
    return None if reach.until is None else to_micros(reach.until - timedelta(microseconds=1))
