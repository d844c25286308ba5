"""What `clew eval` does: rankers are chosen, a suite is run, and tables are printed, saved, and written into a page."""

from __future__ import annotations

import re
from collections.abc import Generator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

import click

from .options import open_store, text_of

if TYPE_CHECKING:
    from ..engine.judging.judged import Judged
    from ..engine.judging.rankers import Ranker, Tuned
    from ..engine.judging.run import Run
    from ..engine.judging.saved import Change
    from ..engine.judging.scratch import Progress
    from ..engine.judging.suite import Suite
    from ..engine.judging.table import Table


@dataclass(frozen=True, slots=True)
class Asked:
    """The options of an evaluation, as they were given."""

    strategies: tuple[str, ...]
    clauses: tuple[str, ...]
    baselines: bool
    ablate: bool
    ks: tuple[int, ...]
    budget: int
    limit: int | None
    seed: int
    against: str | None
    by_category: bool
    save: Path | None
    write: Path | None
    as_json: bool
    width: int | None

    @classmethod
    def of(cls, options: Mapping[str, Any]) -> Asked:
        return cls(**options)


# ---- what is run ---------------------------------------------------------------------------------


def evaluate(suites: Sequence[Suite], asked: Asked, *, model: str | None, keep: Path | None) -> None:
    """Run suites that share their stores, which are made for it."""
    from ..engine.judging.scratch import scratch_stores

    if not suites[0].stores:
        raise click.UsageError("The suite has no memories of its own: name the store that it is asked of.")
    with _folder(keep) as folder, _telling() as tell, scratch_stores(suites[0], folder, model, tell) as stores:
        runs = {suite.name: _run(suite, stores, asked, tell) for suite in suites}
        fingerprint = next(iter(stores.values())).engine.embedder.fingerprint.to_json()
    _tell_all(runs, suites, fingerprint, asked)


def evaluate_in(store: Path, namespace: str, suite: Suite, asked: Asked) -> None:
    """Run a suite against a store that exists; nothing in it is changed."""
    from ..engine.judging.judged import Judged

    with open_store(store, namespace) as engine, _telling() as tell:
        runs = {suite.name: _run(suite, {"": Judged(engine)}, asked, tell)}
        fingerprint = engine.embedder.fingerprint.to_json()
    _tell_all(runs, (suite,), fingerprint, asked)


def _run(suite: Suite, stores: Mapping[str, Judged], asked: Asked, tell: Progress) -> Run:
    from ..engine.judging.run import Settings, judge

    limited = suite.limited(asked.limit)
    settings = Settings(asked.ks or suite.ks, asked.budget, seed=asked.seed)
    return judge(limited, stores, _rankers(limited, stores, asked), settings, tell)


def _rankers(suite: Suite, stores: Mapping[str, Judged], asked: Asked) -> list[Ranker | Tuned]:
    """Return what was asked for, each name once; the default strategy where nothing was."""
    from ..engine.judging.ablation import ablations, fronts_away
    from ..engine.judging.baselines import baselines
    from ..engine.judging.rankers import strategy, written

    chosen: list[Ranker | Tuned] = [*map(strategy, asked.strategies), *map(written, asked.clauses)]
    if not chosen and not asked.ablate:
        chosen.append(strategy("default"))
    if asked.ablate:
        chosen += ablations(suite.needs, stores, suite.headline)
    if asked.baselines:
        chosen += [*baselines(asked.seed), *fronts_away(suite.headline)]
    return list({ranker.name: ranker for ranker in chosen}.values())


@contextmanager
def _folder(keep: Path | None) -> Generator[Path]:
    if keep is not None:
        keep.mkdir(parents=True, exist_ok=True)
        yield keep
        return
    with TemporaryDirectory(prefix="clew-eval-", ignore_cleanup_errors=True) as folder:
        yield Path(folder)


@contextmanager
def _telling() -> Generator[Progress]:
    """Show which ranker is at work, and how far it is, where a person watches."""
    from .progress import progress

    with progress("making stores") as show:
        yield lambda what, done, total: show(done, total, what)


