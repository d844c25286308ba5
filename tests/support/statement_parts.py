"""Parts of statements and plans that tests of several rooms look at."""

from __future__ import annotations

from collections.abc import Iterator

from clew.dsl import ast
from clew.dsl.parsing.parser import parse
from clew.dsl.plan import Apply, Compare, GraphScan, Stage, UnionAll, Walk, Why


def expression(text: str) -> ast.Expr:
    """Return the expression that a text says, as the parser reads it."""
    statement = parse(f"RETURN {text}")
    assert isinstance(statement, ast.Query)
    (clause,) = statement.clauses
    assert isinstance(clause, ast.Return)
    return clause.projection.items[0].expression


def scans(stages: tuple[Stage, ...]) -> Iterator[GraphScan]:
    """Yield every scan, also inside UNION, TRACE, WHY and COMPARE."""
    for stage in stages:
        match stage:
            case GraphScan():
                yield stage
            case UnionAll(branches=branches):
                for branch in branches:
                    yield from scans(branch)
            case Apply(branches=asked):
                for query in asked:
                    yield from (*scans(query.each), *scans(query.then))
            case Walk(of=of, to=to):
                for origin in (of, to):
                    yield from scans(origin) if isinstance(origin, tuple) else ()
            case Why(within=within, conditions=conditions):
                yield from scans(within) if isinstance(within, tuple) else ()
                yield from (condition.scan for condition in conditions if condition.scan is not None)
            case Compare(before=before, after=after):
                yield from (*scans(before), *scans(after))
            case _:
                pass
