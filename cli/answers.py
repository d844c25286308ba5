"""Where an answer goes: to standard output, through a pager, or into a file; and what is said about it meanwhile."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any

import click

from ..engine.answers.counting import wait_for_vectors
from ..engine.answers.exports import in_parquet
from ..engine.answers.plain_json import not_in_json
from ..engine.answers.whole_file import whole_file as whole
from ..errors import ClewError
from .formats import in_text
from .look import Look, of_output
from .paging import page
from .talk import aside, note

if TYPE_CHECKING:
    from ..engine.answers.results import Rows

Show = Callable[["Rows"], None]


@dataclass(frozen=True, slots=True)
class Way:
    """How answers are written. file: instead of standard output. width: of what a person reads; None to fit."""

    format: str = "table"
    file: Path | None = None
    width: int | None = None
    pager: bool = True

    @property
    def is_binary(self) -> bool:
        return self.format == "parquet"


@contextmanager
def shown(way: Way) -> Iterator[Show]:
    """Yield what writes an answer. A file appears when the block has ended well, whole; else it stays as it was."""
    if way.file is None:
        yield lambda rows: _to_output(rows, way)
        return
    with whole_file(way.file) as file:
        yield lambda rows: _write(file, rows, way)


def _to_output(rows: Rows, way: Way) -> None:
    if way.is_binary:
        sys.stdout.buffer.write(in_parquet(rows))
        sys.stdout.buffer.flush()
    else:
        page(in_text(rows, way.format, of_output(way.width)), pager=way.pager)


def _write(file: IO[bytes], rows: Rows, way: Way) -> None:
    if way.is_binary:
        file.write(in_parquet(rows))
        return
    for piece in in_text(rows, way.format, Look(way.width)):
        file.write(piece.encode("utf-8", "backslashreplace"))


@contextmanager
def whole_file(path: Path) -> Iterator[IO[bytes]]:
    """Yield a file that is written whole or not at all. Raises UsageError where it cannot be written."""
    try:
        with whole(path) as file:
            yield file
    except ClewError as error:
        if error.code != "output":
            raise
        raise click.UsageError(error.message) from None


def talk_about(rows: Rows, format_: str) -> None:
    """Say what a person should know about an answer: rows, time, every note, and a plan that its format cannot hold."""
    if rows.explanation is not None and format_ != "table":
        aside(rows.explanation)
    if rows.stages:
        seconds = sum(stage.seconds for stage in rows.stages)
        aside(f"{len(rows):,} row{'' if len(rows) == 1 else 's'} in {seconds * 1000:,.0f} ms")
    for sentence in _notes(rows, format_):
        note(sentence)


def _notes(rows: Rows, format_: str) -> Iterable[str]:
    yield from rows.notes
    if rows.pending:
        yield wait_for_vectors(rows.pending)
    lost = not_in_json(rows.to_dicts()) if format_ in ("json", "jsonl") else 0
    if lost:
        yield f"{lost:,} number{'' if lost == 1 else 's'} that JSON has not (NaN, Infinity): written as null."


def refuse_binary(way: Way, statements: list[Any]) -> None:
    """Raise UsageError where Parquet would go to a terminal, or would hold more than one table."""
    if not way.is_binary:
        return
    if way.file is None and sys.stdout.isatty():
        raise click.UsageError("Parquet is binary and this is a terminal. Give --output FILE, or a pipe.")
    if len(statements) != 1:
        raise click.UsageError(f"Parquet holds one table; here are {len(statements)} statements. Give one.")
