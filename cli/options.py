"""Arguments and options that several commands share."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click
from click.shell_completion import CompletionItem

from ..engine.values.typed import typed

if TYPE_CHECKING:
    from ..engine.handle.engine import Engine

TEXT_FORMATS = ("table", "json", "jsonl", "csv", "markdown")
FORMATS = (*TEXT_FORMATS, "parquet")
"""Of answers. Here, and not where they are written: help has to name them, and draws none."""

Function = TypeVar("Function", bound=Callable[..., Any])


def stores_like(context: click.Context, parameter: click.Parameter, typed: str) -> list[CompletionItem]:
    """Return the stores whose path begins with what was typed; where there are none, any folder will do."""
    typed_path = Path(typed)
    folder, begun = (typed_path, "") if typed.endswith("/") else (typed_path.parent, typed_path.name)
    stores = sorted(path for path in folder.glob("*.clew") if path.is_dir() and path.name.startswith(begun))
    return [CompletionItem(str(path)) for path in stores] or [CompletionItem(typed, type="dir")]


store_argument = click.argument("store", type=click.Path(path_type=Path), shell_complete=stores_like)
namespace_option = click.option(
    "--namespace", "-n", default="default", show_default=True, help="The namespace to work in."
)
existing_file = click.Path(exists=True, dir_okay=False, allow_dash=True, path_type=Path)
"""A file, or `-` for standard input."""

param_option = click.option(
    "--param", "-p", "pairs", multiple=True, metavar="NAME=VALUE", help="A parameter; JSON values are typed."
)
params_option = click.option("--params", "params_file", type=existing_file, help="Parameters as a JSON object.")
json_option = click.option("--json", "as_json", is_flag=True, help="Print JSON.")


def open_store(store: Path, namespace: str = "default") -> Engine:
    """Open an existing store. No background worker: a command ends before it would be of use."""
    from ..engine.handle.engine import open as open_engine

    return open_engine(store, create=False, namespace=namespace, background=False)


def standard_input() -> str:
    """Return what is piped in, as UTF-8 whatever the terminal's encoding."""
    try:
        return sys.stdin.buffer.read().decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise click.UsageError(f"Standard input is not UTF-8: byte {error.start} cannot be read.") from None


def source_of(text: str | None, file: Path | None) -> str:
    """Return the statements that are given as an argument, in a file, or through a pipe."""
    if text is not None and file is not None:
        raise click.UsageError("Give the query as an argument or as --file, not both.")
    if file is not None:
        return text_of(file)
    if text is None and sys.stdin.isatty():
        raise no_statement()  # a person would sit there and wait for a prompt
    if text is None or text == "-":
        return standard_input()
    return text


def no_statement() -> click.UsageError:
    """Return the error where nothing is to be run, often since the store was left out."""
    return click.UsageError(
        "There is no statement to run. It stands behind the store, as in "
        "`clew query agent.clew \"RECALL 5 FOR 'what is needed'\"`; `clew shell agent.clew` is a prompt."
    )


def statement_files(paths: Iterable[Path]) -> list[Path]:
    """Return files of statements: those that are named, and in a folder every `*.clew`, sorted."""
    found: list[Path] = []
    for path in paths:
        inside = sorted(path.rglob("*.clew")) if path.is_dir() else [path]
        if not inside:
            raise click.UsageError(f"There is no `.clew` file in {path}.")
        found += inside
    return found


def text_of(file: Path) -> str:
    """Return what a file holds, as UTF-8; `-` is standard input."""
    if str(file) == "-":
        return standard_input()
    try:
        return file.read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        raise click.UsageError(f"{file} cannot be read as UTF-8: {error}.") from None


def parameters_of(pairs: Iterable[str], file: Path | None) -> dict[str, Any]:
    """Return query parameters from `name=value` pairs and a JSON file; the pairs win."""
    given = {} if file is None else _object_in(file)
    for pair in pairs:
        name, equals, value = pair.partition("=")
        if not equals or not name:
            raise click.BadParameter(f"`{pair}` is no `name=value`.", param_hint="--param")
        given[name.removeprefix("$")] = typed(value)
    return given


def _object_in(file: Path) -> dict[str, Any]:
    try:
        given = json.loads(text_of(file))
    except (ValueError, RecursionError) as error:
        raise click.BadParameter(f"{file} cannot be read as JSON: {error}.", param_hint="--params") from None
    if not isinstance(given, dict):
        said = f"{file} holds a {type(given).__name__}; an object of names and values is needed."
        raise click.BadParameter(said, param_hint="--params")
    return given
