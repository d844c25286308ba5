"""What every part of a handle may ask of the handle that it is a part of.

`Engine` is written in parts so that each file can be read at one sitting; what they share is said here, once.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..running.limits import DEFAULTS, Limits

if TYPE_CHECKING:
    from ..asking.asker import Asker
    from ..llm.port import LLM
    from ..writing.scribe import Scribe
    from .store import Store


class Part:
    """A part of `Engine`, which has what is declared here."""

    limits: Limits = DEFAULTS
    llm: LLM | None = None

    @property
    def store(self) -> Store:
        """Return the rooms of the store. Raises StoreClosed."""
        raise NotImplementedError  # by the handle

    def _asking(self) -> Asker:
        """Return what answers. Raises StoreClosed."""
        raise NotImplementedError  # by the handle

    def _scribing(self) -> Scribe:
        """Return what writes. Raises StoreClosed."""
        raise NotImplementedError  # by the handle
