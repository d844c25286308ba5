"""The engine: one open store, and everything that can be asked of it.

    remember -> journal (durable) -> projection (private, disposable) <- query

A write returns when the journal has it. A query first lets the projection catch up, so a caller reads its own writes
and everybody else's; a background thread does the same when nobody waits. This file only joins the rooms: what a
memory must look like is `remember`, how it is written `scribe`, how a question is answered `asker`, and what the
handles of one process share is `store`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any, Never, TextIO, Unpack

from ...errors import MemoryNotFound, StoreClosed
from ..answers.results import Front, Rows
from ..care.findings import Finding
from ..embedding.port import Embedder
from ..embedding.resolve import EmbedderSpec
from ..embedding.tokens import TokenCounter, count_tokens
from ..journal.journal import Journal
from ..projection.projection import Projection
from ..running.limits import DEFAULTS, Limits, hold
from ..running.operation import one_operation, operation
from ..values import checks
from ..values.fields import RecallFields, RememberFields, check_known, refuse_loose
from ..values.model import DEFAULT_NAMESPACE, Draft, EdgeType, Link, Memory, Receipt
from ..values.times import NEVER
from ..writing.near import not_found
from ..writing.remember import make_draft
from ..writing.scribe import Scribe
from .authoring import Authoring
from .looking import Looking
from .sharing import Lease, lease
from .store import Store
from .telling import Telling

if TYPE_CHECKING:
    from ...dsl.building.recall import RecallQuery
    from ...dsl.plan import Plan
    from ..answers.links import LinkView
    from ..asking.asker import Asked, Asker
    from ..asking.reasons import Reasons
    from ..asking.recall_record import RecallRecord
    from ..care.backup import Copied
    from ..care.compact import Compacted
    from ..care.reembed import Reembedded
    from ..llm.port import LLM


def open(
    path: str | Path,
    *,
    create: bool = True,
    namespace: str = DEFAULT_NAMESPACE,
    embedder: EmbedderSpec = None,
    tokens: TokenCounter = count_tokens,
    background: bool = True,
    limits: Limits = DEFAULTS,
    llm: LLM | None = None,
) -> Engine:
    """Open a store, a directory; make it where there is none, unless `create` is False.

    A process that has it open already gets another handle on the same; the last one to close lets go of the files.
    embedder: None for the one that it is open with, else for the model that is shipped; or a name, a folder, a
    function, an Embedder. tokens: what counts the tokens of a budget. background: whether a thread follows the journal
    between queries. limits: the most that this handle allows of anything; a call may be given others. llm: a language
    model that is asked where the inference of a need is unsure; without one nothing is asked.
    Raises StoreNotFound, StoreDamaged, StoreError, ModelMissing where the embedder is not on this machine, and
    ModelChanged where the store is open here with another, or its vectors are of another than the one that is named.
    """
    share = lease(path, create=create, embedder=embedder)
    if background:
        share.store.follow()
    return Engine(share, namespace=namespace, tokens=tokens, limits=limits, llm=llm)


def create(path: str | Path, **options: Any) -> Engine:
    """Make a store where there is none and open it; options as in `open`. Raises StoreExists where something is."""
    Journal.create(Path(path)).close()
    return open(path, create=False, **options)


class Engine(Authoring, Telling, Looking):
    """A handle on an open store. Safe to share between threads; close it, or use it in a `with` block."""

    def __init__(
        self,
        share: Lease,
        *,
        namespace: str = DEFAULT_NAMESPACE,
        tokens: TokenCounter = count_tokens,
        limits: Limits = DEFAULTS,
        llm: LLM | None = None,
    ) -> None:
        self.llm = llm
        self.limits = limits
        self.path = share.store.journal.path
        self.namespace = namespace
        self._share = share
        self._closed = False
        self._scribe = Scribe(share.store, namespace)
        self._tokens = tokens
        self._asker: Asker | None = None

    def __enter__(self) -> Engine:
        return self

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        if kind is not None and issubclass(kind, KeyboardInterrupt):
            self._share.store.interrupt()  # whoever pressed ctrl-C does not wait for a snapshot either
        self.close()

    def close(self) -> None:
        """Let go of the store; the last handle of the process closes its files. Closing twice does nothing."""
        self._closed = True
        self._share.end()

    @property
    def store(self) -> Store:
        """The rooms of the store, for whoever measures or mends; a caller needs none of them.

        Raises StoreClosed, also where another handle keeps the store itself open, in a child made by fork, and where
        the store was moved or removed.
        """
        if self._closed:
            raise StoreClosed(f"{self.path} was closed.", hint="Open the store again.")
        self._share.store.refuse_if_lost()
        return self._share.store

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

    @one_operation
    def remember(
        self, text: str | None = None, *, namespace: str | None = None, **fields: Unpack[RememberFields]
    ) -> str:
        """Remember one memory and return its id, once it is durable. `text` is what is searched; without one it is made
        of `action` and `observation`, and beside one those are only kept. Fields as in `remember.make_draft`: id, type,
        task, step, agent, at, tags, entities, causes, supersedes, importance, confidence, trust, valence, pinned,
        source, valid_from, valid_to, meta, ...

        Raises MemoryInvalid, before anything is written, for a field that cannot be kept as it is.
        """
        check_known(fields, RememberFields, "A memory")
        draft = make_draft(text, namespace=self.namespace if namespace is None else namespace, **fields)
        return self.remember_drafts([draft])[0].id

    @one_operation
    def remember_drafts(self, drafts: Sequence[Draft]) -> list[Receipt]:
        """Remember many in one transaction: all of them, or none."""
        hold("transaction_memories", len(drafts), f"{len(drafts):,} memories are too many at once")
        return self._scribing().remember(drafts)

    @one_operation
    def link(
        self, source: str, target: str, type: EdgeType = "CAUSED", *, reason: str | None = None, weight: float = 1.0
    ) -> None:
        """Draw an edge between two memories.

        Raises MemoryInvalid for a type that does not join memories, and for a memory joined to itself.
        """
        self._scribing().link(Link(type, source, target, reason, weight))

    @one_operation
    def unlink(self, source: str, target: str, type: EdgeType = "CAUSED") -> bool:
        """Take an edge back, and return whether there was one; AS OF an earlier time it holds."""
        return self._scribing().unlink(source, target, type)

    @one_operation
    def forget(self, *ids: str) -> None:
        """Forget memories: gone from every query, and reversible by `restore`. Raises MemoryNotFound."""
        self._scribing().forget(ids)

    @one_operation
    def restore(self, *ids: str) -> None:
        """Bring forgotten memories back. Raises MemoryNotFound."""
        self._scribing().restore(ids)

    # ---- asking --------------------------------------------------------------------------------

    def query(
        self,
        query: Asked,
        parameters: Mapping[str, Any] | None = None,
        *,
        limits: Limits | None = None,
        seconds: float | None = None,
        **loose: Never,
    ) -> Rows:
        """Run a statement in the Clew language, given as text, as a tree or as what builds one. It can only read.

        limits, seconds: for this call, in place of the handle's; the time begins when the store has caught up.
        Raises a QueryError that points at its place, or LimitError.
        """
        refuse_loose(loose)
        with operation(limits or self.limits, seconds):
            return self._asking().query(query, parameters or {})

    @one_operation
    def plan(self, query: Asked) -> Plan:
        """Compile a statement and return its Plan; the plan of a text that was compiled before comes from a cache."""
        return self._asking().plan(query)

    @one_operation
    def recall(self, need: str | None = None, **fields: Unpack[RecallFields]) -> Front:
        """Recall the memories that help with a need; every hit carries its reasons.

        Fields as in `recall_arguments.recall_of`: k, intent, about, doing, type, task, steps, since, until, near,
        active, excluding, requiring, as_of, valid_at, where, floor, objectives, order, diversify, budget, expand,
        using, ...
        """
        check_known(fields, RecallFields, "A recall")
        return self._asking().recall(need, fields)

    @one_operation
    def why(
        self,
        id: str,
        within: str | RecallQuery | Front | Rows | RecallRecord | None = None,
        **fields: Unpack[RecallFields],
    ) -> Reasons:
        """Return why a memory is in a recall, or why it is not: the first stage that took it away.

        within: a need, with fields as in `recall`; a recall that was built; an answer, or the record of one.
        """
        check_known(fields, RecallFields, "A recall")
        return self._asking().why(checks.name("id", id), within, fields)

    @one_operation
    def get(self, id: str) -> Memory:
        """Return one memory. Raises MemoryNotFound where there is none, or it was forgotten."""
        row = self.journal.row_of(self.namespace, checks.name("id", id))
        found = [] if row is None else self.journal.memories([row])
        if not found:
            raise not_found(id, self.journal, self.namespace, "`list` shows what there is.")
        if found[0].retracted_at is not None:
            hint = "It was forgotten; `restore` brings it back."
            raise MemoryNotFound(f"There is no memory `{id}`.", hint=hint, id=id)
        return found[0]

    @one_operation
    def list(
        self, *, task: str | None = None, type: str | None = None, limit: int = 100, newest: bool = False
    ) -> list[Memory]:
        """Return memories, newest first; those of a task in the order of its steps, unless `newest`."""
        checks.optional_name("task", task)
        checks.optional_name("type", type)
        rows = self.journal.find(self.namespace, task=task, type=type, limit=checks.whole("limit", limit, NEVER))
        found = self.journal.memories(rows)
        return found if task is None or newest else sorted(found, key=lambda m: (m.step is None, m.step, m.row))

    @one_operation
    def links(self, id: str) -> list[LinkView]:
        """Return the edges between a memory and others, causes first. Raises MemoryNotFound."""
        from ..answers.links import links_of

        row = self.get(id).row
        self.store.fresh()
        return links_of(self.projection, row)

    # ---- caring --------------------------------------------------------------------------------

    @one_operation
    def stats(self) -> dict[str, Any]:
        """Return what the store holds, by kind, and what its files weigh in bytes."""
        self.store.fresh()
        weight = sum(file.stat().st_size for file in self.journal.path.rglob("*") if file.is_file())
        return {**asdict(self.journal.counts()), **self.projection.counts(), "bytes": weight}

    @one_operation
    def doctor(self, *, fix: bool = False) -> list[Finding]:
        """Return what is wrong, the worst first, each with its cure.

        fix: first mend what can be mended without a risk; what is left is returned. See `care.doctor`.
        """
        from ..care.doctor import examine, treat
        from ..care.patient import Patient

        store = self.store
        patient = Patient(store.journal, store.projection, store.vectorizer, fault=store.fault)
        return [*treat(patient).left] if fix else examine(patient)

    @one_operation
    def verify(self) -> tuple[list[Finding], int]:
        """Return what is wrong with the journal, and how many events it has."""
        from ..care.contents import damage

        return [*damage(self.journal)], self.journal.head()

    @one_operation
    def info(self) -> dict[str, Any]:
        """Return what the store is: versions, model, sizes, counts. Cheap: no memory is read; see `care.info`."""
        from ..care.info import info

        return info(self.journal)

    @one_operation
    def backup(self, target: Path | str) -> Copied:
        """Copy the store to a new folder, checked, while others may write. Raises StoreExists, StoreDamaged."""
        from ..care.backup import backup

        return backup(self.journal, target)

    @one_operation
    def compact(self) -> Compacted:
        """Give back to the disk what the store does not need. Raises StoreBusy, StoreError; see `care.compact`."""
        from ..care.compact import compact

        return compact(self.journal)

    @one_operation
    def reembed(
        self, embedder: EmbedderSpec = None, *, batch: int = 64, progress: Callable[[int, int], object] | None = None
    ) -> Reembedded:
        """Embed every memory with another model; the old vectors serve until the new ones stand. See `care.reembed`.

        embedder: as in `open`; None for the store's own, again. Every handle of this process goes over to it.
        """
        from ..care.reembed import reembed, source_of
        from ..writing.vectors import embedder_for

        coming, source = embedder_for(self.journal, embedder), source_of(embedder, self.journal)
        self.store.vectorizer.expect(coming)
        done = reembed(self.journal, coming, source=source, batch=batch, progress=progress)
        self.store.vectorizer.check()
        return done

    def export(self, file: TextIO, *, skipped: Callable[[str], object] | None = None) -> int:
        """Write every event as a line of JSON, in order; return how many.

        skipped: is told of each damaged event, which is left out then; without it the first one raises StoreDamaged.
        """
        from ..care.export import write_events

        return write_events(self.journal, file, skipped=skipped)

    @one_operation
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
            from ..asking.asker import Asker
            from ..llm.helper import helper_of
            from ..writing.definitions import Definitions

            definitions, helper = Definitions(store.journal, self.namespace), helper_of(self.llm, self.path)
            self._asker = Asker(store, self._scribe, definitions, self._tokens, helper)
        return self._asker

    def _scribing(self) -> Scribe:
        _ = self.store  # raises where it cannot be written
        return self._scribe
