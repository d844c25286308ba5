"""What of a text the rules read: its head, in one form of writing."""

from __future__ import annotations

import re
from unicodedata import normalize

ESCAPE = re.compile(r"(?<!\\)\\[nrt]")
"""A line break or tab as JSON writes it: the letter is no part of the next word."""


def readable(text: str, longest: int) -> str:
    """Return at most `longest` characters of a text, composed (NFC), and with real line breaks where it is JSON."""
    head = normalize("NFC", text[:longest])
    return ESCAPE.sub("\n", head) if '":' in head else head