# ---- what is said --------------------------------------------------------------------------------


def _tell_all(runs: Mapping[str, Run], suites: Sequence[Suite], fingerprint: str, asked: Asked) -> None:
    from ..engine.judging import saved
    from ..engine.judging.table import summary
    from .render import print_json

    digests = {suite.name: saved.digest(suite.limited(asked.limit)) for suite in suites}
    if asked.save is not None:
        kept = {name: (run, digests[name]) for name, run in runs.items()}
        saved.write(asked.save, saved.to_json(kept, saved.surroundings(fingerprint)))
    if asked.write is not None:
        _write_tables(asked.write, {name: _tables(run, asked) for name, run in runs.items()})
    if asked.as_json:
        print_json([summary(run, _reference(run, asked)) for run in runs.values()])
        return
    for run in runs.values():
        _print_tables(_tables(run, asked), asked.width)
        _say_chosen(run)


def _tables(run: Run, asked: Asked) -> list[Table]:
    from ..engine.judging.table import against, by_category, figures

    reference = _reference(run, asked)
    tables = [figures(run)]
    tables += [against(run, reference)] if reference is not None and len(run.rankers) > 1 else []
    tables += [by_category(run)] if asked.by_category else []
    return tables


def _reference(run: Run, asked: Asked) -> str | None:
    """Return the ranker that others are compared with: the one named, the whole of an ablation, the best baseline."""
    from ..engine.judging.comparing import best

    names = [ranker.name for ranker in run.rankers]
    if asked.against is not None:
        if asked.against not in names:
            raise click.UsageError(f"No ranker is called `{asked.against}`; there are: {', '.join(names)}.")
        return asked.against
    if asked.ablate:
        return "default"
    ours = {*asked.strategies, *asked.clauses, "default"}
    return best(run, [name for name in names if name not in ours] or names)


def _say_chosen(run: Run) -> None:
    """Say what the rankers that chose something have chosen."""
    from .talk import aside

    for ranker in run.rankers:
        if ranker.tuned:
            aside(f"{ranker.name}: {ranker.how}")


def _print_tables(tables: Sequence[Table], width: int | None) -> None:
    from .look import of_output
    from .tables import table

    for one in tables:
        click.echo(one.title)
        for line in table(one.columns, one.rows, of_output(width), range(1, len(one.columns))):
            click.echo(line)
        click.echo()


def print_changes(found: Sequence[Change], shown: int, as_json: bool, width: int | None) -> None:
    """Print what became of each ranker, and the needs that lost and gained most."""
    from ..engine.judging.table import moved, of_changes
    from .render import print_json

    if as_json:
        print_json([asdict(change) for change in found])
        return
    tables = [of_changes(found), *(moved(change, shown) for change in found if change.moved and shown)]
    _print_tables(tables, width)


# ---- into a page ---------------------------------------------------------------------------------


def _write_tables(page: Path, tables: Mapping[str, Sequence[Table]]) -> None:
    """Put tables between the marks `<!-- eval NAME:begin -->` and `:end` of a page, which is written whole or not."""
    from ..engine.judging.table import markdown
    from .answers import whole_file

    text = text_of(page)
    for name, some in tables.items():
        text = between_marks(text, f"eval {name}", "\n".join(map(markdown, some)))
    with whole_file(page) as file:
        file.write(text.encode())


def between_marks(page: str, name: str, text: str) -> str:
    """Return a page with what stands between the marks of a name replaced. Raises UsageError without such marks."""
    begin, end = f"<!-- {name}:begin -->", f"<!-- {name}:end -->"
    pattern = re.compile(f"{re.escape(begin)}.*?{re.escape(end)}", re.DOTALL)
    if not pattern.search(page):
        raise click.UsageError(f"The page has no place for this: `{begin}` and `{end}`.")
    return pattern.sub(lambda _: f"{begin}\n{text}{end}", page)
