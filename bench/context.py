"""Does a packed context hold what is asked for more often than the best of a recall, line by line, in as many tokens?

`packed` is `Engine.context` by its defaults; `best first` fills the same budget with the recall's memories whole, in
the same lines, until one does not fit, and `passing over` goes on behind that one. Provenance: the share of needs whose
literal stands in the text, in a line of a gold memory. LoCoMo: the share of the evidence whose turns are in the text.

    python bench/context.py [--needs N] [--budgets 300 500 1000] [--shares '{"recent": 0.3}']
"""

from __future__ import annotations

import argparse
import json
import runpy
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import clew
from clew.adapters.suites.locomo import read_locomo
from clew.engine.answers.results import Context, Hit
from clew.engine.context.excerpt import Excerpts
from clew.engine.context.fence import FRAME, Fence, frame_of
from clew.engine.context.lines import LINE, Offer, Writer, line_of
from clew.engine.embedding.tokens import count_tokens
from clew.engine.writing.remember import make_draft
from harness import scratch_store, shared_data

TRIALS = 4
TALKS = 10
Found = Callable[[Context], float]


@dataclass(frozen=True, slots=True)
class Asked:
    """One need: what it is asked with, and how far a context holds what answers it, in [0, 1]."""

    need: str
    fields: Mapping[str, Any]
    found: Found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--needs", type=int, default=25, help="needs of each store")
    parser.add_argument("--budgets", type=int, nargs="+", default=[300, 500, 1000])
    parser.add_argument("--shares", type=json.loads, help="of the packed context, as JSON")
    arguments = parser.parse_args()
    print(f"{'suite':<18} {'needs':>5} {'budget':>6} {'best first':>11} {'passing over':>13} {'packed':>7}")
    for suite, stores in (("scoped", provenance), ("open", provenance), ("locomo", locomo)):
        means: dict[int, list[tuple[float, ...]]] = {budget: [] for budget in arguments.budgets}
        for engine, needs in stores(suite, arguments.needs):
            for asked in needs:
                hits = engine.recall(asked.need, k=50, **asked.fields)
                for budget, rows in means.items():
                    packed = engine.context(asked.need, budget=budget, shares=arguments.shares, **asked.fields)
                    plain = [topmost(hits, budget, passing_over=over) for over in (False, True)]
                    rows.append(tuple(asked.found(context) for context in (*plain, packed)))
        for budget, rows in means.items():
            first, over, packed = (sum(column) / len(rows) for column in zip(*rows, strict=True))
            print(f"{suite:<18} {len(rows):>5} {budget:>6} {first:>11.3f} {over:>13.3f} {packed:>7.3f}")


def topmost(hits: Sequence[Hit], budget: int, *, passing_over: bool) -> Context:
    """Return the first memories of a recall in our own frame, whole."""
    frame = frame_of(FRAME)
    fence = Fence(frame, [hit.memory.text for hit in hits])
    writer = Writer(line_of(LINE), fence, Excerpts())
    ids: list[str] = []
    lines: list[str] = []
    for hit in hits:
        text = fence.around([*lines, line := writer.line(Offer(hit.memory), "selection")])
        if count_tokens(text) <= budget:
            ids, lines = [*ids, hit.memory.id], [*lines, line]
        elif not passing_over:
            break
    text = fence.around(lines)
    return Context(text, count_tokens(text), tuple(ids), len(hits) - len(ids))


def provenance(setting: str, most: int) -> Iterator[tuple[clew.Engine, list[Asked]]]:
    """Yield a store for each trial, with its needs: the first of each conversation before the second of any."""
    tool = runpy.run_path(str(shared_data() / "tools/provenance.py"))
    records = json.loads((shared_data() / "data/tau_bench/airline_dev.json").read_text("utf-8"))
    names = ("id", "task", "step", "at", "action", "observation")
    for trial in range(TRIALS):
        talks = [tool["units_of"](r, i) for i, r in enumerate(r for r in records if r["trial"] == trial)]
        units = sorted((unit for talk in talks for unit in talk), key=lambda unit: unit["at"])
        needs = [[*tool["needs_of"](talk)] for talk in talks]
        turns = [need for place in range(max(map(len, needs))) for each in needs for need in each[place : place + 1]]
        with scratch_store() as engine:
            engine.remember_drafts([make_draft(None, namespace="default", **{n: u[n] for n in names}) for u in units])
            yield engine, [_provenance(need, setting) for need in turns[:most]]


def _provenance(need: Mapping[str, Any], setting: str) -> Asked:
    scope = {"task": need["task"]} if setting == "scoped" else {}
    return Asked(need["need"], {"until": need["as_of"], "near": need["near"], **scope}, lambda c: _holds(c, need))


def _holds(context: Context, need: Mapping[str, Any]) -> float:
    """Whether the literal stands behind the id of a gold memory, before the next line's."""
    lines = context.text.split("\n- ")
    return float(
        any(
            line.removeprefix("- ").startswith(f"{id} (") and need["literal"] in line
            for line in lines
            for id in need["gold"]
        )
    )


def locomo(_: str, most: int) -> Iterator[tuple[clew.Engine, list[Asked]]]:
    """Yield a store for each talk, with its questions."""
    suite = read_locomo(shared_data() / "data/locomo/locomo_dev.json")
    for name, contents in [*suite.stores.items()][:TALKS]:
        with scratch_store() as writer:
            writer.remember_drafts(contents.drafts)
            engine = clew.open(writer.path, background=False)  # one that wrote nothing: no step is its newest
            mine = [need for need in suite.needs if need.store == name]
            yield engine, [_locomo(need.text, [*need.expected]) for need in mine[:: max(1, len(mine) // most)][:most]]
            engine.close()


def _locomo(question: str, evidence: Sequence[str]) -> Asked:
    return Asked(question, {}, lambda context: len({*evidence} & {*context.ids}) / len({*evidence}))


if __name__ == "__main__":
    main()
