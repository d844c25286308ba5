"""Markdown cut into its sections, and what a section points at. Pure: lines in, sections out, one at a time.

A heading is what CommonMark calls one, marked by `#` or underlined, and a fence hides all of them: a comment in a block
of code is no heading. A full parser was refused: memories keep the words as they were written, so nothing below the
sections needs to be understood.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from urllib.parse import unquote

HEADING = re.compile(r" {0,3}(#{1,6})(?:[ \t](.*))?")
UNDERLINE = re.compile(r" {0,3}(?:(=+)|(-+))[ \t]*")
PARAGRAPH = re.compile(r" {0,3}(?![\s>#|]|[-*+][ \t]|\d{1,9}[.)][ \t]|`{3}|~{3}|(?:[-*_][ \t]*+){3,}+$)\S")
"""A line that an underline makes a heading, where it stands alone: no quote, list, table, fence or rule."""

FENCE = re.compile(r" {0,3}(`{3,}|~{3,})(.*)")

CODE = re.compile(r"(?<!`)(`++).{0,1000}?(?<!`)\1(?!`)")
"""Words in back quotes, in which nothing is a tag or a link."""

HASHTAG = re.compile(r"(?:^|(?<=[\s(,;]))#(?=[\w/-]*[^\W\d_])([\w/-]{1,100})")
"""A tag has a letter: `#12` is the number of something."""

WIKI = re.compile(r"\[\[([^\[\]|#]{1,300})(?:#[^\[\]|]{0,300})?(?:\|[^\[\]]{0,300})?\]\]")
LINK = re.compile(
    r"\]\(<?(?![a-z][a-z0-9+.-]{0,30}:|/)([^()<>#]{1,300}\.(?:md|markdown))(?:[#> ][^()]{0,300})?\)", re.IGNORECASE
)
"""A link to another note, and not to the web."""


@dataclass(slots=True)
class Section:
    """What stands under one heading, down to the next.

    headings: from the outermost to its own; none for what stands before the first. level: its own, from 1; 0 for none.
    line: its first, from 1. position: bytes read up to its end.
    body: its lines as they are, without the heading. bare: the same without code, to be searched for tags and links.
    """

    headings: tuple[str, ...]
    level: int
    line: int
    position: int = 0
    body: list[str] = field(default_factory=list[str])
    bare: list[str] = field(default_factory=list[str])

    @property
    def text(self) -> str:
        return "\n".join(self.body).strip("\n")

    def tags(self) -> list[str]:
        """Return the names after `#`, each once."""
        return _distinct(name.strip("/-") for line in self.bare for name in HASHTAG.findall(line))

    def links(self) -> list[str]:
        """Return the names of the notes that it links to, as wikis and as Markdown do it."""
        return _distinct(name for line in self.bare for name in linked(line))


def linked(line: str) -> list[str]:
    """Return the names of the notes that a line links to."""
    return [note_name(unquote(target)) for target in (*WIKI.findall(line), *LINK.findall(line))]


def note_name(target: str) -> str:
    """Return what a note is called by others: the last part of its path, without the suffix of Markdown."""
    return re.sub(r"\.(?:md|markdown)$", "", target.strip().rstrip("/").rpartition("/")[2], flags=re.IGNORECASE).strip()


def sections(lines: Iterable[tuple[int, str, int]]) -> Iterator[Section]:
    """Yield the sections of a text in order, from lines of (number, text, position)."""
    path: list[tuple[int, str]] = []
    section, fence = Section((), 0, 1), ""
    for number, line, position in lines:
        heading = None if fence else _heading(line, section)
        if heading is None:
            fence = _fence(line, fence)
            section.body.append(line)
            section.bare.append("" if fence else CODE.sub(" ", line))
            section.position = position
            continue
        level, title, underlined = heading
        if underlined:
            section.body.pop()
            section.bare.pop()
        yield section
        path = [*(outer for outer in path if outer[0] < level), (level, title)]
        section = Section(tuple(name for _, name in path), level, number - underlined, position)
    yield section


def _heading(line: str, section: Section) -> tuple[int, str, bool] | None:
    """Return the level and the title of the heading that a line is, or makes of the line above it."""
    if marked := HEADING.fullmatch(line):
        return len(marked[1]), _title(marked[2] or ""), False
    underline = UNDERLINE.fullmatch(line)
    if underline is None or not section.body or not PARAGRAPH.match(section.body[-1]):
        return None
    begins = all(not before.strip() or FENCE.fullmatch(before) for before in section.body[-2:-1])
    return (1 if underline[1] else 2, section.body[-1].strip(), True) if begins else None


def _title(text: str) -> str:
    """Return what stands behind the marks of a heading, without those that close it."""
    title = text.strip()
    bare = title.rstrip("#")
    return bare.rstrip() if not bare or bare[-1] in " \t" else title


def _fence(line: str, opened: str) -> str:
    """Return the fence that is open behind a line, or nothing. One closes with as many of its marks as opened it."""
    found = FENCE.fullmatch(line)
    if found is None:
        return opened
    mark, rest = found[1], found[2]
    if opened:
        closes = mark[0] == opened[0] and len(mark) >= len(opened) and not rest.strip()
        return "" if closes else opened
    return "" if mark[0] == "`" and "`" in rest else mark


def _distinct(names: Iterable[str]) -> list[str]:
    return list(dict.fromkeys(filter(None, names)))
