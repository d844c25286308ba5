"""What EXPLAIN says of each stage: a title, details under it, and stages that stand inside it.

One function for each kind of stage. All of it is read from the plan, defaults included, so that what is printed is what
will be done.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from .. import ast, plan, trees
from ..frozen import replace
from ..marks import EDGE
from ..printing.expressions import print_expression
from ..printing.patterns import print_patterns
from .explanations import EXPLANATIONS
from .recalls import RECALLS
from .said import Detail, Said, pareto_details
from .writing import WRITING


def said_of(stage: plan.Stage) -> Said:
    """Return what is said of a stage."""
    return _SAYINGS[type(stage)](stage)


# ---- small texts ---------------------------------------------------------------------------------


def _columns(columns: Iterable[plan.Column]) -> str:
    return ", ".join(_column(column) for column in columns)


def _column(column: plan.Column) -> str:
    if column.expression == ast.Name(column.name):
        return column.name
    text = print_expression(column.expression)
    return text if text == column.name else f"{text} AS {column.name}"


def _sort_key(key: ast.SortKey) -> str:
    return print_expression(key.expression) + (" DESC" if key.descending else "")


# ---- scans ---------------------------------------------------------------------------------------


def _scan(scan: plan.GraphScan) -> Said:
    names = ", ".join(_binding(binding) for binding in scan.bindings if binding.kind != "path")
    paths = tuple(("path", f"{b.name} = {', '.join(b.path)}") for b in scan.bindings if b.kind == "path")
    title = f"GraphScan  {'optional  ' if scan.optional else ''}{names}".rstrip()
    walked = (("then find", _shortest(one)) for one in scan.shortest)
    details = (*_given(scan), *paths, *_cypher("cypher", scan.cypher), *walked, *_left_over(scan))
    return Said(title, details, () if scan.tested is None else (("then keep what passes", scan.tested.stages),))


def _shortest(one: plan.Shortest) -> str:
    nodes = tuple(ast.NodePattern(None if name.startswith("@") else name) for name in (one.start, one.end))
    walk = "r" if one.walk.startswith("@") else one.walk
    named: dict[ast.Expr, ast.Expr] = {ast.Name(EDGE): ast.Name(walk)}
    where = None if one.edge.where is None else trees.replace(one.edge.where, named)
    edge = replace(one.edge, variable=walk, where=where)
    selector: Any = "all shortest" if one.every else "shortest"
    return print_patterns([ast.PathPattern(nodes, (edge,), one.path, selector)], print_expression)


def _binding(binding: plan.Binding) -> str:
    label = f":{binding.label}" if binding.label else ""
    read = "everything" if binding.whole else ", ".join((*binding.properties, *binding.journal))
    return f"{binding.name}{label}{'*' if binding.kind == 'walk' else ''}{f' ({read})' if read else ''}"


def _given(scan: plan.GraphScan) -> Iterable[Detail]:
    if scan.inputs:
        yield "for each", ", ".join(scan.inputs)
    for words, time in (("as of", scan.view.as_of), ("valid at", scan.view.valid_at)):
        if time is not None:
            yield words, print_expression(time)


def _cypher(label: str, cypher: plan.Cypher) -> Iterable[Detail]:
    yield label, cypher.text
    for argument in (*cypher.arguments, *cypher.hops):
        yield f"${argument.name}", f"{print_expression(argument.value)} : {argument.type}"


def _left_over(scan: plan.GraphScan) -> Iterable[Detail]:
    for part in trees.conjuncts(scan.residual):
        yield "then test", print_expression(part)
    if scan.distinct_edges:
        yield "share no edge", ", ".join(scan.distinct_edges)
    for probe in scan.probes:
        yield from _cypher("refuse if", probe)


# ---- other stages --------------------------------------------------------------------------------


def _project(stage: plan.Project) -> Said:
    kept = (("keep", ", ".join(stage.keep)),) if stage.keep else ()
    return Said(f"Project  {'distinct  ' if stage.distinct else ''}{_columns(stage.columns)}", kept)


def _aggregate(stage: plan.Aggregate) -> Said:
    keys = (("by", _columns(stage.keys)),) if stage.keys else ()
    return Said(f"Aggregate  {_columns(stage.folds)}", keys)


def _union(stage: plan.UnionAll) -> Said:
    branches = tuple((f"branch {number}", branch) for number, branch in enumerate(stage.branches, 1))
    return Said("Union  distinct" if stage.distinct else "Union  all", inside=branches)


def _pareto_sort(stage: plan.ParetoSort) -> Said:
    numbered = (("number in", ", ".join(stage.numbered)),) if stage.numbered else ()
    return Said("ParetoSort", (*pareto_details(stage.pareto), *numbered))


def _apply(stage: plan.Apply) -> Said:
    inside = tuple((when, run) for branch in stage.branches for when, run in _runs(branch) if run)
    gathered = (("gather", print_expression(b.value)) for b in stage.branches if b.value is not None)
    distinct = "  distinct" if stage.distinct else ""
    return Said(f"Apply  {stage.kind.lower()}{distinct} AS {stage.name}", tuple(gathered), inside)


def _runs(branch: plan.Branch) -> tuple[tuple[str, tuple[plan.Stage, ...]], ...]:
    return ("for all rows at once", branch.each), ("then for each row", branch.then)


def _walk(stage: plan.Walk) -> Said:
    high = "" if stage.high is None else print_expression(stage.high)
    ends = (("from", stage.of), ("to", stage.to))
    given = tuple((words, print_expression(end)) for words, end in ends if isinstance(end, ast.Node))
    inside = tuple((f"{words} the first of", end) for words, end in ends if isinstance(end, tuple))
    followed = (("via", ", ".join(stage.via)), ("depth", f"{print_expression(stage.low)}..{high}"))
    return Said(f"Walk  {stage.kind.lower()}", (*given, *followed), inside)


_SAYINGS: Mapping[type, Callable[[Any], Said]] = {
    plan.Start: lambda stage: Said("Start"),
    plan.GraphScan: _scan,
    plan.Filter: lambda stage: Said(f"Filter  {print_expression(stage.predicate)}"),
    plan.Unwind: lambda stage: Said(f"Unwind  {print_expression(stage.source)} AS {stage.variable}"),
    plan.Project: _project,
    plan.Aggregate: _aggregate,
    plan.Drop: lambda stage: Said(f"Drop  all but {', '.join(stage.names)}"),
    plan.Sort: lambda stage: Said(f"Sort  {', '.join(map(_sort_key, stage.keys))}"),
    plan.Apply: _apply,
    plan.Bring: lambda stage: Said(f"Bring  {', '.join(stage.names)}"),
    plan.Skip: lambda stage: Said(f"Skip  {print_expression(stage.count)}"),
    plan.Limit: lambda stage: Said(f"Limit  {print_expression(stage.count)}"),
    plan.ParetoSort: _pareto_sort,
    plan.UnionAll: _union,
    **RECALLS,
    plan.Walk: _walk,
    **EXPLANATIONS,
    **WRITING,
}
