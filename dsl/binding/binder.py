"""AST and catalog in, checked AST out: the one door to the binder's rooms.

The bound statement is made of the same classes. What was optional is said, what could be said in several ways is said
in one, and every name is known; so the planner asks no questions. A second family of classes for bound trees was
refused: it would double the nodes, and every tool that reads a tree would have to know both.
"""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import AbstractContextManager
from dataclasses import dataclass

from .. import ast, trees
from .clauses import bind_query, bind_union
from .explanations import bind_compare, bind_why
from .mistaken import Mistaken, mistaken_names
from .names import Index
from .recall import bind_recall
from .run import Saved, resolve, saved_in
from .show import COLUMNS as SHOWN
from .trace import bind_trace
from .writing import bind_writing, parameters_in


@dataclass(frozen=True, slots=True)
class Bound:
    """A checked statement. `parameters` are the names that it takes, in the order in which they are written.

    mistaken: names that look like a slip, in what was written here. saved: what it was read from, where it stands for a
    RUN.
    """

    statement: ast.Readable | ast.Writing
    columns: tuple[str, ...]
    parameters: tuple[str, ...]
    mistaken: tuple[Mistaken, ...] = ()
    saved: Saved | None = None

    def inside(self) -> AbstractContextManager[None]:
        """Let an error of a block about this statement point into the text that it was read from."""
        return saved_in(self.saved)


def bind_statement(statement: ast.Readable | ast.Writing, index: Index, saved: Saved | None = None) -> Bound:
    """Return the statement bound. saved: what it was read from, where a RUN was resolved before.

    Raises BindError or UnsupportedError, with the span of what does not fit.
    """
    if isinstance(statement, ast.Run):
        resolved = resolve(statement, index)
        return bind_statement(resolved.statement, index, resolved)
    with saved_in(saved):
        bound, columns = _bind(statement, index)
    nodes = tuple(trees.walk(statement))
    taken = trees.walk(parameters_in(statement)) if isinstance(statement, ast.Writing) else nodes
    mistaken = () if saved is not None else tuple(mistaken_names(nodes, index))
    return Bound(bound, columns, _parameters(taken), mistaken, saved)


def _bind(statement: ast.Readable | ast.Writing, index: Index) -> tuple[ast.Readable | ast.Writing, tuple[str, ...]]:
    match statement:
        case ast.Query():
            return bind_query(statement, index)
        case ast.Union():
            return bind_union(statement, index)
        case ast.Recall():
            return bind_recall(statement, index)
        case ast.Trace():
            return bind_trace(statement, index)
        case ast.Show(what=what):
            return statement, SHOWN[what]
        case ast.Why():
            return bind_why(statement, index)
        case ast.Compare():
            return bind_compare(statement, index)
        case ast.Run():
            raise AssertionError("a RUN is resolved before")
        case _:
            return bind_writing(statement, index)


def _parameters(taken: Iterable[ast.Node]) -> tuple[str, ...]:
    found = [node for node in taken if isinstance(node, ast.Parameter)]
    return tuple(dict.fromkeys(node.name for node in sorted(found, key=lambda node: node.span.start)))
