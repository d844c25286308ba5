"""Constants, chosen on all folds but one and judged on the one that is left: is the choice stable, and at what price?

    python bench/held_out.py [WORD ...]      # those whose name has one of the words, else all

Every value that is tried is judged on the whole suite. Without each fold in turn, the value is taken that does best on
the others; `held out` is what those choices give on the folds that they did not see, and `as it is` what the constant
gives that stands in the code, which was chosen looking at all of them. Where the two are the same, and one value is
chosen without every fold, the figure owes nothing to having looked.
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np
from clew.adapters.suites.locomo import read_locomo
from clew.adapters.suites.own import read_own
from clew.adapters.suites.provenance import read_provenance
from clew.engine.judging.rankers import Strategy, strategy, written
from clew.engine.judging.run import Run, Settings, judge
from clew.engine.judging.scratch import scratch_stores
from clew.engine.judging.suite import Suite
from harness import ROOT, shared_data

ENGINE = "clew.engine."


@dataclass(frozen=True, slots=True)
class Tried:
    """suite: where it is judged. by: the figures of which each need has one. name: module and constant below `engine`.

    values: what is tried, the one that stands in the code too. clauses: a strategy with `{}` for the value, where the
    constant is a clause of one.
    """

    suite: str
    by: Sequence[str]
    name: str
    values: Sequence[float]
    clauses: str = ""


FRONT = "PARETO BY answer TOLERANCE {}, provenance TOLERANCE {} ORDER FRONT BY either"
RIGHT = ("abstains", "idle")
TRIED = (
    Tried("locomo", ["R@10"], "journal.words.SATURATION", (0.1, 0.2, 0.4, 1.2)),
    Tried("locomo", ["R@10"], "executor.witness.SPEAKER", (0.0, 0.2, 0.3, 0.5)),
    Tried("locomo", ["R@10"], "executor.witness.ASKING", (0.0, 0.1, 0.15, 0.3)),
    Tried("locomo", ["R@10"], "retrieval.fusion.SPREAD_WEIGHT", (0.7, 1.0, 1.5)),
    Tried("locomo", ["R@10"], "executor.inferring.LIFT.time", (0.0, 0.1, 0.2, 0.3)),
    Tried("locomo", ["R@10"], "executor.inferring.LIFT.entities", (0.0, 0.05, 0.1, 0.2)),
    Tried("provenance scoped", ["MRR"], "retrieval.objectives.ANSWERING", (0.3, 0.4, 0.5, 0.6)),
    Tried("provenance open", ["MRR"], "retrieval.objectives.ANSWERING", (0.3, 0.4, 0.5, 0.6)),
    Tried("provenance scoped", ["MRR"], "retrieval.provenance.PRIOR", (0.2, 0.5, 1.0)),
    Tried("provenance open", ["MRR"], "retrieval.provenance.PRIOR", (0.2, 0.5, 1.0)),
    Tried("provenance scoped", ["MRR"], "answer TOLERANCE", (0.0, 0.05, 0.1, 0.2), FRONT.format("{}", 0.5)),
    Tried("provenance open", ["MRR"], "answer TOLERANCE", (0.0, 0.05, 0.1, 0.2), FRONT.format("{}", 0.5)),
    Tried("provenance scoped", ["MRR"], "provenance TOLERANCE", (0.0, 0.3, 0.5, 0.7), FRONT.format(0.1, "{}")),
    Tried("provenance open", ["MRR"], "provenance TOLERANCE", (0.0, 0.3, 0.5, 0.7), FRONT.format(0.1, "{}")),
    Tried("updates", ["newest first"], "executor.succession.SHARED", (0.1, 0.12, 0.15, 0.2)),
    Tried("updates", ["newest first"], "executor.succession.FRAME", (0.4, 0.5, 0.6, 0.8)),
    Tried("updates", ["newest first"], "executor.succession.SAME", (0.3, 0.4, 0.6)),
    Tried("updates", ["newest first"], "executor.succession.DOUBTED", (0.7, 0.8, 0.9)),
    Tried("abstention", RIGHT, "executor.scores.CHANCE", (0.06, 0.08, 0.1, 0.15)),
)


def main(words: Sequence[str]) -> None:
    print("| suite | constant | tried | chosen without each fold | held out | as it is |")
    print("| --- | --- | --- | --- | ---: | ---: |")
    wanted = [tried for tried in TRIED if not words or any(word in tried.name for word in words)]
    suites = dict(_suites({tried.suite for tried in wanted}))
    with tempfile.TemporaryDirectory(prefix="clew-held-out-", ignore_cleanup_errors=True) as folder:
        for tried in wanted:
            print(line(tried, suites[tried.suite], Path(folder)), flush=True)


def line(tried: Tried, suite: Suite, folder: Path) -> str:
    """Return the row of one constant."""
    figures = {value: by_fold(judged(tried, value, suite, folder), tried.by) for value in tried.values}
    folds = sorted(next(iter(figures.values())))
    chosen = {fold: best(figures, [other for other in folds if other != fold]) for fold in folds}
    held_out = [np.mean(figures[value][fold]) for fold, value in chosen.items()]
    ours = [np.mean(figures[standing(tried)][fold]) for fold in folds]
    listed = ", ".join(f"{value:g}" for value in chosen.values())
    values = " ".join(f"**{value:g}**" if value == standing(tried) else f"{value:g}" for value in tried.values)
    return f"| {suite.name} | `{_short(tried.name)}` | {values} | {listed} | {_shown(held_out)} | {_shown(ours)} |"


def _short(name: str) -> str:
    """Return a constant's name without its module."""
    parts = name.split(".")
    return ".".join(parts[-2:] if parts[-1].islower() and len(parts) > 1 else parts[-1:])


