"""What the command line says of a damaged store, and the ways on from there."""

from __future__ import annotations

import shutil
import sqlite3
import sys
from contextlib import closing
from pathlib import Path

import clew
import pytest
from clew.cli.main import main
from clew.engine.journal.files import LOG, SHARED


def run(monkeypatch: pytest.MonkeyPatch, *arguments: str) -> int:
    monkeypatch.setattr(sys, "argv", ["clew", *arguments])
    try:
        main()
    except SystemExit as end:
        return int(end.code or 0)
    return 0


@pytest.mark.skipif(sys.platform == "win32", reason="a file in use cannot be copied on this system")
def test_a_store_that_lost_its_end(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Commands refuse it and name the ways; `verify` and `doctor` look at it, and `doctor --fix` goes on without."""
    monkeypatch.chdir(tmp_path)
    with clew.open("live.clew", background=False) as memory:
        memory.remember("a", id="a")
        memory.journal.empty_log()
        memory.remember("b", id="b")
        shutil.copytree("live.clew", "a.clew", ignore=shutil.ignore_patterns(LOG, SHARED))
    assert run(monkeypatch, "remember", "a.clew", "c") == 3
    said = capsys.readouterr().err
    assert "Event 2 was acknowledged" in said and "clew restore" in said and "doctor --fix" in said
    assert run(monkeypatch, "verify", "a.clew") == 3 and "Event 2" in capsys.readouterr().out
    assert run(monkeypatch, "doctor", "a.clew") == 3
    assert run(monkeypatch, "doctor", "a.clew", "--fix") == 0
    assert "Event 2" in capsys.readouterr().out
    assert run(monkeypatch, "remember", "a.clew", "c") == 0


def test_a_damaged_event_is_left_out_of_an_export_on_request(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """`verify` names the way, it works, and the new store has the rest."""
    monkeypatch.chdir(tmp_path)
    with clew.open("a.clew", background=False) as memory:
        for number in range(3):
            memory.remember(f"vendor {number}", id=f"m{number}")
    with closing(sqlite3.connect("a.clew/journal.sqlite")) as connection, connection:
        connection.execute("UPDATE events SET payload = CAST(replace(payload, 'vendor 1', 'vendor 9') AS BLOB)")
    assert run(monkeypatch, "verify", "a.clew") == 3
    assert "clew export --skip-damaged" in " ".join(capsys.readouterr().out.split())
    assert run(monkeypatch, "export", "a.clew", "-o", "a.jsonl") == 3
    assert not Path("a.jsonl").exists()
    assert run(monkeypatch, "export", "a.clew", "-o", "a.jsonl", "--skip-damaged") == 3
    said = capsys.readouterr().err
    assert "left out: The content of event 2 was changed." in said and "2 events." in said
    assert run(monkeypatch, "init", "b.clew") == 0 and run(monkeypatch, "import", "b.clew", "a.jsonl") == 0
    with clew.open("b.clew", background=False) as memory:
        assert [one.id for one in memory.list()] == ["m2", "m0"] and memory.verify()[0] == []
