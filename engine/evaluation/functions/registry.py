"""Every function, by name: what the catalog lists, and what the evaluator calls.

Functions of a memory (`similarity`, `matches`, the objectives) are not here: the store answers for them, through the
context, so the engine's catalog lists them.
"""

from __future__ import annotations

from typing import Final

from ....dsl.catalog import FunctionDef
from . import convert, graph, lists, maths, of_the_compiler, strings, temporal, walks
from .folds import FOLDS
from .function import Function

_ALL: Final[tuple[Function, ...]] = (
    *convert.FUNCTIONS,
    *strings.FUNCTIONS,
    *lists.FUNCTIONS,
    *maths.FUNCTIONS,
    *graph.FUNCTIONS,
    *temporal.FUNCTIONS,
)

REGISTRY: Final[dict[str, Function]] = {
    function.definition.name.lower(): function for function in (*_ALL, *of_the_compiler.FUNCTIONS, *walks.FUNCTIONS)
}
"""By name in lower case: names of functions do not regard case."""

FUNCTIONS: Final[tuple[FunctionDef, ...]] = (
    *(function.definition for function in _ALL),
    *(fold.definition for fold in FOLDS.values()),
)
