"""A row that a disk changed into anything at all raises StoreDamaged, and never what a parser or SQLite would."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, suppress
from pathlib import Path
from typing import Any

import pytest
from clew.engine.care.doctor import examine, treat
from clew.engine.care.info import info
from clew.engine.care.patient import admitted
from clew.engine.journal.files import JOURNAL
from clew.engine.journal.journal import Journal
from clew.engine.journal.settings import CLOCK, COMING, FINGERPRINT
from clew.engine.values.model import Definition, Draft
from clew.engine.writing.vectors import Vectorizer
from clew.errors import MemoryInvalid, MemoryNotFound, StoreDamaged
from toys import toy

pytestmark = pytest.mark.slow

INSTEAD = ("X'FFFE'", "'[1]'", "CAST(X'C328' AS TEXT)", "NULL", "1e300")
"""What may stand in a row, as SQL."""

COLUMNS = {
    "events": ("operation", "recorded_at", "kind", "payload", "salt", "digest", "chain"),
    "memories": ("id", "task", "step", "type", "retracted_at"),
    "esteem": ("importance", "pinned", "last_access", "successes"),
    "definitions": ("kind", "key", "content"),
    "namespaces": ("name",),
    "tasks": ("name",),
    "literals": ("hash", "row"),
    "vectors": ("row", "vector", "crc"),
    "settings": ("name", "value", "crc"),
}


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("rows") / "a.clew"
    with Journal.create(path) as journal:
        said = {"task": "T", "observation": "order 4WQ150", "literals_seen": ("4WQ150",)}
        journal.append([Draft(id=id, namespace="n", text=f"text {id}", **said) for id in "abc"])
        journal.record("pin", "n", {"ids": ["a"]})
        journal.record("feedback", "n", {"ids": ["b"], "outcome": 1.0, "recall": None})
        journal.forget("n", ["c"])
        journal.record("define", "n", {"definitions": [Definition("tag", "Budget", under="Money")]})
        Vectorizer(journal, toy("toy", 4)).catch_up(10)
        journal.staging().begin(toy("next", 4).fingerprint.to_json())
        journal.empty_log()
    return path


@pytest.fixture
def store(whole: Path, tmp_path: Path) -> Path:
    path = tmp_path / "a.clew"
    path.mkdir(mode=0o700)
    (path / JOURNAL).write_bytes((whole / JOURNAL).read_bytes())
    return path


def uses(journal: Journal) -> Iterator[Callable[[], Any]]:
    """Yield everything that reads a row."""
    yield journal.verify
    yield lambda: list(journal.events())
    yield lambda: list(journal.salvage(len))
    yield lambda: journal.memories([0, 1, 2])
    yield lambda: journal.definitions("n")
    yield journal.namespaces
    yield journal.members
    yield journal.vectors
    yield lambda: [journal.setting(name) for name in (CLOCK, FINGERPRINT, COMING)]
    yield lambda: journal.staging().progress()
    yield lambda: journal.history(3)
    yield lambda: info(journal)


def writes(journal: Journal) -> Iterator[Callable[[], Any]]:
    """Yield everything that reads a row before it writes."""
    yield lambda: journal.record("reinforce", "n", {"ids": ["a"], "by": 0.5})
    yield lambda: journal.append([Draft(id="a", namespace="n", text="text a")])
    yield lambda: journal.append([Draft(id="new", namespace="n", text="d", task="T", literals_used=("4WQ150",))])
    yield lambda: journal.append([Draft(id="early", namespace="n", text="e", task="T", step=0)])


@pytest.mark.parametrize("column", [f"{table}.{name}" for table, names in COLUMNS.items() for name in names])
def test_whatever_stands_in_a_row_is_told_in_a_sentence(store: Path, column: str) -> None:
    """Each reading of it returns or raises StoreDamaged, and the doctor looks at it and mends without an error."""
    table, name = column.split(".")
    before = (store / JOURNAL).read_bytes()
    for instead in INSTEAD:
        (store / JOURNAL).write_bytes(before)
        with closing(sqlite3.connect(store / JOURNAL)) as tamper, suppress(sqlite3.IntegrityError), tamper:
            tamper.execute("PRAGMA ignore_check_constraints = ON")
            tamper.execute(f"UPDATE OR IGNORE {table} SET {name} = {instead}")
        with admitted(store) as patient:
            _try(uses(patient.journal))
            if examine(patient):
                treat(patient)
            _try(writes(patient.journal))


def _try(steps: Iterator[Callable[[], Any]]) -> None:
    for step in steps:
        with suppress(StoreDamaged, MemoryInvalid, MemoryNotFound):  # the last two for an id that was changed
            step()


def test_a_definition_that_cannot_be_read_is_named_and_made_anew(store: Path) -> None:
    """Which one it is stands in the sentence, and the doctor brings it back from the events."""
    with closing(sqlite3.connect(store / JOURNAL)) as tamper, tamper:
        tamper.execute("UPDATE definitions SET content = '{' || content")
    with Journal.open(store) as journal, pytest.raises(StoreDamaged, match="The tag `budget` cannot be read"):
        journal.definitions("n")
    with admitted(store) as patient:
        treat(patient)
        assert [one.name for one in patient.journal.definitions("n")] == ["Budget"]
