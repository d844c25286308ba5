"""Texts and names as they are written: quotes, escapes and back-quotes, in both directions.

The parser reads with these and the printer writes with them, so that the two cannot drift apart.
"""

from __future__ import annotations

import re

# Texts, quoted names and comments: where a sign in them is no sign of the statement. One that never ends, ends with the
# text, so that scanning takes each character once.
OPAQUE = r"'(?:[^'\\]|\\.)*(?:'|\Z)|\"(?:[^\"\\]|\\.)*(?:\"|\Z)|`[^`]*(?:`|\Z)|//[^\n]*|/\*.*?(?:\*/|\Z)"

_ESCAPE = re.compile(r"\\(u[0-9a-fA-F]{4}|U[0-9a-fA-F]{8}|.)", re.DOTALL)
_SURROGATE = re.compile(r"\\u[dD][89a-fA-F][0-9a-fA-F]{2}")
_SIMPLE = {"\\": "\\", "'": "'", '"': '"', "`": "`", "b": "\b", "f": "\f", "n": "\n", "r": "\r", "t": "\t"}
_WRITTEN = {"\\": "\\\\", "\b": "\\b", "\f": "\\f", "\n": "\\n", "\r": "\\r", "\t": "\\t"}
_BARE = re.compile(r"[^\W\d]\w*")

# Words that are read as something else where an expression or a pattern begins.
READ_OTHERWISE = frozenset(
    {"NOT", "CASE", "WHEN", "TRUE", "FALSE", "NULL", "DISTINCT", "EXISTS", "COUNT", "COLLECT"}
    | {"MATCH", "OPTIONAL", "UNWIND", "WITH", "RETURN"}
)


class BadEscape(ValueError):
    """An escape that means nothing: `start` and `end` are its place inside the quoted text, quotes included."""

    def __init__(self, escape: str, start: int) -> None:
        super().__init__(escape)
        self.escape = escape
        self.start = start
        self.end = start + len(escape)


def unquote(quoted: str) -> str:
    """Return what a quoted text says. Raises `BadEscape`."""
    if "\\" not in quoted:
        return quoted[1:-1]
    text = _ESCAPE.sub(_unescape, quoted)[1:-1]
    if not any("\ud800" <= c <= "\udfff" for c in text):
        return text
    try:  # the two halves of a character, written as a pair of escapes
        return text.encode("utf-16", "surrogatepass").decode("utf-16")
    except UnicodeDecodeError:
        half = _SURROGATE.search(quoted)
        raise BadEscape(half[0] if half else quoted, half.start() if half else 0) from None


def quote(text: str) -> str:
    """Return `text` in quotes, so that `unquote` gives it back: single ones, or double where that saves an escape."""
    mark = '"' if "'" in text and '"' not in text else "'"
    return mark + "".join("\\'" if c == mark else _WRITTEN.get(c) or _visible(c) for c in text) + mark


def is_bare(name: str) -> bool:
    """Say whether a name needs no quotes: letters of any script, digits and underscore, not starting with a digit."""
    return _BARE.fullmatch(name) is not None


def print_name(name: str) -> str:
    """Return a name as it is written where only a name can stand: bare if it can be."""
    return name if is_bare(name) else back_quote(name)


def print_variable(name: str) -> str:
    """Return a name as it is written where an expression can begin too, so that some words need back-quotes."""
    return back_quote(name) if name.upper() in READ_OTHERWISE else print_name(name)


def back_quote(name: str) -> str:
    """Return a name between back-quotes; a back-quote inside is doubled."""
    return "`" + name.replace("`", "``") + "`"


def unquote_name(written: str) -> str:
    """Return the name that is meant by a bare or back-quoted one."""
    return written[1:-1].replace("``", "`") if written[0] == "`" else written


def _unescape(match: re.Match[str]) -> str:
    body = match[1]
    if len(body) > 1:
        code = int(body[1:], 16)
        if code > 0x10FFFF:
            raise BadEscape(match[0], match.start())
        return chr(code)
    if body not in _SIMPLE:
        raise BadEscape(match[0], match.start())
    return _SIMPLE[body]


def _visible(character: str) -> str:
    return character if character.isprintable() else f"\\U{ord(character):08x}"
