"""What a memory is: frozen, typed, and the same on every way in.

`Memory` is what comes back. `Draft` is what goes in, already normalised; the journal completes it (row, step, links)
inside the write transaction, because only there is it certain what came before. `Event` is what the journal keeps, and
all that a projection ever sees.

Times are whole microseconds since 1970 in UTC everywhere inside, and aware datetimes at the border: a float loses
microseconds, and a naive datetime loses its zone.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Literal, TypeAlias

DEFAULT_NAMESPACE = "default"

EdgeType: TypeAlias = Literal[
    "CAUSED",
    "FOLLOWS",
    "SUPERSEDES",
    "CONTRADICTS",
    "SUMMARISES",
    "TAGGED",
    "MENTIONS",
    "IN_TASK",
    "PART_OF",
    "BROADER",
    "SAME_AS",
    "BY",
]
MEMORY_EDGES: tuple[EdgeType, ...] = ("CAUSED", "FOLLOWS", "SUPERSEDES", "CONTRADICTS", "SUMMARISES")
NAME_EDGES: tuple[EdgeType, ...] = ("SAME_AS", "BROADER")
"""Between names: two of one entity; a tag and the broader one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Memory:
    """One memory as the store knows it.

    text: what is embedded and searched; as given, else action, newline, observation.
    type: the first of `types`.
    importance, confidence, trust: in [0, 1], higher is more. valence: in [-1, 1].
    meta: the user's own JSON fields.
    """

    id: str
    namespace: str
    row: int
    text: str
    action: str | None = None
    observation: str | None = None
    types: tuple[str, ...] = ("fact",)
    action_type: str | None = None
    task: str | None = None
    step: int | None = None
    agent: str | None = None
    at: datetime
    recorded_at: datetime
    retracted_at: datetime | None = None
    valid_from: datetime | None = None
    valid_to: datetime | None = None
    importance: float = 0.5
    confidence: float = 1.0
    trust: float = 1.0
    valence: float = 0.0
    pinned: bool = False
    tier: str = "active"
    access_count: int = 0
    last_access: datetime | None = None
    successes: float = 0.0
    failures: float = 0.0
    source: str | None = None
    tags: tuple[str, ...] = ()
    entities: tuple[str, ...] = ()
    meta: Mapping[str, Any] = field(default_factory=dict[str, Any])

    @property
    def type(self) -> str:
        return self.types[0]

    def to_dict(self) -> dict[str, Any]:
        """Return every field by name: tuples as lists, times as aware datetimes."""
        values: dict[str, Any] = {name: getattr(self, name) for name in self.__slots__}
        lists = {"types", "tags", "entities"}
        return {name: list(value) if name in lists else value for name, value in values.items()}


@dataclass(frozen=True, slots=True)
class Link:
    """An edge between two memories of one namespace, by id. `inferred` marks what a rule found and nobody said."""

    type: EdgeType
    source: str
    target: str
    reason: str | None = None
    weight: float = 1.0
    inferred: bool = False


@dataclass(frozen=True, slots=True)
class Tag:
    name: str
    inferred: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Draft:
    """A memory to be remembered, normalised and checked, its times in microseconds.

    step: None with a task means the next one.
    causes, supersedes: ids in the same namespace; they may name memories that have not arrived.
    literals_seen, literals_used: feed the rule that a call which uses a literal was caused by the observation that
      first held it.
    operation: makes a retried write the same write; None takes a new one.
    recorded_at: set only for a backdated import.
    """

    id: str
    namespace: str
    text: str
    action: str | None = None
    observation: str | None = None
    types: tuple[str, ...] = ("fact",)
    action_type: str | None = None
    task: str | None = None
    step: int | None = None
    agent: str | None = None
    at: int | None = None
    recorded_at: int | None = None
    valid_from: int | None = None
    valid_to: int | None = None
    importance: float = 0.5
    confidence: float = 1.0
    trust: float = 1.0
    valence: float = 0.0
    pinned: bool = False
    tier: str = "active"
    source: str | None = None
    tags: tuple[Tag, ...] = ()
    entities: tuple[str, ...] = ()
    links: tuple[Link, ...] = ()
    meta: Mapping[str, Any] = field(default_factory=dict[str, Any])
    literals_seen: tuple[str, ...] = ()
    literals_used: tuple[str, ...] = ()
    operation: str | None = None


EventKind: TypeAlias = Literal[
    "remember",
    "link",
    "unlink",
    "forget",
    "restore",
    "reinforce",
    "pin",
    "unpin",
    "feedback",
    "define",
    "drop",
]


@dataclass(frozen=True, slots=True)
class Event:
    """One line of the journal. `seq` rises by one; `recorded_at` is in microseconds.

    payload, by kind (ids are of `namespace`; links are objects with the fields of `Link`):
      remember  every field of the Draft but the literals and the operation, completed: `row`, `step`, `at`,
                `recorded_at`; `backdated` (true) where the caller gave that; `tags` as [{name, inferred}]; `links` with
                those that rules added; `unlinks` for derived FOLLOWS edges that an out-of-order arrival replaces
      link      {links: [...]}          unlink   {unlinks: [{type, source, target, inferred}]}
      forget    {ids: [...]}            restore  {ids: [...]}: those whose state it changes
      pin       {ids: [...]}            unpin    {ids: [...]}: those whose state it changes
      reinforce {ids: [...], by}: `by` in [0, 1]
      feedback  {ids: [...], outcome, recall, record}: `outcome` in [0, 1]; `recall` names the recall that they
                were part of; `record`, where it is known, is what was asked and answered (`learning/account`)
      define    {definitions: [...], links, unlinks}: objects with the fields of `Definition`; the links and unlinks are
                the edges between tags that follow from them
      drop      {drops: [{kind, name}], unlinks}

    An unlink with `inferred` true takes back only what a rule drew, and not the same edge where somebody said it.
    """

    seq: int
    operation: str
    recorded_at: int
    namespace: str
    kind: EventKind
    payload: Mapping[str, Any]


DefinitionKind: TypeAlias = Literal["intent", "strategy", "tag", "type"]


@dataclass(frozen=True, slots=True)
class Definition:
    """What a name stands for in a namespace.

    text: of an intent or a strategy, the statement that defined it.
    under: of a tag, the broader one.
    half_life_days: of a type, how long its memories take to lose half of their recency, above 0; None for the
      strategy's own.
    """

    kind: DefinitionKind
    name: str
    text: str | None = None
    description: str | None = None
    under: str | None = None
    half_life_days: float | None = None


@dataclass(frozen=True, slots=True)
class Receipt:
    """What a durable write answers: the memory's id and row, the number of its event, and whether it was new.

    One that was there already may be `forgotten`, and stays so until it is restored.
    """

    id: str
    row: int
    seq: int
    new: bool
    forgotten: bool = False
