"""A table that was told of other stages: with what it is made of, and how those stages ran."""

from __future__ import annotations

from dataclasses import dataclass

from ...answers.results import StageReport
from ...asking.reasons import Reasons
from ..table import Table


@dataclass(frozen=True, slots=True)
class Told(Table):
    """notes: of the stages inside, which are notes of the answer. inside: their reports, a tuple for each run.

    reasons: what the table was made of, where it is about one memory.
    """

    notes: tuple[str, ...] = ()
    inside: tuple[tuple[StageReport, ...], ...] = ()
    reasons: Reasons | None = None
