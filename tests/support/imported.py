"""What an importer makes of a log, and what every importer has to survive: any JSON in the place of any value."""

from __future__ import annotations

from collections.abc import Iterator
from copy import deepcopy
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from clew.adapters.protocol import Bad, Edge, Importer, Source, Unit
from clew.engine.writing.remember import make_draft
from clew.errors import MemoryInvalid
from hypothesis import strategies as st

ODD = (
    None,
    True,
    0,
    -1.5,
    10**30,
    float("nan"),
    "",
    "x",
    "\ud800",
    [],
    [None],
    [[]],
    {},
    {"type": "text"},
    [{"id": []}],
)
"""Values that stand where no importer expects them."""


@dataclass(frozen=True, slots=True)
class Imported:
    """The fields of the memories, the edges as (type, source, target), and the bad records as (number, reason)."""

    units: list[dict[str, Any]]
    edges: list[tuple[str, str, str]]
    bad: list[tuple[int, str]]

    def told(self, *names: str) -> list[tuple[Any, ...]]:
        """Return some fields of each memory, None for those that it has not."""
        return [tuple(unit.get(name) for name in names) for unit in self.units]

    def unit(self, id: str) -> dict[str, Any]:
        return next(unit for unit in self.units if unit["id"] == id)


def imported(importer: Importer, path: Path) -> Imported:
    """Return what an importer makes of a file. Anything but items fails, and so does a memory that is no draft."""
    items = list(importer.read(Source.of(path)))
    assert all(isinstance(item, Unit | Edge | Bad) for item in items)
    units = [dict(item.fields) for item in items if isinstance(item, Unit)]
    edges = [(item.type, item.source, item.target) for item in items if isinstance(item, Edge)]
    return Imported(units, edges, [(item.number, item.reason) for item in items if isinstance(item, Bad)])


def drafted(unit: dict[str, Any]) -> bool:
    """Say whether a memory can be remembered. Raises anything but MemoryInvalid."""
    try:
        make_draft(**{"text": None, **unit}, namespace="default")
    except MemoryInvalid:
        return False
    return True


def paths(value: Any, here: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Yield the way to each value inside a JSON value, and to itself."""
    yield here
    inside = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, part in inside:
        yield from paths(part, (*here, key))


def without(value: Any, path: tuple[Any, ...]) -> Any:
    """Return a copy without the value at a path."""
    copy = deepcopy(value)
    at = copy
    for key in path[:-1]:
        at = at[key]
    del at[path[-1]]
    return copy


def changed(value: Any, path: tuple[Any, ...], odd: Any) -> Any:
    """Return a copy with another value at a path."""
    if not path:
        return odd
    copy = deepcopy(value)
    at = copy
    for key in path[:-1]:
        at = at[key]
    at[path[-1]] = odd
    return copy


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(["type", "id", "content"]), inner),
    max_leaves=5,
)


@st.composite
def mutated(draw: st.DrawFn, log: Any) -> Any:
    """Return a log in which a few values are missing or others."""
    for _ in range(draw(st.integers(1, 4))):
        path = draw(st.sampled_from(list(paths(log))[1:] or [()]))
        missing = path and draw(st.booleans())
        log = without(log, path) if missing else changed(log, path, draw(st.sampled_from(ODD) | JSON))
        if not isinstance(log, list | dict):
            break
    return log
