"""A Plan as a tree in plain text: its stages in the order in which they run, with the Cypher that they emit."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ..plan import Plan
from .tree import Branch, Report, branches

_WIDTH = 10
"""Columns for the label of a detail."""


def explain(plan: Plan, reports: Sequence[Report] = ()) -> str:
    """Return the plan as text: what comes back, what must be given, warnings, and a tree of stages.

    reports: one for each of the plan's stages, in order, where they ran.
    """
    lines = [f"{plan.kind}  {', '.join(plan.columns)}"]
    if plan.parameters:
        lines.append(f"takes  {', '.join(f'${name}' for name in plan.parameters)}")
    lines += [f"warning  {warning}" for warning in plan.warnings]
    return "\n".join([*lines, *_tree(branches(plan.stages, reports))])


def _tree(tree: Sequence[Branch]) -> Iterable[str]:
    for branch in tree:
        head, rest = ("└─ ", "   ") if branch.last else ("├─ ", "│  ")
        first, *others = _lines(branch)
        yield head + first
        yield from ((rest + line).rstrip() for line in others)


def _lines(branch: Branch) -> Iterable[str]:
    said, report = branch.said, branch.report
    yield said.title + ("" if report is None else _ran(report))
    found = ((said.found, report.found),) if report is not None and report.found else ()
    for label, text in (*said.details, *found):
        first, *others = text.split("\n")
        yield f"  {label:<{_WIDTH}}  {first}"
        yield from (f"  {'':<{_WIDTH}}  {line}" for line in others)
    for label, stages in branch.inside:
        yield f"  {label}"
        yield from (f"  {line}" for line in _tree(stages))


def _ran(report: Report) -> str:
    return f"  [{report.rows_in} -> {report.rows_out} rows, {report.seconds * 1000:.1f} ms]"
