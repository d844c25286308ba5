"""Recalls, and with them all that a context may hold: what is pinned, what helps, the newest steps, the older past.

Each section is asked for in the language's own terms, so that what bounds the one bounds all: nothing is told from
another namespace, from after UNTIL or AS OF, or against WHERE. TYPE, ABOUT and their like say what is looked for, and
go for the selection alone.

The newest steps and the older past are those of the work at hand: of the task that is named, else of the tasks that
the memories at hand (NEAR) belong to. Where neither is said, the newest are what this handle wrote, and the older past
is that of everything in scope. What is at hand is not repeated: it stands in the prompt already.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import timedelta
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ...errors import EmbeddingError, ModelChanged
from ..answers.results import Front, Hit
from ..embedding.texts import embeddable
from ..journal.journal import Journal
from ..projection.projection import Projection
from ..values import checks
from ..values.model import Memory
from ..values.times import to_micros
from .lines import Offer, reason_of
from .older import IMPORTANT, TYPES, Meaning, older_past
from .packer import Offers
from .shares import Section, Shares
from .standing import successors

SCOPE = (
    "namespace",
    "task",
    "since",
    "until",
    "as_of",
    "valid_at",
    "min_trust",
    "with_archived",
    "where",
    "given",
    "excluding_hard",
)
"""The clauses that say what may be told at all: they hold for every section."""

FOR_PINNED = tuple(name for name in SCOPE if name not in ("task", "since"))
"""What is pinned holds in every task, however long ago it was said."""

MOST_HITS = 50
MOST_RECENT = 20
MOST_PINNED = 64
MOST_OLDER = 200
NEWEST: Mapping[str, Any] = {"objectives": ("recency",), "order": "recency"}
"""One objective, and its order inside the front too: a front of it alone takes what is nearly as new for as new."""

Fields = Mapping[str, Any]
IDS = "clew_ids"
"""The parameter that our own conditions take, beside those of the caller's."""


@dataclass(frozen=True, slots=True)
class Source:
    """What a context is gathered from.

    recall: answers a need, or none, within clauses. recent: rows that this handle wrote, oldest first. embed: a need's
    vector, by the model that the store's are of.
    """

    recall: Callable[[str | None, Fields], Front]
    journal: Journal
    projection: Projection
    embed: Callable[[str], NDArray[np.float32]]
    recent: Sequence[int] = ()


def gather(source: Source, need: str, fields: Fields, shares: Shares) -> Offers:
    """Return what each section may hold, by its claim: what helps by rank, the newest first. fields: of a recall."""
    front = source.recall(need, {"k": MOST_HITS, **fields})
    return _Work(source, fields, front, _at_hand(source, fields, front)).offers(need, shares)


def _at_hand(source: Source, fields: Fields, front: Front) -> Sequence[Memory]:
    """Return the memories that the work is near by their ids."""
    near = checks.names("near", fields.get("near") or ())
    spaces = () if front.question is None else front.question.namespaces
    rows = [row for space in spaces for row in source.journal.rows_of(space, near) if row is not None]
    return source.journal.memories(rows)


