"""Strings on their way into the graph engine and back: any Python string goes in, and the same one comes out.

The engine keeps UTF-8. A lone surrogate (half of a character, as cut-off JSON leaves it) has no UTF-8 form, so it
travels as a noncharacter that marks it, and its number. Replacing it by a question mark was refused: two ids that
differ would meet.
"""

from __future__ import annotations

import re

MARK = "\U0010ffff"
_UNSAFE = re.compile("[\ud800-\udfff\U0010ffff]")
_ESCAPED = re.compile(MARK + "([0-9a-f]{6})")


def to_graph(text: str) -> str:
    """Return `text` with each lone surrogate, and the mark itself, written as the mark and six hexadecimal digits."""
    return text if text.isascii() else _UNSAFE.sub(lambda found: f"{MARK}{ord(found[0]):06x}", text)


def from_graph(text: str) -> str:
    """Return what `to_graph` was given."""
    return _ESCAPED.sub(lambda found: chr(int(found[1], 16)), text) if MARK in text else text
