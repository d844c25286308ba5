"""The end of a log that is still written: a stream that waits there, and goes on when the file does.

A log may also be rotated (renamed, and begun again under its name), emptied in place, or replaced as a whole. What
stands under its name then is held against what was read:

- it begins with all that was read, byte for byte: the same log, written anew, and the stream goes on behind that;
- it is other from its beginning on: the next part of the log, and the stream goes on with it, after what was still
  written to the old one; a last line of that without an end is ended;
- it begins as the log did and is shorter: not yet known, and the stream waits;
- it begins as the log did and differs later: the log was edited, and nothing that is read further would be true.

Looking is by the clock and not by the system's own notices, because those are another thing on every system and on
network disks nothing. A log that is emptied and grows past where it was, all between two looks, is not noticed.
"""

from __future__ import annotations

import io
import os
from collections.abc import Callable
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any

from ..errors import ImportFailed

KEPT = 1 << 16
"""Bytes from the beginning of a log by which the next part is told from the same log written anew."""

PIECE = 1 << 20
"""Bytes that are hashed at a time."""


class Enough(Exception):
    """Raised out of the reading of a log that has not come to its end, when somebody has said that it is enough."""


@dataclass(frozen=True, slots=True)
class Tail:
    """How to wait. idle: called at the end of the file, waits until the next look. ended: whether it is enough."""

    idle: Callable[[], None]
    ended: Callable[[], bool]

    def opened(self, path: Path) -> Growing:
        """Return the bytes of a file from its beginning on. Raises OSError where it cannot be read."""
        return Growing(path, self)


class Growing(io.RawIOBase):
    """The bytes of a log, from its beginning to when the tail says that it is enough. Raises Enough."""

    def __init__(self, path: Path, tail: Tail) -> None:
        self._path, self._tail = path, tail
        self._before = 0
        self._begin(io.FileIO(path))

    def readable(self) -> bool:
        return True

    def tell(self) -> int:
        """Return how many bytes were read, of all parts together."""
        return self._before + self._read

    def close(self) -> None:
        self._file.close()
        super().close()

    def readinto(self, buffer: Any) -> int:
        while not (size := self._take(buffer)):
            if not self._tail.ended():
                self._tail.idle()
            if self._tail.ended():
                return 0
            self._replaced = self._replaced or self._was_replaced()
            following = self._successor() if self._replaced else None
            if following is not None:
                return self._turn_to(following, buffer)
        if self._tail.ended():
            raise Enough
        return size

    def _begin(self, file: io.FileIO) -> None:
        self._file, self._replaced, self._emptied = file, False, False
        self._read, self._kept, self._hash, self._last = 0, b"", sha256(), b"\n"

    def _take(self, buffer: Any) -> int:
        """Read what there is of this part, and keep account of it. In a file that was emptied it is nothing: what
        stands behind the place that was reached is the middle of the next part.
        """
        size = 0 if self._emptied else self._file.readinto(buffer) or 0
        if size:
            data = bytes(buffer[:size])
            self._hash.update(data)
            self._kept += data[: KEPT - len(self._kept)]
            self._read, self._last = self._read + size, data[-1:]
        return size

    def _was_replaced(self) -> bool:
        try:
            now = self._path.stat()
        except OSError:
            return False
        mine = os.fstat(self._file.fileno())
        other = (now.st_dev, now.st_ino) != (mine.st_dev, mine.st_ino)
        self._emptied = not other and now.st_size < self._read
        return other or self._emptied

    def _successor(self) -> io.FileIO | None:
        """Return the file that takes the place of this one, open where reading is to go on; None for none yet."""
        try:
            file = io.FileIO(self._path)
        except OSError:  # between a rename and the new file
            return None
        try:
            if self._continues(file):
                return file
        except BaseException:
            file.close()
            raise
        file.close()
        return None

    def _continues(self, file: io.FileIO) -> bool:
        """Go to where a new file continues what was read; return False where that is not known yet."""
        beginning = file.read(KEPT)
        if not beginning or self._kept[: len(beginning)] == beginning != self._kept:
            return False
        if not self._kept or beginning[: len(self._kept)] != self._kept:
            file.seek(0)
            return True
        if os.fstat(file.fileno()).st_size < self._read:
            return False
        if _hash_of(file, self._read) != self._hash.digest():
            hint = "Import it again."
            raise ImportFailed(f"{self._path} was rewritten, and differs from what was read of it.", hint=hint)
        return True

    def _turn_to(self, file: io.FileIO, buffer: Any) -> int:
        """Leave this part, its last line ended, for the next one; return the bytes put into `buffer`."""
        if size := self._take(buffer):  # written to the old file after it was last looked at
            file.close()
            return size
        self._file.close()
        if file.tell():
            self._file, self._replaced, self._emptied = file, False, False
            return self.readinto(buffer)
        unended = self._last != b"\n"
        self._before += self._read
        self._begin(file)
        if not unended:
            return self.readinto(buffer)
        buffer[:1] = b"\n"
        return 1


def _hash_of(file: io.FileIO, size: int) -> bytes:
    """Return the hash of the first `size` bytes, and leave the file behind them."""
    file.seek(0)
    whole, left = sha256(), size
    while left and (piece := file.read(min(PIECE, left))):
        whole.update(piece)
        left -= len(piece)
    return whole.digest()
