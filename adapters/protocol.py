"""What an importer is: it says whether a file is its own, and turns it into items, one at a time.

An importer is one file. It never touches a store: it yields plain `Unit`s (what `remember` takes, by name) and `Bad`
records, and the one importing loop does the rest, so that a broken record costs itself and nothing else.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol, TypeAlias

from ..errors import ImportFailed


@dataclass(frozen=True, slots=True)
class Unit:
    """One memory to be.

    fields: the keyword arguments of `remember`, `id` among them. number: its record's.
    position: how far the file has been read, in bytes.
    """

    fields: Mapping[str, Any]
    number: int
    position: int


@dataclass(frozen=True, slots=True)
class Bad:
    """A record, or a part of one, that is left out.

    number: its record's, from 1. reason: one sentence. position: how far the file has been read, in bytes.
    """

    number: int
    reason: str
    position: int


Item: TypeAlias = Unit | Bad


@dataclass(frozen=True, slots=True)
class Source:
    """A log on disk.

    name: what a conversation is called that has no name of its own; the file's stem, unless the caller knows better.
    started: microseconds since 1970, when its undated records are taken to begin. They follow each other by a
    microsecond and each takes a byte at least, so beginning `size` microseconds before the file was last written puts
    none of them into the future.
    size: bytes.
    """

    path: Path
    name: str
    started: int
    size: int

    def lent(self, at: object) -> bool:
        """Say whether a time is one that the file lent to a record without any."""
        return isinstance(at, int) and self.started <= at <= self.started + self.size

    @classmethod
    def of(cls, path: Path, name: str | None = None) -> Source:
        """Look at a file. Raises ImportFailed where there is none, or where it cannot be read twice, as a pipe."""
        if not path.is_file():
            raise ImportFailed(f"{path} {_what_is_there(path)}.", hint="Give the path of a log.", path=str(path))
        status = path.stat()
        return cls(path, name or path.stem, status.st_mtime_ns // 1000 - status.st_size, status.st_size)


class Importer(Protocol):
    """What each importer of agent logs is.

    name: what `--format` takes. doc: what it reads, in a few words.
    `recognises` sees the first value of the file, or the beginning of a long one, already parsed, and decides at once.
    """

    name: str
    doc: str

    def recognises(self, first: Any) -> bool: ...

    def read(self, source: Source) -> Iterator[Item]: ...


def _what_is_there(path: Path) -> str:
    if not path.exists():
        return "is not there"
    return "is a folder" if path.is_dir() else "is no regular file: save what comes through a pipe first"
