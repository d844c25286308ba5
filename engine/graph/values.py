"""Our values as the graph engine takes them, checked here so that it has nothing to refuse, and bends none silently.

It drops the zone of an aware datetime, guesses the type of a list from its first element, and takes the fields of a
struct by position. Whole numbers it narrows to the smallest type that holds them: the emitter widens them, by a cast.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from typing import Any, cast

from ...errors import EvaluationError, ProjectionError
from .texts import to_graph

INT_MIN, INT_MAX = -(2**63), 2**63 - 1
# Quoted names and strings come first in the alternation, so that a `$` inside one is never taken for a parameter.
_PARAMETER = re.compile(r"`[^`]*`|'(?:[^'\\]|\\.)*'|\"(?:[^\"\\]|\\.)*\"|\$(\w+)")
_LISTED = re.compile(r"\bIN\s+\$(\w+)|\blist_contains\(\s*\$(\w+)", re.IGNORECASE)


def parameters_of(cypher: str) -> frozenset[str]:
    """Return the names of the parameters that a statement reads."""
    return frozenset(found[1] for found in _PARAMETER.finditer(cypher) if found[1])


def lists_of(cypher: str) -> frozenset[str]:
    """Return the parameters that stand, uncast, where the engine wants a list: a null there ends the process."""
    return frozenset(found[1] or found[2] for found in _LISTED.finditer(cypher))


def bind(parameters: Mapping[str, Any], expected: frozenset[str], lists: frozenset[str]) -> dict[str, Any]:
    """Return the parameters as the engine takes them.

    Raises ProjectionError where a name is missing or unknown (the engine would reuse the last call's value, or null) or
    null stands for a list; EvaluationError for a value that has no form in the graph.
    """
    given = frozenset(parameters)
    if given != expected:
        raise _misnamed(expected - given, given - expected)
    for name in lists:
        if parameters[name] is None:
            raise ProjectionError(f"The parameter ${name} is null where the graph takes a list.", hint="Cast it.")
    return {name: bindable(value) for name, value in parameters.items()}


def bindable(value: Any) -> Any:
    """Return one value: null, boolean, 64-bit integer, float, string, datetime (naive is UTC), a list or a map of such.

    Raises EvaluationError for anything else, for a list of mixed types, and for maps of one list that differ in keys.
    """
    if value is None or isinstance(value, bool | float):
        return value
    if isinstance(value, str):
        return to_graph(value)
    if isinstance(value, int):
        return _whole(value)
    if isinstance(value, datetime):
        return value if value.tzinfo is None else value.astimezone(UTC).replace(tzinfo=None)
    if isinstance(value, list | tuple):
        return _list(cast("Sequence[Any]", value))
    if isinstance(value, dict):
        return {str(name): bindable(part) for name, part in cast("dict[str, Any]", value).items()}
    raise EvaluationError(f"The graph cannot hold a {type(value).__name__}.")


def _whole(value: int) -> int:
    if INT_MIN <= value <= INT_MAX:
        return value
    raise EvaluationError("A whole number lies outside the range of 64 bits.")


def _list(values: Sequence[Any]) -> list[Any]:
    kinds: set[type] = {type(value) for value in values if value is not None}
    if len(kinds) > 1 and not kinds <= {int, float}:
        raise EvaluationError("A list for the graph holds values of one type.")
    if kinds == {dict}:
        values = _aligned(cast("Sequence[dict[str, Any]]", values))
    return [bindable(value) for value in values]


def _aligned(structs: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return the maps with their keys in one order: the engine reads structs by position."""
    names = tuple(structs[0])
    if any(struct.keys() != structs[0].keys() for struct in structs):
        raise EvaluationError("The maps of a list for the graph have the same keys.")
    return [{name: struct[name] for name in names} for struct in structs]


def _misnamed(missing: frozenset[str], unknown: frozenset[str]) -> ProjectionError:
    parts = [
        f"{what} {', '.join('$' + name for name in sorted(names))}"
        for what, names in (("lacks", missing), ("does not know", unknown))
        if names
    ]
    return ProjectionError(f"A statement for the graph {' and '.join(parts)}.")
