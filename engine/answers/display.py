"""How stored text is shown to a person: nothing in it may steer a terminal, turn the line around, or hide.

Control characters, bidirectional controls, invisible separators and lone surrogates are replaced by visible marks. The
joiners U+200C and U+200D stay: Persian and emoji are written with them. Where to break lines and what is markup is left
to whoever draws.
"""

from __future__ import annotations

import re

UNSAFE = re.compile(
    "\r\n|[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb"
    "\ud800-\udfff\U000e0000-\U000e007f]"
)


def visible(text: str) -> str:
    """Return `text` with each character that would act on a terminal shown as a mark.

    Newlines and tabs are kept, and a Windows newline is a newline.
    """
    return UNSAFE.sub(_mark, text)


def one_line(text: str, width: int) -> str:
    """Return `text` on one line of at most `width` characters (at least 1), cut with an ellipsis.

    It reads only the beginning of a long text.
    """
    held = text[: 4 * width]
    head = " ".join(visible(held).split())
    return head if len(head) <= width and len(held) == len(text) else head[: width - 1].rstrip() + "…"


def _mark(match: re.Match[str]) -> str:
    """Return a control picture (U+2400 block) for C0 controls, else the code point in brackets."""
    character = match[0]
    if character == "\r\n":
        return "\n"
    code = ord(character)
    if code < 0x20:
        return chr(0x2400 + code)
    return "␡" if code == 0x7F else f"⟨{code:04X}⟩"
