"""Golden plans, written in the language itself: `tests/golden/dsl/plan/*.clew`.

A case is a comment that states a claim, a statement, and behind `//=>` what EXPLAIN prints of its plan, or the error.
Each plan carries further obligations: it comes back from JSON equal, and its Cypher is prepared by a real graph
engine. `CLEW_UPDATE_GOLDEN=1 pytest` writes what follows `//=>` anew.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterator
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from clew.dsl import compile, explain
from clew.dsl.catalog import StrategyDef
from clew.dsl.emitting.emitter import fill_hops
from clew.dsl.json_form.plans import plan_from_json, plan_to_json
from clew.dsl.plan import Cypher, GraphScan
from clew.engine.asking.catalog import CATALOG
from clew.engine.graph.graph import Graph
from clew.errors import QueryError
from statement_parts import scans

DEFAULT = StrategyDef(
    "default", ("relevance", "recency", "coherence"), 0.05, "knee", 10, 200, 30.0, "", (("relevance", 0.02),)
)
STRATEGIES = (
    DEFAULT,
    replace(DEFAULT, name="lookup", objectives=("relevance", "coherence"), order="relevance", k=5),
    replace(DEFAULT, name="recent", objectives=("relevance", "recency"), half_life_days=7.0),
)
NAMES = ("relevance", "recency", "coherence", "information", "importance", "confidence", "cost")
OBJECTIVES = tuple(objective for objective in CATALOG.objectives if objective.name in NAMES)
OF_ITS_OWN = replace(CATALOG, strategies=STRATEGIES, objectives=OBJECTIVES)
"""The engine's catalog with strategies that nobody tunes, so that what is written down here stays true."""

FOLDER = Path(__file__).parents[1] / "golden" / "dsl" / "plan"
FILES = sorted(FOLDER.glob("*.clew"))


class Case(NamedTuple):
    claim: str
    text: str
    told: str


def read(path: Path) -> list[Case]:
    return [case(block) for block in path.read_text(encoding="utf-8").strip().split("\n\n")]


def case(block: str) -> Case:
    claim, *lines = block.split("\n")
    text = "\n".join(line for line in lines if not line.startswith("//=>"))
    return Case(claim, text, "\n".join(line[5:] for line in lines if line.startswith("//=>")))


def _marked(told: str) -> list[str]:
    return [f"//=> {line}".rstrip() for line in told.split("\n")]


def told(text: str) -> str:
    """Return what a statement's plan prints as, or what its error says."""
    try:
        return explain(compile(text, OF_ITS_OWN))
    except QueryError as error:
        return f"{type(error).__name__}: {error.render()}"


if os.environ.get("CLEW_UPDATE_GOLDEN"):
    for path in FILES:
        blocks = ("\n".join((c.claim, c.text, *_marked(told(c.text)))) for c in read(path))
        path.write_text("\n\n".join(blocks) + "\n", encoding="utf-8")

CASES = [pytest.param(c, id=f"{path.stem}: {c.claim[3:60]}") for path in FILES for c in read(path)]
PLANNED = [param for param in CASES if not re.match(r"\w+Error: ", param.values[0].told)]


@pytest.mark.parametrize("case", CASES)
def test_a_plan_prints_as_it_is_written_down(case: Case) -> None:
    """Each golden statement has the plan, or the error, that is written behind it."""
    assert told(case.text) == case.told


@pytest.mark.parametrize("case", PLANNED)
def test_a_plan_comes_back_from_json(case: Case) -> None:
    """A plan survives JSON whole, the types of its numbers included."""
    plan = compile(case.text, OF_ITS_OWN)
    again = plan_from_json(json.loads(json.dumps(plan_to_json(plan))))
    assert again == plan
    assert repr(again) == repr(plan)


@pytest.mark.parametrize("case", PLANNED)
def test_the_graph_engine_takes_the_cypher(case: Case, graph: Graph) -> None:
    """The emitted Cypher of every golden plan, probes too, runs on a real graph, and answers with the columns due."""
    for scan in scans(compile(case.text, OF_ITS_OWN).stages):
        for cypher in (scan.cypher, *scan.probes):
            parameters = {argument.name: SAMPLES[argument.type] for argument in cypher.arguments}
            if cypher.inputs:
                parameters["inputs"] = [asked(scan, cypher)]
            text = fill_hops(cypher, {slot.name: 2 for slot in cypher.hops})
            answer = graph.run(text, parameters)
            if cypher is scan.cypher:
                assert len(answer.column_names) == width(scan)


SAMPLES: dict[str, Any] = {
    "STRING": "x",
    "INTEGER": 1,
    "FLOAT": 0.5,
    "BOOLEAN": True,
    "TIMESTAMP": datetime(2024, 1, 1),
    "LIST<STRING>": ["x"],
    "LIST<INTEGER>": [1, 300],
    "LIST<FLOAT>": [0.5],
}


def asked(scan: GraphScan, cypher: Cypher) -> dict[str, Any]:
    """Return one row of `$inputs`."""
    edges = {edge.variable for pattern in scan.patterns for edge in pattern.edges}
    keys = {f"k{i}": 0 if name in edges else "0" for i, name in enumerate(cypher.inputs)}
    labels = {f"l{i}": "Memory" for i, name in enumerate(cypher.inputs) if name in scan.labelled}
    return {"i": 0, **keys, **labels}


def width(scan: GraphScan) -> int:
    """Return how many columns the plan says that a scan answers with."""
    bound = [b for b in scan.bindings if b.kind != "path"]
    labels = sum(b.kind == "node" and b.label is None for b in bound)
    return bool(scan.inputs) + len(bound) + labels + sum(len(b.properties) for b in bound)


@pytest.fixture(scope="module")
def graph() -> Iterator[Graph]:
    """A real graph engine with Clew's tables, empty."""
    graph = Graph.create()
    yield graph
    graph.close()
