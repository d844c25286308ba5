"""The importing loop: recognise the file, turn its items into drafts, write them in batches, and say what happened.

The operation of each memory is named by its id and a hash of its words, so that a run that was killed half-way and run
again is a run once, whatever has happened to the file's name and time; a memory that was forgotten stays forgotten.

The same id with other words is refused by the store and reported. Where that is the first memory of a conversation, two
conversations have one name, and the second is left out as a whole: its end must not follow the beginning of the first.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import islice
from pathlib import Path
from typing import Any, Protocol

from ..engine.model import Draft, Receipt
from ..engine.remember import make_draft
from ..errors import ImportFailed, MemoryInvalid, MemoryNotFound
from .openai_chat import OpenAIChat
from .protocol import Bad, Importer, Item, Source, Unit
from .reading import first_record
from .swe_agent import SweAgent

IMPORTERS: tuple[Importer, ...] = (SweAgent(), OpenAIChat())
"""Tried in this order; the first that recognises a file's first value takes it."""

BATCH = 1000
"""Memories in one transaction: large enough that a commit is shared, small enough that progress is seen."""

BAD_KEPT = 1000
"""Bad records that are kept in the report; beyond it they are only counted."""

Progress = Callable[[int, int], None]
"""Called with (bytes read, bytes in all) after each batch, and at the end."""


class Store(Protocol):
    """What importing needs of an engine."""

    namespace: str

    def remember_drafts(self, drafts: Sequence[Draft]) -> list[Receipt]: ...

    def get(self, id: str) -> Any: ...


@dataclass(slots=True)
class Summary:
    """What an import did.

    new: memories that were written (or would be, in a dry run). known: those that were there already.
    undated: those that have no time of their own in the log.
    bad: what was left out, BAD_KEPT at most. bad_count: all of it; a whole conversation that is left out counts once.
    """

    path: str
    format: str
    new: int = 0
    known: int = 0
    undated: int = 0
    bad_count: int = 0
    bad: list[Bad] = field(default_factory=list[Bad])
    tasks: set[str] = field(default_factory=set[str])

    def refuse(self, record: Bad) -> None:
        self.bad_count += 1
        if len(self.bad) < BAD_KEPT:
            self.bad.append(record)


def recognise(path: Path, format: str | None = None) -> Importer | None:
    """Return the importer for a file: the one named, or the first that knows its content; None for an empty file.

    Raises ImportFailed, which lists what is known, where there is none, and where the file cannot be read.
    """
    source = Source.of(path)
    if format is not None:
        return _first([i for i in IMPORTERS if i.name == format], f"There is no importer named `{format}`.", path)
    first = first_record(source)
    if first is None:
        return None
    if isinstance(first, Bad):
        return _first([], f"{path} is not JSON.", path)
    return _first([i for i in IMPORTERS if i.recognises(first.value)], f"{path} is in no format that is known.", path)


def _first(importers: Sequence[Importer], otherwise: str, path: Path) -> Importer:
    if importers:
        return importers[0]
    known = ", ".join(f"{importer.name} ({importer.doc})" for importer in IMPORTERS)
    raise ImportFailed(otherwise, hint=f"Known are: {known}.", path=str(path))


def import_file(
    store: Store,
    path: Path,
    *,
    format: str | None = None,
    name: str | None = None,
    backdate: bool = False,
    dry_run: bool = False,
    progress: Progress | None = None,
) -> Summary:
    """Import one log and return the summary. A second run adds nothing; one over a log that grew adds what is new.

    name: what a conversation is called that has no name of its own; None for the file's stem. Two logs of one stem need
    two names, or the second is left out.
    backdate: the store is to have learned each memory when it happened, so that AS OF reaches into the log.
    dry_run: nothing is written; what is new is told by its id alone.
    Raises ImportFailed where the file is in no known format or cannot be read, StoreError where the store cannot be
    written.
    """
    importer = recognise(path, format)
    source = Source.of(path, name)
    run = _Run(store, Summary(str(path), "empty" if importer is None else importer.name))
    entries = run.entries(iter(()) if importer is None else importer.read(source), source, backdate)
    write = run.pretend if dry_run else run.write
    while batch := list(islice(entries, BATCH)):
        write(batch)
        if progress is not None:
            progress(min(batch[-1].unit.position, source.size), source.size)
    if progress is not None:
        progress(source.size, source.size)
    return run.summary


@dataclass(frozen=True, slots=True)
class _Entry:
    """A draft, with the unit that it was made from."""

    draft: Draft
    unit: Unit


@dataclass(slots=True)
class _Run:
    """One import on its way. `strangers` are the conversations that turned out to bear the name of another one."""

    store: Store
    summary: Summary
    strangers: set[str | None] = field(default_factory=set[str | None])

    def entries(self, items: Iterator[Item], source: Source, backdate: bool) -> Iterator[_Entry]:
        """Yield what can be written, and take note of the rest."""
        for item in items:
            if isinstance(item, Bad):
                self.summary.refuse(item)
                continue
            self.summary.undated += source.lent(item.fields.get("at"))
            try:
                yield _Entry(_draft(item, self.store.namespace, backdate), item)
            except MemoryInvalid as error:
                self.summary.refuse(Bad(item.number, f"{item.fields['id']}: {error.message}", item.position))

    def write(self, entries: Sequence[_Entry]) -> None:
        """Write a batch. One that is refused is halved until what is wrong with it stands alone, and is left out."""
        entries = [entry for entry in entries if entry.draft.task not in self.strangers]
        try:
            receipts = self.store.remember_drafts([entry.draft for entry in entries])
        except MemoryInvalid as error:
            if len(entries) == 1:
                self._refuse(entries[0], error)
                return
            middle = len(entries) // 2
            self.write(entries[:middle])
            self.write(entries[middle:])
            return
        self._count(entries, [receipt.new for receipt in receipts])

    def pretend(self, entries: Sequence[_Entry]) -> None:
        """Count what a write would add."""
        self._count(entries, [not _is_known(self.store, entry.draft.id) for entry in entries])

    def _count(self, entries: Sequence[_Entry], new: Sequence[bool]) -> None:
        self.summary.new += sum(new)
        self.summary.known += len(new) - sum(new)
        self.summary.tasks.update(entry.draft.task for entry in entries if entry.draft.task is not None)

    def _refuse(self, entry: _Entry, error: MemoryInvalid) -> None:
        draft, reason = entry.draft, error.message
        if draft.step == 0 and "fields" in error.data:
            self.strangers.add(draft.task)
            reason = f"Another conversation is called `{draft.task}` in the store; this one is left out."
        self.summary.refuse(Bad(entry.unit.number, reason, entry.unit.position))


def _draft(unit: Unit, namespace: str, backdate: bool) -> Draft:
    draft = make_draft(**{"text": None, **unit.fields}, namespace=namespace)
    return replace(draft, operation=_operation(draft), recorded_at=draft.at if backdate else None)


def _operation(draft: Draft) -> str:
    """Return a name for the write of these words under this id: not of the file, its time, or what rules made of it."""
    words = "\0".join((draft.text, draft.action or "", draft.observation or ""))
    digest = hashlib.sha256(words.encode("utf-8", "surrogatepass")).hexdigest()
    return f"import:{draft.id}:{digest[:16]}"


def _is_known(store: Store, id: str) -> bool:
    try:
        store.get(id)
    except MemoryNotFound:
        return False
    return True
