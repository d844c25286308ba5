"""Words around a point in time that turn it into an open stretch: `since`, `before`, `until`, 以来, 之前.

The first that fits counts. Only a beginning bounds the memories (`within`): who asks for all since Tuesday wants none
that is older. `before March` does not: what happened before March may have been told, and so remembered, in April.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from typing import TypeAlias

from .calendar import Stretch

Ends: TypeAlias = tuple[datetime | None, datetime | None]


@dataclass(frozen=True, slots=True)
class Turn:
    """Words before a point, or behind it, or both where `both` is; and the ends that it then has."""

    ahead: re.Pattern[str]
    behind: re.Pattern[str]
    ends: Callable[[Stretch], Ends]
    within: bool = False
    both: bool = False

    def fits(self, ahead: str, behind: str) -> bool:
        one, other = self.ahead.search(ahead), self.behind.match(behind)
        return bool(one and other) if self.both else bool(one or other)

    def words(self, ahead: str, behind: str) -> tuple[str, str]:
        """Return the words of the text that make the turn."""
        one, other = self.ahead.search(ahead), self.behind.match(behind)
        return one[0] if one else "", other[0].rstrip() if other else ""


def _turn(
    ahead: str, behind: str, ends: Callable[[Stretch], Ends], *, within: bool = False, both: bool = False
) -> Turn:
    return Turn(re.compile(f"(?:{ahead})$", re.I), re.compile(f"^(?:{behind})", re.I), ends, within, both)


NOTHING = r"(?!)"


def _from_start(stretch: Stretch) -> Ends:
    return stretch.start, None


def _from_end(stretch: Stretch) -> Ends:
    return stretch.end, None


def _to_start(stretch: Stretch) -> Ends:
    return None, stretch.start


def _to_end(stretch: Stretch) -> Ends:
    return None, stretch.end


TURNS = (
    _turn(
        r"\bsince (?:the )?|\bstarting (?:from )?|\bseit (?:de[mr] )?|\bab (?:de[mr] )?|自从?",
        r"以来|起|至今|到现在",
        _from_start,
        within=True,
    ),
    _turn(
        r"\bfrom (?:the )?|从",
        r" ?(?:onwards?\b|on\b|till now|until now|to now|之?后|开始)",
        _from_start,
        within=True,
        both=True,
    ),
    _turn(r"\b(?:von|vom) ", r" (?:an|ab)\b", _from_start, within=True, both=True),
    _turn(r"\b(?:before|prior to|earlier than|up to) (?:the )?|\bvor (?:de[mr] )?", r"之前|以前|前", _to_start),
    _turn(r"\b(?:until|till|by|as of) (?:the )?|\bbis (?:zu[mr] |einschließlich )?|截至|直到|到", NOTHING, _to_end),
    _turn(r"\b(?:after|later than|following) (?:the )?|\bnach (?:de[mr] )?", r"之后|以后|后", _from_end),
)
