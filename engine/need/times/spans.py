"""What the readers of a language hand over: a stretch that a phrase means, with the place where it stands.

`when` joins them (`between A and B`, `since A`) and knows nothing of how each is written.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime

from .calendar import Stretch


@dataclass(frozen=True, slots=True)
class Spot:
    """A phrase at [start, end) of a text that means a stretch of time.

    dated: whether it names a date by itself, so that the reference time did not matter.
    """

    start: int
    end: int
    stretch: Stretch
    dated: bool = False


@dataclass(frozen=True, slots=True)
class Form:
    """One way to write a point in time, and what it means; None, or a ValueError, where it is no time after all."""

    pattern: re.Pattern[str]
    means: Callable[[re.Match[str], datetime], Stretch | None]
    dated: bool = False


@dataclass(frozen=True, slots=True)
class Reach:
    """What a text says of when: from `since` (inclusive) to `until` (exclusive), None for an open end.

    phrase: the words that say so. within: they bound the memories, and not only what those tell of. dated: as of Spot.
    """

    since: datetime | None
    until: datetime | None
    phrase: str
    within: bool = False
    dated: bool = False


def read(forms: Sequence[Form], text: str, reference: datetime) -> Iterator[Spot]:
    """Yield what the forms find in a text, none within another: the first form that fits a place takes it."""
    taken = [False] * len(text)
    for form in forms:
        for match in form.pattern.finditer(text):
            start, end = match.span()
            stretch = None if any(taken[start:end]) else _meant(form, match, reference)
            if stretch is not None:
                yield Spot(start, end, stretch, form.dated)
                taken[start:end] = [True] * (end - start)


def _meant(form: Form, match: re.Match[str], reference: datetime) -> Stretch | None:
    try:
        return form.means(match, reference)
    except (ValueError, OverflowError, KeyError):
        return None  # the 31st of June, the year 0
