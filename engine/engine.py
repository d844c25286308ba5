"""The engine: one open store, and everything that can be asked of it.

    remember -> journal (durable) -> projection (private, disposable) <- query

A write returns when the journal has it. A query first lets the projection catch up, so a caller reads its own writes
and everybody else's; a background thread does the same when nobody waits. This file only joins the rooms: what a
memory must look like is `remember`, how it is written `writer`, how a question is answered `asker`, and what the
handles of one process share is `store`.
"""

from __future__ import annotations

import weakref
from collections import deque
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any, TextIO, Unpack, cast

from ..errors import MemoryInvalid, MemoryNotFound, StoreClosed
from . import checks
from .embedding.port import Embedder
from .embedding.resolve import EmbedderSpec
from .embedding.tokens import TokenCounter, count_tokens
from .fields import RecallFields, RememberFields, check_known
from .health import Finding, damage, examine
from .journal.journal import Journal
from .model import DEFAULT_NAMESPACE, MEMORY_EDGES, Draft, EdgeType, Link, Memory, Receipt
from .packing import pack
from .projection.projection import Projection
from .remember import make_draft
from .results import Context, Front, Rows
from .sharing import Lease, lease
from .standing import pinned_rows, superseded_rows
from .store import Store
from .times import NEVER
from .writer import Writer

if TYPE_CHECKING:
    from ..dsl.plan import Plan
    from .asker import Asker
    from .links import LinkView

RECENT = 64
"""Memories of this session that NEAR ACTIVE can reach without a task."""


def open(
    path: str | Path,
    *,
    create: bool = True,
    namespace: str = DEFAULT_NAMESPACE,
    embedder: EmbedderSpec = None,
    tokens: TokenCounter = count_tokens,
    background: bool = True,
) -> Engine:
    """Open a store, a directory; make it where there is none, unless `create` is False.

    A process that has it open already gets another handle on the same; the last one to close lets go of the files.
    embedder: None for the one that it is open with, else for the model that is shipped; or a name, a folder, a
    function, an Embedder. tokens: what counts the tokens of a budget. background: whether a thread follows the journal
    between queries.
    Raises StoreNotFound, StoreDamaged, StoreError, ModelMissing where the embedder is not on this machine, and
    ModelChanged where the store is open here with another.
    """
    share = lease(path, create=create, embedder=embedder)
    if background:
        share.store.follow()
    return Engine(share, namespace=namespace, tokens=tokens)


def create(path: str | Path, **options: Any) -> Engine:
    """Make a store where there is none and open it; options as in `open`. Raises StoreExists where something is."""
    Journal.create(Path(path)).close()
    return open(path, create=False, **options)


