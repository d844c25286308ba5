"""A picture as SVG: small, without a script or a font to fetch, and readable on a white page and on a black one.

Rich can export SVG, and was refused for this: it embeds a web font, or shows braille in whichever font a reader has,
whose cells have another width than the letters'. Here dots of braille are drawn as dots, where they belong, and words
are given the width that they take in a terminal.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from html import escape

from .canvas import ACROSS, BITS, BRAILLE, DOWN
from .roles import DARK, LIGHT, ROLES
from .segments import Line
from .texts import width_of

CELL = 8, 16
"""Pixels of a cell, across and down: dots stand on a grid of 4."""

BASELINE = 12
"""Pixels from the top of a cell to where its letters stand."""

EDGE = 8
"""Pixels around the picture."""

NO_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
"""What no XML may hold, not even as a reference."""

FONT = "ui-monospace, SFMono-Regular, Menlo, Consolas, 'DejaVu Sans Mono', monospace"
"""What a reader's machine has."""


def svg(lines: Iterable[Line], title: str) -> str:
    """Return a picture as the text of an SVG file. title: what it shows, for whoever hears it read."""
    rows = list(lines)
    width = EDGE * 2 + CELL[0] * max((width_of(line) for line in rows), default=0)
    height = EDGE * 2 + CELL[1] * len(rows)
    said = _escaped(title)
    size = f'viewBox="0 0 {width} {height}" width="{width}" height="{height}"'
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" class="clew" {size} role="img" aria-label="{said}">',
        f"<title>{said}</title>",
        f"<style>{_style()}</style>",
        f'<g transform="translate({EDGE} {EDGE})">',
        *_dots(rows),
        *_words(rows),
        "</g>",
        "</svg>",
    ]
    return "\n".join(parts) + "\n"


def _style() -> str:
    """Return the colours of the roles, on a light page and on a dark one; they hold in this picture alone."""
    words = f".clew text{{font:13px {FONT};white-space:pre}}"
    dots = ".clew path{fill:none;stroke-width:2.6;stroke-linecap:round}"
    return f"{words}{dots}{_rules(LIGHT)}@media(prefers-color-scheme:dark){{{_rules(DARK)}}}"


def _rules(colours: Mapping[str, str]) -> str:
    return "".join(
        f".clew text.{role}{{fill:{colours[role]}}}.clew path.{role}{{stroke:{colours[role]}}}" for role in ROLES
    )


def _dots(rows: list[Line]) -> Iterator[str]:
    """Yield a path for each role: a line of no length to each dot, which its round ends make a dot."""
    found: dict[str, list[str]] = {}
    for row, column, text, role in _placed(rows):
        for place, character in enumerate(text):
            bits = ord(character) - BRAILLE
            if 0 < bits <= 0xFF:
                found.setdefault(role, []).extend(_of_cell(column + place, row, bits))
    for role in ROLES:
        if role in found:
            yield f'<path class="{role}" d="{"".join(found[role])}"/>'


def _of_cell(column: int, row: int, bits: int) -> Iterator[str]:
    across, down = CELL[0] // ACROSS, CELL[1] // DOWN
    for line, pair in enumerate(BITS.tolist()):
        for place, bit in enumerate(pair):
            if bits & bit:
                x, y = column * CELL[0] + place * across + across // 2, row * CELL[1] + line * down + down // 2
                yield f"M{x} {y}h0"


def _words(rows: list[Line]) -> Iterator[str]:
    """Yield the characters that are no braille, a text to each word, so that blanks need no width."""
    for row, column, text, role in _placed(rows):
        for found in re.finditer(r"[^\s\u2800-\u28ff]+(?: [^\s\u2800-\u28ff]+)*", text):
            x = (column + width_of([(text[: found.start()], role)])) * CELL[0]
            size = width_of([(found[0], role)]) * CELL[0]
            place = f'x="{x}" y="{row * CELL[1] + BASELINE}" textLength="{size}" lengthAdjust="spacingAndGlyphs"'
            yield f'<text class="{role}" {place}>{_escaped(found[0])}</text>'


def _placed(rows: list[Line]) -> Iterator[tuple[int, int, str, str]]:
    """Yield (row, column, text, role) of each segment."""
    for row, line in enumerate(rows):
        column = 0
        for text, role in line:
            yield row, column, text, role
            column += width_of([(text, role)])


def _escaped(text: str) -> str:
    return escape(NO_XML.sub("�", text))
