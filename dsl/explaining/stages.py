"""What EXPLAIN says of each stage: a title, details under it, and stages that stand inside it.

One function for each kind of stage. All of it is read from the plan, defaults included, so that what is printed is what
will be done.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from .. import ast, plan, trees
from ..printing.expressions import print_expression

Detail = tuple[str, str]
"""A label and a text of one or more lines."""


@dataclass(frozen=True, slots=True)
class Said:
    title: str
    details: tuple[Detail, ...] = ()
    inside: tuple[tuple[str, tuple[plan.Stage, ...]], ...] = ()


def said_of(stage: plan.Stage) -> Said:
    """Return what is said of a stage."""
    return _SAYINGS[type(stage)](stage)


# ---- small texts ---------------------------------------------------------------------------------


def _listed(items: Iterable[ast.Expr]) -> str:
    return ", ".join(map(print_expression, items))


def _pareto(pareto: ast.ParetoBy) -> tuple[Detail, ...]:
    levels = tuple(("by" if i == 0 else "then", ", ".join(map(_term, level))) for i, level in enumerate(pareto.levels))
    partition = (("within", _listed(pareto.partition)),) if pareto.partition else ()
    return (*levels, *partition, ("order", f"{pareto.order}{', first front only' if pareto.first_front_only else ''}"))


def _term(term: ast.ParetoTerm) -> str:
    tolerance = "" if term.tolerance is None else f" tolerance {print_expression(term.tolerance)}"
    return f"{print_expression(term.expression)} {term.sense or 'MAX'}{tolerance}"


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
    return Said(title, (*_given(scan), *paths, *_cypher("cypher", scan.cypher), *_left_over(scan)))


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


def _anchors(stage: plan.Anchors) -> Said:
    if stage.ids:
        return Said(f"Anchors  {_listed(stage.ids)}")
    if stage.active is None:
        return Said("Anchors  none: the reference time is the newest in scope")
    scope = f"of task {_listed(stage.tasks)}" if stage.tasks else "of the session"
    return Said(f"Anchors  the {print_expression(stage.active)} newest {scope}")


def _mentioning(stage: plan.Mentioning) -> Said:
    return Said(f"Mentioning  {_listed(stage.entities)}")


def _score(stage: plan.Score) -> Said:
    return Said(f"Score  {', '.join(stage.objectives)}", (("half-life", f"{stage.half_life_days:g} days"),))


def _admit(stage: plan.Admit) -> Said:
    return Said("Admit  " + ", ".join(f"{name} >= {print_expression(least)}" for name, least in stage.floors))


def _select(stage: plan.Select) -> Said:
    return Said(f"Select  {print_expression(stage.count)}{', first front only' if stage.first_front_only else ''}")


def _emit(stage: plan.Emit) -> Said:
    read = "everything" if stage.whole else ", ".join(stage.properties)
    return Said(f"Emit  {stage.variable}{f' ({read})' if read else ''}, front, rank, scores, why")


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
    plan.Number: lambda stage: Said(f"Number  {stage.name}"),
    plan.Skip: lambda stage: Said(f"Skip  {print_expression(stage.count)}"),
    plan.Limit: lambda stage: Said(f"Limit  {print_expression(stage.count)}"),
    plan.ParetoSort: lambda stage: Said("ParetoSort", _pareto(stage.pareto)),
    plan.UnionAll: _union,
    plan.Anchors: _anchors,
    plan.Similar: lambda stage: Said(f"Similar  {print_expression(stage.text)}"),
    plan.Lexical: lambda stage: Said(f"Lexical  {print_expression(stage.text)}"),
    plan.Tagged: lambda stage: Said(f"Tagged  {_listed(stage.tags)}"),
    plan.Mentioning: _mentioning,
    plan.Spread: lambda stage: Said("Spread"),
    plan.Cut: lambda stage: Said(f"Cut  {print_expression(stage.count)} most relevant"),
    plan.Score: _score,
    plan.Admit: _admit,
    plan.Front: lambda stage: Said("Front", _pareto(stage.pareto)),
    plan.Rank: lambda stage: Said(f"Rank  {print_expression(stage.expression)}"),
    plan.Select: _select,
    plan.Emit: _emit,
    plan.Walk: _walk,
}
