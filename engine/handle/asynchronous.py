"""The engine for asyncio: every method of `Engine`, awaited; the loop never waits for a disk, a model or the graph.

    memory = await clew.aopen("agent.clew")               # or: async with clew.aopen("agent.clew") as memory
    await memory.remember("Vendor C quoted 40 EUR a seat")

What a method does and raises is told at `Engine`. Here is told what awaiting adds:

- Writes happen one after the other, in the order in which they were awaited; reads run beside them and each other, and
  see every write that had been awaited to its end.
- A read that is cancelled (`task.cancel`, `asyncio.timeout`, a TaskGroup) raises at once, and its work ends within a
  second; an embedder that is a foreign function is left to end by itself.
- A write that is cancelled raises at once too. It happens wholly or not at all: not, while it waits for its turn; once
  it has begun, it is completed. Who has to know repeats it with the same `id` or `operation`, which writes it once.
- A handle belongs to no loop: several loops may use one, and what is plain may go on beside it (`engine`).

Methods are written out, and not made by `__getattr__`, so that an editor completes them and a checker checks them.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import Future
from contextlib import suppress
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Never, TextIO, TypeVar, Unpack

from ...errors import LimitError, StoreClosed
from ..answers.results import Context, Front, Rows
from ..care.findings import Finding
from ..embedding.resolve import EmbedderSpec
from ..running.cancel import Cancel
from ..running.limits import Limits
from ..values.fields import RecallFields, RememberFields
from ..values.model import Draft, EdgeType, Memory, Receipt
from .asynchronous_authoring import AsyncAuthoring
from .engine import Engine
from .workers import finished

if TYPE_CHECKING:
    from ...dsl.building.recall import RecallQuery
    from ...dsl.plan import Plan
    from ..answers.lineage import Lineage
    from ..answers.links import LinkView
    from ..answers.space import Space
    from ..asking.asker import Asked
    from ..asking.reasons import Reasons
    from ..asking.recall_record import RecallRecord
    from ..care.backup import Copied
    from ..care.compact import Compacted
    from ..care.reembed import Reembedded
    from ..context.insights import Insights
    from ..llm.port import LLM

T = TypeVar("T")


class AsyncEngine(AsyncAuthoring):
    """A handle on an open store, for asyncio. Close it by `aclose`, or use it in an `async with` block.

    It owns the plain handle that it is made from: closing one closes the other.
    """

    def __init__(self, engine: Engine) -> None:
        self.path = engine.path
        self.namespace = engine.namespace
        self.limits = engine.limits
        self.engine = engine
        """The plain handle, for what blocks: `await asyncio.to_thread(import_file, memory.engine, path)`."""
        self._workers = engine.store.workers
        self._running: set[Cancel] = set()
        self._closing: Future[None] | None = None

    async def __aenter__(self) -> AsyncEngine:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.aclose()

    async def aclose(self) -> None:
        """End the reads that run, with StoreClosed; complete the writes that were awaited before; let go of the store.

        Nothing new is taken meanwhile. Closing twice waits for the same.
        """
        if self._closing is None:
            with suppress(StoreClosed):  # the plain handle was closed, and with it the store
                self._closing = self._workers.certainly(self.engine.close)
            for cancel in tuple(self._running):
                cancel.cancel("the store was closed")
        if self._closing is not None:
            await finished(self._closing)

    # ---- writing -------------------------------------------------------------------------------

    async def remember(
        self, text: str | None = None, *, namespace: str | None = None, **fields: Unpack[RememberFields]
    ) -> str:
        """Remember one memory and return its id, once it is durable."""
        return await self._write(partial(self.engine.remember, text, namespace=namespace, **fields))

    async def remember_drafts(self, drafts: Sequence[Draft]) -> list[Receipt]:
        """Remember many in one transaction: all of them, or none."""
        return await self._write(partial(self.engine.remember_drafts, drafts))

    async def link(
        self, source: str, target: str, type: EdgeType = "CAUSED", *, reason: str | None = None, weight: float = 1.0
    ) -> None:
        """Draw an edge between two memories."""
        await self._write(partial(self.engine.link, source, target, type, reason=reason, weight=weight))

    async def unlink(self, source: str, target: str, type: EdgeType = "CAUSED") -> bool:
        """Take an edge back, and return whether there was one."""
        return await self._write(partial(self.engine.unlink, source, target, type))

    async def forget(self, *ids: str) -> None:
        """Forget memories, until `restore` brings them back."""
        await self._write(partial(self.engine.forget, *ids))

    async def restore(self, *ids: str) -> None:
        """Bring forgotten memories back."""
        await self._write(partial(self.engine.restore, *ids))

    # ---- asking --------------------------------------------------------------------------------

    async def query(
        self,
        query: Asked,
        parameters: Mapping[str, Any] | None = None,
        *,
        limits: Limits | None = None,
        seconds: float | None = None,
        **loose: Never,
    ) -> Rows:
        """Run a statement in the Clew language. It can only read."""
        return await self._read(partial(self.engine.query, query, parameters, limits=limits, seconds=seconds, **loose))

    async def plan(self, query: Asked) -> Plan:
        """Compile a statement and return its Plan."""
        return await self._read(partial(self.engine.plan, query))

    async def recall(self, need: str | None = None, **fields: Unpack[RecallFields]) -> Front:
        """Recall the memories that help with a need; every hit carries its reasons."""
        return await self._read(partial(self.engine.recall, need, **fields))

    async def why(
        self,
        id: str,
        within: str | RecallQuery | Front | Rows | RecallRecord | None = None,
        **fields: Unpack[RecallFields],
    ) -> Reasons:
        """Return why a memory is in a recall, or why it is not: the first stage that took it away."""
        return await self._read(partial(self.engine.why, id, within, **fields))

    async def context(
        self,
        need: str,
        *,
        budget: int = 1500,
        near: str | Iterable[str] = (),
        task: str | None = None,
        shares: Mapping[str, float] | None = None,
        line: str | None = None,
        frame: str | None = None,
        **fields: Any,
    ) -> Context:
        """Pack what helps with a need into a text for a prompt, of at most `budget` tokens."""
        look: dict[str, Any] = {"budget": budget, "shares": shares, "line": line, "frame": frame}
        return await self._read(partial(self.engine.context, need, near=near, task=task, **look, **fields))

    async def insights(self, selection: str | Front, *, llm: LLM | None = None, **fields: Any) -> Insights:
        """Read a selection together: what is known, what was decided and why, what failed, what is open."""
        return await self._read(partial(self.engine.insights, selection, llm=llm, **fields))

    async def space(self, asked: Asked, parameters: Mapping[str, Any] | None = None) -> Space:
        """Return the objective space of a RECALL: every candidate with all objectives, and what is chosen of them."""
        return await self._read(partial(self.engine.space, asked, parameters))

    async def get(self, id: str) -> Memory:
        """Return one memory."""
        return await self._read(partial(self.engine.get, id))

    async def list(
        self, *, task: str | None = None, type: str | None = None, limit: int = 100, newest: bool = False
    ) -> list[Memory]:
        """Return memories, newest first; those of a task in the order of its steps, unless `newest`."""
        return await self._read(partial(self.engine.list, task=task, type=type, limit=limit, newest=newest))

    async def links(self, id: str) -> list[LinkView]:
        """Return the edges between a memory and others, causes first."""
        return await self._read(partial(self.engine.links, id))

    async def lineage(
        self,
        id: str,
        *,
        hops: int = 3,
        edges: Iterable[str] | None = None,
        limit: int = 200,
        as_of: datetime | str | None = None,
        expand: Iterable[str] = (),
        forgotten: bool = False,
    ) -> Lineage:
        """Return what brought a memory about and what came of it, and the edges between all that."""
        asked: dict[str, Any] = {"hops": hops, "edges": edges, "limit": limit, "as_of": as_of}
        ask = partial(self.engine.lineage, id, **asked, expand=expand, forgotten=forgotten)
        return await self._read(ask)

    # ---- caring --------------------------------------------------------------------------------

    async def stats(self) -> dict[str, Any]:
        """Return what the store holds, by kind, and what its files weigh in bytes."""
        return await self._read(self.engine.stats)

    async def doctor(self, *, fix: bool = False) -> list[Finding]:
        """Return what is wrong, the worst first, each with its cure."""
        return await self._read(partial(self.engine.doctor, fix=fix))

    async def verify(self) -> tuple[list[Finding], int]:
        """Return what is wrong with the journal, and how many events it has."""
        return await self._read(self.engine.verify)

    async def export(self, file: TextIO, *, skipped: Callable[[str], object] | None = None) -> int:
        """Write every event as a line of JSON, in order; return how many."""
        return await self._read(partial(self.engine.export, file, skipped=skipped))

    async def rebuild(self) -> float:
        """Throw every snapshot and projection away and make them from the journal; return the seconds it took."""
        return await self._read(self.engine.rebuild)

    async def info(self) -> dict[str, Any]:
        """Return what the store is: versions, model, sizes, counts."""
        return await self._read(self.engine.info)

    async def backup(self, target: Path | str) -> Copied:
        """Copy the store to a new folder, checked, while others may write."""
        return await self._read(partial(self.engine.backup, target))

    async def compact(self) -> Compacted:
        """Give back to the disk what the store does not need."""
        return await self._write(self.engine.compact)

    async def reembed(
        self, embedder: EmbedderSpec = None, *, batch: int = 64, progress: Callable[[int, int], object] | None = None
    ) -> Reembedded:
        """Embed every memory with another model; the old vectors serve until the new ones stand."""
        return await self._read(partial(self.engine.reembed, embedder, batch=batch, progress=progress))

    # ---- inside --------------------------------------------------------------------------------

    async def _write(self, call: Callable[[], T]) -> T:
        self._refuse_if_closed()
        return await finished(self._workers.in_order(call))

    async def _read(self, call: Callable[[], T]) -> T:
        self._refuse_if_closed()
        cancel = Cancel()
        self._running.add(cancel)
        try:
            return await finished(self._workers.beside(call, cancel))
        except LimitError as error:
            if self._closing is not None and cancel.reason is not None:
                raise self._closed() from error
            raise
        except (asyncio.CancelledError, GeneratorExit):
            cancel.cancel("whoever asked no longer waits")
            raise
        finally:
            self._running.discard(cancel)

    def _refuse_if_closed(self) -> None:
        if self._closing is not None:
            raise self._closed()

    def _closed(self) -> StoreClosed:
        return StoreClosed(f"{self.path} was closed.", hint="Open the store again.")
