"""What a store is, and making it small: sizes that are true, and nothing lost."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from clew.engine.care.compact import compact
from clew.engine.care.info import info
from clew.engine.care.reembed import reembed
from clew.engine.journal import schema
from clew.engine.journal.files import JOURNAL, LOG
from clew.engine.journal.journal import Journal
from clew.engine.journal.sqlite_border import Connection
from clew.engine.projection import snapshot
from clew.engine.projection.projection import Projection
from clew.engine.values.model import Draft
from toys import toy

MODEL = toy("toy", 64)


@pytest.fixture
def journal(tmp_path: Path) -> Iterator[Journal]:
    with Journal.create(tmp_path / "a.clew") as journal:
        for batch in range(4):
            texts = [f"vendor {batch} {i} quotes {i} EUR" for i in range(100)]
            drafts = [Draft(id=text, namespace="n" if batch else "m", text=text) for text in texts]
            journal.append(drafts, MODEL.embed(texts))
        journal.forget("m", ["vendor 0 3 quotes 3 EUR"])
        yield journal


def test_info_is_true_and_plain(journal: Journal) -> None:
    """Counts, sizes and versions are those of the store; all of it is JSON."""
    found = json.loads(json.dumps(info(journal)))
    assert found["memories"] == 400 and found["events"] == 401 and found["forgotten"] == 1
    assert found["namespaces"] == {
        "m": {"memories": 100, "forgotten": 1},
        "n": {"memories": 300, "forgotten": 0},
    }
    assert found["bytes"]["journal.sqlite"] == (journal.path / JOURNAL).stat().st_size
    assert found["versions"]["journal"] == str(schema.VERSION)
    assert found["snapshot"] is None and found["pending"] == 0


def test_info_opens_nothing(journal: Journal, monkeypatch: pytest.MonkeyPatch) -> None:
    """No graph, no vector and no event is read: it stays cheap for a large store."""
    monkeypatch.setattr(Journal, "events", lambda *_: pytest.fail("events were read"))
    monkeypatch.setattr(Journal, "vectors", lambda *_: pytest.fail("vectors were read"))
    monkeypatch.setattr("clew.engine.graph.graph.Graph.open", lambda *_: pytest.fail("a graph was opened"))
    assert info(journal)["vectors"] == 400


def test_info_knows_the_newest_snapshot(journal: Journal, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its event, how far it is behind, and how old it is."""
    monkeypatch.setattr(snapshot, "NEW_EVENTS", 0)
    projection = Projection(journal)
    projection.drain()
    projection.publish()
    projection.close()
    journal.restore("m", ["vendor 0 3 quotes 3 EUR"])
    found = info(journal)["snapshot"]
    assert (found["seq"], found["behind"]) == (401, 1) and 0 <= found["age_seconds"] < 60


def test_compacting_gives_back_and_loses_nothing(journal: Journal, monkeypatch: pytest.MonkeyPatch) -> None:
    """After a change of model half of the pages are empty; afterwards none is, and everything is found as before."""
    monkeypatch.setattr(snapshot, "NEW_EVENTS", 0)
    projection = Projection(journal)
    for _ in range(2):
        projection.drain()
        projection.publish()
        journal.link("n", [])
    reembed(journal, toy("small", 2))
    events, words = list(journal.events()), journal.words(["n", "m"], "vendor")
    assert journal.room().free > 50_000
    done = compact(journal)
    assert done.log_emptied and done.after < done.before and journal.room().free == 0
    assert (journal.path / LOG).stat().st_size == 0
    assert list(journal.events()) == events and journal.verify() == []
    found = journal.words(["n", "m"], "vendor")
    assert np.array_equal(np.sort(found.rows), np.sort(words.rows)) and np.allclose(
        sorted(found.scores), sorted(words.scores)
    )
    assert len(snapshot.snapshots(journal.path / "snaps")) == 1
    projection.close()


def test_a_reader_keeps_the_log_and_what_it_reads(journal: Journal) -> None:
    """Compacting beside it works, says that the log could not be emptied, and its reading goes on."""
    reader = Connection(journal.path / JOURNAL)
    journal._connections.writer.run("PRAGMA busy_timeout = 50")
    with reader.snapshot():
        assert reader.value("SELECT count(*) FROM events") == 401
        journal.link("n", [])
        assert not compact(journal).log_emptied
        assert reader.value("SELECT count(*) FROM events") == 401
    assert compact(journal).log_emptied
    reader.close()


def test_a_large_import_leaves_no_large_log(journal: Journal, monkeypatch: pytest.MonkeyPatch) -> None:
    """The log shrinks to its bound at the next write, without anybody compacting."""
    monkeypatch.setattr(schema, "LOG_BYTES", 100_000)
    with Journal.open(journal.path) as writer:
        writer.append([Draft(id=f"big {i}", namespace="big", text=f"word{i} " * 300) for i in range(2000)])
        assert (writer.path / LOG).stat().st_size > 4_000_000
        for i in range(3):
            writer.append([Draft(id=f"small {i}", namespace="big", text="small")])
        assert (writer.path / LOG).stat().st_size <= 100_000 + 64_000


@pytest.mark.skipif(sys.platform == "win32", reason="sizes are of another file system")
def test_files_stay_under_three_times_what_lives(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """In a long life of small writes and snapshots, with nobody compacting, all files together stay small."""
    monkeypatch.setattr(snapshot, "NEW_EVENTS", 200)
    monkeypatch.setattr(schema, "LOG_BYTES", 1 << 20)
    with Journal.create(tmp_path / "b.clew") as journal:
        projection = Projection(journal)
        texts = [f"vendor {i} quotes {i} EUR for seat {i % 7} " + f"clause{i} " * 60 for i in range(1000)]
        for start in range(0, len(texts), 10):
            part = texts[start : start + 10]
            journal.append([Draft(id=t, namespace="n", text=t) for t in part], toy("t", 256).embed(part))
            projection.drain()
            projection.publish()
        files = [path for path in journal.path.rglob("*") if path.is_file()]
        assert sum(path.stat().st_size for path in files) < 3 * journal.room().live
        projection.close()
