"""The catalog that the engine hands to the language: what a query may name, gathered from where it is defined."""

from __future__ import annotations

from ...dsl.catalog import Catalog, FunctionDef
from ..evaluation.functions.registry import FUNCTIONS
from ..values.fields import RememberFields
from ..values.schema import EDGES, NODES
from .strategies import OBJECTIVES, STRATEGIES

OF_A_MEMORY: tuple[FunctionDef, ...] = (
    FunctionDef("similarity", 2, 2, "cosine of a memory to a text, in [-1, 1]", of_memory=True, returns="FLOAT"),
    FunctionDef("matches", 2, 2, "whether a memory holds all of the words", of_memory=True, returns="BOOLEAN"),
    *(FunctionDef(o.name, 1, 1, o.doc, of_memory=True, returns="FLOAT") for o in OBJECTIVES),
)

OF_A_FRONT = FunctionDef("front", 0, 0, "the front of a row, from 1; a column beside PARETO BY", returns="INTEGER")

ELSEWHERE = frozenset({"causes", "supersedes", "operation"})
"""Fields of `remember` that have clauses of their own in a statement, or are no part of the memory."""

CATALOG = Catalog(
    nodes=NODES,
    edges=EDGES,
    objectives=OBJECTIVES,
    functions=(*FUNCTIONS, *OF_A_MEMORY, OF_A_FRONT),
    strategies=STRATEGIES,
    fields=("text", *(name for name in RememberFields.__annotations__ if name not in ELSEWHERE)),
)
