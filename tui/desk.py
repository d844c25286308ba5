"""What lies open in front of a person: one frozen value, which every room mirrors and only the app replaces.

That is how selections are linked: a row, a point on the front and a node of the lineage are the same `selected`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ..engine.answers.results import Rows
    from ..engine.answers.space import Space
    from ..errors import ClewError


@dataclass(frozen=True, slots=True)
class Asked:
    """A statement as it was asked. parameters: the values of its `$names`."""

    text: str
    parameters: Mapping[str, Any] = field(default_factory=dict[str, Any])


@dataclass(frozen=True, slots=True, eq=False)
class Answer:
    """What a statement came to: rows, or the error that it ended with.

    seconds: how long the answer took. moment: the store was read AS OF then; None is as it stands.
    """

    asked: Asked
    seconds: float
    rows: Rows | None = None
    error: ClewError | None = None
    moment: datetime | None = None


@dataclass(frozen=True, slots=True)
class Desk:
    """answer: the last one. space: the objective space of its recall, as the sliders stand; None until somebody looks.
    selected: the id of the memory that every room shows. moment: the store is read AS OF then; None is now. head: the
    events that the store has, which grows under a writing agent. busy: what is being waited for. draft: what another
    room put into the editor last; a new object each time, so that the same text can come twice.
    """

    answer: Answer | None = None
    space: Space | None = None
    selected: str | None = None
    moment: datetime | None = None
    head: int = 0
    busy: str = ""
    draft: Asked | None = None
