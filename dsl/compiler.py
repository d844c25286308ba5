"""Text to Plan, with the plans of recent texts kept.

A plan depends on the text and the catalog alone, so it can be kept: parameters are named in it and not filled, and no
clock or store is read. An agent asks the same few texts again and again.
"""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache

from ..errors import BindError, LimitError, QueryError
from . import ast
from .binding.binder import bind_statement
from .binding.names import Index, index_of
from .catalog import Catalog
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
    return _planned(statement, index_of(catalog), "")


@lru_cache(maxsize=PLANS_KEPT)
def _compiled(text: str, index: Index, limits: TextLimits) -> Plan:
    statement = parse(text, limits)
    try:
        return _planned(statement, index, text)
    except QueryError as error:
        raise error.locate(text) from None


def _planned(statement: ast.Statement, index: Index, text: str) -> Plan:
    inner, mode = _mode(statement)
    if isinstance(inner, ast.Recall) and inner.rival is not None:
        return _either(inner, mode, index, text)
    return _laid_out(inner, mode, index, text)


def _either(recall: ast.Recall, mode: Mode, index: Index, text: str) -> Plan:
    """Return the plan of a recall by the first of two strategies, which holds that by the second."""
    first, second = (replace(recall, using=using, rival=None) for using in (recall.using, recall.rival))
    trial = strategy_name(first), strategy_name(second)
    plans = [replace(_laid_out(one, mode, index, text), trial=trial) for one in (first, second)]
    if trial[0] == trial[1]:
        hint = "Name two, as in `USING default OR recent`."
        raise BindError(f"`{trial[0]}` cannot be tried against itself.", span=(second.using or second).span, hint=hint)
    return replace(plans[0], rival=plans[1])


def _laid_out(inner: ast.Readable | ast.Writing, mode: Mode, index: Index, text: str) -> Plan:
    try:
        bound = bind_statement(inner, index)
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
