"""`USING auto`: the strategy that the kind of need calls for, told to the compiler when the need is known.

It is told wherever a recall may stand: behind RUN, inside WHY, COMPARE and TRACE, under a strategy of one's own. What
is recorded is the strategy that was chosen, so that a record says all and is answered again in the same way. Where
nothing speaks for a kind, or no strategy has its name, it is the default.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from typing import Any

from ...dsl import ast
from ...dsl.binding.names import Index, index_of
from ...dsl.catalog import Catalog
from ..need.kinds import DEFAULT, kind_of


def index_for(catalog: Catalog, parameters: Mapping[str, Any]) -> Index:
    """Return the index of a catalog that knows, by these parameters, which strategy the need of a recall calls for."""
    index = index_of(catalog)
    return replace(index, by_need=partial(_called_for, known=index.strategies, parameters=parameters))


def _called_for(recall: ast.Recall, known: Mapping[str, object], parameters: Mapping[str, Any]) -> str:
    kind = kind_of(_text(recall.need, parameters)).name
    return kind if kind in known else DEFAULT


def _text(need: ast.Expr | None, parameters: Mapping[str, Any]) -> str:
    match need:
        case ast.Literal(value=str(text)):
            return text
        case ast.Parameter(name=name) if isinstance(parameters.get(name), str):
            return parameters[name]
        case _:
            return ""
