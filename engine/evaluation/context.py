"""What an expression may ask while it is evaluated: parameters, the store, the time, and how long it may go on.

One Context serves one run of one plan. It is the only mutable thing here: it counts what has been made and caches what
has been read.
"""

from __future__ import annotations

import datetime as dt
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import islice
from typing import TYPE_CHECKING, Any, Protocol, TypeAlias, TypeVar

from ...dsl import ast
from ...dsl.plan import OPEN_HOPS, Shortest, View
from ...errors import ParameterError
from ..running.cancel import Cancel
from ..running.limits import hold
from .limits import CHECK_EVERY, ITEM_BYTES, LONG_TEXT
from .nesting import check_nesting, too_deep
from .properties import PropertyCache, Reader
from .values import NodeValue, Value, from_python, utc_datetime

if TYPE_CHECKING:
    from ..graph.arrow import Table


class Graph(Protocol):
    def run(self, cypher: str, parameters: Mapping[str, Any]) -> Table:
        """Run emitted Cypher and return its columns."""
        ...


Pattern: TypeAlias = ast.Exists | ast.CountPattern | ast.PatternComprehension | ast.Subquery
PatternResolver: TypeAlias = Callable[[Pattern, Mapping[str, Value]], Value]
"""Answers a pattern inside an expression, given the names that are bound around it."""

Ends: TypeAlias = tuple[NodeValue, NodeValue]
Finder: TypeAlias = Callable[[Shortest, View, Iterable[Ends]], dict[Ends, list[tuple[int, ...]]]]
"""Finds, for each pair of ends, the edges of its shortest paths: one path, or all; none where there is no way."""

MemoryFunction: TypeAlias = Callable[[str, NodeValue, tuple[Value, ...]], Value]
"""Answers a function of a memory by name: an objective, `similarity`, `matches`."""

Item = TypeVar("Item")


@dataclass(slots=True)
class Context:
    """parameters: as given, made into values of the language once. now: the reference time, aware.

    as_of: microseconds since 1970, or None for the present. longest: of the trails that the graph can have.
    cancel: what ends the run before it is done.
    asker: what the row binds that asks the query which runs just now, where that stands in an expression.
    """

    parameters: Mapping[str, Any] = field(default_factory=dict[str, Any])
    reader: Reader | None = None
    graph: Graph | None = None
    longest: int = OPEN_HOPS
    namespaces: tuple[str, ...] = ()
    as_of: int | None = None
    now: dt.datetime = field(default_factory=lambda: dt.datetime.now(dt.UTC))
    cancel: Cancel = field(default_factory=Cancel)
    memory_function: MemoryFunction | None = None
    finder: Finder | None = None
    pattern_resolver: PatternResolver | None = None
    asker: Mapping[str, Value] = field(default_factory=dict[str, Value])
    properties: PropertyCache = field(init=False)
    _values: dict[str, Value] = field(init=False)
    _made: int = 0

    def __post_init__(self) -> None:
        self.properties = PropertyCache(self.reader, self.charge_bytes)
        self._values = {name: _parameter(name, value) for name, value in self.parameters.items()}
        self._values["@namespaces"] = list(self.namespaces)
        self._values["@as_of"] = None if self.as_of is None else utc_datetime(self.as_of)

    def parameter(self, name: str) -> Value:
        """Return a parameter's value; ParameterError where none was given."""
        try:
            return self._values[name]
        except KeyError:
            raise ParameterError(f"The parameter ${name} is missing.", name=name) from None

    def travel(self, as_of: int, reader: Reader) -> None:
        """Go to a moment, in microseconds: `reader` reads what was known then, and times are measured from it."""
        self.as_of, self.reader, self.now = as_of, reader, utc_datetime(as_of)
        self.properties = PropertyCache(reader, self.charge_bytes)
        self._values = {**self._values, "@as_of": self.now}

    def check(self) -> None:
        """Raise LimitError when the time is over, or nobody waits for the answer any more."""
        self.cancel.check()

    def watched(self, items: Iterable[Item]) -> Iterator[Item]:
        """Iterate over `items` with a look at the clock every `CHECK_EVERY`."""
        left = iter(items)
        while some := list(islice(left, CHECK_EVERY)):
            self.check()
            yield from some

    def charge(self, items: int) -> None:
        """Count list items that were made; LimitError when the query made more than it may in all."""
        self.charge_bytes(items * ITEM_BYTES)

    def charge_text(self, text: str) -> None:
        """Count a string that was made, unless it is short; LimitError as for `charge`."""
        if len(text) > LONG_TEXT:
            self.charge_bytes(sys.getsizeof(text))

    def charge_bytes(self, size: int) -> None:
        """Count what was made or read; LimitError as for `charge`."""
        self._made += size
        hold("made_bytes", self._made, "The query makes too many and too long lists and strings in all")


def _parameter(name: str, value: Any) -> Value:
    try:
        converted = from_python(value)
    except ParameterError as error:
        raise ParameterError(f"The parameter ${name} cannot be used: {error.message}", name=name) from None
    except RecursionError:
        raise too_deep() from None
    check_nesting(converted)
    return converted
