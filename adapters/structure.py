"""Where JSON values end, told by brackets, commas and strings alone: also in a text that is cut off, or is no JSON.

The parser knows only right and wrong. These two functions know where a wrong value ends, so that the next one can be
read, and how a long text begins, so that nobody has to read it all to see what it is. Both are linear.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import takewhile

_MARK = re.compile(r'"(?:[^"\\]++|\\.)*+"|["\[\]{},]', re.DOTALL)
"""A whole string, or one mark. A quotation mark by itself begins a string that the text does not end."""

_CLOSING = {"[": "]", "{": "}"}


def end_of_value(text: str, at: int) -> int | None:
    """Return where the value that begins at `at` ends, or None where the text ends first.

    A value ends with the bracket that closes its first one; a plain one, or a stray closing bracket, before the next
    comma or `]`. The result is above `at`, unless a comma or `]` stands there.
    """
    depth = 0
    for start, mark in _marks(text, at):
        match mark:
            case "[" | "{":
                depth += 1
            case "," if depth == 0:
                return start
            case "]" if depth == 0:
                return start
            case "]" | "}":
                depth -= 1
                if depth <= 0:
                    return start + 1
            case '"':
                return None
            case _:
                pass
    return None


def closed(head: str) -> str:
    """Return the beginning of a JSON text, cut before its last comma, with the brackets closed that are open there."""
    marks = list(takewhile(lambda found: found[1] != '"', _marks(head, 0)))
    cut = max((start for start, mark in marks if mark == ","), default=len(head))
    brackets: list[str] = []
    for _, mark in takewhile(lambda found: found[0] < cut, marks):
        if mark in _CLOSING:
            brackets.append(_CLOSING[mark])
        elif mark != "," and brackets:
            brackets.pop()
    return head[:cut] + "".join(reversed(brackets))


def _marks(text: str, at: int) -> Iterator[tuple[int, str]]:
    """Yield the place of each bracket, comma and unended quotation mark that stands outside strings."""
    for match in _MARK.finditer(text, at):
        if match.end() - match.start() == 1:
            yield match.start(), text[match.start()]
