"""Notes in Markdown, a file or a folder of them as Obsidian keeps it: one memory for each section.

A section's text is its headings and what stands under them, as it was written. What a note is called, its aliases, and
the notes that it links to (`[[Plan]]`, `[the plan](plan.md)`) are entities: so a link leads to what it links to. Tags
come from the text (`#build`) and the head of the note (`tags: [build]`), times from a heading, the head, the file's
name (`2025-03-01-plan.md`), else from when the file was last written.

An importer does not see the store. So an id holds a hash of the words: an edited section is a new memory, later than
the one before, which stays what was true of the note then; what did not change is known, wherever in the file it moved.
"""

from __future__ import annotations

import hashlib
import os
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import chain, islice
from pathlib import Path

from ..engine.extraction.entities import find_entities
from ..engine.values.times import to_micros
from ..errors import ImportFailed, MemoryInvalid
from .conversation import Fields
from .front_matter import LONGEST, FrontMatter, front_matter
from .protocol import PACKED, Bad, Head, Item, Source, Unit
from .reading import lines
from .sections import Section, linked, note_name, sections

SUFFIXES = (".md", ".markdown")

DATE = re.compile(r"(\d{4}-\d{2}-\d{2})(?!\d)")
"""A date at the beginning of a file's name, or of a heading."""

DATES = ("date", "created", "created_at", "updated")
"""Where the head of a note keeps its time; the first that can be read counts."""

DIGEST = 8
"""Hexadecimal digits of the hash of a section; it tells versions of one section apart, of which there are few."""

LONGEST_NAME = 300
"""Characters of a tag or an entity; what is longer is a text that stands where a name should."""

HEADINGS = 300
"""Characters of its headings in a section's id."""

LOOKED_AT = 1000
"""Folders that are looked into to find out whether there are notes at all."""


class Markdown:
    """Importer `markdown`."""

    name = "markdown"
    doc = "notes in Markdown, a file or a folder of them"

    def recognises(self, head: Head) -> bool:
        if not head.path.is_dir():
            return _is_note(head.path)
        return any(_is_note(Path(name)) for _, names in islice(_folders(head.path), LOOKED_AT) for name in names)

    def read(self, source: Source) -> Iterator[Item]:
        """Yield the sections, note by note. Units are numbered through; a note that cannot be read is one `Bad`."""
        number = 0
        for path, name in _notes(source):
            try:
                for fields, position in _note(path, name):
                    number += 1
                    place = name if source.path.is_dir() else path.name
                    yield Unit({**fields, "source": place}, number, position)
            except ImportFailed as error:
                number += 1
                yield Bad(number, error.message, 0)


def _is_note(path: Path) -> bool:
    bare = path.with_suffix("") if path.suffix in PACKED else path
    return bare.suffix.lower() in SUFFIXES


def _folders(top: Path) -> Iterator[tuple[Path, list[str]]]:
    """Yield the folders under one with the names of their files, in order. Hidden ones are no notes: `.obsidian`."""
    for folder, inner, names in os.walk(top):
        inner[:] = sorted(name for name in inner if not name.startswith("."))
        yield Path(folder), sorted(name for name in names if not name.startswith("."))


def _notes(source: Source) -> Iterator[tuple[Path, str]]:
    """Yield each note with what it is called in this import: its path under the folder."""
    if not source.path.is_dir():
        yield source.path, source.name
        return
    for folder, names in _folders(source.path):
        for name in filter(lambda name: _is_note(Path(name)), names):
            path = folder / name
            yield path, path.relative_to(source.path).as_posix()


def _note(path: Path, name: str) -> Iterator[tuple[Fields, int]]:
    """Yield the fields of each section of a note, and how far it has been read. Raises ImportFailed."""
    source = Source.of(path)
    text = lines(source)
    beginning = list(islice(text, LONGEST))
    head, taken = front_matter([line.text for line in beginning])
    note = _Note(name, note_name(source.name), head, _date_of(head, path) or source.started)
    for section in _spoken(sections(chain(beginning[taken:], text)), head):
        yield note.memory(section), section.position


def _spoken(every: Iterator[Section], head: FrontMatter) -> Iterator[Section]:
    """Yield the sections that say something: they have words, or are a heading with nothing at all under it."""
    section = next(every)
    section.body[:0] = [head.text, ""] if head.text else []
    for following in chain(every, (None,)):
        lone = section.level > 0 and (following is None or following.level <= section.level)
        if section.text.strip() or lone:
            yield section
        section = following or section


@dataclass(slots=True)
class _Note:
    """A note whose sections are being read. at: microseconds, of its next section that is not dated itself."""

    path: str
    title: str
    head: FrontMatter
    at: int

    def memory(self, section: Section) -> Fields:
        """Return the fields of a section. They follow each other by a microsecond."""
        trail = " > ".join(filter(None, self._trail(section.headings)))
        text = "\n\n".join(filter(None, (trail, section.text)))
        self.at += 1
        dates = (date for heading in reversed(section.headings) if (date := _date_at(heading)) is not None)
        return {
            "id": f"{self.path}#{'/'.join(section.headings)[:HEADINGS]}@{_digest(text)}",
            "text": text,
            "type": "note",
            "task": self.path,
            "at": next((date + section.line for date in dates), self.at),
            "tags": _names(tag.lstrip("#") for tag in (*self.head.words("tags", "tag"), *section.tags())),
            "entities": _names(self._entities(section)),
            "meta": {"headings": list(section.headings), "line": section.line, **self._said(section)},
        }

    def _trail(self, headings: tuple[str, ...]) -> tuple[str, ...]:
        """Return the title and the headings; a note that begins with its title as a heading says it once."""
        again = bool(headings) and headings[0].casefold() == self.title.casefold()
        return headings if again else (self.title, *headings)

    def _entities(self, section: Section) -> Iterator[str]:
        yield self.title
        yield from self.head.words("aliases", "alias")
        yield from linked(self.head.text) if section.level == 0 else ()
        yield from section.links()
        yield from find_entities(section.text)

    def _said(self, section: Section) -> Fields:
        return {"front_matter": self.head.fields} if section.level == 0 and self.head.fields else {}


def _date_of(head: FrontMatter, path: Path) -> int | None:
    """Return when a note was written, as its head or its name says."""
    said = (_micros(word) for name in DATES if (word := head.word(name)) is not None)
    return next((date for date in said if date is not None), _date_at(path.name))


def _date_at(text: str) -> int | None:
    """Return the date at the beginning of a name or a heading."""
    found = DATE.match(text)
    return None if found is None else _micros(found[1])


def _micros(text: str) -> int | None:
    try:
        return to_micros(text)
    except MemoryInvalid:
        return None


def _names(names: Iterable[str]) -> list[str]:
    """Return what can be a name, each once."""
    return list(dict.fromkeys(name for name in names if 0 < len(name) <= LONGEST_NAME))


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:DIGEST]
