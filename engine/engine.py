"""The engine: one open store, and everything that can be asked of it.

    remember -> journal (durable) -> projection (private, disposable) <- query

A write returns when the journal has it. A query first lets the projection catch up, so a caller reads its own writes
and everybody else's; a background thread does the same when nobody waits. This file only joins the rooms: what a
memory must look like is `remember`, how a question is answered is `asker`.
"""

from __future__ import annotations

import weakref
from collections import deque
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, TextIO, Unpack, cast

import numpy as np
from numpy.typing import NDArray

from ..errors import EmbeddingError, MemoryInvalid, MemoryNotFound, ModelChanged
from . import checks
from .embedding.port import Embedder
from .embedding.resolve import EmbedderSpec, resolve
from .embedding.tokens import TokenCounter, count_tokens
from .fields import RecallFields, RememberFields, check_known
from .follower import Follower
from .health import Finding, damage, examine
from .journal.journal import Journal
from .model import DEFAULT_NAMESPACE, MEMORY_EDGES, Draft, EdgeType, Link, Memory, Receipt
from .packing import pack
from .projection.projection import Projection
from .remember import make_draft
from .results import Context, Front, Rows
from .tagging import Tagger
from .times import NEVER
from .vectors import Vectorizer

if TYPE_CHECKING:
    from ..dsl.plan import Plan
    from .asker import Asker
    from .links import LinkView

RECENT = 64
"""Memories of this session that NEAR ACTIVE can reach without a task."""

IDLE_SECONDS = 0.5
"""How often the background thread looks for the writes of other processes."""

