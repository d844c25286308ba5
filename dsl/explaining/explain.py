"""A Plan as a tree in plain text: its stages in the order in which they run, with the Cypher that they emit."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Protocol

from ..plan import Plan, Stage
from .stages import Said, said_of

_WIDTH = 10
"""Columns for the label of a detail."""


class Report(Protocol):
    """What PROFILE knows of a stage that ran: rows in, rows out, and the seconds that it took."""

    @property
    def rows_in(self) -> int: ...
    @property
    def rows_out(self) -> int: ...
    @property
    def seconds(self) -> float: ...


def explain(plan: Plan, reports: Sequence[Report] = ()) -> str:
    """Return the plan as text: what comes back, what must be given, warnings, and a tree of stages.

    reports: one for each of the plan's stages, in order, where they ran.
    """
    lines = [f"{plan.kind}  {', '.join(plan.columns)}"]
    if plan.parameters:
        lines.append(f"takes  {', '.join(f'${name}' for name in plan.parameters)}")
    lines += [f"warning  {warning}" for warning in plan.warnings]
    return "\n".join([*lines, *_tree(plan.stages, reports)])


def _tree(stages: tuple[Stage, ...], reports: Sequence[Report] = ()) -> Iterable[str]:
    for number, stage in enumerate(stages, 1):
        last = number == len(stages)
        head, rest = ("└─ ", "   ") if last else ("├─ ", "│  ")
        first, *others = _lines(said_of(stage))
        yield head + first + (_ran(reports[number - 1]) if number <= len(reports) else "")
        yield from ((rest + line).rstrip() for line in others)


def _ran(report: Report) -> str:
    return f"  [{report.rows_in} -> {report.rows_out} rows, {report.seconds * 1000:.1f} ms]"


def _lines(said: Said) -> Iterable[str]:
    yield said.title
    for label, text in said.details:
        first, *others = text.split("\n")
        yield f"  {label:<{_WIDTH}}  {first}"
        yield from (f"  {'':<{_WIDTH}}  {line}" for line in others)
    for label, stages in said.inside:
        yield f"  {label}"
        yield from (f"  {line}" for line in _tree(stages))
