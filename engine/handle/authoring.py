"""What a handle writes beside memories: what is thought of them, and what names stand for.

Half of the public methods of `Engine`, apart so that each file can be read at one sitting. What they write and what
statements write are the same events.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Any, Never

from ..running.limits import Limits
from ..running.operation import one_operation
from ..running.operation import operation as one
from ..values import checks
from ..values.fields import refuse_loose
from ..values.model import Definition, DefinitionKind
from ..writing.scribe import Defined
from .outcomes import Outcomes

if TYPE_CHECKING:
    from ...dsl.catalog import Catalog
    from ..answers.results import Rows
    from ..asking.asker import Asked


class Authoring(Outcomes):
    """Writes through the scribe of the handle that it is a part of."""

    # ---- statements ----------------------------------------------------------------------------

    def execute(
        self,
        query: Asked,
        parameters: Mapping[str, Any] | None = None,
        *,
        operation: str | None = None,
        limits: Limits | None = None,
        seconds: float | None = None,
        **loose: Never,
    ) -> Rows:
        """Run a statement that may write; one that only reads is answered as by `query`.

        operation: makes a repeated write the same write. limits, seconds: as in `query`. Raises as `query` does,
        MemoryNotFound, and what the method of the same effect raises.
        """
        refuse_loose(loose)
        with one(limits or self.limits, seconds):
            return self._asking().execute(query, parameters or {}, operation)

    @one_operation
    def execute_script(
        self, text: str, parameters: Mapping[str, Any] | None = None, *, operation: str | None = None
    ) -> Sequence[Rows]:
        """Run statements that are divided by `;`, in order, and return the answer of each.

        All of them are read first, so a slip of the pen writes nothing; then each is a transaction of its own. The id
        of what `REMEMBER ... AS $name` wrote is the parameter `$name` of those that follow. operation: as in `execute`,
        with the number of the statement behind it.
        """
        from ..asking.script import run_script

        return run_script(text, parameters or {}, operation, self._asking())

    @property
    def catalog(self) -> Catalog:
        """What a statement may name in this namespace: what is built in, and what was defined."""
        return self._asking().catalog

    # ---- what is thought of memories -----------------------------------------------------------

    @one_operation
    def reinforce(self, *ids: str, by: float = 0.2, operation: str | None = None) -> None:
        """Take the share `by`, in [0, 1], off what the importance of each lacks to 1: new = old + by (1 - old).

        Raises MemoryNotFound, MemoryInvalid.
        """
        self._scribing().reinforce(ids, by, operation)

    @one_operation
    def pin(self, *ids: str, operation: str | None = None) -> None:
        """Keep memories from ageing: they stand at importance 1 until `unpin`. Raises MemoryNotFound."""
        self._scribing().pin(ids, operation)

    @one_operation
    def unpin(self, *ids: str, operation: str | None = None) -> None:
        """Let pinned memories age again. Raises MemoryNotFound."""
        self._scribing().unpin(ids, operation)

    # ---- definitions ---------------------------------------------------------------------------

    @one_operation
    def define_intent(
        self,
        name: str,
        statement: Asked,
        *,
        parameters: Iterable[str] | None = None,
        defaults: Mapping[str, Any] | None = None,
        described: str | None = None,
    ) -> Defined:
        """Save a statement under a name, for `RUN name(...)`.

        parameters: their order; None for the order in which they are written. defaults: of those that need not be
        given. Raises a QueryError where it could not be run.
        """
        from ..writing.authored import intent_of

        return self._defined(intent_of(name, statement, parameters, defaults or {}, described))

    @one_operation
    def define_strategy(self, name: str, clauses: Asked, *, described: str | None = None) -> Defined:
        """Save clauses of a recall under a name, for `USING name`: `"AT LEAST relevance 0.3 LIMIT 5"`, or a builder.

        Raises a QueryError where they could not be used.
        """
        from ..writing.authored import strategy_of

        return self._defined(strategy_of(name, clauses, described))

    @one_operation
    def define_tag(self, name: str, *, under: str | None = None, described: str | None = None) -> Defined:
        """Say what a tag means, and which one is broader. Raises MemoryInvalid."""
        checks.name("name", name)
        return self._scribing().define([Definition("tag", name, description=described, under=under)])[0]

    @one_operation
    def define_type(self, name: str, *, described: str | None = None, half_life: timedelta | None = None) -> Defined:
        """Say what a type of memories means, and how long its recency takes to halve. Raises MemoryInvalid."""
        checks.name("name", name)
        days = None if half_life is None else half_life / timedelta(days=1)
        return self._scribing().define([Definition("type", name, description=described, half_life_days=days)])[0]

    @one_operation
    def same_as(self, name: str, other: str) -> None:
        """Say that two names are of one entity: who asks about one finds what mentions the other, as a claim, at half.

        `unlink(name, other, "SAME_AS")` takes it back. Raises MemoryInvalid.
        """
        self._scribing().same_as(name, other)

    @one_operation
    def drop(self, kind: DefinitionKind, name: str) -> Defined:
        """Let a name stand for nothing. Raises MemoryNotFound where it does already."""
        return self._scribing().drop(kind, name)

    @one_operation
    def load_library(self, path: str | Path) -> Sequence[Defined]:
        """Define what the `.clew` files of a folder, or one file, define: all of it in one transaction, or nothing.

        What stands already is left as it is. Raises a QueryError that names file, line and column.
        """
        from ..writing.library import load_library

        return load_library(Path(path), self._asking(), self._scribing())

    def _defined(self, statement: Asked) -> Defined:
        (row,) = self._asking().execute(statement, {}, None).values
        return Defined(*row)
