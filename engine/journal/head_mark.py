"""Where the journal ended when the last write was acknowledged: a line in a small file beside it.

SQLite reads its write-ahead log up to the first page whose checksum is wrong, and takes that for the end: a log that
was damaged or cut looks like one that a killed process never finished. All that was acknowledged behind that place is
gone, and the rest is a journal without a fault. The mark tells the two apart.

    commit (durable) -> mark        so a mark is at most as far as a healthy journal; killed in between, it is behind

A mark behind the journal is nothing; one ahead of it, or with another link at its event, is a loss. Each process writes
a line of its own over and over, and the furthest one counts: so no two have to agree, and none sets another back. It is
not synced: killing a process takes nothing from it, and a power cut can leave an older one, which tells less and never
anything false. In a store that has none (of an earlier version, deleted, a backup) the next write makes it.

A mark inside the database was refused, because it would be lost with the events; a second log, because it would cost a
second flush a write; and one line for all under a lock, because taking it costs more than writing.
"""

from __future__ import annotations

import os
import re
import weakref
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from zlib import crc32

from ...errors import StoreDamaged, StoreError
from . import chain, files, reader
from .finding import Finding
from .ledger import END
from .sqlite_border import Connection

LINE = re.compile(rb"(clew-head 1 (\d{19}) ([0-9a-f]{64})) ([0-9a-f]{8})\n")
BYTES = 106
"""What a line takes."""
LINES = 64
"""Processes take them in turn, by their number. Two that write to one store and meet in a line set each other back by
one write, and only where they commit at the same moment."""

WRITING = os.O_RDWR | os.O_CREAT | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_BINARY", 0)
READING = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
"""Not every system has each."""

CURE = "`clew restore STORE --from BACKUP --replace` goes back to a backup; `clew doctor --fix` goes on without them."


@dataclass(frozen=True, slots=True, order=True)
class Mark:
    """The last event that was acknowledged, and its link of the chain."""

    seq: int
    link: bytes

    def to_bytes(self) -> bytes:
        content = f"clew-head 1 {self.seq:019} {self.link.hex()}".encode("ascii")
        return b"%s %08x\n" % (content, crc32(content))


class HeadFile:
    """The file, to be written to by one open journal, which sees to it that one thread does so at a time."""

    def __init__(self, store: Path, opened: files.Identity | None) -> None:
        self._store = store
        self._opened = opened
        self._handle: int | None = None
        self._close: weakref.finalize[[int], HeadFile] | None = None

    def put(self, mark: Mark) -> None:
        """Write the mark of an event that was committed.

        Nothing is raised where that cannot be done, for the journal has the event: what stays behind protects less.
        """
        with suppress(OSError):
            handle = self._open()
            if handle is not None:
                os.lseek(handle, os.getpid() % LINES * BYTES, os.SEEK_SET)
                os.write(handle, mark.to_bytes())

    def reset(self, mark: Mark) -> None:
        """Write this mark in place of all that are there. Raises StoreError."""
        try:
            handle = self._open()
            if handle is not None:
                os.ftruncate(handle, 0)
        except OSError as error:
            raise StoreError(f"{self._store / files.HEAD} cannot be written: {error.strerror}.") from error
        self.put(mark)

    def close(self) -> None:
        if self._close is not None:
            self._close()

    def _open(self) -> int | None:
        """Return the open file; None where another store lies at this path by now, whose mark is not ours to write."""
        if self._handle is None:
            handle = os.open(self._store / files.HEAD, WRITING, 0o600)
            if files.identity_of(self._store) != self._opened:  # asked last: the file that is open is then of this one
                os.close(handle)
                return None
            self._handle, self._close = handle, weakref.finalize(self, os.close, handle)
        return self._handle


def end_of(connection: Connection) -> Mark:
    """Return the mark of a journal as it stands."""
    seq, link = connection.row(END) or (0, chain.START)
    return Mark(seq, link)


def read(store: Path) -> Mark | None:
    """Return the furthest mark of a store; None where there is none that can be read.

    To be held against what a journal shows later: whoever writes meanwhile writes into the journal first.
    """
    sound = [found for found in LINE.finditer(_content(store / files.HEAD)) if _is_sound(found[0])]
    return max((Mark(int(found[2]), bytes.fromhex(found[3].decode("ascii"))) for found in sound), default=None)


def garbled(store: Path) -> str:
    """Return, as a sentence, why the marks of a store cannot all be read; empty where they can, or there is no file.

    Between the lines of processes there is nothing, or zeros where nobody has written yet.
    """
    file = store / files.HEAD
    if file.is_symlink() or (file.exists() and not file.is_file()):
        return f"{files.HEAD} is no file, so nobody can note there where the journal ended."
    content = _content(file)
    lines = [content[at : at + BYTES] for at in range(0, len(content), BYTES)]
    broken = sum(any(line) and not _is_sound(line) for line in lines)
    return f"{files.HEAD} holds {broken} of {len(lines)} lines that cannot be read." if broken else ""


def _is_sound(line: bytes) -> bool:
    found = LINE.fullmatch(line)
    return found is not None and crc32(found[1]) == int(found[4], 16)


def _content(file: Path) -> bytes:
    try:
        handle = os.open(file, READING)
    except OSError:
        return b""
    try:
        return os.read(handle, 2 * LINES * BYTES)  # a pipe that somebody put there, or a large file, holds nobody up
    except OSError:
        return b""
    finally:
        os.close(handle)


def loss(connection: Connection, mark: Mark | None) -> str:
    """Return, as a sentence, what a journal lacks of what was acknowledged by its mark; empty where it has all."""
    if mark is None or reader.history(connection, mark.seq) == mark.link.hex():
        return ""
    last = end_of(connection).seq
    if last >= mark.seq:
        return f"Event {mark.seq} is not the one that was acknowledged: the end was lost, and written over."
    which = f"Event {mark.seq} was" if last + 1 == mark.seq else f"Events {last + 1} to {mark.seq} were"
    return f"{which} acknowledged, and missing at the end of the journal."


def refuse(store: Path, loss: str) -> None:
    """Raise StoreDamaged where there is a loss: whoever went on writing would write over what was lost."""
    if loss:
        raise StoreDamaged(f"{store} is damaged: {loss}", hint=CURE, code="store.cut")


def check(connection: Connection, mark: Mark | None) -> Iterator[Finding]:
    """Yield what is missing at the end."""
    if message := loss(connection, mark):
        yield Finding("end", message, mark.seq if mark else None)
