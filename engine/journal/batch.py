"""`remember`, inside one write transaction: each draft is found to be there or completed; then all is written.

Rows are gathered and written by one statement a table: for 1,000 memories that is several times as fast.
"""

from __future__ import annotations

from collections.abc import Sequence

from ..values.model import Draft, Receipt
from . import words
from .completion import complete
from .ledger import Ledger
from .numbers import Namespace, Numbers
from .past import ADD_LITERALS, Place, TaskPast
from .payloads import encode, payload_of
from .repeats import Repeats
from .schema import to_key
from .sqlite_border import Connection, Row
from .terms import to_index

NEXT_ROW = "SELECT coalesce(max(row) + 1, 0) FROM memories"
ADD_MEMORIES = "INSERT INTO memories VALUES (?, ?, ?, ?, ?, ?, ?, NULL)"


class Batch:
    """Drafts on their way into the journal. `now` is the wall clock in microseconds."""

    def __init__(self, connection: Connection, now: int) -> None:
        self._connection = connection
        self._ledger = Ledger(connection, now)
        self._numbers = Numbers(connection)
        self._repeats = Repeats(connection)
        self._next_row: int = connection.value(NEXT_ROW)
        self._memories: list[Row] = []
        self._words: dict[int, list[tuple[int, str]]] = {}

    def add(self, draft: Draft) -> Receipt:
        """Take in one draft. Raises MemoryInvalid for an id that says something else already, and for a wrong step."""
        namespace = self._numbers.namespace(draft.namespace)
        return self._repeats.find(draft, namespace) or self._remember(draft, namespace)

    def add_all(self, drafts: Sequence[Draft]) -> list[Receipt]:
        """Take in many, in order; errors as in `add`."""
        ids: dict[str, list[str]] = {}
        for draft in drafts:
            ids.setdefault(draft.namespace, []).append(draft.id)
        for name, some in ids.items():
            self._repeats.look_up(self._numbers.namespace(name), some)
        return [self.add(draft) for draft in drafts]

    def write(self) -> None:
        """Write what was taken in. Once, at the end of the transaction."""
        self._ledger.write()
        self._connection.run_many(ADD_MEMORIES, self._memories)
        for number, texts in self._words.items():
            words.add(self._connection, number, texts)
        for task in self._numbers.tasks():
            self._connection.run_many(ADD_LITERALS, task.literal_rows())

    def _remember(self, draft: Draft, namespace: Namespace) -> Receipt:
        row, time = self._next_row, self._ledger.next_time(draft.recorded_at)
        task = None if draft.task is None else self._numbers.task(namespace, draft.task)
        done = complete(draft, task)
        full = payload_of(draft, row=row, recorded_at=time, step=done.step, links=done.links, unlinks=done.unlinks)
        payload = encode(full)
        operation = self._ledger.add("remember", namespace, payload, time, draft.operation)
        receipt = Receipt(draft.id, row, self._ledger.seq, new=True)
        self._repeats.add(namespace, operation, receipt, payload)
        self._index(draft, namespace, receipt, task, done.step)
        self._next_row += 1
        return receipt

    def _index(
        self, draft: Draft, namespace: Namespace, receipt: Receipt, task: TaskPast | None, step: int | None
    ) -> None:
        number, kind = (None if task is None else task.task), to_key(draft.types[0])
        self._memories.append((receipt.row, namespace.number, to_key(draft.id), receipt.seq, number, step, kind))
        self._words.setdefault(namespace.number, []).append((receipt.row, to_index(draft.text, draft.agent)))
        if task is not None and step is not None:
            task.add(Place(step, receipt.row, draft.id), draft.literals_seen)
