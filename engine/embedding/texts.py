"""What of a memory is embedded: its words, who said them, and the day.

The two words of context earn their place. Measured with the default model on LoCoMo (five conversations, evidence
recall at 5 / 10 / 20): the bare text 22 / 30 / 38, with its speaker 33 / 41 / 50, with speaker and date in words
37 / 47 / 55. An ISO date gives 37 / 45 / 54, because people ask for "May", not for "05". Date before or after the text
makes no difference.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import datetime

from ...errors import EmbeddingError

MONTHS = (
    *("January", "February", "March", "April", "May", "June"),
    *("July", "August", "September", "October", "November", "December"),
)
"""Not `strftime("%B")`: that follows the locale, and the same memory would get another vector elsewhere."""

VISIBLE = re.compile(r"[^\s\x00]")
UNPRINTABLE = re.compile("[\x00\ud800-\udfff]")


def text_to_embed(text: str, agent: str | None = None, at: datetime | None = None) -> str:
    """Return `agent (8 May 2023): text`, without the parts that are not known."""
    day = None if at is None else f"{at.day} {MONTHS[at.month - 1]} {at.year}"
    if agent and day:
        return f"{agent} ({day}): {text}"
    return f"{agent or day}: {text}" if agent or day else text


def embeddable(text: str) -> bool:
    """Say whether a text holds anything but white space. A memory without is kept, and has no vector."""
    return VISIBLE.search(text) is not None


def name_to_embed(name: str) -> str:
    """Return the name of a tag or an entity as words: `api_key` is two. What is nothing but signs stays as it is."""
    words = name.replace("_", " ").replace("-", " ")
    return words if embeddable(words) else name


def prepared(texts: Sequence[str], longest: int) -> list[str]:
    """Return the texts ready for a model: cleaned, and cut after `longest` characters.

    Models read a few hundred tokens and drop the rest, but only after cutting the whole text into tokens: seconds for
    10 MB. Raises `EmbeddingError` naming every text that holds nothing.
    """
    starts = [VISIBLE.search(text) for text in texts]
    empty = [index for index, start in enumerate(starts) if start is None]
    if empty:
        raise EmbeddingError(
            f"{numbered(empty, len(texts))} has no words to embed.",
            hint="Leave out what `embeddable` refuses.",
            code="embedding.empty",
            indices=empty,
        )
    cut = (text[start.start() : start.start() + longest] for text, start in zip(texts, starts, strict=True) if start)
    return [printable(text) for text in cut]


def printable(text: str) -> str:
    """Return the text as tokenizers accept it: NUL becomes a space, a lone half of a surrogate pair U+FFFD.

    Only the copy that is embedded changes; what the store keeps stays as it was given.
    """
    if not UNPRINTABLE.search(text):
        return text
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace").replace("\x00", " ")


def numbered(indices: Sequence[int], count: int) -> str:
    """Return `Text 3 of 10`, counted from 1, for the first of the indices; and how many more there are."""
    more = f" (and {len(indices) - 1} more)" if len(indices) > 1 else ""
    return f"Text {indices[0] + 1} of {count}{more}"
