"""Textual's driver for a terminal, which lets the app end where the terminal is gone.

Whoever closes a terminal makes the kernel send SIGHUP and then SIGCONT, on which Textual begins to draw anew. Its
thread that draws ends at the first thing that cannot be drawn, what is to be drawn piles up, and the app waits for
ever for room there: unseen, and with the store open.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import IO, Any, cast

from textual.drivers.linux_driver import LinuxDriver
from textual.messages import ExitApp


class TerminalDriver(LinuxDriver):
    """Ends the app at the first thing that the terminal does not take. What cannot be drawn any more is not."""

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self._file = cast("IO[str]", Unfailing(self._file, self._lost))

    def _lost(self) -> None:
        self._app.post_message(ExitApp())


class Unfailing:
    """A file that is written to until that fails once. lost: is called then."""

    def __init__(self, file: IO[str], lost: Callable[[], object]) -> None:
        self._file, self._lost, self._is_lost = file, lost, False

    def write(self, text: str) -> None:
        self._unless_lost(lambda: self._file.write(text))

    def flush(self) -> None:
        self._unless_lost(self._file.flush)

    def fileno(self) -> int:
        return self._file.fileno()

    def isatty(self) -> bool:
        return self._file.isatty()

    def _unless_lost(self, work: Callable[[], object]) -> None:
        if self._is_lost:
            return
        try:
            work()
        except OSError:
            self._is_lost = True
            self._lost()
