"""What a shell knows between two entries, and how it runs one. Where entries come from is no matter of its own."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ...dsl.catalog import Catalog
from ...engine.handle.engine import Engine
from ...engine.running.limits import Limits
from ..answers import Way, shown, talk_about
from ..options import open_store
from ..script import Statement, run_statement, statements_of
from ..talk import aside

if TYPE_CHECKING:
    from ...engine.answers.results import Rows


@dataclass
class Session:
    """One open store and the user's settings.

    last: the last statement, and seconds: what it took. draft: what the next prompt begins with. past: gives earlier
    entries. depth: how many \\source commands are at work.
    """

    engine: Engine
    way: Way = field(default_factory=Way)
    limits: Limits = field(default_factory=Limits)
    parameters: dict[str, Any] = field(default_factory=dict[str, Any])
    write: bool = False
    timing: bool = False
    last: str = ""
    seconds: float | None = None
    draft: str = ""
    ended: bool = False
    interactive: bool = False
    depth: int = 0
    past: Callable[[], Sequence[str]] = tuple[str, ...]

    @property
    def store(self) -> Path:
        return self.engine.path

    @property
    def catalog(self) -> Catalog:
        return self.engine.catalog

    def run(self, text: str, first_line: int = 1) -> None:
        """Run the statements of an entry and show what they answer. first_line: where it stands in its script.

        Raises a QueryError that points at its place, and what the engine raises.
        """
        source = "\n" * (first_line - 1) + text  # so that an error counts lines as the script does
        with shown(self.way) as show:
            for statement in statements_of(source):
                rows = self._timed(statement)
                show(rows)
                talk_about(rows, self.way.format)
                if self.timing:
                    aside(_times(rows, self.seconds or 0.0))

    def _timed(self, statement: Statement) -> Rows:
        self.last, start = statement.text, time.perf_counter()
        try:
            return run_statement(self.engine, statement, self.parameters, write=self.write, limits=self.limits)
        finally:
            self.seconds = time.perf_counter() - start
            self.__dict__.pop("memories", None)

    @cached_property
    def memories(self) -> int:
        """How many memories the store holds, as of the last statement."""
        return self.engine.journal.counts().memories

    def enter(self, namespace: str) -> None:
        """Work in another namespace of the same store from now on."""
        before, self.engine = self.engine, open_store(self.store, namespace)
        before.close()


def _times(rows: Rows, seconds: float) -> str:
    """Return what a statement took, and which stages took a millisecond or more of it."""
    slow = [f"{stage.stage} {stage.seconds * 1000:,.0f}" for stage in rows.stages if stage.seconds >= 0.001]
    return f"time: {seconds * 1000:,.1f} ms" + (f" ({', '.join(slow)})" if slow else "")
