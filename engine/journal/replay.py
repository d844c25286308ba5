"""Events of another journal, kept again as they were: the same operation, time, words and edges, in the same order.

What an export holds may have been edited, and what a journal holds every projection must be able to follow, for ever.
So `told` first makes of an event what this journal would have written, or refuses it; only then is it kept. Of an event
that this journal wrote it makes the same bytes. Fields that are not known here are kept: a newer release may have
written them.

Only three things can differ from the other journal: the numbers of the event and of the memory's row, which go on from
what is here, and what an event changes, where a memory was forgotten here already. What is here already, by operation
or by an id that says the same, is not kept twice.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from itertools import groupby
from typing import Any, Protocol, TypeVar, cast, get_args

from ...errors import MemoryInvalid
from ..values import checks
from ..values.model import Draft, EventKind, Link, Receipt, Tag
from ..writing.remember import make_draft
from . import changes, definitions, embeddings
from .batch import Batch
from .embeddings import Vectors
from .ledger import END
from .payloads import Payload, encode, link_fields, payload_of, unlink_fields
from .sqlite_border import Connection

KINDS: tuple[str, ...] = get_args(EventKind)

FIELDS = frozenset(payload_of(Draft(id="", namespace="", text=""), row=0, recorded_at=0, step=0, links=(), unlinks=()))
"""What the payload of a memory has."""

T = TypeVar("T")


class Kept(Protocol):
    """An event as another journal kept it. recorded_at: microseconds, or None for the time of the replay."""

    @property
    def kind(self) -> str: ...
    @property
    def namespace(self) -> str: ...
    @property
    def payload(self) -> Mapping[str, Any]: ...
    @property
    def operation(self) -> str: ...
    @property
    def recorded_at(self) -> int | None: ...


@dataclass(frozen=True, slots=True)
class Told:
    """An event that can be kept. draft: what somebody said of a memory, without what rules added; None for no
    memory.
    """

    kind: EventKind
    namespace: str
    payload: Payload
    operation: str
    recorded_at: int | None
    draft: Draft | None = None


def told(event: Kept) -> Told:
    """Check an event and return it as it can be kept. Raises MemoryInvalid, with the field that is wrong."""
    if event.kind not in KINDS:
        raise MemoryInvalid(f"There is no event of the kind {event.kind!r:.60}.", hint=f"There are {', '.join(KINDS)}.")
    namespace, operation = checks.name("namespace", event.namespace), checks.name("operation", event.operation)
    time, payload = checks.moment("recorded_at", event.recorded_at), _object(event.payload)
    plain = Told(cast(EventKind, event.kind), namespace, payload, operation, time)
    return _memory(plain) if event.kind == "remember" else replace(plain, payload=_change(event.kind, payload))


def keep(connection: Connection, events: Sequence[Told], now: int, vectors: Vectors | None) -> list[bool]:
    """Keep events, inside a transaction, and say of each whether it was new. `vectors`: one an event, or None.

    Raises MemoryInvalid where an id or an operation stands for something else here, MemoryNotFound for ids to forget
    that are not here.
    """
    new: list[bool] = []
    rows: list[tuple[int, int]] = []
    for are_memories, group in groupby(events, key=lambda event: event.draft is not None):
        if are_memories:
            receipts = _keep_memories(connection, group, now)
            rows += [(receipt.row, len(new) + at) for at, receipt in enumerate(receipts) if receipt.new]
            new += [receipt.new for receipt in receipts]
        else:
            new += [_keep_change(connection, event, now) for event in group]
    if vectors is None:
        embeddings.wait(connection, [row for row, _ in rows])
    else:
        chosen = embeddings.chosen(vectors, [at for _, at in rows], len(events))
        embeddings.put(connection, [row for row, _ in rows], chosen)
    return new


def _keep_memories(connection: Connection, events: Iterable[Told], now: int) -> list[Receipt]:
    batch = _Memories(connection, now)
    receipts = [batch.keep(event, cast(Draft, event.draft)) for event in events]
    batch.write()
    return receipts


def _keep_change(connection: Connection, event: Told, now: int) -> bool:
    last = (connection.row(END) or (0,))[0]
    fields = event.kind, event.namespace, event.payload, event.operation
    return changes.record(connection, *fields, now, event.recorded_at).seq > last


class _Memories(Batch):
    """Memories on their way into the journal, each with the payload that it had."""

    def keep(self, event: Told, draft: Draft) -> Receipt:
        namespace = self._numbers.namespace(event.namespace)
        if (there := self._repeats.find(draft, namespace)) is not None:
            return there
        task = None if draft.task is None else self._numbers.task(namespace, draft.task)
        payload = encode({**event.payload, "row": self._next_row})
        time = self._ledger.same_time(event.payload["recorded_at"])
        operation = self._ledger.add("remember", namespace, payload, time, event.operation)
        receipt = Receipt(draft.id, self._next_row, self._ledger.seq, new=True)
        self._repeats.add(namespace, operation, receipt, payload)
        self._index(draft, namespace, receipt, task, event.payload["step"])
        self._next_row += 1
        return receipt


def _object(payload: object) -> Payload:
    if not isinstance(payload, Mapping):
        raise MemoryInvalid(f"`payload` has to be an object, and not {type(payload).__name__}.", field="payload")
    return dict(cast("Mapping[str, Any]", payload))


def _change(kind: str, payload: Payload) -> Payload:
    """Return what is said by an event that is no memory; the edges that follow from it are found again."""
    fields = changes.CONTENT[kind]
    if set(payload) - FOLLOWING.get(kind, frozenset()) - changes.OPTIONAL.get(kind, frozenset()) != set(fields):
        raise MemoryInvalid(f"The payload of a `{kind}` event has `{'`, `'.join(fields)}` and nothing else.")
    match kind:
        case "link" | "unlink":
            (field,) = fields
            keep_fields = link_fields if kind == "link" else unlink_fields
            return {field: [keep_fields(link) for link in _links(field, payload[field])]}
        case "define":
            given = checks.elements("definitions", payload["definitions"])
            return {"definitions": [asdict(definitions.checked(one)) for one in given]}
        case "drop":
            return {"drops": [definitions.checked_drop(one) for one in checks.elements("drops", payload["drops"])]}
        case "reinforce" | "feedback":
            return {"ids": list(checks.names("ids", payload["ids"])), **changes.said(kind, payload)}
        case _:
            return {"ids": list(checks.names("ids", payload["ids"]))}


FOLLOWING: Mapping[str, frozenset[str]] = {
    "define": frozenset({"links", "unlinks"}),
    "drop": frozenset({"unlinks"}),
}
"""Fields of a payload that follow from the others."""


def _memory(event: Told) -> Told:
    """Return the event of a memory with its draft, its payload as this journal would have written it."""
    given, time = event.payload, event.recorded_at
    if missing := FIELDS - given.keys():
        raise MemoryInvalid(f"The payload has no `{min(missing)}`.", hint="An export of Clew has every field.")
    if given["namespace"] != event.namespace or given["recorded_at"] != time or time is None:
        raise MemoryInvalid("The payload names another namespace or time than its event.")
    draft = replace(_draft(event), recorded_at=time if given.get("backdated") else None)
    links, unlinks = (_links(field, given[field]) for field in ("links", "unlinks"))
    whole = payload_of(draft, row=0, recorded_at=time, step=draft.step, links=links, unlinks=unlinks)
    said = replace(
        draft,
        tags=tuple(tag for tag in draft.tags if not tag.inferred),
        links=tuple(link for link in links if not link.inferred),
    )
    return replace(event, payload=given | whole, draft=said)


def _draft(event: Told) -> Draft:
    given = event.payload
    draft = make_draft(
        given["text"] or " ",  # a memory whose words were erased has none
        namespace=event.namespace,
        type=given["types"],
        tags=_each("tags", given["tags"], lambda fields: Tag(**fields)),
        operation=event.operation,
        **{name: given[name] for name in SAME},
    )
    tier = checks.name("tier", given["tier"])
    kind = checks.optional_name("action_type", given["action_type"])  # as it was then, whatever the rule says now
    return replace(draft, text=given["text"] or "", tier=tier, action_type=kind)


SAME = (
    *("id", "action", "observation", "action_type", "task", "step", "agent", "at", "valid_from", "valid_to"),
    *("importance", "confidence", "trust", "valence", "pinned", "source", "entities", "meta"),
)
"""Fields that are called the same in a payload and in `make_draft`."""


def _links(field: str, values: object) -> tuple[Link, ...]:
    return _each(field, values, lambda fields: changes.checked(Link(**fields)))


def _each(field: str, values: object, made: Callable[[dict[str, Any]], T]) -> tuple[T, ...]:
    """Return what is made of each object in a list."""
    try:
        return tuple(made(cast("dict[str, Any]", value)) for value in checks.elements(field, values))
    except TypeError:
        raise MemoryInvalid(f"`{field}` holds an object with other fields than it should.", field=field) from None
