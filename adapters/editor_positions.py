"""Places in a text as editors count them: lines and units of UTF-8, UTF-16 or UTF-32, against characters from 0.

An editor ends lines at line feeds and carriage returns alone; Python's `splitlines` also ends them at form feeds and at
separators that a quoted text may hold, and every place behind one would be wrong.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from functools import lru_cache

_LINE = re.compile(r"[^\r\n]*")
_LINE_END = re.compile(r"\r\n|\r|\n")


def offset_of(text: str, line: int, units: int, encoding: str) -> int:
    """Return the character offset of a place; one behind the end of a line or of the text is that end."""
    starts = _starts(text)
    if line >= len(starts):
        return len(text)
    content = _content(text, starts[line])
    for place, character in enumerate(content):
        if units <= 0:
            return starts[line] + place
        units -= _units(character, encoding)
    return starts[line] + len(content)


def place_of(text: str, offset: int, encoding: str) -> tuple[int, int]:
    """Return the line and the units before a character offset in it, both from 0."""
    offset = min(offset, len(text))
    starts = _starts(text)
    line = bisect_right(starts, offset) - 1
    return line, sum(_units(character, encoding) for character in text[starts[line] : offset])


@lru_cache(maxsize=4)
def _starts(text: str) -> tuple[int, ...]:
    """Return where each line begins. What ends without a line's end has no line behind it.

    Kept, for all findings of a text are placed one after another: without it, a thousand of them cost seconds.
    """
    return (0, *(match.end() for match in _LINE_END.finditer(text)))


def _content(text: str, start: int) -> str:
    found = _LINE.match(text, start)
    return found[0] if found else ""


def _units(character: str, encoding: str) -> int:
    match encoding:
        case "utf-8":
            return len(character.encode("utf-8", "surrogatepass"))
        case "utf-32":
            return 1
        case _:
            return 2 if ord(character) > 0xFFFF else 1
