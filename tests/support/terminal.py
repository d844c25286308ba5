"""A real pseudo-terminal: what a command does where a person sits, with keys as they press them."""

from __future__ import annotations

import fcntl
import os
import pty
import re
import select
import struct
import subprocess
import sys
import termios
import time
from collections.abc import Sequence
from pathlib import Path

CLEW = str(Path(sys.executable).parent / "clew")
WHERE_IS_THE_CURSOR, IN_THE_SECOND_LINE = b"\x1b[6n", "\x1b[2;1R"
_ESCAPES = re.compile(r"\x1b(?:\[[0-9;?]*[ -/]*[@-~]|\][^\x07]*\x07|[()][A-Z0-9]|[=>78])")


class Terminal:
    """One command in a terminal of its own. Used in a `with` block, which ends the command if nothing else did."""

    def __init__(self, arguments: Sequence[str], *, lines: int = 24, columns: int = 100, **environment: str) -> None:
        self._ours, theirs = pty.openpty()
        fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", lines, columns, 0, 0))
        kept = {name: value for name, value in os.environ.items() if name not in ("COLUMNS", "LINES", "NO_COLOR")}
        self._process = subprocess.Popen(
            [CLEW, *arguments],
            stdin=theirs,
            stdout=theirs,
            stderr=theirs,
            start_new_session=True,
            preexec_fn=lambda: fcntl.ioctl(0, termios.TIOCSCTTY, 0),  # so that ctrl-C becomes a signal
            env={**kept, "TERM": "xterm-256color", **environment},
        )
        os.close(theirs)
        self.raw = ""

    def __enter__(self) -> Terminal:
        return self

    def __exit__(self, *_: object) -> None:
        if self._process.poll() is None:
            self._process.kill()
        self._process.wait()
        os.close(self._ours)

    @property
    def seen(self) -> str:
        """What was printed since the last `expect`, without colours and moves."""
        return _ESCAPES.sub("", self.raw)

    def send(self, keys: str) -> None:
        os.write(self._ours, keys.encode())

    def expect(self, text: str, *, seconds: float = 30.0) -> str:
        """Wait until a text is printed, and return what was printed up to it; what follows is for the next call."""
        end = time.monotonic() + seconds
        while text not in self.seen:
            left = end - time.monotonic()
            assert left > 0 and self._read(left), f"no {text!r} in:\n{self.seen}"
        before = self.seen[: self.seen.index(text)]
        self.raw = self.seen[self.seen.index(text) + len(text) :]
        return before

    def press_until(self, key: str, text: str, *, seconds: float = 30.0) -> None:
        """Press a key again and again until a text is printed: nothing tells when a command has begun to listen."""
        end = time.monotonic() + seconds
        while text not in self.seen:
            assert time.monotonic() < end, f"no {text!r} in:\n{self.seen}"
            time.sleep(0.3)
            self.send(key)
            self._read(0.3)
        self.expect(text)

    def end(self, *, seconds: float = 30.0) -> int:
        """Wait until the command has ended, and return its code."""
        end = time.monotonic() + seconds
        while self._read(end - time.monotonic()):
            pass
        return self._process.wait(max(0.1, end - time.monotonic()))

    def _read(self, seconds: float) -> bool:
        """Take in what is printed next; return whether anything was, before the time is up or the command has ended."""
        ready, _, _ = select.select([self._ours], [], [], max(0.0, seconds))
        try:
            found = os.read(self._ours, 65536) if ready else b""
        except OSError:  # Linux says so where the other side is closed
            found = b""
        if WHERE_IS_THE_CURSOR in found:
            self.send(IN_THE_SECOND_LINE)  # a terminal answers; without it, no bar is drawn at the bottom
        self.raw += found.decode("utf-8", "replace")
        return bool(found)