@dataclass(frozen=True, slots=True)
class _Work:
    source: Source
    fields: Fields
    front: Front
    at_hand: Sequence[Memory]

    def offers(self, need: str, shares: Shares) -> Offers:
        wanted: dict[Section, list[Offer]] = {
            "selection": [Offer(hit.memory, reason_of(hit), hit.why) for hit in self.front],
            "pinned": [Offer(hit.memory, "pinned") for hit in self._pinned()] if shares["pinned"] else [],
            "recent": [Offer(memory, "recent") for memory in self._recent()] if shares["recent"] else [],
        }
        if shares["summary"]:
            held = {offer.memory.row for offers in wanted.values() for offer in offers}
            recent = {offer.memory.row for offer in wanted["recent"]}
            hits = [hit for hit in self._older() if hit.memory.row not in recent]
            wanted["summary"] = older_past(hits, Meaning(self._meaning(need), sorted(held)), self.source.projection)
        return self._as_they_stand(wanted)

    # ---- sections --------------------------------------------------------------------------------

    def _pinned(self) -> list[Hit]:
        return _newest(self._within(FOR_PINNED, "m.pinned", **NEWEST, k=MOST_PINNED))

    def _recent(self) -> list[Memory]:
        tasks, most = self._tasks(), MOST_RECENT + len(self.at_hand) + self._active  # they take nobody's place
        if tasks:
            scope: Fields = {**NEWEST, "k": most, "task": tasks}
            return [hit.memory for hit in _newest(self._within(SCOPE, **scope))]
        written = [memory.id for memory in self.source.journal.memories(list(self.source.recent)[-most:])]
        found = self._within(SCOPE, f"m.id IN ${IDS}", written, **NEWEST, k=most) if written else ()
        return [hit.memory for hit in _newest(found)]

    def _older(self) -> list[Hit]:
        clauses: Fields = {"k": MOST_OLDER, "objectives": ("importance",), "order": "importance", "task": self._tasks()}
        of_a_kind = self._within(SCOPE, **clauses, type=TYPES)
        important = self._within(SCOPE, f"m.importance >= {IMPORTANT}", **clauses)
        return [*{hit.memory.row: hit for hit in (*of_a_kind, *important)}.values()]

    def _tasks(self) -> tuple[str, ...]:
        """Return the tasks of the work at hand: those that are named, else those of what is at hand."""
        named = self.fields.get("task")
        if named:
            return (named,) if isinstance(named, str) else tuple(named)
        return tuple(dict.fromkeys(memory.task for memory in self.at_hand if memory.task is not None))

    # ---- what all of them share ------------------------------------------------------------------

    def _within(
        self, names: Iterable[str], condition: str | None = None, ids: Sequence[str] = (), **clauses: Any
    ) -> Front:
        """Return what a recall without a need finds in scope. condition: beside the caller's own."""
        kept = {name: self.fields[name] for name in names if name in self.fields}
        if condition is not None:
            own = kept.get("where")
            kept["where"] = condition if own is None else f"{condition} AND ({own})"
        if ids:
            kept["given"] = {**(kept.get("given") or {}), IDS: [*ids]}
        return self.source.recall(None, {**kept, **clauses})

    def _meaning(self, need: str) -> NDArray[np.float32] | None:
        try:
            return self.source.embed(need) if embeddable(need) else None
        except ModelChanged:
            raise
        except EmbeddingError:
            return None

    # ---- what holds ------------------------------------------------------------------------------

    def _as_they_stand(self, offers: Offers) -> Offers:
        """Return the offers without what is at hand, and each superseded memory replaced by what holds instead.

        Where that may not be told (it is of another task, or against WHERE), the older one stays, and is marked.
        """
        rows = {offer.memory.row for each in offers.values() for offer in each}
        replaced = successors(self.source.projection, rows, self._as_of)
        standing = {memory.row: memory for memory in self.source.journal.memories(sorted(set(replaced.values())))}
        told = {hit.memory.row: hit.memory for hit in self._successors(standing.values())}
        active = [offer.memory.row for offer in offers["recent"][: self._active]]
        at_hand = {*active, *(memory.row for memory in self.at_hand)}

        def as_it_stands(offer: Offer) -> Offer:
            end = replaced.get(offer.memory.row)
            if end is None or self._is_later(standing[end]):
                return offer
            if end in told:
                return replace(offer, memory=told[end], reason=f"replaces {offer.memory.id}", why="")
            return replace(offer, mark=f"superseded by {standing[end].id}")

        return {
            section: [new for offer in each if (new := as_it_stands(offer)).memory.row not in at_hand]
            for section, each in offers.items()
        }

    def _successors(self, memories: Iterable[Memory]) -> Sequence[Hit]:
        ids = [memory.id for memory in memories]
        return self._within(SCOPE, f"m.id IN ${IDS}", ids, **NEWEST, k=len(ids)).hits if ids else ()

    @property
    def _active(self) -> int:
        """How many of the newest are at hand (NEAR ACTIVE)."""
        return self.fields.get("active") or 0

    @property
    def _reference(self) -> int | None:
        return None if self.front.question is None else to_micros(self.front.question.reference)

    @property
    def _as_of(self) -> int | None:
        return None if self.fields.get("as_of") is None else self._reference

    def _is_later(self, memory: Memory) -> bool:
        """Whether a memory is of a time that is not spoken of: then it has not replaced anything yet."""
        until = self.fields.get("until")
        if isinstance(until, timedelta):
            return to_micros(memory.at) > (self._reference or 0) - until / timedelta(microseconds=1)
        moment = checks.moment("until", until)
        return moment is not None and to_micros(memory.at) > moment


def _newest(hits: Iterable[Hit]) -> list[Hit]:
    """Return hits, the newest first."""
    return sorted(hits, key=lambda hit: (hit.memory.at, hit.memory.row), reverse=True)
