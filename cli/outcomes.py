"""`clew feedback`, `clew misses` and `clew ab`: how it went, what went wrong, and which of two strategies did
better.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from .look import width_option
from .options import json_option, namespace_option, open_store, store_argument, text_of

if TYPE_CHECKING:
    from ..engine.learning.misses import Miss
    from ..engine.learning.trials import Trial

ANSWERED = 3
"""Ids of an answer that a table shows."""


@click.command("feedback")
@store_argument
@click.argument("outcome")
@click.argument("ids", nargs=-1)
@click.option("--recall", help="The name of the recall that they came from.")
@click.option("--record", type=click.Path(path_type=Path, exists=True), help="A file with its record, as JSON.")
@namespace_option
def feedback_command(
    store: Path, outcome: str, ids: tuple[str, ...], recall: str | None, record: Path | None, namespace: str
) -> None:
    """Tell STORE how it went with what was used: OUTCOME is success, failure, or a number from 0 to 1.

    IDS are the memories that were used; with a record, none means all that it answered.
    """
    from ..engine.asking.recall_record import RecallRecord

    if recall is not None and record is not None:
        raise click.UsageError("Give the recall by name, or its record.")
    about = recall if record is None else RecallRecord.of(_object(record))
    with open_store(store, namespace) as engine:
        engine.feedback(outcome=_share(outcome), recall=about, memories=ids)


@click.command("misses")
@store_argument
@click.option("--below", type=click.FloatRange(0, 1), default=0.5, show_default=True, help="Outcomes under this.")
@click.option("--limit", type=click.IntRange(min=1), default=20, show_default=True)
@click.option("--suite", is_flag=True, help="Print all of them as a suite for `clew eval`, and nothing else.")
@json_option
@width_option
@namespace_option
def misses_command(
    store: Path, below: float, limit: int, suite: bool, as_json: bool, width: int | None, namespace: str
) -> None:
    """List the recalls of STORE that went badly, the newest first: need, strategy, answer, outcome.

    As a suite, a need expects what was used for it with a better outcome. One for which that is not known yet is
    commented out: write the ids that should have come into it.
    """
    with open_store(store, namespace) as engine:
        found = engine.misses(below=below, limit=None if suite else limit)
        lines = engine.missed_suite(below=below) if suite else ()
    if suite:
        for line in lines:
            click.echo(f"{'' if line['expected'] else '// '}{json.dumps(line, ensure_ascii=False)}")
    elif as_json:
        _print_json([miss.to_dict() for miss in found])
    elif found:
        _print_table(("when", "outcome", "need", "strategy", "answered"), [_miss(miss) for miss in found], width, (1,))
    else:
        click.echo(f"No recall had an outcome below {below:g}.", err=True)


@click.command("ab")
@store_argument
@json_option
@width_option
@namespace_option
def ab_command(store: Path, as_json: bool, width: int | None, namespace: str) -> None:
    """Report what came of each pair of strategies that recalls of STORE were drawn from (`USING a OR b`).

    The interval holds the difference of the mean outcomes with 95 per cent (beta-binomial, from an even prior). Recalls
    without feedback are counted nowhere.
    """
    with open_store(store, namespace) as engine:
        found = engine.trials()
    if as_json:
        _print_json([trial.to_dict() for trial in found])
    elif found:
        columns = ("trial", "strategy", "n", "mean outcome", "better by", "95 % interval", "probability")
        _print_table(columns, [row for trial in found for row in _arms(trial)], width, (2, 3, 4, 6))
    else:
        click.echo("No recall that was drawn from two strategies has an outcome yet.", err=True)


def _share(outcome: str) -> Any:
    try:
        return float(outcome)
    except ValueError:
        return outcome


def _object(file: Path) -> Any:
    try:
        return json.loads(text_of(file))
    except ValueError as error:
        raise click.UsageError(f"{file} is not JSON: {error}.") from None


def _miss(miss: Miss) -> tuple[str, ...]:
    more = len(miss.answered) - ANSWERED
    answered = ", ".join(miss.answered[:ANSWERED] or miss.used[:ANSWERED]) + (f" and {more} more" if more > 0 else "")
    need = miss.need or miss.text or miss.recall or ""
    return (f"{miss.at:%Y-%m-%d %H:%M}", f"{miss.outcome:.2f}", need, miss.strategy, answered)


def _arms(trial: Trial) -> list[tuple[str, ...]]:
    """Return a line for each of the two; what compares them stands on the second's."""
    name = f"{trial.first.strategy} OR {trial.second.strategy}"
    first, second = ((arm.strategy, f"{arm.n:,}", _mean(arm.mean)) for arm in (trial.first, trial.second))
    interval = f"{trial.low:+.3f} to {trial.high:+.3f}"
    return [
        (name, *first, "", "", f"{1.0 - trial.second_better:.3f}"),
        ("", *second, f"{trial.difference:+.3f}", interval, f"{trial.second_better:.3f}"),
    ]


def _mean(mean: float | None) -> str:
    return "-" if mean is None else f"{mean:.3f}"


def _print_json(found: Sequence[dict[str, Any]]) -> None:
    from .render import print_json

    print_json(list(found))


def _print_table(
    columns: Sequence[str], rows: Sequence[Sequence[str]], width: int | None, right: tuple[int, ...]
) -> None:
    from ..engine.answers.display import one_line
    from .look import of_output
    from .tables import table

    for line in table(columns, [[one_line(cell, 400) for cell in row] for row in rows], of_output(width), right):
        click.echo(line)
