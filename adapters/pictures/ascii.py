"""Signs in plain ASCII, for terminals that show nothing else: one table, applied to what is drawn on its way out.

A picture or a room is drawn as always, and no part of it knows of this; a switch in each was tried and refused: every
new sign forgets it. A sign takes as many cells as before, so nothing moves. Texts that were stored pass where the
encoding can show them: there a letter is worth more than a question mark.
"""

from __future__ import annotations

import re
from functools import lru_cache

BRAILLE = 0x2800
"""The code point of the pattern without a dot: the low byte of one has a bit for each of its dots."""

DOTTED = " ..::+++#"
"""What a cell with 0 to 8 dots looks like."""

MADE_VISIBLE = "".join(map(chr, range(0x2400, 0x2427)))
"""What stands for control characters in a stored text."""

_SIGNS = {
    "─┄┈╌╴╶╼╾–—‐‑−▔▀": "-",
    "━┅┉╍╸╺═": "=",
    "│┆┊╎╵╷╽╿║▌▏▎▍▋▊▐▕": "|",
    "┃┇┋╏╹╻┏┓┗┛╔╗╚╝█▉▓▖▗▘▙▚▛▜▝▞▟●■": "#",
    "╭╮▂▃░·•‧": ".",
    "╰╯‘’": "'",
    "┌┐└┘├┤┬┴┼┣┫┳┻╋╠╣╦╩╬▆▇✓✔±": "+",
    "▄▅▒": ":",
    "▁": "_",
    "←◀◂◄‹⟨": "<",
    "→▶▸►›⟩": ">",
    "↑▲▴": "^",
    "↓▼▾": "v",
    "ƒ": "f",
    "↕": "|",
    "↔": "-",
    "◆★⭑": "*",
    "◇○◦⭘": "o",
    "◉": "@",
    "◐": "%",
    "∅": "0",
    "✗✘✖×": "x",
    "…": "~",
    "“”": '"',
    f"¿{MADE_VISIBLE}": "?",
    "\u00a0": " ",
}
"""Each sign that the app, its widgets and the pictures draw with, one cell wide, and what stands for it."""

_TABLE = {sign: instead for signs, instead in _SIGNS.items() for sign in signs} | {
    chr(BRAILLE + dots): DOTTED[dots.bit_count()] for dots in range(256)
}

_OTHER = re.compile("(?:.(?:\u200d.|\ufe0f)+)|[^\x00-\x7f]", re.DOTALL)
"""What is not ASCII: a character, or several that joiners make one."""


def in_ascii(text: str, encoding: str = "ascii") -> str:
    """Return a text of as many cells with its signs in ASCII, and `?` in each cell of what an encoding cannot show."""
    return text if text.isascii() else _OTHER.sub(lambda found: _instead(found[0], encoding), text)


@lru_cache(4096)
def _instead(sign: str, encoding: str) -> str:
    """Return what stands for a character; what is drawn into the cell of another, as an accent, is left out."""
    if sign in _TABLE:
        return _TABLE[sign]
    try:
        sign.encode(encoding)
    except UnicodeEncodeError:
        from rich.cells import cell_len

        return "?" * cell_len(sign)
    return sign