PENDING_SECONDS = 2.0
"""How long a query waits for pending vectors before it answers without them, and says so."""


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

    embedder: None for the model that is shipped, else a name, a folder, a function or an Embedder. tokens: what counts
    the tokens of a budget. background: whether a thread follows the journal between queries.
    Raises StoreNotFound, StoreDamaged, StoreError, and ModelMissing where the embedder is not on this machine.
    """
    journal = Journal.open(Path(path), create=create)
    try:
        return Engine(journal, resolve(embedder), namespace=namespace, tokens=tokens, background=background)
    except BaseException:
        journal.close()
        raise


def create(path: str | Path, **options: Any) -> Engine:
    """Make a store where there is none and open it; options as in `open`. Raises StoreExists where something is."""
    Journal.create(Path(path)).close()
    return open(path, create=False, **options)


class Engine:
    """An open store. Safe to share between threads; close it, or use it in a `with` block.

    journal, projection, embedder: the rooms, for whoever measures or mends; a caller needs none of them.
    """

    def __init__(
        self, journal: Journal, embedder: Embedder, *, namespace: str, tokens: TokenCounter, background: bool
    ) -> None:
        self.namespace = namespace
        self.journal = journal
        self.projection = Projection(journal)
        self.embedder = embedder
        self._vectorizer = Vectorizer(journal, embedder)
        self._tagger = Tagger(self.projection, self._vectorizer, namespace)
        self._tokens = tokens
        self._asker: Asker | None = None
        self._recent: deque[int] = deque(maxlen=RECENT)
        self._follower = Follower(self._catch_up, IDLE_SECONDS) if background else None
        # Also when the last reference goes, and when the interpreter ends: a thread inside the graph engine would then
        # end the process by a signal.
        self._let_go = weakref.finalize(self, _let_go, self._follower, self.projection, journal)

    def __enter__(self) -> Engine:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Stop the background thread and let go of every file. Closing twice does nothing."""
        self._let_go()

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
        vectors = self._vectorizer.of_drafts(drafts, self._known(drafts))
        receipts = self.journal.append(self._tagged(drafts, vectors), vectors)
        self._recent.extend(receipt.row for receipt in receipts)
        self._nudge()
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
        self._nudge()

    def unlink(self, source: str, target: str, type: EdgeType = "CAUSED") -> None:
        """Take an edge back; it stays in the journal, and AS OF an earlier time it holds."""
        self.journal.unlink(self.namespace, [Link(type, source, target)])
        self._nudge()

    def forget(self, *ids: str) -> None:
        """Forget memories: gone from every query, and reversible by `restore`. Raises MemoryNotFound."""
        self.journal.forget(self.namespace, checks.names("ids", ids))
        self._nudge()

    def restore(self, *ids: str) -> None:
        """Bring forgotten memories back. Raises MemoryNotFound."""
        self.journal.restore(self.namespace, checks.names("ids", ids))
        self._nudge()

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
        """Recall the memories that help with a need. Fields as in `asking.recall_of`; every hit carries its reasons."""
        check_known(fields, RecallFields, "A recall")
        return self._asking().recall(need, fields)

    def context(
        self, need: str, *, budget: int = 1500, near: Iterable[str] = (), task: str | None = None, **fields: Any
    ) -> Context:
        """Pack what helps with a need, and was not superseded, into a text for a prompt, of at most `budget` tokens."""
        wanted = cast(RecallFields, {"k": 50, **fields, "near": tuple(near), "task": task})
        hits = self.recall(need, **wanted)
        recent = self.list(task=task, limit=10, newest=True) if task else self._session_memories()
        replaced = self._replaced()
        return pack(
            [memory for memory in self._pinned() if memory.row not in replaced],
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
        self._fresh()
        return links_of(self.projection, row)

    # ---- caring --------------------------------------------------------------------------------

    def stats(self) -> dict[str, Any]:
        """Return what the store holds, by kind, and what its files weigh in bytes."""
        self._fresh()
        weight = sum(file.stat().st_size for file in self.journal.path.rglob("*") if file.is_file())
        return {**asdict(self.journal.counts()), **self.projection.counts(), "bytes": weight}

    def doctor(self, *, fix: bool = False) -> list[Finding]:
        """Return what is wrong, the worst first, each with its cure.

        fix: first make anew what is derived from the events and does not agree with them, and embed what is pending.
        """
        if fix:
            if any(found.kind in ("index", "words") for found in self.journal.verify()):
                self.journal.reindex()
            self._vectorizer.catch_up(float("inf"))
        self._fresh()
        return [*examine(self.journal, self.projection, None if self._follower is None else self._follower.fault)]

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
        if self._asker is None:
            from .asker import Asker

            self._asker = Asker(
                self.journal,
                self.projection,
                self._vectorizer,
                self._tokens,
                self.namespace,
                fresh=self._fresh,
                recent=lambda: tuple(self._recent),
            )
        return self._asker

    def _tagged(self, drafts: Sequence[Draft], vectors: Sequence[NDArray[np.float32] | None] | None) -> list[Draft]:
        """Return the drafts with tags inferred for those of this namespace that were given none."""
        bare = [not draft.tags and draft.namespace == self.namespace for draft in drafts]
        if vectors is None or not any(bare):
            return list(drafts)
        self.projection.drain()
        try:
            found = self._tagger.infer(vectors)
        except ModelChanged:
            raise
        except EmbeddingError:  # a guess that cannot be made must not cost the memory
            return list(drafts)
        given = zip(drafts, found, bare, strict=True)
        return [replace(draft, tags=tags) if tags and untagged else draft for draft, tags, untagged in given]

    def _known(self, drafts: Sequence[Draft]) -> set[tuple[str, str]]:
        """Return (namespace, id) of the drafts that are in the journal already: a log that is imported again."""
        ids: dict[str, list[str]] = {}
        for draft in drafts:
            ids.setdefault(draft.namespace, []).append(draft.id)
        found = {namespace: self.journal.rows_of(namespace, names) for namespace, names in ids.items()}
        return {
            (namespace, name)
            for namespace, names in ids.items()
            for name, row in zip(names, found[namespace], strict=True)
            if row is not None
        }

    def _fresh(self) -> int:
        """Let the projection catch up with the journal; return how many vectors are still pending."""
        pending = self._vectorizer.catch_up(PENDING_SECONDS)
        self.projection.drain()
        return pending

    def _catch_up(self) -> None:
        """What the background thread does: the same, and a snapshot where one is due."""
        self._fresh()
        self.projection.publish()

    def _nudge(self) -> None:
        if self._follower is not None:
            self._follower.nudge()

    def _pinned(self) -> Sequence[Memory]:
        """Return the newest of this namespace's pinned memories, as the last query saw them."""
        with self.projection.reading() as view:
            memories = view.memories
            mine = memories.namespace == memories.code("namespace", self.namespace)
            rows = np.flatnonzero(memories.pinned & mine & (memories.retracted_at == NEVER))
        return self.journal.memories(rows[-RECENT:].tolist())

    def _replaced(self) -> set[int]:
        """Return the rows of memories that another one supersedes."""
        with self.projection.reading() as view:
            edges, rows = view.edges, view.edges.rows("SUPERSEDES")
            return set(edges.target[rows[edges.retracted_at[rows] == NEVER]].tolist())

    def _session_memories(self) -> Sequence[Memory]:
        """Return what this session wrote last, newest first."""
        rows = list(self._recent)[::-1][:10]
        return [memory for memory in self.journal.memories(rows) if memory.retracted_at is None]


def _let_go(follower: Follower | None, projection: Projection, journal: Journal) -> None:
    if follower is not None:
        follower.stop()
    projection.close()
    journal.close()
