"""A terminal that is closed under the app: what cannot be drawn any more holds nothing up, and the app is told."""

from __future__ import annotations

import os
import pty
from contextlib import suppress

import pytest
from clew.tui.app import ClewApp
from clew.tui.terminal import TerminalDriver, Unfailing
from textual.drivers._writer_thread import MAX_QUEUED_WRITES, WriterThread


def test_what_a_closed_terminal_does_not_take_holds_nothing_up() -> None:
    """More than may wait is drawn on a terminal that is gone: it is all taken, the loss is told once, and it ends."""
    ours, theirs = pty.openpty()
    lost: list[str] = []
    with suppress(OSError), os.fdopen(theirs, "w") as file:
        os.close(ours)
        unfailing = Unfailing(file, lambda: lost.append("lost"))
        writer = WriterThread(unfailing)  # pyright: ignore[reportArgumentType]
        writer.start()
        for line in range(MAX_QUEUED_WRITES * 3):
            writer.write(f"line {line}\n")
        writer.stop()
        assert not writer.is_alive() and lost == ["lost"]


@pytest.mark.skipif(os.name == "nt", reason="it has terminals of another kind")
def test_the_app_is_drawn_by_what_survives_its_terminal() -> None:
    """On Linux and its kin the driver is ours."""
    assert ClewApp().driver_class is TerminalDriver
