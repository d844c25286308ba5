"""What an asynchronous handle writes beside memories: every method of `Authoring`, awaited.

What a method does and raises is told there, and what awaiting adds in `asynchronous`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import timedelta
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Never, TypeVar

from ..running.limits import Limits
from ..values.model import DefinitionKind
from ..writing.scribe import Defined, Outcome

if TYPE_CHECKING:
    from ..answers.results import Front, Rows
    from ..asking.asker import Asked
    from ..asking.recall_record import RecallRecord
    from ..learning.misses import Miss
    from ..learning.trials import Trial
    from .engine import Engine

T = TypeVar("T")


class AsyncAuthoring:
    """Writes through the plain handle that it is a part of, each write after those that were awaited before."""

    engine: Engine

    async def _write(self, call: Callable[[], T]) -> T:
        raise NotImplementedError

    async def _read(self, call: Callable[[], T]) -> T:
        raise NotImplementedError

    # ---- statements ----------------------------------------------------------------------------

    async def execute(
        self,
        query: Asked,
        parameters: Mapping[str, Any] | None = None,
        *,
        operation: str | None = None,
        limits: Limits | None = None,
        seconds: float | None = None,
        **loose: Never,
    ) -> Rows:
        """Run a statement that may write."""
        options: dict[str, Any] = {"operation": operation, "limits": limits, "seconds": seconds, **loose}
        return await self._write(partial(self.engine.execute, query, parameters, **options))

    async def execute_script(
        self, text: str, parameters: Mapping[str, Any] | None = None, *, operation: str | None = None
    ) -> Sequence[Rows]:
        """Run statements that are divided by `;`, in order, and return the answer of each."""
        return await self._write(partial(self.engine.execute_script, text, parameters, operation=operation))

    # ---- what is thought of memories -----------------------------------------------------------

    async def reinforce(self, *ids: str, by: float = 0.2, operation: str | None = None) -> None:
        """Take the share `by` off what the importance of each lacks to 1."""
        await self._write(partial(self.engine.reinforce, *ids, by=by, operation=operation))

    async def pin(self, *ids: str, operation: str | None = None) -> None:
        """Keep memories from ageing, until `unpin`."""
        await self._write(partial(self.engine.pin, *ids, operation=operation))

    async def unpin(self, *ids: str, operation: str | None = None) -> None:
        """Let pinned memories age again."""
        await self._write(partial(self.engine.unpin, *ids, operation=operation))

    async def feedback(
        self,
        of: Front | Rows | RecallRecord | Outcome | str | None = None,
        outcome: Outcome | None = None,
        *,
        used: Iterable[str] | None = None,
        memories: Iterable[str] = (),
        recall: str | Front | Rows | RecallRecord | None = None,
        operation: str | None = None,
    ) -> None:
        """Say how it went with a recall, or with memories that were used."""
        options: dict[str, Any] = {"used": used, "memories": memories, "recall": recall, "operation": operation}
        await self._write(partial(self.engine.feedback, of, outcome, **options))

    async def misses(self, *, below: float = 0.5, limit: int | None = None) -> Sequence[Miss]:
        """Return the recalls that went badly, the newest first."""
        return await self._read(partial(self.engine.misses, below=below, limit=limit))

    async def missed_suite(self, *, below: float = 0.5) -> Sequence[Mapping[str, Any]]:
        """Return the needs that were missed as lines of a suite for `clew eval`."""
        return await self._read(partial(self.engine.missed_suite, below=below))

    async def trials(self) -> Sequence[Trial]:
        """Return what came of each pair of strategies that recalls were drawn from."""
        return await self._read(self.engine.trials)

    # ---- definitions ---------------------------------------------------------------------------

    async def define_intent(
        self,
        name: str,
        statement: Asked,
        *,
        parameters: Iterable[str] | None = None,
        defaults: Mapping[str, Any] | None = None,
        described: str | None = None,
    ) -> Defined:
        """Save a statement under a name, for `RUN name(...)`."""
        options: dict[str, Any] = {"parameters": parameters, "defaults": defaults, "described": described}
        return await self._write(partial(self.engine.define_intent, name, statement, **options))

    async def define_strategy(self, name: str, clauses: Asked, *, described: str | None = None) -> Defined:
        """Save clauses of a recall under a name, for `USING name`."""
        return await self._write(partial(self.engine.define_strategy, name, clauses, described=described))

    async def define_tag(self, name: str, *, under: str | None = None, described: str | None = None) -> Defined:
        """Say what a tag means, and which one is broader."""
        return await self._write(partial(self.engine.define_tag, name, under=under, described=described))

    async def define_type(
        self, name: str, *, described: str | None = None, half_life: timedelta | None = None
    ) -> Defined:
        """Say what a type of memories means, and how long its recency takes to halve."""
        return await self._write(partial(self.engine.define_type, name, described=described, half_life=half_life))

    async def same_as(self, name: str, other: str) -> None:
        """Say that two names are of one entity."""
        await self._write(partial(self.engine.same_as, name, other))

    async def drop(self, kind: DefinitionKind, name: str) -> Defined:
        """Let a name stand for nothing."""
        return await self._write(partial(self.engine.drop, kind, name))

    async def load_library(self, path: str | Path) -> Sequence[Defined]:
        """Define what the `.clew` files of a folder, or one file, define."""
        return await self._write(partial(self.engine.load_library, path))
