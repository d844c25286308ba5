"""Parts of a text, read by the one parser: a fragment is put where such a part stands, and taken out of the tree.

An error speaks of the fragment as it was given, not of the statement around it.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import cast

from ...errors import ParameterError, QueryError, Span
from .. import ast
from ..parsing.parser import parse


def listed(texts: Iterable[object]) -> str:
    """Return fragments as one, with commas between them. Raises ParameterError where one is no text."""
    return ", ".join(map(_text, texts))


def pattern(text: str) -> tuple[ast.PathPattern, ...]:
    query = cast(ast.Query, _read("MATCH ", text, " RETURN 1"))
    clause = query.clauses[0]
    assert isinstance(clause, ast.Match)
    _check_alone(query.clauses[:-1], (ast.Match(clause.patterns),), text, "a pattern")
    return clause.patterns


def condition(text: str) -> ast.Expr:
    recall = cast(ast.Recall, _read("RECALL WHERE (", text, ")"))
    assert recall.where is not None
    _check_alone(recall, ast.Recall(where=recall.where), text, "a condition")
    return recall.where


def expression(text: str) -> ast.Expr:
    item = projection(text).items[:1]
    _check_alone(
        projection(text), ast.Projection((ast.Item(item[0].expression),) if item else ()), text, "an expression"
    )
    return item[0].expression


def columns(text: str) -> ast.Projection:
    """Return what may stand behind RETURN, up to the order."""
    found = projection(text)
    _check_alone(found, ast.Projection(found.items, found.star), text, "columns")
    return found


def order(text: str) -> tuple[ast.SortKey, ...]:
    """Return what may stand behind ORDER BY."""
    found = projection(f"1 ORDER BY {text}")
    one = ast.Projection((ast.Item(ast.Literal(1)),), order=found.order)
    _check_alone(found, one, text, "an order")
    return found.order


def projection(text: str) -> ast.Projection:
    """Return what may stand behind RETURN, up to LIMIT."""
    query = cast(ast.Query, _read("RETURN ", text, ""))
    last = query.clauses[-1]
    assert isinstance(last, ast.Return)
    return last.projection


def front(text: str) -> ast.ParetoBy:
    """Return what may stand behind PARETO BY."""
    recall = cast(ast.Recall, _read("RECALL PARETO BY ", text, ""))
    assert recall.pareto is not None
    _check_alone(recall, ast.Recall(pareto=recall.pareto), text, "the terms of a front")
    return recall.pareto


def _check_alone(found: object, due: object, text: str, what: str) -> None:
    """Raise ParameterError for a fragment that holds more than it should: nothing of it may be dropped in silence."""
    if found != due:
        raise ParameterError(f"`{text[:80]}` is more than {what}.", hint="Give each part by its own method.")


def _text(part: object) -> str:
    if isinstance(part, str):
        return part
    raise ParameterError(f"A part of a statement is a text, and not a {type(part).__name__}.")


def _read(before: str, text: str, behind: str) -> ast.Statement:
    try:
        return parse(f"{before}{_text(text)}{behind}")
    except QueryError as error:
        raise _moved(error, text, len(before)) from None


def _moved(error: QueryError, text: str, by: int) -> QueryError:
    """Return the error as one of the fragment alone."""
    if error.span is not None:
        start, end = (max(0, min(at - by, len(text))) for at in (error.span.start, error.span.end))
        error.span = Span(start, max(end, start))
    error.text = text
    return error