class Engine:
    """A handle on an open store. Safe to share between threads; close it, or use it in a `with` block."""

    def __init__(
        self, share: Lease, *, namespace: str = DEFAULT_NAMESPACE, tokens: TokenCounter = count_tokens
    ) -> None:
        self.path = share.store.journal.path
        self.namespace = namespace
        self._store = share.store
        self._closed = False
        self._writer = Writer(share.store, namespace)
        self._tokens = tokens
        self._asker: Asker | None = None
        self._recent: deque[int] = deque(maxlen=RECENT)
        # Also when the last reference goes, and when the interpreter ends: a thread inside the graph engine would then
        # end the process by a signal.
        self._let_go = weakref.finalize(self, share.end)

    def __enter__(self) -> Engine:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Let go of the store; the last handle of the process closes its files. Closing twice does nothing."""
        self._closed = True
        self._let_go()

    @property
    def store(self) -> Store:
        """The rooms of the store, for whoever measures or mends; a caller needs none of them.

        Raises StoreClosed, also where another handle keeps the store itself open.
        """
        if self._closed:
            raise StoreClosed(f"{self.path} was closed.", hint="Open the store again.")
        return self._store

    @property
    def journal(self) -> Journal:
        return self.store.journal

    @property
    def projection(self) -> Projection:
        return self.store.projection

    @property
    def embedder(self) -> Embedder:
        return self.store.embedder

    # ---- writing -------------------------------------------------------------------------------

    def remember(
        self, text: str | None = None, *, namespace: str | None = None, **fields: Unpack[RememberFields]
    ) -> str:
        """Remember one memory and return its id, once it is durable. Fields as in `remember.make_draft`.

        Raises MemoryInvalid, before anything is written, for a field that cannot be kept as it is.
        """
        check_known(fields, RememberFields, "A memory")
        draft = make_draft(text, namespace=self.namespace if namespace is None else namespace, **fields)
        return self.remember_drafts([draft])[0].id

    def remember_drafts(self, drafts: Sequence[Draft]) -> list[Receipt]:
        """Remember many in one transaction: all of them, or none."""
        store = self.store
        receipts = self._writer.write(drafts)
        self._recent.extend(receipt.row for receipt in receipts)
        store.nudge()
        return receipts

    def link(
        self, source: str, target: str, type: EdgeType = "CAUSED", *, reason: str | None = None, weight: float = 1.0
    ) -> None:
        """Draw an edge between two memories.

        Raises MemoryInvalid for a type that does not join memories, and for a memory joined to itself.
        """
        if type not in MEMORY_EDGES:
            raise MemoryInvalid(f"No edge {type!r:.60} joins memories.", hint=f"Those do: {', '.join(MEMORY_EDGES)}.")
        if source == target:
            raise MemoryInvalid(f"{source!r:.60} cannot be joined to itself.", hint="Give two ids.")
        self.journal.link(self.namespace, [Link(type, source, target, reason, weight)])
        self.store.nudge()

    def unlink(self, source: str, target: str, type: EdgeType = "CAUSED") -> None:
        """Take an edge back; it stays in the journal, and AS OF an earlier time it holds."""
        self.journal.unlink(self.namespace, [Link(type, source, target)])
        self.store.nudge()

    def forget(self, *ids: str) -> None:
        """Forget memories: gone from every query, and reversible by `restore`. Raises MemoryNotFound."""
        self.journal.forget(self.namespace, checks.names("ids", ids))
        self.store.nudge()

    def restore(self, *ids: str) -> None:
        """Bring forgotten memories back. Raises MemoryNotFound."""
        self.journal.restore(self.namespace, checks.names("ids", ids))
        self.store.nudge()

    # ---- asking --------------------------------------------------------------------------------

    def query(self, text: str, parameters: Mapping[str, Any] | None = None) -> Rows:
        """Run a statement in the Clew language. It can only read.

        Raises a QueryError that points at its place, or LimitError.
        """
        return self._asking().query(text, parameters or {})

    def plan(self, text: str) -> Plan:
        """Compile a statement and return its Plan; one that was compiled before comes from a cache."""
        return self._asking().plan(text)

    def recall(self, need: str | None = None, **fields: Unpack[RecallFields]) -> Front:
        """Recall the memories that help with a need; every hit carries its reasons.

        Fields as in `recall_arguments.recall_of`.
        """
        check_known(fields, RecallFields, "A recall")
        return self._asking().recall(need, fields)

    def context(
        self, need: str, *, budget: int = 1500, near: Iterable[str] = (), task: str | None = None, **fields: Any
    ) -> Context:
        """Pack what helps with a need, and was not superseded, into a text for a prompt, of at most `budget` tokens."""
        wanted = cast(RecallFields, {"k": 50, **fields, "near": tuple(near), "task": task})
        hits = self.recall(need, **wanted)
        recent = self.list(task=task, limit=10, newest=True) if task else self._session_memories()
        pinned = self.journal.memories(pinned_rows(self.projection, self.namespace))
        replaced = superseded_rows(self.projection)
        return pack(
            [memory for memory in pinned if memory.row not in replaced],
            [hit for hit in hits if hit.memory.row not in replaced],
            [memory for memory in recent if memory.row not in replaced],
            budget=budget,
            count=self._tokens,
        )

    def get(self, id: str) -> Memory:
        """Return one memory. Raises MemoryNotFound where there is none, or it was forgotten."""
        row = self.journal.row_of(self.namespace, checks.name("id", id))
        found = [] if row is None else self.journal.memories([row])
        if not found or found[0].retracted_at is not None:
            hint = "It was forgotten; `restore` brings it back." if found else "`list` shows what there is."
            raise MemoryNotFound(f"There is no memory `{id}`.", hint=hint, id=id)
        return found[0]

    def list(
        self, *, task: str | None = None, type: str | None = None, limit: int = 100, newest: bool = False
    ) -> list[Memory]:
        """Return memories, newest first; those of a task in the order of its steps, unless `newest`."""
        checks.optional_name("task", task)
        checks.optional_name("type", type)
        rows = self.journal.find(self.namespace, task=task, type=type, limit=checks.whole("limit", limit, NEVER))
        found = self.journal.memories(rows)
        return found if task is None or newest else sorted(found, key=lambda m: (m.step is None, m.step, m.row))

    def links(self, id: str) -> list[LinkView]:
        """Return the edges between a memory and others, causes first. Raises MemoryNotFound."""
        from .links import links_of

        row = self.get(id).row
        self.store.fresh()
        return links_of(self.projection, row)

    # ---- caring --------------------------------------------------------------------------------

    def stats(self) -> dict[str, Any]:
        """Return what the store holds, by kind, and what its files weigh in bytes."""
        self.store.fresh()
        weight = sum(file.stat().st_size for file in self.journal.path.rglob("*") if file.is_file())
        return {**asdict(self.journal.counts()), **self.projection.counts(), "bytes": weight}

    def doctor(self, *, fix: bool = False) -> list[Finding]:
        """Return what is wrong, the worst first, each with its cure.

        fix: first make anew what is derived from the events and does not agree with them, and embed what is pending.
        """
        if fix:
            if any(found.kind in ("index", "words") for found in self.journal.verify()):
                self.journal.reindex()
            self.store.vectorizer.catch_up(float("inf"))
        self.store.fresh()
        return [*examine(self.journal, self.projection, self.store.fault)]

    def verify(self) -> tuple[list[Finding], int]:
        """Return what is wrong with the journal, and how many events it has."""
        return [*damage(self.journal)], self.journal.head()

    def export(self, file: TextIO) -> int:
        """Write every event as a line of JSON, in order; return how many."""
        from .export import write_events

        return write_events(self.journal, file)

    def rebuild(self) -> float:
        """Throw every snapshot and projection away and make them from the journal; return the seconds it took."""
        import time

        start = time.perf_counter()
        self.projection.rebuild()
        return time.perf_counter() - start

    # ---- inside --------------------------------------------------------------------------------

    def _asking(self) -> Asker:
        store = self.store
        if self._asker is None:
            from .asker import Asker

            self._asker = Asker(store, self.namespace, self._tokens, recent=lambda: tuple(self._recent))
        return self._asker

    def _session_memories(self) -> Sequence[Memory]:
        """Return what this session wrote last, newest first."""
        rows = list(self._recent)[::-1][:10]
        return [memory for memory in self.journal.memories(rows) if memory.retracted_at is None]
