"""Keeping up with a store that grows: what a room shows is read anew, and a reading that has begun is not cut short.

Where an agent writes all the time and a reading takes long, reading anew at each event would never come to an end. So
another subject ends a reading, and growth alone waits until it is done.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import TypeVar

from textual import work

from ...errors import ClewError
from ..beside import beside
from .room import Room

T = TypeVar("T")


class KeepingUp(Room):
    """A room that shows one subject, as the store knows it at a head."""

    _shown: tuple[Hashable, int] | None = None
    _reading: tuple[Hashable, int] | None = None

    def keep_up(
        self, subject: Hashable, head: int, call: Callable[[], T], then: Callable[[T | ClewError], object]
    ) -> None:
        """Read a subject beside the loop, unless it is shown, or being read; hand what came of it to `then`.

        call: may block, and raise an error of ours, which is handed over too. head: the events that the store has.
        """
        here = self._reading or self._shown
        if here is None or here[0] != subject or (here[1] != head and self._reading is None):
            self._read_anew((subject, head), call, then)

    def forget_what_was_read(self) -> None:
        """Let the next `keep_up` read, whatever was."""
        self._shown = self._reading = None

    @work(group="read", exclusive=True)
    async def _read_anew(
        self, wanted: tuple[Hashable, int], call: Callable[[], T], then: Callable[[T | ClewError], object]
    ) -> None:
        self._reading = wanted
        found: T | ClewError
        try:
            found = await beside(call)
        except ClewError as error:
            found = error
        finally:
            if self._reading is wanted:
                self._reading = None
        self._shown = wanted
        if not self.is_here:
            return
        then(found)
        if self.desk is not None and self.desk.head != wanted[1]:
            self.call_later(self.mirror, self.desk, None)
