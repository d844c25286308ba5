"""Asking a language model: within a time, its answer checked and kept, and every failure one kind of error.

Whoever asks has something to fall back on, and says in a note that it did.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ...errors import ClewError, LimitError, LLMError
from ..journal.files import ANSWERS
from ..running.cancel import apart
from .checking import checked
from .kept import Kept, key_of
from .port import LLM, Schema

PATIENCE = 20.0
"""Seconds that a question may take: a recall that waits longer is worse than one that guesses by itself."""


@dataclass(frozen=True, slots=True)
class Helper:
    """A model, where its answers are kept, and the seconds that it has for one."""

    llm: LLM
    kept: Kept | None = None
    seconds: float = PATIENCE

    def ask(self, prompt: str, schema: Schema) -> dict[str, Any]:
        """Return an answer of the schema.

        Raises LLMError where there is none, and LimitError where the caller no longer waits.
        """
        key = key_of(str(getattr(self.llm, "name", type(self.llm).__qualname__)), prompt, schema)
        known = self._known(key, schema)
        if known is not None:
            return known
        answer = checked(self._called(prompt, schema), schema)
        if self.kept is not None:
            self.kept.put(key, answer)
        return answer

    def _known(self, key: str, schema: Schema) -> dict[str, Any] | None:
        given = None if self.kept is None else self.kept.get(key)
        try:
            return None if given is None else checked(given, schema)
        except LLMError:
            return None  # the file is damaged, or somebody else's

    def _called(self, prompt: str, schema: Schema) -> object:
        try:
            return apart(lambda: dict(self.llm.complete(prompt, schema)), self.seconds)
        except (LLMError, LimitError):
            raise
        except TimeoutError:
            raise LLMError(f"The language model did not answer within {self.seconds:g} seconds.") from None
        except ClewError as error:
            raise LLMError(f"The language model failed: {error.message}") from error
        except Exception as error:  # a guest may raise anything, and its words may hold a key
            raise LLMError(f"The language model failed with a {type(error).__name__}.") from error


def helper_of(llm: LLM | None, store: Path) -> Helper | None:
    """Return what asks a model for a store, its answers kept beside it; None where there is no model."""
    return None if llm is None else Helper(llm, Kept(store / ANSWERS))
