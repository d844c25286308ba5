"""A case: a query, the graph it is asked of, and what must come of it. The kit's cases and ours have one form.

A line of JSON: `feature`, `query`, `parameters` (values as the kit writes them), `setup` and `expect`, which holds
`columns` and `rows`, or `error`. `setup` is false for no graph, true for a graph that the line does not bring along,
and in our own cases the CREATE that makes it.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

OWN = Path(__file__).parents[2] / "tck" / "own.jsonl"
KIT = "data/tck/reading.jsonl"
OF_NAMED_GRAPHS = ("clauses/match/Match5.feature", "useCases/triadicSelection/TriadicSelection1.feature")
"""Features whose scenarios speak of a graph that the kit keeps in a file of its own."""


@dataclass(frozen=True, slots=True)
class Case:
    """setup: what creates the graph, "" for an empty one, None where it is not at hand.

    error: the kit's words for it, as in `a SyntaxError should be raised at compile time: UndefinedVariable`.
    any_list_order: the items of lists come in any order too.
    """

    feature: str
    query: str
    setup: str | None = ""
    parameters: Mapping[str, str] = field(default_factory=dict[str, str])
    columns: Sequence[str] = ()
    rows: Sequence[Sequence[str]] = ()
    ordered: bool = False
    any_list_order: bool = False
    error: str = ""

    @property
    def folder(self) -> str:
        """The folder of its feature, which is what the kit's tables speak of: `expressions/list`."""
        return self.feature.rpartition("/")[0]

    @property
    def needs_graph(self) -> bool:
        return self.setup is None or bool(self.setup) or "MATCH" in self.query.upper() or ")-" in self.query


def read_cases(path: Path) -> Iterator[Case]:
    for line in path.read_text(encoding="utf-8").splitlines():
        yield _case(json.loads(line))


def _case(said: dict[str, Any]) -> Case:
    expected = said["expect"]
    return Case(
        feature=said["feature"],
        query=said["query"],
        setup=_setup(said),
        parameters=said.get("parameters", {}),
        columns=expected.get("columns", ()),
        rows=expected.get("rows", ()),
        ordered=expected.get("ordered", False),
        any_list_order=expected.get("ignore_list_order", False),
        error=expected.get("error", ""),
    )


def _setup(said: dict[str, Any]) -> str | None:
    if said["setup"] is True or said["feature"] in OF_NAMED_GRAPHS:
        return None
    return said["setup"] or ""
