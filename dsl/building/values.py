"""Python values as parts of a tree."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import UTC, date, datetime, timedelta
from typing import Any, TypeAlias, cast

from ...errors import ParameterError
from .. import ast, trees

Name: TypeAlias = str | ast.Parameter
Names: TypeAlias = Name | Iterable[Name]
Count: TypeAlias = int | ast.Parameter
Number: TypeAlias = float | ast.Parameter
Moment: TypeAlias = datetime | date | timedelta | str | ast.Parameter | ast.Ago

LARGEST = 2**63 - 1


def parameter(name: str) -> ast.Parameter:
    """Return a place that is filled when the statement runs, as `$name` in a text."""
    if not isinstance(name, str) or not name.isidentifier():  # pyright: ignore[reportUnnecessaryIsInstance]
        raise ParameterError(f"{name!r:.60} is no name of a parameter.", hint="Letters, digits and `_`, as in `task`.")
    return ast.Parameter(name)


def value(given: object, where: str) -> ast.Expr:
    """Return any value that the language has: plain ones, times, lists, maps, and parts of trees.

    Raises ParameterError, which says where it was given, for anything else.
    """
    match given:
        case ast.Node():
            return cast(ast.Expr, given)
        case None | bool() | str() | float():
            return ast.Literal(given)
        case int():
            return ast.Literal(_in_range(given, where))
        case datetime() | date() | timedelta():
            return moment(given, where)
        case Mapping():
            entries = cast("Mapping[str, object]", given)
            return ast.MapLiteral(tuple((key, value(item, where)) for key, item in entries.items()))
        case list() | tuple() | set() | frozenset():
            return ast.ListLiteral(tuple(value(item, where) for item in cast("Iterable[object]", given)))
        case _:
            raise _unfit(given, where, "a plain value, a time, a list or a map")


def text(given: Name, where: str) -> ast.Expr:
    if isinstance(given, str | ast.Parameter):  # pyright: ignore[reportUnnecessaryIsInstance]
        return given if isinstance(given, ast.Parameter) else ast.Literal(given)
    raise _unfit(given, where, "a string or a parameter")


def texts(given: Iterable[Names], where: str) -> tuple[ast.Expr, ...]:
    """Return names that were given one by one or as lists."""
    return tuple(text(name, where) for names in given for name in _each(names))


def count(given: Count, where: str) -> ast.Expr:
    if isinstance(given, ast.Parameter):
        return given
    if isinstance(given, bool) or not isinstance(given, int) or given < 0:  # pyright: ignore[reportUnnecessaryIsInstance]
        raise _unfit(given, where, "a whole number from 0, or a parameter")
    return ast.Literal(_in_range(given, where))


def number(given: Number, where: str) -> ast.Expr:
    if isinstance(given, ast.Parameter):
        return given
    if isinstance(given, bool) or not isinstance(given, int | float) or given != given:  # pyright: ignore[reportUnnecessaryIsInstance]
        raise _unfit(given, where, "a number or a parameter")
    return ast.Literal(given)


def moment(given: Moment, where: str) -> ast.Expr:
    """Return a time: a naive one is taken as UTC, a timedelta is time before the reference time."""
    match given:
        case timedelta():
            return _whole_days(given)
        case ast.Ago():
            return given
        case datetime():
            try:
                utc = given.replace(tzinfo=UTC) if given.utcoffset() is None else given.astimezone(UTC)
            except OverflowError:  # its offset leads out of what UTC can hold
                raise _unfit(given, where, "a time in the years 1 to 9999 of UTC") from None
            return ast.Literal(utc.replace(tzinfo=None).isoformat() + "Z")
        case date():
            return ast.Literal(given.isoformat())
        case str() | ast.Parameter():
            return text(given, where)
        case _:
            raise _unfit(given, where, "a datetime, a date, a timedelta, an ISO 8601 text or a parameter")


def span(given: timedelta | ast.Ago, where: str) -> ast.Ago:
    """Return a span of time."""
    match given:
        case timedelta():
            return _whole_days(given)
        case ast.Ago():
            return given
        case _:
            raise _unfit(given, where, "a timedelta")


def filled(tree: Any, values: Mapping[str, object], where: str) -> Any:
    """Return a tree with the parameters that are given here replaced by their values; others stay open.

    Raises ParameterError for a value that the tree has no parameter for.
    """
    known = {node.name for node in trees.walk(tree) if isinstance(node, ast.Parameter)}
    for name in values:
        if name not in known:
            raise ParameterError(
                f"The {where} has no parameter ${name}.", hint="Write it where its value goes.", name=name
            )
    table: dict[ast.Expr, ast.Expr] = {ast.Parameter(name): value(item, where) for name, item in values.items()}
    return trees.replace(tree, table) if table else tree


def _each(names: Names) -> Iterable[Name]:
    if isinstance(names, str | ast.Parameter) or not isinstance(names, Iterable):  # pyright: ignore[reportUnnecessaryIsInstance]
        return [names]
    return names


def _whole_days(span: timedelta) -> ast.Ago:
    """Return a span in days where it is so many, as a person would write it; else in seconds."""
    if span == timedelta(days=span.days):
        return ast.Ago(ast.Literal(span.days), "DAYS")
    return ast.Ago(ast.Literal(span.total_seconds()), "SECONDS")


def _in_range(number_: int, where: str) -> int:
    if -LARGEST - 1 <= number_ <= LARGEST:
        return number_
    raise ParameterError(f"{where} takes integers of 64 bits.", hint=f"The largest is {LARGEST}.")


def _unfit(given: object, where: str, due: str) -> ParameterError:
    return ParameterError(f"{where} cannot take a {type(given).__name__}.", hint=f"Give {due}.")
