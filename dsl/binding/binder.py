"""AST and catalog in, checked AST out: the one door to the binder's rooms.

The bound statement is made of the same classes. What was optional is said, what could be said in several ways is said
in one, and every name is known; so the planner asks no questions. A second family of classes for bound trees was
refused: it would double the nodes, and every tool that reads a tree would have to know both.
"""

from __future__ import annotations

from dataclasses import dataclass

from .. import ast, trees
from ..diagnosis.refused import unsupported
from .clauses import bind_query, bind_union
from .names import Index
from .recall import bind_recall
from .trace import bind_trace


@dataclass(frozen=True, slots=True)
class Bound:
    """A checked statement. `parameters` are the names that it takes, in the order in which they are written."""

    statement: ast.Readable
    columns: tuple[str, ...]
    parameters: tuple[str, ...]


def bind_statement(statement: ast.Readable, index: Index) -> Bound:
    """Return the statement bound. Raises BindError or UnsupportedError, with the span of what does not fit."""
    bound, columns = _bind(statement, index)
    return Bound(bound, columns, _parameters(statement))


def _bind(statement: ast.Readable, index: Index) -> tuple[ast.Readable, tuple[str, ...]]:
    match statement:
        case ast.Query():
            return bind_query(statement, index)
        case ast.Union():
            return bind_union(statement, index)
        case ast.Recall():
            return bind_recall(statement, index)
        case ast.Trace():
            return bind_trace(statement, index)
        case _:
            raise unsupported(statement)


def _parameters(statement: ast.Readable) -> tuple[str, ...]:
    found = [node for node in trees.walk(statement) if isinstance(node, ast.Parameter)]
    return tuple(dict.fromkeys(node.name for node in sorted(found, key=lambda node: node.span.start)))
