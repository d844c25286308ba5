"""Where the blocks of a page are run: a folder of its own, and in it the reference's store."""

from __future__ import annotations

import io
import re
import shlex
from collections.abc import Iterator, Mapping
from contextlib import chdir, contextmanager, redirect_stdout
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

import clew
from clew.cli.main import cli
from clew.engine.answers.results import Rows
from clew.errors import ClewError, QueryError
from click.testing import CliRunner

from .page import INDEX, Block, answered, blocks, text_of

STORE = "reference.clew"
GIVEN = {"k": 3, "need": "the price of a seat", "task": "T1", "since": "2024-03-01"}
"""Parameters of the examples that take some."""


def make_store(folder: Path) -> None:
    """Make the store in a folder, by the program of the first page."""
    program = next(block for block in blocks(text_of(INDEX)) if block.kind == "python")
    scope: dict[str, Any] = {}
    with chdir(folder):
        exec(compile(program.code, INDEX.name, "exec"), scope)
        scope["memory"].close()


@dataclass(frozen=True, slots=True)
class World:
    """scope: the names of the page's Python blocks; `memory` is the open store."""

    folder: Path
    scope: dict[str, Any]

    @property
    def memory(self) -> clew.Engine:
        return self.scope["memory"]

    def answer(self, block: Block) -> str:
        """Return what a block says when it is run. A block that is a file is written, and says nothing."""
        if block.file is not None:
            (self.folder / block.file).write_text(block.code, encoding="utf-8")
            return ""
        with chdir(self.folder):
            return {"clew": self._statement, "python": self._program, "sh": self._commands}[block.kind](block.code)

    def _statement(self, text: str) -> str:
        try:
            given = {name: GIVEN[name] for name in self.memory.plan(text).parameters if name in GIVEN}
            return shown(self.memory.execute(text, given))
        except ClewError as error:
            return f"{error.render() if isinstance(error, QueryError) else error}\n"

    def _program(self, code: str) -> str:
        with redirect_stdout(io.StringIO()) as out:
            exec(compile(code, "a page", "exec"), self.scope)
        return out.getvalue()

    def _commands(self, code: str) -> str:
        lines = code.replace("\\\n", " ").splitlines()
        commands = [shlex.split(line, comments=True) for line in lines]
        return "".join(_run(command[1:]) for command in commands if command[:1] == ["clew"])


@contextmanager
def world(folder: Path) -> Iterator[World]:
    """Open the store of a folder, and run blocks there."""
    with clew.open(folder / STORE, create=False, background=False) as memory:
        yield World(folder, {"memory": memory, "clew": clew})


def _run(arguments: list[str]) -> str:
    result = CliRunner().invoke(cli, arguments)
    if isinstance(result.exception, QueryError):
        return f"{result.output}clew: {result.exception.render()}\n"
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        raise result.exception
    return re.sub(r"\d+ ms", "3 ms", result.output)


# ---- how an answer is shown ----------------------------------------------------------------------


def shown(rows: Rows) -> str:
    """Return an answer as the reference shows it: columns and rows, or an explanation; and then its notes."""
    notes = "".join(f"note: {note}\n" for note in rows.notes)
    if rows.explanation is not None:
        return f"{rows.explanation.rstrip()}\n{notes}"
    if not len(rows):
        return f"no rows\n{notes}"
    return aligned([list(rows.columns), *([cell(value) for value in row.values()] for row in rows)]) + notes


def cell(value: Any) -> str:
    match value:
        case None:
            return "null"
        case bool():
            return str(value).lower()
        case float():
            return f"{value:.2f}"
        case datetime():
            return f"{value:%Y-%m-%d %H:%M}"
        case {"id": str(name), "text": _}:
            return f"(the memory {name})"
        case Mapping():
            return ", ".join(f"{name} {cell(inner)}" for name, inner in value.items())
        case list():
            return f"[{', '.join(map(cell, value))}]"
        case _:
            return str(value).replace("\n", " / ")


def aligned(lines: list[list[str]]) -> str:
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    padded = ("  ".join(text.ljust(width) for text, width in zip(line, widths, strict=True)) for line in lines)
    return "".join(f"{line.rstrip()}\n" for line in padded)


def run_page(text: str, folder: Path) -> str:
    """Return a page with every block run, in order, on the reference's store, made in a folder."""
    make_store(folder)
    with world(folder) as here:
        return answered(text, here.answer)
