"""A Plan as a tree in plain text: its stages in the order in which they run, with the Cypher that they emit."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Protocol

from ..plan import Plan, Stage
from .stages import Said, said_of

_WIDTH = 10
"""Columns for the label of a detail."""


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
        first, *others = _lines(said_of(stage), reports[number - 1] if number <= len(reports) else None)
        yield head + first
        yield from ((rest + line).rstrip() for line in others)


def _lines(said: Said, report: Report | None) -> Iterable[str]:
    yield said.title + ("" if report is None else _ran(report))
    found = ((said.found, report.found),) if report is not None and report.found else ()
    for label, text in (*said.details, *found):
        first, *others = text.split("\n")
        yield f"  {label:<{_WIDTH}}  {first}"
        yield from (f"  {'':<{_WIDTH}}  {line}" for line in others)
    inside = () if report is None else report.inside
    for number, (label, stages) in enumerate(said.inside):
        yield f"  {label}"
        yield from (f"  {line}" for line in _tree(stages, inside[number] if number < len(inside) else ()))


def _ran(report: Report) -> str:
    return f"  [{report.rows_in} -> {report.rows_out} rows, {report.seconds * 1000:.1f} ms]"
