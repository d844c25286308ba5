"""What may enter the editor: a bounded text, with nothing in it that would act on a terminal.

A widget that edits text takes time with its length: a megabyte that is pasted would hold the screen up for a quarter of
a minute. So a text is cut, and whoever put it there is told where long texts belong.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

MOST = 100_000
"""Characters that the editor holds: as long as a key is answered in 50 ms all the same."""

_LINE_ENDS = re.compile("\r\n?|[\x0b\x0c\x85\u2028\u2029]")
_ACTING = re.compile("[\x00-\x08\x0e-\x1f\x7f-\x9f\ud800-\udfff]")
_HIDDEN = re.compile(
    "[\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\U000e0000-\U000e007f]"
)

MARK = "¿"
"""Stands for a character that is there and cannot be seen: one that is hidden, or turns the line around."""


@dataclass(frozen=True, slots=True)
class Entered:
    """A text as the editor takes it. cut: characters that had no room. left_out: characters that would have acted on a
    terminal, and that no statement needs: an escape in quotes says the same.
    """

    text: str
    cut: int = 0
    left_out: int = 0

    def notice(self, instead: str = "") -> str | None:
        """Return what a person is told; None where the text is as it was. instead: where a long text belongs."""
        told = []
        if self.cut:
            where = f": {instead}" if instead else ""
            told.append(f"{MOST:,} characters are the most here, so {self.cut:,} were left out{where}.")
        if self.left_out:
            told.append(f"{self.left_out:,} control character{'s were' if self.left_out > 1 else ' was'} left out.")
        return " ".join(told) or None


def entered(text: str, room: int = MOST) -> Entered:
    """Return what enters of a text. room: how many characters more the editor takes."""
    kept = text[: max(0, room)]
    lines = _LINE_ENDS.sub("\n", kept)
    clean, left_out = _ACTING.subn("", lines)
    return Entered(clean, len(text) - len(kept), left_out)


def entered_line(text: str) -> str:
    """Return what enters a field of one line: what would break it is a space there."""
    return entered(text).text.replace("\n", " ").replace("\t", " ")


def shown(line: str) -> str:
    """Return a line as it is drawn, a character for each of its own, so that places in it stay."""
    return line if line.isascii() and line.isprintable() else _HIDDEN.sub(MARK, _ACTING.sub(MARK, line))
