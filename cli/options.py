"""Arguments and options that several commands share."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

if TYPE_CHECKING:
    from ..engine.engine import Engine

Function = TypeVar("Function", bound=Callable[..., Any])

store_argument = click.argument("store", type=click.Path(path_type=Path))
namespace_option = click.option(
    "--namespace", "-n", default="default", show_default=True, help="The namespace to work in."
)


def open_store(store: Path, namespace: str = "default") -> Engine:
    """Open an existing store. No background worker: a command ends before it would be of use."""
    from ..engine.engine import open as open_engine

    return open_engine(store, create=False, namespace=namespace, background=False)


def standard_input() -> str:
    """Return what is piped in, as UTF-8 whatever the terminal's encoding."""
    try:
        return sys.stdin.buffer.read().decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise click.UsageError(f"Standard input is not UTF-8: byte {error.start} cannot be read.") from None


def text_of(file: Path) -> str:
    """Return what a file holds, as UTF-8."""
    try:
        return file.read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        raise click.UsageError(f"{file} cannot be read as UTF-8: {error}.") from None


def parameters_of(pairs: Iterable[str], file: Path | None) -> dict[str, Any]:
    """Return query parameters from `name=value` pairs and a JSON file; the pairs win.

    A value that is JSON (a number, true, a list, a quoted string) is taken as that, anything else as a string.
    """
    given: dict[str, Any] = {}
    if file is not None:
        try:
            given = json.loads(file.read_text(encoding="utf-8"))
        except (OSError, ValueError) as error:
            raise click.BadParameter(f"{file} cannot be read as JSON: {error}.") from None
        if not isinstance(given, dict):
            raise click.BadParameter(f"{file} holds a {type(given).__name__}; an object of names and values is needed.")
    for pair in pairs:
        name, equals, value = pair.partition("=")
        if not equals or not name:
            raise click.BadParameter(f"`{pair}` is no `name=value`.", param_hint="--param")
        given[name.removeprefix("$")] = _typed(value)
    return given


def _typed(value: str) -> Any:
    try:
        return json.loads(value)
    except ValueError:
        return value
