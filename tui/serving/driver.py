"""Textual's driver for a browser, which ends the app where the server is gone.

Textual's own stops reading at the end of its input and lets the app go on, unseen and for ever, where the server was
killed and could not say that it quits.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from functools import partial
from typing import Any

from textual.drivers.web_driver import WebDriver
from textual.messages import ExitApp


class LeavingDriver(WebDriver):
    """Ends the app at the end of its input. What cannot be written any more is not."""

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self._write = partial(_written, self._write)

    def run_input_thread(self) -> None:
        super().run_input_thread()
        if not self.exit_event.is_set():
            self._app.post_message(ExitApp())


def _written(write: Callable[[bytes], object], data: bytes) -> None:
    with suppress(BrokenPipeError):
        write(data)
