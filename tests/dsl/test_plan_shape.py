"""A value may be written out or be given: the plan is the same but for where the value stands."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from clew.dsl import ast, trees
from clew.dsl.compiler import compile
from clew.dsl.parsing.parser import parse
from clew.dsl.plan import GraphScan, Plan
from clew.engine.asking.catalog import CATALOG
from clew.errors import ClewError
from fuzz.texts import corpus


def compiles(text: str) -> bool:
    try:
        compile(text, CATALOG)
    except ClewError:
        return False
    return True


STATEMENTS = [text for text in corpus() if compiles(text) and "DEFINE" not in text.upper()]
"""Those that give a plan, but for what is saved: it takes the parameters that it names itself."""


def shape(value: Any) -> Any:
    """Return what kinds of stage a plan has, those inside others too, and what each scan draws, takes and leaves.

    How much of its work a scan leaves to the graph engine is not told: of a LIMIT that is written out it is known that
    it is right, and of the items of a list that none is null.
    """
    match value:
        case Plan():
            return value.kind, value.mode, len(value.columns), shape(value.stages)
        case tuple():
            return tuple(found for item in value if (found := shape(item)) is not None)
        case GraphScan():
            bindings = tuple((b.kind, b.label, b.hidden) for b in value.bindings)
            return "GraphScan", len(value.patterns), len(value.inputs), value.optional, len(value.probes), bindings
        case _ if type(value).__module__.startswith("clew.dsl.plan"):
            parts = (shape(getattr(value, name)) for name in type(value).__dataclass_fields__)
            return type(value).__name__, tuple(part for part in parts if part)
        case _:
            return None


def given(text: str) -> Iterator[str]:
    """Yield a statement with one value after the other given as a parameter."""
    statement = parse(text)
    for node in trees.walk(statement):
        if isinstance(node, ast.Literal) and node.span.end > node.span.start and not _decides(node, statement):
            yield f"{text[: node.span.start]}$given{text[node.span.end :]}"


def _decides(literal: ast.Literal, statement: ast.Statement) -> bool:
    """Whether the plan depends on the value itself.

    A walk that may be empty is another plan, and so is another strategy, another decay, another way to explore.
    """
    for node in trees.walk(statement):
        match node:
            case ast.Hops(low=low, high=high) if literal in (low, high) and literal.value == 0:
                return True
            case ast.Recall() if literal in (node.using, node.rival, node.decay, node.explore):
                return True
            case _:
                pass
    return False


@pytest.mark.parametrize("text", STATEMENTS)
def test_a_parameter_never_changes_the_shape_of_a_plan(text: str) -> None:
    """Every literal slot takes a parameter, and the stages stay what they were."""
    written = shape(compile(text, CATALOG))
    for other in given(text):
        assert shape(compile(other, CATALOG)) == written, other
