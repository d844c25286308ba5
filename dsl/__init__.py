"""The language: text to Plan, with no store, no database and no clock.

    from clew.dsl import Catalog, compile, explain
    print(explain(compile("UNWIND [1, 2] AS x RETURN x", Catalog())))

Each name is loaded when it is first used (PEP 562): whoever only asks for a bound of a text does not pay for the rest.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .catalog import Catalog
    from .compiler import compile, compile_statement
    from .explaining.explain import explain
    from .parsing.parser import parse
    from .plan import Plan

_HOMES = {
    "Catalog": "catalog",
    "Plan": "plan",
    "compile": "compiler",
    "compile_statement": "compiler",
    "explain": "explaining.explain",
    "parse": "parsing.parser",
}

__all__ = ["Catalog", "Plan", "compile", "compile_statement", "explain", "parse"]


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f".{_HOMES[name]}", __name__), name)
