"""Where the `clew` command starts: with nothing imported yet, so that ctrl-C has an answer before anything is.

Importing takes a few tenths of a second. Nothing is open then, so whoever presses ctrl-C is let go at once: a
KeyboardInterrupt would end in a traceback, or be lost inside the import system.
"""

from __future__ import annotations

import os
import signal

INTERRUPTED = 130
"""As in `exit_codes`, which may not be imported here."""


def main() -> None:
    """Run the command."""
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:  # not where somebody wants it to be ignored
        signal.signal(signal.SIGINT, _end)
    from .main import main as run

    run()


def _end(_number: int, _frame: object) -> None:
    os.write(2, b"clew: interrupted before anything was begun.\n")
    os._exit(INTERRUPTED)
