"""A journal as readable SQL, and back: how the file of each version is kept, for those that come later to open.

    python tests/support/journal_dump.py    # writes tests/fixtures/journals/vN.sql, N being the version of this tree

It is run once a version, before the next one begins. Bytes that are text are written as text, so that a diff can be
read; full-text tables are made by SQLite and their shadows filled.
"""

from __future__ import annotations

import sqlite3
import tempfile
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from typing import Any

import numpy as np
from clew.engine.embedding.port import Fingerprint
from clew.engine.journal.files import JOURNAL
from clew.engine.journal.journal import Journal
from clew.engine.journal.schema import VERSION
from clew.engine.journal.settings import FINGERPRINT
from clew.engine.values.model import Definition, Draft, EventKind, Link, Tag

FIXTURES = Path(__file__).resolve().parents[1] / "fixtures" / "journals"
OBJECTS = "SELECT name, type, sql FROM sqlite_master WHERE sql IS NOT NULL ORDER BY rowid"
SPRING = 1_714_554_000_000_000
TOY = Fingerprint("toy", 4, "")
"""The model of the fixtures: four numbers are enough to see that they stayed."""

LATER: dict[EventKind, dict[str, Any]] = {
    "reinforce": {"ids": ["offer"], "by": 0.5},
    "pin": {"ids": ["offer", "seen"]},
    "unpin": {"ids": ["seen"]},
    "feedback": {"ids": ["offer"], "outcome": 1.0, "recall": None},
    "define": {"definitions": [Definition("tag", "Budget", under="Money"), Definition("tag", "Old")]},
    "drop": {"drops": [{"kind": "tag", "name": "Old"}]},
}
"""Kinds of event that version 1 did not know, with what they say."""


def dump(file: Path) -> Iterator[str]:
    """Yield the statements that make the database anew."""
    connection = sqlite3.connect(file)
    try:
        for pragma in ("application_id", "user_version"):
            yield f"PRAGMA {pragma} = {connection.execute(f'PRAGMA {pragma}').fetchone()[0]};"
        found = connection.execute(OBJECTS).fetchall()
        virtual = [name for name, _, sql in found if "CREATE VIRTUAL" in sql]
        for name, kind, sql in found:
            made_by_sqlite = name.startswith("sqlite_") or any(name.startswith(f"{table}_") for table in virtual)
            yield f"DELETE FROM {name};" if made_by_sqlite else f"{sql};"
            if kind == "table" and name not in virtual:
                yield from (_insert(name, row) for row in connection.execute(f"SELECT * FROM {name}"))
    finally:
        connection.close()


def restore(script: str, store: Path) -> Path:
    """Make a store from what `dump` wrote; return its journal's file."""
    store.mkdir(mode=0o700)
    connection = sqlite3.connect(store / JOURNAL)
    connection.executescript(f"BEGIN;{script}COMMIT;")
    connection.close()
    return store / JOURNAL


def fill(store: Path) -> None:
    """Write a small store with every kind of event, a memory that waits for its vector, two
    namespaces, and a change of model under way."""
    moments = count(SPRING, 1_000_000)
    with Journal.create(store, clock=lambda: next(moments)) as journal:
        journal.set_setting(FINGERPRINT, TOY.to_json())
        journal.append(
            [
                Draft(id="quote", namespace="default", text="Vendor C quotes 40 EUR a seat", task="T1", agent="ann"),
                Draft(id="offer", namespace="default", text="现在每席 35 欧元", task="T1", tags=(Tag("Budget"),)),
                Draft(
                    id="seen",
                    namespace="default",
                    text="see src/price.py",
                    observation="order 4WQ150",
                    task="T1",
                    literals_seen=("4WQ150",),
                ),
            ],
            np.eye(4, dtype=np.float32)[:3],
        )
        journal.append([Draft(id="quote", namespace="other", text="a namespace of its own")])
        journal.link("default", [Link("CAUSED", "quote", "offer", "it was too much"), Link("CAUSED", "quote", "seen")])
        journal.unlink("default", [Link("CAUSED", "quote", "seen")])
        journal.forget("default", ["quote", "seen"])
        journal.restore("default", ["seen"])
        for kind, said in LATER.items():
            journal.record(kind, "default", said)
        coming = Fingerprint("coming", 2, "").to_json()
        journal.staging().begin(coming)
        journal.staging().put(coming, [0], [np.array([0.6, 0.8], np.float32)])


def _insert(name: str, row: tuple[object, ...]) -> str:
    return f"INSERT INTO {name} VALUES ({', '.join(map(_literal, row))});"


def _literal(value: object) -> str:
    match value:
        case None:
            return "NULL"
        case int() | float():
            return repr(value)
        case bytes():
            text = _text_of(value)
            return f"X'{value.hex()}'" if text is None else f"CAST({_literal(text)} AS BLOB)"
        case _:
            return "'" + str(value).replace("'", "''") + "'"


def _text_of(data: bytes) -> str | None:
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError:
        return None
    return text if text.isprintable() and text else None


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder:
        fill(Path(folder) / "a.clew")
        script = "\n".join(dump(Path(folder) / "a.clew" / JOURNAL))
    (FIXTURES / f"v{VERSION}.sql").write_text(script + "\n", encoding="utf-8")
