"""What an expression may ask while it is evaluated: parameters, the store, the time, and how long it may go on.

One Context serves one run of one plan. It is the only mutable thing here: it counts what has been made and caches what
has been read.
"""

from __future__ import annotations

import datetime as dt
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Protocol, TypeAlias

from ...dsl import ast
from ...errors import LimitError, ParameterError
from .limits import CHECK_EVERY, MAX_PRODUCED_ITEMS
from .nesting import check_nesting
from .properties import PropertyCache, Reader
from .values import NodeValue, Value, from_python, utc_datetime

if TYPE_CHECKING:
    from ..graph.arrow import Table


class Graph(Protocol):
    def run(self, cypher: str, parameters: Mapping[str, Any]) -> Table:
        """Run emitted Cypher and return its columns."""
        ...


Pattern: TypeAlias = ast.Exists | ast.CountPattern | ast.PatternComprehension
PatternResolver: TypeAlias = Callable[[Pattern, Mapping[str, Value]], Value]
"""Answers a pattern inside an expression, given the names that are bound around it."""

MemoryFunction: TypeAlias = Callable[[str, NodeValue, tuple[Value, ...]], Value]
"""Answers a function of a memory by name: an objective, `similarity`, `matches`."""


@dataclass(slots=True)
class Context:
    """parameters: as given, made into values of the language once. now: the reference time, aware.

    as_of: microseconds since 1970, or None for the present. deadline: of `time.monotonic`, in seconds, or None.
    """

    parameters: Mapping[str, Any] = field(default_factory=dict[str, Any])
    reader: Reader | None = None
    graph: Graph | None = None
    namespaces: tuple[str, ...] = ()
    as_of: int | None = None
    now: dt.datetime = field(default_factory=lambda: dt.datetime.now(dt.UTC))
    deadline: float | None = None
    memory_function: MemoryFunction | None = None
    pattern_resolver: PatternResolver | None = None
    properties: PropertyCache = field(init=False)
    _values: dict[str, Value] = field(init=False)
    _produced: int = 0

    def __post_init__(self) -> None:
        self.properties = PropertyCache(self.reader)
        self._values = {name: _parameter(name, value) for name, value in self.parameters.items()}
        self._values["@namespaces"] = list(self.namespaces)
        self._values["@as_of"] = None if self.as_of is None else utc_datetime(self.as_of)

    def parameter(self, name: str) -> Value:
        """Return a parameter's value; ParameterError where none was given."""
        try:
            return self._values[name]
        except KeyError:
            raise ParameterError(f"The parameter ${name} is missing.", name=name) from None

    def check(self) -> None:
        """Raise LimitError when the time is over."""
        if self.deadline is not None and time.monotonic() > self.deadline:
            raise LimitError("The query took longer than it may.", hint="Filter earlier, or allow more time.")

    def watched(self, items: Sequence[Value]) -> Iterator[Value]:
        """Iterate over `items` with a look at the clock every `CHECK_EVERY`."""
        for start in range(0, len(items), CHECK_EVERY):
            self.check()
            yield from items[start : start + CHECK_EVERY]

    def charge(self, items: int) -> None:
        """Count list items that were made; LimitError when the query made more than it may in all."""
        self._produced += items
        if self._produced > MAX_PRODUCED_ITEMS:
            raise LimitError(f"The query makes more than {MAX_PRODUCED_ITEMS:,} list items in all.")


def _parameter(name: str, value: Any) -> Value:
    try:
        converted = from_python(value)
    except ParameterError as error:
        raise ParameterError(f"The parameter ${name} cannot be used: {error.message}", name=name) from None
    except RecursionError:
        raise LimitError(f"The parameter ${name} is nested too deeply.", name=name) from None
    check_nesting(converted)
    return converted
