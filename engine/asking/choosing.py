"""`USING auto`: the strategy that the kind of need calls for, put in its place before anything is planned.

What is recorded is the strategy that was chosen, so that a record says all and is answered again in the same way.
Where nothing speaks for a kind, or no strategy has its name, it is the default.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from ...dsl import ast
from ...dsl.catalog import Catalog
from ..need.kinds import DEFAULT, kind_of

AUTO = "auto"
MENTIONED = re.compile(rf"\b{AUTO}\b", re.IGNORECASE)


def is_auto(statement: ast.Statement) -> bool:
    """Whether a statement is a recall that leaves its strategy to the need."""
    recall = statement.statement if isinstance(statement, ast.Explain) else statement
    return isinstance(recall, ast.Recall) and recall.using == ast.Literal(AUTO)


def chosen(statement: ast.Statement, parameters: Mapping[str, Any], catalog: Catalog) -> ast.Statement:
    """Return a statement with the strategy that its need calls for; as it is, where it names one."""
    if not is_auto(statement):
        return statement
    if isinstance(statement, ast.Explain):
        return replace(statement, statement=chosen(statement.statement, parameters, catalog))
    assert isinstance(statement, ast.Recall)
    kind = kind_of(_text(statement.need, parameters)).name
    known = kind if any(strategy.name == kind for strategy in catalog.strategies) else DEFAULT
    return replace(statement, using=ast.Literal(known))


def _text(need: ast.Expr | None, parameters: Mapping[str, Any]) -> str:
    match need:
        case ast.Literal(value=str(text)):
            return text
        case ast.Parameter(name=name) if isinstance(parameters.get(name), str):
            return parameters[name]
        case _:
            return ""
