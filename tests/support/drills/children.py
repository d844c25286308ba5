"""Children: processes forked from one that has opened nothing, which can be killed at any moment.

A child tells what it does in a diary: a file to which every line is one `write`. What stands there was said before the
kill, however the child ended; a pipe would block a child that nobody listens to.
"""

from __future__ import annotations

import json
import os
import signal
import time
import traceback
from collections.abc import Callable
from pathlib import Path
from typing import Any

Say = Callable[..., None]
Work = Callable[[Say], object]

FAILED = "failed"
"""The first word of the line in which a child says how it failed."""
PATIENCE = 120.0
"""Seconds that a child has for its work, if not said otherwise: what hangs is a fault, too."""


class Broken(AssertionError):
    """A promise that did not hold."""


class Diary:
    """What a child says, for others to read, while it lives or afterwards. Each reading goes on from the last."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._read = 0

    def writer(self) -> Say:
        """Return what writes a line of words; to be used in one process."""
        file = os.open(self.path, os.O_CREAT | os.O_APPEND | os.O_WRONLY, 0o600)

        def say(*words: Any) -> None:
            os.write(file, json.dumps(words).encode() + b"\n")

        return say

    def begun(self) -> bool:
        return self.path.exists() and self.path.stat().st_size > 0

    def lines(self) -> list[list[Any]]:
        """Return the whole lines that were not read yet."""
        if not self.path.exists():
            return []
        with self.path.open("rb") as file:
            file.seek(self._read)
            text = file.read()
        whole = text[: text.rfind(b"\n") + 1]
        self._read += len(whole)
        return [json.loads(line) for line in whole.splitlines()]


class Child:
    """One process that works until it ends or is killed."""

    def __init__(self, work: Work, diary: Path) -> None:
        self.diary = Diary(diary)
        self.status: int | None = None
        self.pid = os.fork()
        if self.pid == 0:
            _live(work, self.diary)

    def kill(self) -> None:
        """Kill -9, now."""
        if self._look(os.WNOHANG) is None:
            os.kill(self.pid, signal.SIGKILL)
            self._look(0)

    def alive(self) -> bool:
        return self._look(os.WNOHANG) is None

    def wait(self, seconds: float = PATIENCE) -> list[list[Any]]:
        """Wait until it has ended and return its lines. Raises Broken where it failed, hung, or died by a signal."""
        end = time.monotonic() + seconds
        while self.alive():
            if time.monotonic() > end:
                os.kill(self.pid, signal.SIGABRT)  # its stack is printed, where faulthandler is on
                self._look(0)
                raise Broken(f"A child did not end within {seconds:.0f} s.")
            time.sleep(0.002)
        lines = self.lines()
        if self.status != 0:
            raise Broken(f"A child ended by {_cause(self.status or 0)}, after {lines[-3:]}.")
        return lines

    def lines(self) -> list[list[Any]]:
        """Return what it said since the last time. Raises Broken where it said how it failed."""
        lines = self.diary.lines()
        for line in lines:
            if line[0] == FAILED:
                raise Broken(f"A child failed: {line[1]}")
        return lines

    def _look(self, how: int) -> int | None:
        if self.status is None:
            pid, status = os.waitpid(self.pid, how)
            self.status = os.waitstatus_to_exitcode(status) if pid else None
        return self.status


def wait_until(holds: Callable[[], bool], seconds: float = PATIENCE) -> None:
    """Return as soon as it holds. Raises Broken where that takes too long."""
    end = time.monotonic() + seconds
    while not holds():
        if time.monotonic() > end:
            raise Broken(f"What was waited for did not come within {seconds:.0f} s.")
        time.sleep(0.002)


def answer(work: Callable[[], Any], diary: Path, seconds: float = PATIENCE) -> Any:
    """Run `work` in a child and return what it returned, by way of JSON. Raises Broken as `Child.wait`."""
    diary.unlink(missing_ok=True)
    lines = Child(lambda say: say("answer", work()), diary).wait(seconds)
    diary.unlink()
    return lines[-1][1]


def _live(work: Work, diary: Diary) -> None:
    say, code = diary.writer(), 1
    try:
        work(say)
        code = 0
    except BaseException:
        say(FAILED, traceback.format_exc())
    finally:
        os._exit(code)


def _cause(status: int) -> str:
    return signal.Signals(-status).name if status < 0 else f"exit code {status}"
