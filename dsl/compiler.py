"""Text to Plan, with the plans of recent texts kept.

A plan depends on the text and the catalog alone, so it can be kept: parameters are named in it and not filled, and no
clock or store is read. An agent asks the same few texts again and again.
"""

from __future__ import annotations

from functools import lru_cache

from ..errors import LimitError, QueryError
from . import ast
from .binding.binder import bind_statement
from .binding.names import Index, index_of
from .binding.rivals import ways
from .binding.run import Saved
from .catalog import Catalog
from .frozen import replace
from .parsing.bounds import DEFAULT, TextLimits
from .parsing.parser import parse
from .plan import Plan
from .planning.planner import Mode, plan
from .planning.recall import strategy_name

PLANS_KEPT = 512
"""How many plans are kept: at 6 to 8 KB each a full cache is some 4 MB."""


def compile(text: str, catalog: Catalog, limits: TextLimits = DEFAULT) -> Plan:
    """Return the Plan of a statement; the same text with the same catalog gives the very same Plan.

    Raises ParseError, BindError or UnsupportedError with the place in the text, and LimitError for what is too large.
    """
    return _compiled(text, index_of(catalog), limits)


def compile_statement(statement: ast.Statement, catalog: Catalog) -> Plan:
    """Return the Plan of a statement that was built without a text. Raises as `compile` does, without a place."""
    return compile_within(index_of(catalog), statement)


def compile_within(index: Index, statement: ast.Statement, text: str = "") -> Plan:
    """Return the Plan of a statement by an index that may know more than a catalog does: the strategy for a need.

    text: what the statement was read from, if it was. Raises as `compile` does.
    """
    try:
        return _planned(statement, index, text)
    except QueryError as error:
        raise (error.locate(text) if text else error) from None


@lru_cache(maxsize=PLANS_KEPT)
def _compiled(text: str, index: Index, limits: TextLimits) -> Plan:
    return compile_within(index, parse(text, limits), text)


def _planned(statement: ast.Statement, index: Index, text: str) -> Plan:
    """Return the plan; of a recall by one of two strategies, that by the first, which holds that by the second."""
    inner, mode = _mode(statement)
    both = ways(inner, index)
    plans = [_laid_out(one, saved, mode, index, text) for one, saved in both]
    if len(plans) == 1:
        return plans[0]
    trial = tuple(strategy_name(one) for one, _ in both if isinstance(one, ast.Recall))
    first, second = (replace(plan, trial=trial) for plan in plans)
    return replace(first, rival=second, by_need=first.by_need or second.by_need)


def _laid_out(inner: ast.Readable | ast.Writing, saved: Saved | None, mode: Mode, index: Index, text: str) -> Plan:
    """Return the plan of a statement. saved: what it was read from, where a RUN was resolved before."""
    try:
        bound = bind_statement(inner, index, saved)
        with bound.inside():
            return plan(bound, index, mode, text)
    except RecursionError:
        hint = "Split it with WITH, or use a list."
        raise LimitError("This statement is nested too deeply.", hint=hint, code="limit.query_nesting") from None


def _mode(statement: ast.Statement) -> tuple[ast.Readable | ast.Writing, Mode]:
    match statement:
        case ast.Explain(statement=readable, profile=profile):
            return readable, "profile" if profile else "explain"
        case _:
            return statement, "run"