def best(figures: Mapping[float, Mapping[int, Sequence[float]]], folds: Sequence[int]) -> float:
    """Return the value with the greatest mean over some folds, each fold as much as any; the first of equals."""
    return max(figures, key=lambda value: round(float(np.mean([np.mean(figures[value][fold]) for fold in folds])), 6))


def standing(tried: Tried) -> float:
    """Return what stands in the code."""
    if tried.clauses:
        axis = tried.name.split()[0]
        return dict(import_module(f"{ENGINE}asking.strategies").DEFAULT.tolerance)[axis]
    holder, constant = _place(tried.name)
    return holder[constant]


def _place(name: str) -> tuple[dict[str, Any], str]:
    """Return what holds a constant, and under which key: a module's names, or a mapping among them."""
    path, _, constant = name.rpartition(".")
    module, _, mapping = path.rpartition(".")
    if mapping.isupper():
        return getattr(import_module(ENGINE + module), mapping), constant
    return vars(import_module(ENGINE + path)), constant


def judged(tried: Tried, value: float, suite: Suite, folder: Path) -> Run:
    """Return the default strategy's run of a suite with one constant at a value."""
    ranker: Strategy = written(tried.clauses.format(value)) if tried.clauses else strategy("default")
    here = folder / suite.name.split()[0]
    here.mkdir(exist_ok=True)
    with (
        _constant("" if tried.clauses else tried.name, value),
        scratch_stores(suite, here, None, lambda *_: None) as stores,
    ):
        return judge(suite, stores, [ranker], Settings(suite.ks), lambda *_: None)


@contextmanager
def _constant(name: str, value: float) -> Iterator[None]:
    """Have a constant of a module at a value for a while; none for an empty name."""
    if not name:
        yield
        return
    holder, constant = _place(name)
    stands = holder[constant]
    holder[constant] = value
    try:
        yield
    finally:
        holder[constant] = stands


def by_fold(run: Run, names: Sequence[str]) -> dict[int, list[float]]:
    """Return a figure for each need that has one, by its fold; idle is wrong, so less of it is better."""
    found: dict[int, list[float]] = {}
    for identity, judgement in run.rankers[0].by_need.items():
        for name in names:
            if name in judgement.figures:
                value = judgement.figures[name]
                found.setdefault(run.fold_of[identity], []).append(1.0 - value if name == "idle" else value)
    return found


def _suites(names: set[str]) -> Iterator[tuple[str, Suite]]:
    if any(name.startswith("provenance") for name in names):
        for suite in read_provenance([shared_data() / "data/tau_bench/airline_dev.json"]):
            yield suite.name, suite
    if "locomo" in names:
        yield "locomo", read_locomo(shared_data() / "data/locomo/locomo_dev.json")
    for name in names & {"updates", "abstention"}:
        yield name, read_own(ROOT / "bench" / "suites" / f"{name}.jsonl")


def _shown(folds: Sequence[float]) -> str:
    return f"{100 * np.mean(folds):.1f} ±{100 * np.std(folds):.1f}"


if __name__ == "__main__":
    main(sys.argv[1:])
