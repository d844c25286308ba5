"""Definitions that are given as Python values: the same tree that a DEFINE statement would have made."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any, cast

from ...dsl import ast, trees
from ...dsl.building import values
from ...dsl.parsing.parser import parse
from ...errors import BindError
from ..asking.asker import built

if TYPE_CHECKING:
    from ..asking.asker import Asked


def intent_of(
    name: str,
    statement: Asked,
    parameters: Iterable[str] | None,
    defaults: Mapping[str, Any],
    described: str | None,
) -> ast.DefineIntent:
    """Return what `DEFINE INTENT` says. Raises QueryError for a text that is none, or that writes."""
    saved = tree_of(statement)
    if isinstance(saved, ast.Explain | ast.Writing):
        raise BindError("An intent is a statement that reads.", hint="For example `RECALL FOR $need`.")
    names = _taken(saved) if parameters is None else tuple(parameters)
    slots = tuple(
        ast.IntentParameter(one, values.value(defaults[one], one) if one in defaults else None)
        for one in (*names, *(one for one in defaults if one not in names))
    )
    return ast.DefineIntent(name, slots, saved, _literal(described))


def strategy_of(name: str, clauses: Asked, described: str | None) -> ast.DefineStrategy:
    """Return what `DEFINE STRATEGY` says. Raises QueryError for clauses that are none of a strategy."""
    if isinstance(clauses, str):
        parsed = parse(f"DEFINE STRATEGY s AS {clauses}")
        return ast.DefineStrategy(name, cast(ast.DefineStrategy, parsed).clauses, _literal(described))
    recall = tree_of(clauses)
    if not isinstance(recall, ast.Recall):
        raise BindError("A strategy is made of the clauses of a recall.", hint='As in `clew.recall().using("lookup")`.')
    return ast.DefineStrategy(name, recall, _literal(described))


def tree_of(query: Asked) -> ast.Statement:
    """Return the tree of a statement, however it is given."""
    if isinstance(query, str):
        return parse(query)
    return built(query)


def _taken(statement: ast.Statement) -> tuple[str, ...]:
    found = [node for node in trees.walk(statement) if isinstance(node, ast.Parameter)]
    return tuple(dict.fromkeys(node.name for node in sorted(found, key=_place)))


def _place(node: ast.Node) -> int:
    return node.span.start


def _literal(text: str | None) -> ast.Expr | None:
    return None if text is None else ast.Literal(text)
