"""The head of a note, between two lines of `---`: the small part of YAML that people write there.

    title: A plan            tags: [one, two]            aliases:
    date: 2025-03-01         done: true                    - another name

A YAML library was refused: YAML is a language with types, anchors and tags, and a note needs names and lists of words.
Values stay words. Of a head that says more than this only the text is kept, and nothing of it is guessed.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

FIELD = re.compile(r"([\w][\w .-]{0,99}?)[ \t]*:(?:[ \t]+(.*))?")
ELEMENT = re.compile(r"[ \t]*-[ \t]+(.*)")
MARK = "---"

LONGEST = 1000
"""Lines in which the head of a note has to end; where it does not, the first line is a rule and the rest is text."""

Value = str | list[str]


@dataclass(frozen=True, slots=True)
class FrontMatter:
    """The head of a note. text: as it is. fields: what it says, by name in small letters; none where it says more."""

    text: str = ""
    fields: dict[str, Value] = field(default_factory=dict[str, Value])

    def words(self, *names: str) -> list[str]:
        """Return the values under the first of these names that is there: a list, or words with commas between."""
        value = next((self.fields[name] for name in names if self.fields.get(name)), [])
        listed = value.split(",") if isinstance(value, str) else value
        return [word.strip() for word in listed if word.strip()]

    def word(self, *names: str) -> str | None:
        """Return the first value under these names that is a single one."""
        values = (self.fields.get(name) for name in names)
        return next((value for value in values if isinstance(value, str) and value), None)


def front_matter(lines: Sequence[str]) -> tuple[FrontMatter, int]:
    """Return what the head of a note says, and how many lines it takes: none where there is no head."""
    if not lines or lines[0].rstrip() != MARK:
        return FrontMatter(), 0
    end = next((i for i, line in enumerate(lines[1:LONGEST], start=1) if line.rstrip() in (MARK, "...")), None)
    if end is None:
        return FrontMatter(), 0
    head = lines[1:end]
    return FrontMatter("\n".join(head), _fields(head) or {}), end + 1


def _fields(head: Sequence[str]) -> dict[str, Value] | None:
    """Return the fields of a head, or None where it says more than names, words and lists."""
    fields: dict[str, Value] = {}
    name = ""
    for line in head:
        if not line.strip() or line.lstrip().startswith("#"):
            continue
        listed = ELEMENT.fullmatch(line)
        open_list = fields.get(name)
        if listed and (open_list == "" or isinstance(open_list, list)):
            fields[name] = [*(open_list or []), _plain(listed[1])]
            continue
        found = FIELD.fullmatch(line)
        if found is None or (found[2] or "").strip()[:1] in ("{", "|", ">", "&", "*", "!"):
            return None
        name = found[1].lower()
        fields[name] = _value((found[2] or "").strip())
    return fields


def _value(text: str) -> Value:
    if text.startswith("[") and text.endswith("]"):
        return [word for part in text[1:-1].split(",") if (word := _plain(part))]
    return _plain(text)


def _plain(text: str) -> str:
    """Return words without the quotes around them, or the remark behind them."""
    text = text.strip()
    if len(text) > 1 and text[0] == text[-1] and text[0] in "'\"":
        return text[1:-1]
    return re.sub(r"(?<=\s)#.*", "", text).rstrip()
