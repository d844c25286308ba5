"""Ask one case, the whole way from text to rows, and say what came of it."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import closing, nullcontext
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

from clew.dsl.binding.labels import IMPOSSIBLE
from clew.dsl.compiler import compile
from clew.dsl.parsing.parser import parse
from clew.dsl.plan import Plan
from clew.engine.evaluation.context import Context
from clew.engine.executor.rows import run_pattern_stages
from clew.engine.executor.session import longest_trail
from clew.engine.executor.table import Table
from clew.errors import ClewError, ParseError, QueryError, UnsupportedError

from . import values
from .cases import Case
from .errors import is_due
from .scratch import graph_of
from .world import NAMESPACE, Beyond, World, properties_of, world_for

Outcome: TypeAlias = Literal["right", "wrong", "refused", "other error", "beyond", "absent"]
"""right: the rows that are due, or the error. wrong: other rows. refused: an UnsupportedError. other error: one that is
not due. beyond: no schema of ours has such a graph. absent: the graph is not at hand; the query was compiled alone."""


@dataclass(frozen=True, slots=True)
class Verdict:
    case: Case
    outcome: Outcome
    parsed: bool = True
    said: str = ""


def judge(case: Case) -> Verdict:
    try:
        statement = parse(case.query)
    except (ParseError, UnsupportedError) as error:
        return _of_error(case, error, parsed=False)
    try:
        return _asked(case, world_for(statement, case.setup))
    except Beyond as lack:
        return Verdict(case, "beyond", said=str(lack))


def _asked(case: Case, world: World) -> Verdict:
    try:
        plan = compile(case.query, world.catalog)
        if case.setup is None and not case.error:
            return Verdict(case, "absent")
        table = answer(case, plan, world)
    except ClewError as error:
        return _of_error(case, error)
    if case.error and case.setup is None:
        return Verdict(case, "absent")
    if case.error:
        return Verdict(case, "wrong", said=f"{len(table)} rows where an error is due")
    due, came = rows_due(case), rows_of(case, table, world)
    return Verdict(case, "right" if came == due else "wrong", said="" if came == due else f"{came} and not {due}")


def _of_error(case: Case, error: ClewError, parsed: bool = True) -> Verdict:
    if case.error and isinstance(error, QueryError) and is_due(error, case.error):
        return Verdict(case, "right", parsed)
    if error.code == IMPOSSIBLE and not case.error:
        return Verdict(case, "beyond", parsed, f"{error}")
    refused = isinstance(error, UnsupportedError) and bool(error.hint)
    return Verdict(case, "refused" if refused else "other error", parsed, f"{type(error).__name__}: {error}")


def answer(case: Case, plan: Plan, world: World) -> Table:
    """Return the table that the stages give; a graph is made only where the plan asks one."""
    parameters = {name: values.scalar(text) for name, text in case.parameters.items()}
    with closing(graph_of(world)) if case.needs_graph else nullcontext() as graph:
        longest = longest_trail(len(world.edges))
        context = Context(parameters=parameters, reader=world, graph=graph, namespaces=(NAMESPACE,), longest=longest)
        try:
            return run_pattern_stages(plan.stages, context)
        except QueryError as error:
            raise error.locate(case.query) from None


def rows_due(case: Case) -> list[Any]:
    return _arranged([[values.read(text) for text in row] for row in case.rows], case)


def rows_of(case: Case, table: Table, world: World) -> list[Any]:
    """Return the rows with their columns in the case's order; a `*` may give them in another."""
    if sorted(table.names) != sorted(case.columns):
        return [list(table.names)]
    places = [table.names.index(name) for name in case.columns]
    properties = properties_of(world)
    return _arranged([[values.shown(row[place], properties) for place in places] for row in table.rows], case)


def _arranged(rows: Sequence[list[Any]], case: Case) -> list[Any]:
    arranged = [[values.in_any_order(value) if case.any_list_order else value for value in row] for row in rows]
    return arranged if case.ordered else sorted(arranged, key=repr)
