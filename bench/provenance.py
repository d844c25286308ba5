"""Does a recall find the memory that holds the literal which the agent is about to use?

The argument-provenance suite: at a step, an agent uses a literal (an order number, a name) that it can only have from
an earlier observation. One store a trial, units in the order of time; for each need `UNTIL` its moment and `NEAR` the
three active memories. Scoped names the task; open does not, and the whole store competes. Figures are means over four
trials.
"""

from __future__ import annotations

import argparse
import json
import re
import runpy
from collections.abc import Sequence
from typing import Any

import clew
from clew.engine.writing.remember import make_draft
from harness import scratch_store, shared_data

TRIALS = 4
RANKED = 100
BUDGET = 500
TOKEN = re.compile(r"\w+|[^\w\s]")
QUERY = "RECALL {k} AS m FOR $need {scope} UNTIL $until NEAR $near AT LEAST relevance 0 {rest} RETURN m.id AS id"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rest", default="", help="further clauses of the recall, as PARETO BY relevance, coherence")
    parser.add_argument("--needs", type=int, help="take only so many needs of each trial")
    arguments = parser.parse_args()
    tool = runpy.run_path(str(shared_data() / "tools/provenance.py"))
    records = json.loads((shared_data() / "data/tau_bench/airline_dev.json").read_text("utf-8"))
    scores: dict[str, list[dict[str, float]]] = {"scoped": [], "open": []}
    for trial in range(TRIALS):
        conversations = [tool["units_of"](r, i) for i, r in enumerate(r for r in records if r["trial"] == trial)]
        needs = [need for units in conversations for need in tool["needs_of"](units)][: arguments.needs]
        with scratch_store() as engine:
            texts = load(engine, sorted((u for units in conversations for u in units), key=lambda u: u["at"]))
            for setting, per_need in scores.items():
                per_need += [score(need, ranked(engine, need, setting, arguments.rest), texts) for need in needs]
    print(f"{'setting':<8} {'needs':>6} {'hit@1':>7} {'MRR':>7} {'hit@3':>7} {'gold in ' + str(BUDGET):>12}")
    for setting, per_need in scores.items():
        means = [sum(s[name] for s in per_need) / len(per_need) for name in ("hit1", "mrr", "hit3", "in_budget")]
        print(f"{setting:<8} {len(per_need):>6} {means[0]:>7.3f} {means[1]:>7.3f} {means[2]:>7.3f} {means[3]:>12.3f}")


def load(engine: clew.Engine, units: Sequence[dict[str, Any]]) -> dict[str, str]:
    """Remember the units in order; return the text of each by its id."""
    names = ("id", "task", "step", "at", "action", "observation")
    engine.remember_drafts([make_draft(None, namespace="default", **{n: u[n] for n in names}) for u in units])
    return {unit["id"]: f"{unit['action']}\n{unit['observation']}" for unit in units}


def ranked(engine: clew.Engine, need: dict[str, Any], setting: str, rest: str) -> list[str]:
    """Return ids, best first."""
    parameters = {"need": need["need"], "until": need["as_of"], "near": need["near"]}
    if setting == "scoped":
        parameters["task"] = need["task"]
    text = QUERY.format(k=RANKED, scope="TASK $task" if setting == "scoped" else "", rest=rest)
    return [row["id"] for row in engine.query(text, parameters)]


def score(need: dict[str, Any], ids: Sequence[str], texts: dict[str, str]) -> dict[str, float]:
    """Return hit@1, reciprocal rank, hit@3, and whether a gold memory lies within the first BUDGET tokens."""
    place = next((rank for rank, id_ in enumerate(ids, start=1) if id_ in need["gold"]), None)
    hits = {"hit1": place == 1, "mrr": 0.0 if place is None else 1 / place, "hit3": place is not None and place <= 3}
    return {**{k: float(v) for k, v in hits.items()}, "in_budget": float(within_budget(need, ids, texts))}


def within_budget(need: dict[str, Any], ids: Sequence[str], texts: dict[str, str]) -> bool:
    spent = 0
    for id_ in ids:
        spent += len(TOKEN.findall(texts[id_]))
        if spent > BUDGET:
            return False
        if id_ in need["gold"]:
            return True
    return False


if __name__ == "__main__":
    main()
