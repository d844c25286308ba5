"""What an importer is: it says whether a log is its own, and turns it into items, one at a time.

An importer is one file with one class. It never touches a store: it yields plain items, and the one importing loop does
the rest, so that a broken record costs itself and nothing else. To write one:

    class Diary:
        name = "diary"                                   # what --format takes
        doc = "diaries, a paragraph for each day"        # what it reads, in a few words

        def recognises(self, head: Head) -> bool:
            return head.text.startswith("# Diary")

        def read(self, source: Source) -> Iterator[Item]:
            for number, text, position in lines(source):
                yield Unit({"id": f"{source.name}/{number}", "text": text}, number, position)

`reading` gives it the records or the lines of a file, whatever that is packed or encoded in. Built-in importers stand
in `registry`; one of another package is found by its entry point:

    [project.entry-points."clew.importers"]
    diary = "my_package.diary:Diary"

Ids come from the log alone, so that a second run adds nothing and a log that grew adds what is new; `{task}/{step}` is
the house form. A memory's time is `at`, the record's own; else `source.started` plus a microsecond for each before it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol, TypeAlias

from ..engine.values.model import EdgeType, EventKind
from ..errors import ImportFailed

if TYPE_CHECKING:
    from .tail import Tail


PACKED = (".gz", ".zst", ".zstd")
"""Suffixes that say how a file is packed, and nothing of what is in it."""


@dataclass(frozen=True, slots=True)
class Head:
    """The beginning of what is to be imported, for recognising it.

    path: a file, or a folder.
    text: the first 256k characters, unpacked and decoded; "" for a folder and for a file that is no text.
    first: the first JSON value that can be read, of a long one the beginning, closed; None where it is not JSON.
    """

    path: Path
    text: str = ""
    first: Any = None


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
class Edge:
    """An edge between two memories that were yielded before, by id. weight: in [0, 1]."""

    type: EdgeType
    source: str
    target: str
    reason: str | None = None
    weight: float = 1.0
    number: int = 0
    position: int = 0


@dataclass(frozen=True, slots=True)
class Change:
    """One event of a journal, as it was kept there: `payload` as `Event` has it. Only exports have them.

    recorded_at: microseconds, or None for the time of the import.
    """

    kind: EventKind
    namespace: str
    payload: Mapping[str, Any]
    operation: str
    recorded_at: int | None
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


Item: TypeAlias = Unit | Edge | Change | Bad


@dataclass(frozen=True, slots=True)
class Source:
    """What is imported: a file, or a folder.

    name: what a conversation is called that has no name of its own; the file's stem, unless the caller knows better.
    started: microseconds since 1970, when its undated records are taken to begin. They follow each other by a
    microsecond and each takes a byte at least, so beginning that many microseconds before the file was last written
    puts none of them into the future.
    size: bytes; 0 for a folder, whose files are for its importer to find.
    options: what the caller says about this log, by name: `columns`, the mapping of a table.
    tail: what waits at the end of a file that is still written; None for a file that ends where it ends.
    """

    path: Path
    name: str
    started: int
    size: int
    options: Mapping[str, Any] = field(default_factory=dict[str, Any])
    tail: Tail | None = None

    def lent(self, at: object) -> bool:
        """Say whether a time is one that the file lent to a record without any."""
        return isinstance(at, int) and self.started <= at <= self.started + self.size

    @classmethod
    def of(cls, path: Path, name: str | None = None, **given: Any) -> Source:
        """Look at a file or a folder; `given` are `options` and `tail`.

        Raises ImportFailed where there is nothing, or what cannot be read twice, as a pipe.
        """
        if not (path.is_file() or path.is_dir()):
            raise ImportFailed(f"{path} {_what_is_there(path)}.", hint="Give the path of a log.", path=str(path))
        status = path.stat()
        size = status.st_size if path.is_file() else 0
        return cls(path, name or _name_of(path), status.st_mtime_ns // 1000 - size, size, **given)


class Importer(Protocol):
    """What each importer is.

    name: what `--format` takes. doc: what it reads, in a few words.
    recognises: cheap and certain, since several importers are asked in order, the most specific first.

    One whose logs are lines that are only appended to, and which yields a memory as soon as its lines are there, may
    say so by `appended = True`: then a log that is followed is read once, and not anew whenever it has grown.
    """

    name: str
    doc: str

    def recognises(self, head: Head) -> bool: ...

    def read(self, source: Source) -> Iterator[Item]: ...


def _name_of(path: Path) -> str:
    """Return the stem of a file without the suffix of its packing, the name of a folder."""
    bare = path.with_suffix("") if path.suffix in PACKED else path
    return (bare.stem if path.is_file() else path.resolve().name) or path.name or "log"


def _what_is_there(path: Path) -> str:
    return "is no regular file: save what comes through a pipe first" if path.exists() else "is not there"
