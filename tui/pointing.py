"""What a part is called, and what its cursor is on, in words: for who sees no colours, or nothing at all.

A screen reader reads a terminal's text. A cursor that is a reversed line, or a sign in a picture, is nothing to it; so
each part says where it stands, and the status line shows that of the part that has the focus.
"""

from __future__ import annotations

from typing import Protocol, runtime_checkable

from textual.message import Message
from textual.widget import Widget

from ..engine.answers.display import one_line

LONGEST = 400
"""Characters that are told; the status line shows as many of them as it has room for."""


class Pointed(Message):
    """A cursor is on something else now, or that is told otherwise. Of several, one is enough."""

    def can_replace(self, message: Message) -> bool:
        return isinstance(message, Pointed)


def point_out(part: Widget) -> None:
    """Tell the app that a cursor is on something else, whoever moved it.

    The part is the sender: a message that a room's own code sends for a part of it ends in that room, and of several
    the last one alone is read.
    """
    part.post_message(Pointed().set_sender(part))


@runtime_checkable
class Points(Protocol):
    """A part with a cursor."""

    def in_words(self) -> str:
        """Return what the cursor is on; "" where it is on nothing. Stored text may be in it."""
        ...


def here(part: Widget | None) -> str:
    """Return what a part is called and what its cursor is on, on one line."""
    if part is None:
        return ""
    words = part.in_words() if isinstance(part, Points) else ""
    return one_line(": ".join(said for said in (part.name or "", words) if said), LONGEST)
