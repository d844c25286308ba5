"""A real terminal, seen as a person sees it: tmux keeps what the app drew, and takes keys as they are pressed."""

from __future__ import annotations

import os
import shlex
import shutil
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path

TMUX = shutil.which("tmux")
PATIENCE = 60.0
"""Seconds that a test waits for what should happen at once: the machine may be loaded."""


class Multiplexed:
    """One command in a terminal of a tmux of its own, which is ended with the `with` block.

    folder: where its socket lies. The code with which the command ended is the last line of the screen then.
    """

    def __init__(
        self, command: Sequence[str], folder: Path, *, size: tuple[int, int] = (120, 40), **environment: str
    ) -> None:
        self._socket = folder / "tmux"
        self._environment = {**_own(), **environment}
        width, height = map(str, size)
        shell = f"{shlex.join(command)}; echo ended with $?; sleep 600"
        self._tmux("-f", os.devnull, "new-session", "-d", "-x", width, "-y", height, shell)

    def __enter__(self) -> Multiplexed:
        return self

    def __exit__(self, *_: object) -> None:
        self._tmux("kill-server")

    def press(self, *keys: str) -> None:
        """Press keys, by the names that tmux has for them: `F3`, `Enter`, `C-z`, `x`."""
        self._tmux("send-keys", *keys)

    def type(self, text: str) -> None:
        """Press the keys of a text, as fast as a terminal takes them."""
        self._tmux("send-keys", "-l", _literal(text))

    def paste(self, text: str) -> None:
        """Paste a text, as a terminal does that says where a paste begins and ends."""
        self._tmux("set-buffer", _literal(text))
        self._tmux("paste-buffer", "-p")

    def resize(self, width: int, height: int) -> None:
        self._tmux("resize-window", "-x", str(width), "-y", str(height))

    @property
    def screen(self) -> str:
        """What is seen now."""
        return self._tmux("capture-pane", "-p")

    def until(self, *texts: str, gone: str = "", seconds: float = PATIENCE) -> str:
        """Wait until texts are seen, and one is not any more; return the screen."""
        end = time.monotonic() + seconds
        while True:
            seen = self.screen
            if all(text in seen for text in texts) and not (gone and gone in seen):
                return seen
            assert time.monotonic() < end, f"no {texts!r}, or still {gone!r}, in:\n{seen}"
            time.sleep(0.05)

    def _tmux(self, *arguments: str) -> str:
        command = [str(TMUX), "-u", "-S", str(self._socket), *arguments]
        return subprocess.run(command, env=self._environment, capture_output=True, text=True, check=True).stdout


def _literal(text: str) -> str:
    """Return a text that tmux takes whole: a `;` at the end of an argument would end its command."""
    return f"{text[:-1]}\\;" if text.endswith(";") else text


def clew_in(*arguments: str) -> list[str]:
    """Return the command line of `clew`, in this interpreter."""
    return [sys.executable, "-c", "from clew.cli.start import main; main()", *arguments]


def _own() -> dict[str, str]:
    """Return our environment without what would make the terminal another one."""
    left_out = ("NO_COLOR", "COLUMNS", "LINES", "TMUX", "TMUX_PANE")
    return {name: value for name, value in os.environ.items() if name not in left_out}
