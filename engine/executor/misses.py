"""What a recall's filters missed, in sentences: a name that nothing has, a value that is null, an empty store.

An answer without rows must not leave a person guessing which clause it was. A misspelt name is said even where other
names found enough, with the nearest that there is in scope: never one of another namespace.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence

import numpy as np

from ...dsl import ast, trees
from ...dsl.diagnosis.suggest import nearest
from ...dsl.marks import NAMES
from ...dsl.plan import GraphScan
from ...dsl.planning.filters import not_archived
from ...dsl.printing.expressions import print_expression
from ..projection.kinds import WordLists
from ..retrieval.adjacency import Ints
from ..values.times import to_iso
from .column_scan import each_condition
from .session import Session

AS_KNOWN = (
    "AS OF asks what was known then, and a log is known from its import on, unless it came with --backdate; "
    "UNTIL asks for what had happened by then."
)

CLAUSES = {"task": "task", "types": "type", "action_type": "action type"}
"""The columns that clauses of names filter by, as a person calls them."""


def misses(stage: GraphScan, rows: Ints, left: Ints, session: Session) -> tuple[str, ...]:
    """Return a sentence for each name that nothing in scope has, and the reason where no candidate is left.

    rows: what the scan found, the anchors among them. left: without those.
    """
    if not session.visible.any():
        listed = " or ".join(f"`{name}`" for name in session.namespaces)
        if session.as_of is not None:
            none = f"Nothing was stored in the namespace {listed} at {to_iso(session.as_of)}."
            return (none, AS_KNOWN) if session.memories.count else (none,)
        return (f"Nothing is stored in the namespace {listed}.",)
    conditions = (stage.pushed, stage.residual)
    unknown = tuple(_unknown(conditions, session))
    if unknown or left.size:
        return unknown
    if rows.size:
        return ("All memories that pass the filters are anchors, and what is at hand is no answer.",)
    return tuple(_nulls(conditions, session)) or ("No memory passes the filters.", *_passed_by_none(stage, session))


def _passed_by_none(stage: GraphScan, session: Session) -> Iterator[str]:
    """Yield the first condition that nothing in scope passes by itself; that there is none, where each passes some."""
    scope = session.visible
    passed = each_condition(stage, session)
    if passed is None:
        return
    strict = next((condition for condition, passes in passed if not (passes & scope).any()), None)
    size = f"{int(scope.sum()):,}"
    if strict is None:
        yield f"Each of them is passed by some of the {size} memories in scope, and all together by none."
    elif strict == not_archived(ast.Name(session.variable)):
        yield f"All {size} memories in scope are archived: WITH ARCHIVED takes them in."
    else:
        asked = next(node for node in trees.walk(strict) if isinstance(node, ast.Property))
        yield f"None of the {size} memories in scope passes what is asked of `{print_expression(asked)}`."


def missing(what: str, name: str, known: Collection[str]) -> str:
    """Return the sentence for a name that nothing has, with the nearest of those that something has."""
    near = nearest(name, known)
    return f"Nothing in scope has the {what} `{name}`{f'; the nearest is `{near}`' if near else ''}."


def _unknown(conditions: Sequence[ast.Expr | None], session: Session) -> Iterator[str]:
    for key, expressions in _named(conditions):
        for name in session.texts(expressions, CLAUSES[key].upper()):
            known = session.once(("names", key), lambda key=key: _in_scope(key, session))
            if name not in known:
                yield missing(CLAUSES[key], name, known)


def _named(conditions: Iterable[ast.Expr | None]) -> Iterator[tuple[str, Sequence[ast.Expr]]]:
    """Yield (column, names) of the conditions that TASK, TYPE and DOING became."""
    for node in trees.walk(tuple(conditions)):
        match node:
            case (
                ast.Binary(operator="IN", left=ast.Property(key=key), right=ast.Call(name=mark, arguments=names))
                | ast.Call(name=str(), arguments=(ast.Property(key=key), ast.Call(name=mark, arguments=names)))
            ) if mark == NAMES and key in CLAUSES:
                yield key, names
            case _:
                pass


def _in_scope(key: str, session: Session) -> frozenset[str]:
    """Return the distinct names that the visible memories have in a column."""
    column, kind = session.memories.column(key)[session.visible], session.memories.kinds[key]
    codes = np.flatnonzero(np.bincount(column[column >= 0])).tolist()
    if isinstance(kind, WordLists):
        return frozenset(name for code in codes for name in kind.names.values[code])
    return frozenset(session.memories.values(key)[code] for code in codes)


def _nulls(conditions: Sequence[ast.Expr | None], session: Session) -> Iterator[str]:
    """Yield a sentence for each parameter that is null: what is compared with null is true of nothing."""
    for name in dict.fromkeys(node.name for node in trees.walk(tuple(conditions)) if isinstance(node, ast.Parameter)):
        if session.context.parameter(name) is None:
            yield f"${name} is null, and no memory passes a filter by null."
