"""Bind RECALL: the memory's name, the filters, the objectives that are asked for, and what is returned.

An objective is a name in PARETO BY, RANK BY and AT LEAST, and `relevance(m)` is the same thing written as a function.
In RETURN both are a key of `scores`. An objective that has no meaning in this recall (closeness to anchors without
NEAR) is an error where it is asked for, and is left out where only the strategy's defaults ask for it.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any, TypeVar

from ...errors import BindError, Span, UnsupportedError
from .. import ast, trees
from ..catalog import ObjectiveDef
from ..diagnosis.refused import refusal
from ..printing.expressions import print_expression
from .expressions import bind, closed, count_of, owner_of
from .names import Index, unknown
from .patterns import Place, bind_patterns
from .projections import bind_projection, check_levels, column_names, front_order, predicate
from .scope import Scope, Symbol

T = TypeVar("T")
MEMORY = "Memory"
COLUMNS = ("front", "rank", "scores", "why")
"""What a recall answers beside the memory itself."""


def bind_recall(recall: ast.Recall, index: Index) -> tuple[ast.Recall, tuple[str, ...]]:
    """Return the recall bound, and the names of its columns. `returning` stays None where nothing was written."""
    _refuse_unsupported(recall)
    name = _variable(recall, index)
    place = Place(Scope().add(Symbol(name, "NODE", (MEMORY,))), index, "WHERE")
    bound = replace(
        _bind_slots(recall, place),
        variable=name,
        **_bind_match(recall, name, place),
        **_bind_ranking(recall, name, place),
    )
    if recall.returning is None:
        return bound, (name, *COLUMNS)
    returning = _bind_returning(recall.returning, name, recall, place)
    return replace(bound, returning=returning), column_names(returning)


def has_need(recall: ast.Recall) -> bool:
    """Return whether the recall says what is needed, so that relevance has a meaning."""
    return bool(recall.need or recall.intents or recall.about)


def is_met(objective: ObjectiveDef, recall: ast.Recall) -> bool:
    """Return whether what the objective needs was given."""
    return objective.needs == "" or (has_need(recall) if objective.needs == "need" else recall.near is not None)


def objectives_in(value: Any, index: Index) -> tuple[str, ...]:
    """Return the objectives that bound ranking clauses name, each once, in order."""
    names = (node.name for node in trees.walk(value) if isinstance(node, ast.Name))
    return tuple(dict.fromkeys(name for name in names if name in index.objectives))


# ---- the parts -----------------------------------------------------------------------------------


def _variable(recall: ast.Recall, index: Index) -> str:
    name = recall.variable or "m"
    if name in COLUMNS or name in index.objectives:
        raise BindError(
            f"The memory cannot be called `{name}`: a recall has that name already.",
            span=recall.span,
            hint="Call it `m`, or anything else.",
        )
    return name


def _refuse_unsupported(recall: ast.Recall) -> None:
    """Raise UnsupportedError for the clauses that are understood and not executed yet."""
    written = {
        "EXCLUDING": recall.excluding,
        "REQUIRING": recall.requiring,
        "AS OF": recall.as_of,
        "DIVERSIFY BY": recall.diversify,
        "BUDGET": recall.budget,
        "EXPAND": recall.expand,
    }
    for words, value in written.items():
        if value:
            message, hint = refusal(words)
            raise UnsupportedError(message, span=_first_span(value, recall.span), hint=hint)


def _first_span(value: Any, otherwise: Span) -> Span:
    return next((node.span for node in trees.walk(value)), otherwise)


def _bind_slots(recall: ast.Recall, place: Place) -> ast.Recall:
    """Return the recall with every slot checked that takes a literal or a parameter."""
    if recall.count is not None and recall.limit is not None:
        raise BindError(
            "This recall says twice how many memories it wants.",
            span=recall.limit.span,
            hint="Write `RECALL 5` or `LIMIT 5`, not both.",
        )
    for what, expr in _slots(recall):
        if expr is not None:
            closed(expr, place, what)
    for what, count in (("RECALL", recall.count), ("LIMIT", recall.limit), ("CANDIDATES", recall.candidates)):
        if count is not None:
            count_of(count, place, what)
    if recall.candidates is not None and not has_need(recall):
        raise BindError(
            "CANDIDATES keeps the most relevant, and this recall has no need to be relevant to.",
            span=recall.candidates.span,
            hint="Give one with FOR, INTENT or ABOUT.",
        )
    _strategy_name(recall, place.index)
    return recall


def _slots(recall: ast.Recall) -> Iterable[tuple[str, ast.Expr | None]]:
    near = recall.near or ast.Near()
    yield from (("FOR", recall.need), ("SINCE", recall.since), ("UNTIL", recall.until), ("VALID AT", recall.valid_at))
    yield from (("MIN TRUST", recall.min_trust), ("NEAR ACTIVE", near.active))
    yield from (("BETWEEN", time) for time in recall.between or ())
    yield from (("STEPS", step) for step in recall.steps or ())
    yield from (("AT LEAST", floor.least) for floor in recall.floors)
    lists = {
        "INTENT": recall.intents,
        "ABOUT": recall.about,
        "DOING": recall.doing,
        "TYPE": recall.types,
        "IN NAMESPACE": recall.namespaces,
        "TASK": recall.tasks,
        "NEAR": near.ids,
    }
    yield from ((what, item) for what, items in lists.items() for item in items)


def _strategy_name(recall: ast.Recall, index: Index) -> None:
    if isinstance(recall.using, ast.Parameter):
        raise UnsupportedError(
            "USING takes no parameter: the strategy decides the plan.",
            span=recall.using.span,
            hint=f"Name it: {', '.join(f'`USING {name}`' for name in index.strategies)}.",
        )
    name = recall.using.value if isinstance(recall.using, ast.Literal) else "default"
    if name not in index.strategies:
        raise unknown("strategy", str(name), index.strategies, recall.using.span if recall.using else recall.span)


def _bind_match(recall: ast.Recall, name: str, place: Place) -> dict[str, Any]:
    drawn = trees.pattern_names(recall.patterns)
    if recall.patterns and name not in drawn:
        raise BindError(
            f"The pattern of this recall does not speak of `{name}`.",
            span=recall.patterns[0].span,
            hint=f"Let it begin at the memory: `MATCH ({name})-[...]->(...)`.",
        )
    patterns = recall.patterns or (ast.PathPattern((ast.NodePattern(name, span=recall.span),), (), span=recall.span),)
    bound, where, _ = bind_patterns(patterns, recall.where, place, predicate)
    return {"patterns": bound, "where": where}


# ---- ranking and returning -----------------------------------------------------------------------


def _bind_ranking(recall: ast.Recall, name: str, place: Place) -> dict[str, Any]:
    place = replace(place, scope=place.scope.add(*place.index.scores), clause="PARETO BY")
    rank = _named(recall.rank, name, place.index)
    rank = None if rank is None else bind(rank, replace(place, clause="RANK BY"))
    pareto = _named(recall.pareto, name, place.index)
    pareto = None if pareto is None else _bind_front(pareto, place)
    for floor in recall.floors:
        if floor.objective not in place.index.objectives:
            raise unknown("objective", floor.objective, place.index.objectives, floor.span)
        _check_met(floor.objective, floor.span, recall, place.index)
    _check_all_met((rank, pareto), recall, place.index)
    return {"rank": rank, "pareto": pareto}


def _named(tree: T, name: str, index: Index) -> T:
    """Return `tree` with objectives that are written as functions, `relevance(m)`, given by their names."""
    if not trees.holds(tree, ast.Call):
        return tree
    return trees.replace(tree, {ast.Call(o, (ast.Name(name),)): ast.Name(o) for o in index.objectives})


def _bind_front(pareto: ast.ParetoBy, place: Place) -> ast.ParetoBy:
    check_levels(pareto)
    return replace(
        pareto,
        levels=tuple(tuple(_bind_term(term, place) for term in level) for level in pareto.levels),
        partition=tuple(bind(expr, place) for expr in pareto.partition),
        order=front_order(pareto.order, place, pareto.span, tuple(place.index.objectives)),
    )


def _bind_term(term: ast.ParetoTerm, place: Place) -> ast.ParetoTerm:
    if isinstance(term.expression, ast.Name) and place.scope.find(term.expression.name) is None:
        raise _no_objective(term.expression, place)
    expression = bind(term.expression, place)
    objective = place.index.objectives.get(expression.name) if isinstance(expression, ast.Name) else None
    if term.sense is None and objective is None:
        raise BindError(
            "A term that is no objective needs MAX or MIN.", span=term.span, hint="Say which end is better: `... MAX`."
        )
    return replace(term, expression=expression, sense=term.sense or (objective.sense if objective else None))


def _no_objective(name: ast.Name, place: Place) -> BindError:
    error = unknown("objective", name.name, place.index.objectives, name.span)
    owner = owner_of(name.name, place)
    if owner is not None:
        error.hint = f"A property is traded with its end: `{owner}.{name.name} MAX`, or MIN."
    return error


def _bind_returning(projection: ast.Projection, name: str, recall: ast.Recall, place: Place) -> ast.Projection:
    kinds = ("INTEGER", "INTEGER", "MAP", "ANY")
    scope = Scope().add(
        place.scope.symbols[name], *(Symbol(column, kind) for column, kind in zip(COLUMNS, kinds, strict=True))
    )
    items = tuple(_scored(item, name, recall, place.index) for item in projection.items)
    why = "the pattern of a recall only filters, and its names end with it"
    place = replace(place, scope=scope, clause="RETURN", gone=dict.fromkeys(trees.pattern_names(recall.patterns), why))
    return bind_projection(replace(projection, items=items), place)[0]


def _scored(item: ast.Item, name: str, recall: ast.Recall, index: Index) -> ast.Item:
    """Return an item with its objectives given as keys of `scores`."""
    named = _named(item.expression, name, index)
    _check_all_met(named, recall, index)
    table: dict[ast.Expr, ast.Expr] = {ast.Name(o): ast.Property(ast.Name("scores"), o) for o in index.objectives}
    column = item.text or print_expression(item.expression)
    alias = item.alias or (item.expression.name if isinstance(item.expression, ast.Name) else column)
    return replace(item, expression=trees.replace(named, table), alias=alias)


def _check_all_met(value: Any, recall: ast.Recall, index: Index) -> None:
    for node in trees.walk(value):
        if isinstance(node, ast.Name) and node.name in index.objectives:
            _check_met(node.name, node.span, recall, index)


def _check_met(name: str, span: Span, recall: ast.Recall, index: Index) -> None:
    objective = index.objectives[name]
    if is_met(objective, recall):
        return
    due = "FOR, INTENT or ABOUT" if objective.needs == "need" else "NEAR"
    raise BindError(
        f"`{name}` has no meaning in a recall without {due}.", span=span, hint=f"Add {due}, or leave `{name}` out."
    )
