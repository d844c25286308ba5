"""A store of any earlier version opens as it was; whoever is killed while it becomes newer leaves the old one whole."""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import journal_dump
import numpy as np
import pytest
from clew.engine.journal import schema
from clew.engine.journal.files import JOURNAL, LOG
from clew.engine.journal.journal import Journal
from clew.engine.journal.migration import look
from clew.engine.journal.sqlite_border import Connection
from clew.errors import StoreDamaged, StoreError, StoreNotFound

pytestmark = pytest.mark.slow

VERSIONS = range(1, schema.VERSION + 1)
TABLES = "SELECT name, sql FROM sqlite_master WHERE sql IS NOT NULL AND name NOT LIKE 'words%' ORDER BY name"

SLOW = '''
import sys
from clew.engine.journal import schema
from clew.engine.journal.journal import Journal
schema.MIGRATIONS = (*schema.MIGRATIONS, (
    "CREATE TABLE later (x)",
    "UPDATE memories SET type = CAST('other' AS BLOB)",
    """INSERT INTO later WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 50000000)
        SELECT i FROM n""",
))
schema.VERSION += 1
Journal.open(sys.argv[1])
'''


def old_store(tmp_path: Path, version: int) -> Path:
    script = (journal_dump.FIXTURES / f"v{version}.sql").read_text(encoding="utf-8")
    return journal_dump.restore(script, tmp_path / f"v{version}.clew").parent


def tables_of(store: Path) -> list[tuple[str, str]]:
    connection = Connection(store / JOURNAL)
    try:
        return [(name, " ".join(sql.split())) for name, sql in connection.rows(TABLES)]
    finally:
        connection.close()


def test_every_version_is_kept_as_it_was() -> None:
    """There is a file of each version, this one's too, so that nobody has to make it when it is past."""
    assert {path.stem for path in journal_dump.FIXTURES.glob("*.sql")} == {f"v{number}" for number in VERSIONS}


@pytest.mark.parametrize("version", VERSIONS)
def test_a_store_of_an_earlier_version_opens_as_it_was(tmp_path: Path, version: int) -> None:
    """Memories, words, vectors, what waits, what was forgotten: all is there, in the tables of a new store."""
    store = old_store(tmp_path, version)
    with Journal.open(store) as journal:
        assert journal.verify() == []
        assert [(event.kind, event.namespace) for event in journal.events()] == [
            *[("remember", "default")] * 3,
            ("remember", "other"),
            *[(kind, "default") for kind in ("link", "unlink", "forget", "restore")],
            *[(kind, "default") for kind in journal_dump.LATER if version > 1],
        ]
        quote, offer, seen, _ = journal.memories(range(4))
        assert (quote.text, quote.agent, quote.step) == ("Vendor C quotes 40 EUR a seat", "ann", 0)
        assert (offer.text, offer.tags) == ("现在每席 35 欧元", ("Budget",))
        assert quote.retracted_at is not None and seen.retracted_at is None
        assert journal.words(["default"], "seat").rows.tolist() == [0]
        assert journal.words(["default"], "欧元").rows.tolist() == [1]
        assert np.array_equal(journal.vectors().matrix, np.eye(4, dtype=np.float32)[:3])
        assert journal.pending_rows() == [3]
        assert [one.name for one in journal.definitions("default")] == ([] if version < 2 else ["Budget"])
        assert offer.pinned == (version > 1)
        coming = journal.staging().progress()
        assert coming is None if version < 2 else coming is not None and (coming.done, coming.total) == (1, 4)
    Journal.create(tmp_path / "new.clew").close()
    assert tables_of(store) == tables_of(tmp_path / "new.clew")
    assert not look(store).needed


@pytest.mark.parametrize("version", VERSIONS)
def test_a_fixture_can_be_read_and_written_again(tmp_path: Path, version: int) -> None:
    """What is kept is the file as it was: it makes a store from which the same text comes."""
    script = (journal_dump.FIXTURES / f"v{version}.sql").read_text(encoding="utf-8")
    store = old_store(tmp_path, version)
    assert "\n".join(journal_dump.dump(store / JOURNAL)) + "\n" == script


