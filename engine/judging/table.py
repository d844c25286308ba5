"""Runs as tables: rows of cells for whoever draws, and Markdown.

Figures are in hundredths; behind `±` stands the standard deviation over folds. A column that no ranker has a figure for
is left out, and `idle` where nobody was.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from .comparing import Difference, Mean, difference, mean_of
from .run import Judgements, Run
from .saved import Change


@dataclass(frozen=True, slots=True)
class Table:
    """A title, columns, and rows of as many cells; all but the first column are figures."""

    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


def figures(run: Run) -> Table:
    """Return the mean of every metric by every ranker."""
    names = [name for name in _metrics(run) if name != "idle" or any(map(_was_idle, run.rankers))]
    rows = tuple((one.name, *(_cell(mean_of(one, name, run.fold_of)) for name in names)) for one in run.rankers)
    folds = len(set(run.fold_of.values()))
    spread = f", ± over {folds} folds" if folds > 1 else ""
    needs = "1 need" if len(run.fold_of) == 1 else f"{len(run.fold_of):,} needs"
    return Table(f"{run.suite}: {needs}, hundredths{spread}", ("ranker", *names), rows)


def _metrics(run: Run) -> Collection[str]:
    return dict.fromkeys(name for one in run.rankers for judged in one.by_need.values() for name in judged.figures)


def _was_idle(judgements: Judgements) -> bool:
    return any(one.figures.get("idle") for one in judgements.by_need.values())


def against(run: Run, name: str) -> Table:
    """Return how far every other ranker stands above or below one of them, by the headline."""
    reference = run.of(name)
    found = [(one, difference(one, reference, run.headline, run.settings.seed)) for one in run.rankers]
    rows = tuple(_versus(one.name, how) for one, how in found if one.name != name and how is not None)
    columns = ("ranker", f"{run.headline}, difference", "95 of 100", "better", "worse", "same")
    return Table(f"{run.suite}: against {name}", columns, rows)


def _versus(name: str, found: Difference) -> tuple[str, ...]:
    counts = (str(found.better), str(found.worse), str(found.same))
    return (name, signed(found.value), f"{signed(found.low)} to {signed(found.high)}", *counts)


def by_category(run: Run) -> Table:
    """Return the headline by category of need, a row a ranker."""
    counts = Counter(run.category_of.values())
    rows = tuple((one.name, *(_cell(_of(run, one.name, category)) for category in counts)) for one in run.rankers)
    columns = ("ranker", *(f"{category or '-'} ({count:,})" for category, count in counts.items()))
    silent = ", abstains where nothing is the answer" if "abstains" in _metrics(run) else ""
    return Table(f"{run.suite}: {run.headline} by category{silent}", columns, rows)


def _of(run: Run, name: str, category: str) -> Mean | None:
    judged = run.of(name)
    kept = {need: one for need, one in judged.by_need.items() if run.category_of[need] == category}
    of_category = Judgements(name, judged.how, kept, 0.0)
    return mean_of(of_category, run.headline, run.fold_of) or mean_of(of_category, "abstains", run.fold_of)


def _cell(mean: Mean | None) -> str:
    if mean is None:
        return "-"
    spread = "" if mean.spread is None else f" ±{100 * mean.spread:.1f}"
    return f"{100 * mean.value:.1f}{spread}"


def signed(value: float) -> str:
    """Return a difference in hundredths, with its sign."""
    return f"{100 * value + 0.0:+.1f}"


def summary(run: Run, reference: str | None) -> dict[str, Any]:
    """Return what the tables say, as JSON: figures in [0, 1]."""
    rankers = [
        {
            "name": one.name,
            "how": one.how,
            "seconds": round(one.seconds, 3),
            "figures": {name: asdict(found) for name, found in _means(one, run).items()},
            "difference": None if reference is None else _plain(one, run, reference),
        }
        for one in run.rankers
    ]
    about = {"suite": run.suite, "needs": len(run.fold_of), "headline": run.headline, "settings": asdict(run.settings)}
    return {**about, "against": reference, "rankers": rankers}


def _means(judgements: Judgements, run: Run) -> dict[str, Mean]:
    found = {name: mean_of(judgements, name, run.fold_of) for name in _metrics(run)}
    return {name: mean for name, mean in found.items() if mean is not None}


def _plain(judgements: Judgements, run: Run, reference: str) -> dict[str, Any] | None:
    found = difference(judgements, run.of(reference), run.headline, run.settings.seed)
    return None if found is None or judgements.name == reference else asdict(found)


def of_changes(changes: Sequence[Change]) -> Table:
    """Return what became of each ranker between two runs."""
    columns = ("suite", "ranker", "metric", "before", "after", "difference", "95 of 100", "better", "worse", "same")
    return Table("Two runs, hundredths", columns, tuple(map(_changed, changes)))


def _changed(change: Change) -> tuple[str, ...]:
    values = (f"{100 * change.before:.1f}", f"{100 * change.after:.1f}")
    return (change.suite, change.ranker, change.metric, *values, *_versus("", change.difference)[1:])


def moved(change: Change, count: int) -> Table:
    """Return the needs that lost most and gained most, at most `count` of each."""
    lost = [one for one in change.moved if one.after < one.before][:count]
    won = [one for one in reversed(change.moved) if one.after > one.before][:count]
    rows = tuple((one.need, f"{one.before:.3f}", f"{one.after:.3f}") for one in (*lost, *won))
    return Table(f"{change.suite}, {change.ranker}: {change.metric} by need", ("need", "before", "after"), rows)


def markdown(table: Table) -> str:
    """Return a table as Markdown, with its title above."""
    rule = ("---", *("---:" for _ in table.columns[1:]))
    drawn = "\n".join(f"| {' | '.join(map(_escaped, line))} |" for line in (table.columns, rule, *table.rows))
    return f"{table.title}\n\n{drawn}\n"


def _escaped(cell: str) -> str:
    return cell.replace("|", r"\|")
