"""`clew eval`: how well recalls do on a suite, beside rankers that anybody has; and two runs compared."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import click

from .evaluating import Asked
from .look import color_option, width_option
from .options import Function, json_option, namespace_option

file_argument = click.Path(exists=True, dir_okay=False, path_type=Path)


class _NewFile(click.Path):
    """A file to be written, in a folder that is there: a run takes minutes, and its end is late to say so."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Path:
        path = Path(str(super().convert(value, param, ctx)))
        if not path.parent.is_dir():
            self.fail(f"There is no folder {path.parent}.", param, ctx)
        return path


new_file = _NewFile(dir_okay=False, path_type=Path)

_ASKED: tuple[Callable[[Any], Any], ...] = (
    click.option("--strategy", "-s", "strategies", multiple=True, help="A strategy by its name; repeatable."),
    click.option(
        "--rank", "clauses", multiple=True, help="A strategy by its clauses, as `RANK BY relevance`; repeatable."
    ),
    click.option("--baselines", is_flag=True, help="BM25, vector, both, newest, longest ..., and tuned weights."),
    click.option("--ablate", is_flag=True, help="The default with one thing taken away at a time."),
    click.option("--k", "ks", multiple=True, type=click.IntRange(1, 100), help="A depth of recall; repeatable."),
    click.option("--budget", type=click.IntRange(min=1), default=500, show_default=True, help="Words and marks."),
    click.option("--limit", type=click.IntRange(min=1), help="Take so many needs, evenly from the whole."),
    click.option("--seed", type=click.IntRange(min=0), default=0, show_default=True, help="Of whatever is random."),
    click.option("--against", help="The ranker that all others are compared with; else the best baseline."),
    click.option("--by-category", is_flag=True, help="The headline by category of need, too."),
    click.option("--save", type=new_file, help="Keep the run as JSON, for `clew eval compare`."),
    click.option("--write", type=file_argument, help="Write the tables between their marks in this Markdown file."),
    json_option,
    width_option,
    color_option,
)
_MADE: tuple[Callable[[Any], Any], ...] = (
    click.option("--model", help="The embedding model: a name, or a folder; else the one that is shipped."),
    click.option(
        "--keep", type=click.Path(file_okay=False, path_type=Path), help="Make the stores here, to use again."
    ),
)


def _asking(*more: Callable[[Any], Any]) -> Callable[[Function], Function]:
    """Give a command the options of every evaluation, and some more."""

    def with_options(command: Function) -> Function:
        for option in reversed((*_ASKED, *more)):
            command = option(command)
        return command

    return with_options


class _Suites(click.Group):
    """A group in which what is no command is a store: `clew eval STORE --suite FILE`."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        if args and args[0] not in self.commands and args[0] not in ctx.help_option_names:
            args = ["store", *args]
        return super().parse_args(ctx, args)


@click.group("eval", cls=_Suites)
def eval_command() -> None:
    """Measure recalls on a suite of needs whose answers are known.

    A store is named in place of a command: `clew eval STORE --suite needs.jsonl`.
    """


@eval_command.command("locomo")
@click.argument("file", type=file_argument)
@_asking(*_MADE)
def locomo_command(file: Path, model: str | None, keep: Path | None, **options: Any) -> None:
    """Find the turns that answer questions about long talks: FILE is LoCoMo's JSON."""
    from ..adapters.suites.locomo import read_locomo
    from .evaluating import evaluate

    evaluate((read_locomo(file),), Asked.of(options), model=model, keep=keep)


@eval_command.command("provenance")
@click.argument("files", nargs=-1, required=True, type=file_argument)
@click.option("--scoped/--open", "scoped", default=None, help="Only with the task known, or only without; else both.")
@_asking(*_MADE)
def provenance_command(
    files: tuple[Path, ...], scoped: bool | None, model: str | None, keep: Path | None, **options: Any
) -> None:
    """Find where an agent had a literal from: FILES are trajectories of tool-using agents."""
    from ..adapters.suites.provenance import read_provenance
    from .evaluating import evaluate

    both = read_provenance(files)
    suites = both if scoped is None else both[:1] if scoped else both[1:]
    evaluate(suites, Asked.of(options), model=model, keep=keep)


@eval_command.command("store")
@click.argument("store", required=False, type=click.Path(path_type=Path))
@click.option("--suite", "suite", required=True, type=file_argument, help="A suite of your own, as JSON lines.")
@namespace_option
@_asking(*_MADE)
def store_command(
    store: Path | None, suite: Path, namespace: str, model: str | None, keep: Path | None, **options: Any
) -> None:
    """Ask a suite of your own: of STORE, or of the memories in the suite itself."""
    from ..adapters.suites.own import read_own
    from .evaluating import evaluate, evaluate_in

    own = read_own(suite)
    if store is None:
        evaluate((own,), Asked.of(options), model=model, keep=keep)
    elif own.stores:
        raise click.UsageError(f"{suite} has memories of its own, so it is asked without a store.")
    elif model or keep:
        raise click.UsageError("--model and --keep are for stores that are made; this one is there.")
    else:
        evaluate_in(store, namespace, own, Asked.of(options))


@eval_command.command("compare")
@click.argument("before", type=file_argument)
@click.argument("after", type=file_argument)
@click.option("--needs", "shown", type=click.IntRange(min=0), default=5, show_default=True, help="Needs to name.")
@json_option
@width_option
@color_option
def compare_command(before: Path, after: Path, shown: int, as_json: bool, width: int | None) -> None:
    """Say what got better and worse between two saved runs, by how much, and on which needs."""
    from ..engine.judging.saved import changes, read
    from .evaluating import print_changes

    print_changes(changes(read(before), read(after)), shown, as_json, width)
