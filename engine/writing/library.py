"""A library: files of DEFINE statements, checked together and written in one transaction.

They may speak of each other in any order, across files: each is tried out against all of them. So a folder under
version control is what a namespace's intents are made from, and loading it again changes nothing.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from ...dsl import ast
from ...dsl.parsing.parser import parse
from ...dsl.parsing.script import split
from ...errors import BindError, ClewError, QueryError, StoreNotFound
from ..asking.asker import Asker
from ..values.model import Definition
from .scribe import Defined, Scribe

SUFFIX = ".clew"


@dataclass(frozen=True, slots=True)
class Entry:
    """One definition of a file. start: where it begins in the file's text."""

    file: Path
    whole: str
    text: str
    start: int


def load_library(path: Path, asker: Asker, scribe: Scribe) -> list[Defined]:
    """Define what the files define. Raises QueryError, which names file, line and column; StoreNotFound for no file."""
    entries = [entry for file in files_of(path) for entry in _entries(file)]
    drafts = [_draft(entry) for entry in entries]
    _refuse_doubles(entries, drafts)
    definitions: list[Definition] = []
    for entry in entries:
        with _at(entry):
            definitions.append(asker.definition(entry.text, beside=drafts))
    return scribe.define(definitions) if definitions else []


def files_of(path: Path) -> list[Path]:
    """Return the files of a library, in the order of their names. Raises StoreNotFound."""
    found = sorted(path.rglob(f"*{SUFFIX}")) if path.is_dir() else [path]
    files = [file for file in found if file.is_file()]
    if not files:
        raise StoreNotFound(f"There is no file of definitions at {path}.", hint=f"They end in `{SUFFIX}`.")
    return files


def _entries(file: Path) -> Iterator[Entry]:
    try:
        whole = file.read_text(encoding="utf-8-sig")
    except UnicodeDecodeError as error:
        raise ClewError(f"{file} is not UTF-8: {error.reason}.", hint="Save it as UTF-8.") from None
    for piece in split(whole):
        yield Entry(file, whole, piece.text, piece.start)


def _draft(entry: Entry) -> Definition:
    """Return a definition as the others may speak of it: its kind, its name and its text."""
    with _at(entry):
        match parse(entry.text):
            case ast.DefineIntent(name=name):
                return Definition("intent", name, entry.text)
            case ast.DefineStrategy(name=name):
                return Definition("strategy", name, entry.text)
            case ast.DefineTag(name=ast.Literal(value=str() as name)):
                return Definition("tag", name)
            case ast.DefineType(name=ast.Literal(value=str() as name)):
                return Definition("type", name)
            case statement:
                hint = "Other statements are run by `execute_script`, or by `clew query --write`."
                raise BindError("A library holds definitions, by name.", span=statement.span, hint=hint)


def _refuse_doubles(entries: Sequence[Entry], drafts: Sequence[Definition]) -> None:
    first: dict[tuple[str, str], Entry] = {}
    for entry, draft in zip(entries, drafts, strict=True):
        other = first.setdefault((draft.kind, draft.name), entry)
        if other is not entry:
            with _at(entry):
                where = place_of(other.file, other.whole, other.start)
                raise BindError(f"The {draft.kind} `{draft.name}` is defined twice.", hint=f"The other is at {where}.")


@contextmanager
def _at(entry: Entry) -> Generator[None]:
    """Name the place in the file of an error about an entry."""
    try:
        yield
    except QueryError as error:
        error.locate(entry.text)
        offset = error.span.start if error.span is not None and error.text == entry.text else 0
        error.message = f"{place_of(entry.file, entry.whole, entry.start + offset)}: {error.message}"
        raise


def place_of(file: Path, text: str, at: int) -> str:
    """Return `file:line:column`, both from 1."""
    return f"{file}:{text.count(chr(10), 0, at) + 1}:{at - text.rfind(chr(10), 0, at)}"
