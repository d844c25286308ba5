"""What PROFILE says of a stage beside its rows and its time: how many stand on each front, and what front 1 spans."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace

import numpy as np

from ...dsl.plan import Infer
from ..answers.results import StageReport
from ..retrieval.order import in_own_range
from ..retrieval.pareto import Sense, hypervolume
from .candidates import Candidates
from .inferring import NEED
from .observing import Step
from .pareto_terms import Traded

MOST_FRONTS = 8
"""Fronts whose sizes are listed."""


@dataclass(slots=True)
class Profile:
    """An observer that keeps a sentence for each step, and no state."""

    found: list[str] = field(default_factory=list[str])

    def __call__(self, step: Step) -> None:
        self.found.append(figures(step))


def with_figures(reports: Iterable[StageReport], found: Iterable[str]) -> tuple[StageReport, ...]:
    """Return the reports with what was found at each step."""
    return tuple(replace(report, found=said) for report, said in zip(reports, found, strict=True))


def figures(step: Step) -> str:
    """Return what is said of a step; "" where there is nothing to say. Fronts are said once: where they are made."""
    after, before = step.after, step.before
    if not isinstance(after, Candidates) or not isinstance(before, Candidates):
        return ""
    if isinstance(step.stage, Infer):
        return "; ".join(f"{part}: {text}" for part, text in step.session.memo.kept[NEED].said())
    if after.traded is None or before.traded is not None or after.front is None or not len(after.rows):
        return ""
    sizes = np.bincount(after.front)[1:].tolist()
    listed = ", ".join(f"{size:,}" for size in sizes[:MOST_FRONTS])
    more = f" and {len(sizes) - MOST_FRONTS:,} more" if len(sizes) > MOST_FRONTS else ""
    return f"{len(sizes):,}, of {listed}{more} rows{_spanned(after.traded, after)}"


def _spanned(traded: Traded, sorted_: Candidates) -> str:
    """Return the hypervolume of front 1, as a share of the box that all candidates span.

    In shares, for a product of units says nothing. Of more than three objectives, and of fronts in groups, none is
    told.
    """
    if traded.partition is not None or sorted_.place is None or sorted_.front is None or not traded.senses:
        return ""
    signs = [1.0 if sense is Sense.MAX else -1.0 for sense in traded.senses]
    shares = in_own_range(traded.matrix * signs)[sorted_.place[sorted_.front == 1]]
    volume = hypervolume(shares, [Sense.MAX] * len(signs), [0.0] * len(signs))
    return "" if volume is None else f"; front 1 has a hypervolume of {volume:.3f}"