def test_looking_changes_nothing(tmp_path: Path) -> None:
    """Which versions a migration goes from and to can be asked before it is done."""
    store = old_store(tmp_path, 1)
    before = (store / JOURNAL).read_bytes()
    found = look(store)
    assert (found.found, found.wanted, found.needed, found.copy) == (1, schema.VERSION, True, None)
    assert (store / JOURNAL).read_bytes() == before
    with pytest.raises(StoreNotFound):
        look(tmp_path / "nowhere.clew")
    (store / JOURNAL).write_bytes(b"x" * 100)
    with pytest.raises(StoreDamaged):
        look(store)


@pytest.mark.skipif(sys.platform == "win32", reason="this system has no such signal")
def test_a_migration_can_be_killed(tmp_path: Path) -> None:
    """Killed with half of the new version written, the old one is there, whole, and becomes the new one at the next
    opening.
    """
    store = old_store(tmp_path, schema.VERSION)
    process = subprocess.Popen([sys.executable, "-c", SLOW, str(store)])
    end = time.monotonic() + 30
    while not (store / LOG).exists() or (store / LOG).stat().st_size < 3_000_000:
        assert time.monotonic() < end and process.poll() is None
        time.sleep(0.01)
    process.kill()
    process.wait()
    assert look(store).found == schema.VERSION
    with Journal.open(store) as journal:
        assert journal.verify() == [] and journal.memories([0])[0].types == ("fact",)
        assert journal.find("default", type="fact") == [2, 1]


@pytest.fixture
def rewriting(monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """Make the next version one that rewrites."""

    def raise_version(*statements: str) -> None:
        monkeypatch.setattr(schema, "MIGRATIONS", (*schema.MIGRATIONS, statements))
        monkeypatch.setattr(schema, "REWRITES", frozenset({schema.VERSION + 1}))
        monkeypatch.setattr(schema, "VERSION", schema.VERSION + 1)

    return raise_version


def test_what_is_rewritten_is_kept_before(tmp_path: Path, rewriting: Callable[..., None]) -> None:
    """A migration that changes rows leaves the old store beside the new one, checked, where it said it would."""
    store, version = old_store(tmp_path, schema.VERSION), schema.VERSION
    rewriting("UPDATE memories SET type = CAST('other' AS BLOB)")
    copy = look(store).copy
    assert copy == tmp_path / f"v{version}.v{version}-14.clew"
    with Journal.open(store) as journal:
        assert journal.find("default", type="other") == [2, 1]
    connection = Connection(copy / JOURNAL)
    assert connection.value("PRAGMA user_version") == version
    assert {kind for (kind,) in connection.rows("SELECT type FROM memories")} == {b"fact"}
    connection.close()


def test_a_migration_that_fails_leaves_the_old_version(tmp_path: Path, rewriting: Callable[..., None]) -> None:
    """Nothing of it is kept, and a second try finds the copy of the first."""
    store, version = old_store(tmp_path, schema.VERSION), schema.VERSION
    rewriting("UPDATE memories SET type = CAST('other' AS BLOB)", "SELECT * FROM nowhere")
    for _ in range(2):
        with pytest.raises(StoreError):
            Journal.open(store)
        connection = Connection(store / JOURNAL)
        assert connection.value("PRAGMA user_version") == version
        assert {kind for (kind,) in connection.rows("SELECT type FROM memories")} == {b"fact"}
        connection.close()
    assert len(list(tmp_path.iterdir())) == 2


@pytest.mark.usefixtures("unprivileged")
@pytest.mark.skipif(sys.platform == "win32", reason="permissions are POSIX's")
def test_an_old_store_that_may_only_be_read_says_so(tmp_path: Path) -> None:
    """It has to be brought to this version where it may be written, and it is told from damage."""
    store = old_store(tmp_path, 1)
    store.chmod(0o500)
    with pytest.raises(StoreError, match="version 1, and is read-only"):
        Journal.open(store)
    store.chmod(0o700)
