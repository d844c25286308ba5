"""Writing for one handle: memories, edges, what is thought of memories, definitions. Each call is one transaction.

Both ways in end here, the methods of Python and the statements of the language: so they write the same events.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, TypeAlias, cast

from ...errors import MemoryInvalid, MemoryNotFound
from ..answers.results import Front, Rows
from ..extraction.keys import match_key
from ..handle.store import Store
from ..journal.definitions import key_of
from ..learning.account import account_of
from ..values import checks
from ..values.model import MEMORY_EDGES, Definition, DefinitionKind, Draft, EdgeType, EventKind, Link, Memory, Receipt
from .near import not_found
from .writer import Writer

if TYPE_CHECKING:
    from ..asking.recall_record import RecallRecord

RECENT = 64
"""Memories of this session that NEAR ACTIVE can reach without a task."""

OUTCOMES: Mapping[str, float] = {"success": 1.0, "failure": 0.0}

Outcome: TypeAlias = Literal["success", "failure"] | float


class Defined(NamedTuple):
    """What became of a definition. change: `new`, `replaced`, `unchanged`."""

    kind: DefinitionKind
    name: str
    change: str


class Scribe:
    """Writes for one handle, in its namespace. `recent` are the rows that it wrote, oldest first."""

    def __init__(self, store: Store, namespace: str) -> None:
        self.namespace = namespace
        self.recent: deque[int] = deque(maxlen=RECENT)
        self._store = store
        self._journal = store.journal
        self._writer = Writer(store, namespace)

    # ---- memories and edges --------------------------------------------------------------------

    def remember(self, drafts: Sequence[Draft]) -> list[Receipt]:
        """Remember all of these, or none. Raises what `Journal.append` does."""
        receipts = self._writer.write(drafts)
        self.recent.extend(receipt.row for receipt in receipts)
        self._store.nudge()
        return receipts

    def link(self, link: Link, operation: str | None = None) -> None:
        """Draw an edge between two memories. Raises MemoryInvalid where it cannot join them."""
        if link.type not in MEMORY_EDGES:
            hint = f"Those do: {', '.join(MEMORY_EDGES)}."
            raise MemoryInvalid(f"No edge {link.type!r:.60} joins memories.", hint=hint)
        if link.source == link.target:
            raise MemoryInvalid(f"{link.source!r:.60} cannot be joined to itself.", hint="Give two ids.")
        self._journal.link(self.namespace, [link], operation)
        self._store.nudge()

    def same_as(self, name: str, other: str, operation: str | None = None) -> None:
        """Say that two names are of one entity. Raises MemoryInvalid for names that are one already, whatever the
        case.
        """
        if match_key(checks.name("name", name)) == match_key(checks.name("other", other)):
            raise MemoryInvalid(f"`{name:.60}` and `{other:.60}` are one name.", hint="Give two.")
        self._journal.link(self.namespace, [Link("SAME_AS", name, other)], operation)
        self._store.nudge()

    def unlink(self, source: str, target: str, type: EdgeType, operation: str | None = None) -> bool:
        """Take an edge back. Return whether there was one, or one that waits: else nothing is written."""
        from .edges import holds

        link = Link(type, checks.name("source", source), checks.name("target", target))
        if type in MEMORY_EDGES and not self.missing((source, target)) and not holds(self._store, self.namespace, link):
            return False
        self._journal.unlink(self.namespace, [link], operation)
        self._store.nudge()
        return True

    def missing(self, ids: Iterable[str]) -> list[str]:
        """Return those of the ids that no memory here has yet."""
        wanted = list(dict.fromkeys(ids))
        return [
            id for id, row in zip(wanted, self._journal.rows_of(self.namespace, wanted), strict=True) if row is None
        ]

    # ---- what is thought of memories -----------------------------------------------------------

    def reinforce(self, ids: object, by: float, operation: str | None = None) -> list[Memory]:
        """Take the share `by` off what the importance of each lacks to 1. Raises MemoryNotFound, MemoryInvalid."""
        return self._about("reinforce", ids, operation, by=by)

    def pin(self, ids: object, operation: str | None = None) -> list[Memory]:
        return self._about("pin", ids, operation)

    def unpin(self, ids: object, operation: str | None = None) -> list[Memory]:
        return self._about("unpin", ids, operation)

    def feedback(
        self,
        outcome: Outcome,
        ids: object = (),
        recall: str | None = None,
        operation: str | None = None,
        record: Mapping[str, Any] | None = None,
    ) -> list[Memory]:
        """Keep how it went with these memories, or with a recall that has a name. record: what it was, to learn from.

        Raises MemoryInvalid for another outcome than success, failure or a number in [0, 1], and where none is named.
        """
        if recall is None and not checks.names("memories", ids):
            raise MemoryInvalid("Feedback is for a recall or for memories.", hint="Name what was used.")
        known: dict[str, Any] = {} if record is None else {"record": record}
        return self._about("feedback", ids, operation, outcome=_share(outcome), recall=recall, **known)

    def forget(self, ids: object, operation: str | None = None, *, found: bool = False) -> list[Memory]:
        """Forget memories. found: the ids come from the store itself, and there may be any number of them."""
        return self._about("forget", ids, operation, found=found)

    def restore(self, ids: object, operation: str | None = None) -> list[Memory]:
        return self._about("restore", ids, operation)

    def left(self, ids: Sequence[str]) -> tuple[str, ...]:
        """Return the ids without those of memories that were forgotten. Raises MemoryNotFound."""
        return tuple(memory.id for memory in self.memories(ids) if memory.retracted_at is None)

    def memories(self, ids: Sequence[str]) -> list[Memory]:
        """Return memories by id, forgotten ones too. Raises MemoryNotFound."""
        rows = self._journal.rows_of(self.namespace, ids)
        for id, row in zip(ids, rows, strict=True):
            if row is None:
                raise not_found(id, self._journal, self.namespace, "Nothing was changed.")
        return self._journal.memories([row for row in rows if row is not None])

    def _about(
        self, kind: EventKind, ids: object, operation: str | None, *, found: bool = False, **said: Any
    ) -> list[Memory]:
        """Write one event about memories, unless there are none, and return those that it changed as they are now."""
        names = cast("Sequence[str]", ids) if found else _names(ids)
        if not names and not said.get("recall"):
            return []
        try:
            event = self._journal.record(kind, self.namespace, {"ids": names, **said}, operation)
        except MemoryNotFound as error:
            raise self._with_nearest(error, kind) from None
        self._store.nudge()
        return self.memories(event.payload["ids"])

    def _with_nearest(self, error: MemoryNotFound, kind: EventKind) -> MemoryNotFound:
        """Return an error about ids with the nearest to the first that is not there; of a forgotten one as it is."""
        missing = self.missing(error.data.get("ids", ()))
        if not missing:
            return error
        return not_found(missing[0], self._journal, self.namespace, "Nothing was changed.", forgotten=kind == "restore")

    # ---- definitions ---------------------------------------------------------------------------

    def define(self, definitions: Sequence[Definition], operation: str | None = None) -> list[Defined]:
        """Let names stand for these from now on: all of them, or none. What stands already writes nothing.

        Raises MemoryInvalid for one that cannot be kept.
        """
        before = {_identity(one): one for one in self._journal.definitions(self.namespace)}
        told = [Defined(one.kind, one.name, _change(one, before)) for one in definitions]
        if any(one.change != "unchanged" for one in told):
            self._journal.record("define", self.namespace, {"definitions": list(definitions)}, operation)
            self._store.nudge()
        return told

    def drop(self, kind: DefinitionKind, name: str, operation: str | None = None) -> Defined:
        """Let a name stand for nothing. Raises MemoryNotFound, which names the nearest that there is."""
        drop = {"kind": kind, "name": name}
        try:
            self._journal.record("drop", self.namespace, {"drops": [drop]}, operation)
        except MemoryNotFound as error:
            error.hint = self._nearest(kind, name)
            raise
        self._store.nudge()
        return Defined(kind, name, "dropped")

    def _nearest(self, kind: DefinitionKind, name: str) -> str:
        from ...dsl.diagnosis.suggest import nearest

        known = [one.name for one in self._journal.definitions(self.namespace) if one.kind == kind]
        near = nearest(name, known)
        if near is not None:
            return f"`{near}` is similar."
        return f"There is: {', '.join(f'`{one}`' for one in known)}." if known else f"No {kind} is defined here."


class Meant(NamedTuple):
    """The recall that an outcome is of: its name, the memories that it answered with, and what is kept of it."""

    name: str | None
    ids: tuple[str, ...] = ()
    record: Mapping[str, Any] | None = None


def meant(recall: str | Front | Rows | RecallRecord | None) -> Meant:
    """Return what is known of a recall: of one that is only named, nothing more."""
    if recall is None or isinstance(recall, str):
        return Meant(recall)
    record = recall.record if isinstance(recall, Front | Rows) else recall
    return Meant(record.id, tuple(hit.id for hit in record.hits), account_of(record))


def refuse_elsewhere(recall: str | Front | Rows | RecallRecord | None, namespace: str) -> None:
    """Refuse an answer from another namespace: what has one of its ids here is another memory. Raises MemoryInvalid."""
    places = {hit.memory.namespace for hit in recall} - {namespace} if isinstance(recall, Front) else ()
    if places:
        place = min(places)
        said = f"The answer has memories of the namespace `{place}`, and this handle writes in `{namespace}`."
        raise MemoryInvalid(said, hint=f"Open the store with namespace={place!r} for it.")


def _names(ids: object) -> tuple[str, ...]:
    """Return ids, each once. Raises MemoryInvalid, with a way out where a list stands in the place of one."""
    if _holds_a_list(ids):
        raise MemoryInvalid("An id is a string, and not a list.", hint="`*ids` gives each by itself.", field="ids")
    return checks.names("ids", ids)


def _holds_a_list(ids: object) -> bool:
    given = cast("tuple[object, ...]", ids) if isinstance(ids, tuple) else ()
    return any(isinstance(one, list | tuple) for one in given)


def _share(outcome: object) -> float:
    """Return an outcome as a number in [0, 1]. Raises MemoryInvalid."""
    if isinstance(outcome, str) and outcome in OUTCOMES:
        return OUTCOMES[outcome]
    hint = "Give `success`, `failure`, or a number from 0 to 1."
    if isinstance(outcome, str):
        raise MemoryInvalid(f"There is no outcome {outcome[:40]!r}.", hint=hint, field="outcome")
    try:
        return checks.number("outcome", outcome, 0.0, 1.0)
    except MemoryInvalid as error:
        error.hint = hint
        raise


def _identity(one: Definition) -> tuple[str, bytes]:
    return one.kind, key_of(one.kind, one.name)


def _change(one: Definition, before: Mapping[tuple[str, bytes], Definition]) -> str:
    old = before.get(_identity(one))
    return "new" if old is None else "unchanged" if old == one else "replaced"
