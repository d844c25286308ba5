"""Files as text, whatever they are packed in: plain, gzip or Zstandard, told by their first bytes and not by name.

Unpacking goes in small steps with a bound on what each gives, so a file that unpacks to a thousand times its size costs
no memory. Packed data that is cut off or damaged ends there: what came before is text as any other, and `damage` says
how far it came. Bytes that are no UTF-8 become U+FFFD: one wrong byte in what a tool printed is no reason to lose the
record.
"""

from __future__ import annotations

import io
import zlib
from codecs import BOM_UTF16_BE, BOM_UTF16_LE
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, BinaryIO, Protocol, cast

from ..errors import ClewError, ImportFailed
from .tail import Tail

STEP = 1 << 14
"""Bytes that are unpacked at a time: what is lost of a file where it is damaged."""

GZIP, ZSTD = b"\x1f\x8b", b"\x28\xb5\x2f\xfd"

GZIP_WINDOW = zlib.MAX_WBITS | 16
"""zlib's sign for a gzip member with its own header and checksum."""


class Unpacker(Protocol):
    """Gives the next bytes of what was packed, none at its end. Raises OSError or zlib.error where it is damaged."""

    def read(self, size: int, /) -> bytes: ...


@dataclass(slots=True)
class Text:
    """An open file as text, with how far the file under it has been read: unlike a count of characters, in bytes."""

    file: io.TextIOWrapper
    raw: BinaryIO | io.RawIOBase
    unpacked: Unpacked | None = None

    def position(self) -> int:
        return self.raw.tell()

    def damage(self) -> str | None:
        """Return why what was packed ends before its end, as a sentence; None where it does not."""
        return None if self.unpacked is None else self.unpacked.damage


@contextmanager
def opened(path: Path, tail: Tail | None = None) -> Iterator[Text]:
    """Open a file as text. With a tail it does not end where the file does. Raises ImportFailed."""
    with _readable(path), path.open("rb") as file:
        magic = file.read(4)
        file.seek(0)
        text = _text(file, magic) if tail is None else _live(path, tail, magic)
        with text.file:
            yield text


def is_packed(path: Path) -> bool:
    """Say whether a file is packed. Raises ImportFailed where it cannot be read."""
    with _readable(path), path.open("rb") as file:
        return _unpacker(file.read(4)) is not None


@contextmanager
def _readable(path: Path) -> Iterator[None]:
    """Turn what the system says against reading a file into an error of ours. What a store says is one already."""
    try:
        yield
    except ClewError:
        raise
    except OSError as error:
        raise ImportFailed(f"{path} cannot be read: {error.strerror or error}.", path=str(path)) from error


def _live(path: Path, tail: Tail, magic: bytes) -> Text:
    growing = tail.opened(path)
    return Text(_decoded(growing, magic), growing)


def _text(file: BinaryIO, magic: bytes) -> Text:
    unpacker = _unpacker(magic)
    if unpacker is None:
        return Text(_decoded(file, magic), file)
    unpacked = Unpacked(unpacker(file), "gzip" if unpacker is Gzip else "Zstandard")
    beginning = unpacked.read(2) or b""
    unpacked.put_back(beginning)
    return Text(_decoded(unpacked, beginning), file, unpacked)


def _decoded(raw: BinaryIO | io.RawIOBase, beginning: bytes) -> io.TextIOWrapper:
    utf16 = beginning[:2] in (BOM_UTF16_LE, BOM_UTF16_BE)
    buffer = raw if isinstance(raw, io.BufferedReader) else io.BufferedReader(cast(io.RawIOBase, raw))
    return io.TextIOWrapper(buffer, encoding="utf-16" if utf16 else "utf-8-sig", errors="replace", newline="")


def _unpacker(magic: bytes) -> Callable[[BinaryIO], Unpacker] | None:
    if magic.startswith(GZIP):
        return Gzip
    return _zstd if magic == ZSTD else None


class Unpacked(io.RawIOBase):
    """What an unpacker gives, as a stream. Where it is damaged the stream ends, and `damage` says so."""

    def __init__(self, unpacker: Unpacker, kind: str) -> None:
        self._unpacker, self._kind = unpacker, kind
        self._rest = b""
        self._given = 0
        self.damage: str | None = None

    def readable(self) -> bool:
        return True

    def put_back(self, data: bytes) -> None:
        self._rest = data + self._rest
        self._given -= len(data)

    def readinto(self, buffer: Any) -> int:
        if not self._rest:
            self._rest = self._next()
        size = min(len(buffer), len(self._rest))
        buffer[:size], self._rest = self._rest[:size], self._rest[size:]
        self._given += size
        return size

    def _next(self) -> bytes:
        if self.damage is not None:
            return b""
        try:
            return self._unpacker.read(STEP)
        except (OSError, EOFError, zlib.error) as error:
            reason = str(error).rstrip(".")
            self.damage = f"The {self._kind} data is damaged or cut off after {self._given:,} bytes of text ({reason})."
            return b""


class Gzip:
    """Members of gzip, one after the other. Zeros behind the last one are padding, as tapes and disks leave it."""

    def __init__(self, file: BinaryIO) -> None:
        self._file = file
        self._packed = b""
        self._member: Any = None

    def read(self, size: int, /) -> bytes:
        while self._begin():
            member, ended = self._member, not self._packed
            data = member.decompress(self._packed, size)
            self._packed = member.unconsumed_tail or member.unused_data or self._file.read(STEP)
            if member.eof:
                self._member = None
            elif ended and not data:
                raise EOFError("the file ends inside it")
            if data:
                return data
        return b""

    def _begin(self) -> bool:
        """Begin the next member where none is open; return whether one is."""
        if self._member is None:
            self._packed = self._packed or self._file.read(STEP)
            while self._packed and not self._packed.strip(b"\0"):
                self._packed = self._file.read(STEP)
            self._packed = self._packed.lstrip(b"\0")
            self._member = zlib.decompressobj(GZIP_WINDOW) if self._packed else None
        return self._member is not None


def _zstd(file: BinaryIO) -> Unpacker:
    import pyarrow as pa

    return pa.CompressedInputStream(pa.PythonFile(file, mode="r"), "zstd")
