"""What the open store lends to the editor: completions and findings, by the names that are in it now.

Everything here reads the store and parses texts, so it is called in a thread.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...dsl.catalog import Catalog
from ...dsl.checking.check import check
from ...dsl.checking.diagnostic import Diagnostic
from ...dsl.completion.items import Completions
from ...engine.asking.catalog import CATALOG
from ...engine.asking.vocabulary import StoreVocabulary
from .completing import completions

if TYPE_CHECKING:
    from ...engine.handle.engine import Engine


class StoreNames:
    """catalog: as it was when it was last read, for whoever cannot wait."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self.catalog: Catalog = CATALOG
        self._vocabulary = StoreVocabulary(engine)

    def completions(self, text: str, cursor: int, *, asked: bool) -> Completions | None:
        """Return what could stand at a cursor; None for nothing. Raises ClewError where the store is gone."""
        self.catalog = self._engine.catalog
        return completions(text, cursor, self.catalog, self._vocabulary.known, asked=asked)

    def findings(self, text: str) -> tuple[Diagnostic, ...]:
        """Return what is wrong with the statements of a text, and what is most likely a slip."""
        self.catalog = self._engine.catalog
        return check(text, self.catalog, self._engine.limits.of_text(), self._vocabulary.held)
