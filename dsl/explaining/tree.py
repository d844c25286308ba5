"""A Plan as data: each stage with what is said of it, what it reported, and the stages that stand inside it.

`explain` draws it as text, and whoever has a screen draws it with bars.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Protocol

from ..plan import Stage
from .said import Said
from .stages import said_of


class Report(Protocol):
    """What PROFILE knows of a stage that ran: rows in, rows out, and the seconds that it took.

    inside: of the stages that stand inside it. found: what else there is to say.
    """

    @property
    def rows_in(self) -> int: ...
    @property
    def rows_out(self) -> int: ...
    @property
    def seconds(self) -> float: ...
    @property
    def inside(self) -> Sequence[Sequence[Report]]: ...
    @property
    def found(self) -> str: ...


@dataclass(frozen=True, slots=True)
class Branch:
    """inside: a label for each run of stages, as `before` and `after` of a COMPARE. report: None where it did not run.

    last: whether it is the last of its run.
    """

    stage: Stage
    said: Said
    report: Report | None
    inside: tuple[tuple[str, tuple[Branch, ...]], ...]
    last: bool


def branches(stages: Sequence[Stage], reports: Sequence[Report] = ()) -> tuple[Branch, ...]:
    """Return the stages of a plan as a tree. reports: one for each, in order, where they ran."""
    return tuple(
        _branch(stage, reports[number] if number < len(reports) else None, number == len(stages) - 1)
        for number, stage in enumerate(stages)
    )


def _branch(stage: Stage, report: Report | None, last: bool) -> Branch:
    said = said_of(stage)
    ran = () if report is None else report.inside
    inside = tuple(
        (label, branches(stages, ran[number] if number < len(ran) else ()))
        for number, (label, stages) in enumerate(said.inside)
    )
    return Branch(stage, said, report, inside, last)


def walked(tree: Sequence[Branch]) -> Iterator[Branch]:
    """Yield every branch of a tree, from above."""
    for branch in tree:
        yield branch
        for _, stages in branch.inside:
            yield from walked(stages)
