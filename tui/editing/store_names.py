"""What the open store lends to the editor: completions and findings, by the names that are in it now.

Everything here reads the store and parses texts, so it is called in a thread.
"""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from ...dsl.catalog import Catalog
from ...dsl.checking.check import check
from ...dsl.checking.diagnostic import Diagnostic
from ...dsl.checking.held import Held
from ...dsl.completion.items import Completions, Known
from ...engine.asking.catalog import CATALOG
from ...engine.asking.vocabulary import held_in, known_in, memories_like
from .completing import completions

if TYPE_CHECKING:
    from ...engine.handle.engine import Engine


class StoreNames:
    """Read anew only where the store has grown. catalog: as it was when it was last read, for whoever cannot wait."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self.catalog: Catalog = CATALOG
        self._known: tuple[int, Known] | None = None
        self._held: tuple[int, Held] | None = None

    def completions(self, text: str, cursor: int, *, asked: bool) -> Completions | None:
        """Return what could stand at a cursor; None for nothing. Raises ClewError where the store is gone."""
        self.catalog = self._engine.catalog
        return completions(text, cursor, self.catalog, self._known_now(), asked=asked)

    def findings(self, text: str) -> tuple[Diagnostic, ...]:
        """Return what is wrong with the statements of a text, and what is most likely a slip."""
        self.catalog = self._engine.catalog
        return check(text, self.catalog, self._engine.limits.of_text(), self._held_now())

    def _known_now(self) -> Known:
        head = self._engine.journal.head()
        if self._known is None or self._known[0] != head:
            known = replace(known_in(self._engine), memories=partial(memories_like, self._engine))
            self._known = head, known
        return self._known[1]

    def _held_now(self) -> Held:
        head = self._engine.journal.head()
        if self._held is None or self._held[0] != head:
            self._held = head, held_in(self._engine)
        return self._held[1]
