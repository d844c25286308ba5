"""How much one text may ask of the compiler, as plain data: a caller hands it in, and nothing here knows of callers."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class TextLimits:
    """What a text is read up to. The names are those of the engine's `Limits`, behind `query_`.

    chars: characters; a long need in quotes has room.
    tokens: words and signs; at about ten microseconds each, the longest text is read in a quarter of a second.
    items: of one list or map; more than that is data, and data is passed as a parameter.
    """

    chars: int = 250_000
    tokens: int = 25_000
    items: int = 10_000


DEFAULT = TextLimits()
