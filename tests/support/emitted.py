"""Whatever the suite asks of the graph through a plan is written down, and held to a small grammar at the end.

Nothing of a query's text may reach the graph engine but names of the catalog, integers that were checked and generated
parameters. So each text is read again here, sign by sign, by rules that know nothing of the emitter: a value that got
through, a name that is nobody's, a word that writes or loads, any of them fails the run.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from contextvars import ContextVar
from typing import Any
from unittest.mock import patch

import pytest
from clew.dsl.catalog import Catalog
from clew.dsl.emitting import emitter
from clew.dsl.plan import OPEN_HOPS, GraphScan
from clew.dsl.rewrite import write
from clew.engine.asking.catalog import CATALOG
from clew.engine.executor import scan
from clew.engine.graph.graph import Graph

_SIGN = re.compile(
    r"(?P<name>[A-Za-z]\w*)|`(?P<quoted>[^`]*)`|\$(?P<parameter>\w+)|(?P<integer>\d+(?!\w))|'(?P<text>[^']*)'"
    r"|(?P<sign><=|>=|<>|->|<-|\.\.|[-+()\[\]{}:,.|=<>*])|(?P<blank>\s+)"
)
_WORDS = re.compile(
    "UNWIND|WITH|AS|MATCH|WHERE|RETURN|DISTINCT|LIMIT|AND|OR|XOR|NOT|IN|IS|NULL|EXISTS|COUNT|TRAIL|SHORTEST|ALL"
    "|CONTAINS|STARTS|ENDS|CAST|label|properties|rels|size|list_distinct|list_concat"
)
_MADE = re.compile(r"(?:[ne]\d+|[kl]\d+|[irx]|row|key)")
_PARAMETER = re.compile(r"(?:p\d+|inputs)")
_TYPES = frozenset(
    ["row", *(base + suffix for base in ("STRING", "INT64", "DOUBLE", "BOOL", "TIMESTAMP") for suffix in ("", "[]"))]
)


class Emitted:
    """The texts that were asked, and the names that may stand in them."""

    def __init__(self) -> None:
        self.texts: set[str] = set()
        self.names: set[str] = set(names_of(CATALOG))

    def faults(self) -> list[str]:
        """Return each text that holds something else than it may, with what that is."""
        return [f"{found}: {text}" for text in sorted(self.texts) for found in strangers(text, self.names)]


def names_of(catalog: Catalog) -> Iterator[str]:
    """Yield the labels, types and properties of a catalog."""
    for node in catalog.nodes:
        yield node.label
        yield from (definition.name for definition in node.properties)
    for edge in catalog.edges:
        yield edge.type
        yield from (definition.name for definition in edge.properties)


def strangers(text: str, names: Iterable[str]) -> Iterator[str]:
    """Yield whatever in a text is no word of a read, no name of the catalog, no small integer and no parameter."""
    known, place = frozenset(names), 0
    while place < len(text):
        found = _SIGN.match(text, place)
        if found is None:
            yield f"the sign {text[place]!r}"
            return
        place = found.end()
        if not _may_stand(found, known):
            yield f"`{found[0]}`"


def _may_stand(found: re.Match[str], names: frozenset[str]) -> bool:
    match found.lastgroup:
        case "name":
            return found[0] in names or any(known.fullmatch(found[0]) for known in (_WORDS, _MADE))
        case "quoted":
            return found["quoted"] in names
        case "parameter":
            return _PARAMETER.fullmatch(found["parameter"]) is not None
        case "integer":
            return int(found["integer"]) <= OPEN_HOPS or found.string[: found.start()].endswith("LIMIT ")
        case "text":
            return found["text"] in _TYPES
        case _:
            return True


@pytest.fixture(scope="session", autouse=True)
def emitted() -> Iterator[Emitted]:
    """Write down what scans ask, and fail the run at its end if one of the texts holds what it may not."""
    seen, emit, scanned, asked = Emitted(), emitter.emit, scan._run, Graph.run

    def emitting(stage: GraphScan, index: Any) -> Any:
        seen.names.update(names_of(index.catalog))
        return emit(stage, index)

    def scanning(*given: Any) -> Any:
        token = _SCANS.set(True)
        try:
            return scanned(*given)
        finally:
            _SCANS.reset(token)

    def asking(graph: Graph, cypher: str, *given: Any, **options: Any) -> Any:
        if _SCANS.get():
            seen.texts.add(cypher)
        return asked(graph, cypher, *given, **options)

    with (
        patch.object(write, "emit", emitting),
        patch.object(scan, "_run", scanning),
        patch.object(Graph, "run", asking),
    ):
        yield seen
    assert seen.faults() == []


_SCANS: ContextVar[bool] = ContextVar("_SCANS", default=False)
"""Whether what is asked now is a scan's: the projection asks the graph in words of its own."""
