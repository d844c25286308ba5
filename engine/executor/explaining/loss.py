"""One loss: a step of a recall that took a candidate and did not give it on."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, TypeAlias, cast

import numpy as np

from ...asking.reasons import Cause, Finding
from ..candidates import Candidates
from ..observing import Step

Lost: TypeAlias = tuple[Cause, Finding]


@dataclass(frozen=True, slots=True)
class Loss:
    """A step that took a candidate and did not give it on."""

    step: Step
    row: int

    @property
    def taken(self) -> Candidates:
        return cast(Candidates, self.step.before)

    @property
    def given(self) -> Candidates:
        return cast(Candidates, self.step.after)

    @property
    def at(self) -> int:
        """The candidate's position among those that were taken."""
        return int(np.flatnonzero(self.taken.rows == self.row)[0])

    def finding(self, sentence: str, **value: Any) -> Finding:
        return Finding(type(self.step.stage).__name__, sentence, value)
