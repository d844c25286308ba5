"""Who speaks in a text, and whether it only asks: two things that tell how far a memory can be an answer.

A question that is answered in the next turn holds all the words of a need and nothing of what is sought; and of two
people who talk about a thing, the one who is asked about knows it at first hand. Both are told by marks, not by
understanding.
"""

from __future__ import annotations

import re

from .keys import match_key

LABEL = re.compile(r"\s*+([^\W\d_][\w .'’\-]{0,39}):\s")
"""`Somebody: ...`, as transcripts have it: a speaker where none was named otherwise."""

ASKING = re.compile(r"[?？؟]['\"”’」』）)\s]*+\Z")
CAPTION = re.compile(r"\s*+\[[^\[\]]{0,1000}\]\s*+\Z")
"""A note in brackets behind a text, as of a picture that was sent with it."""
LAST = 2_000
"""Characters at the end of a text in which a caption and a question mark are looked for."""

WORD = re.compile(r"\w+")


def words_in(text: str) -> frozenset[str]:
    """Return the words of a need, or of a name, in folded form."""
    return frozenset(WORD.findall(match_key(text)))


def voice(text: str, agent: str | None) -> str | None:
    """Return who says a text: its agent, else the label before it; None where neither is there."""
    if agent is not None:
        return agent
    label = LABEL.match(text)
    return None if label is None else label[1]


def named(who: str, words: frozenset[str]) -> bool:
    """Say whether words (see `words_in`) hold all of a name's."""
    name = words_in(who)
    return bool(name) and name <= words


def only_asks(text: str) -> bool:
    """Say whether a text ends in a question, what stands in brackets behind it left out."""
    return ASKING.search(CAPTION.sub("", text[-LAST:])) is not None
