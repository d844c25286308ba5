"""Folders: one log as a whole, or many, each by its own importer; what nobody knows is named."""

from __future__ import annotations

import subprocess
from collections.abc import Callable
from pathlib import Path

import clew
import pytest
from clew.adapters.folders import find_logs
from clew.adapters.importing import import_file
from clew.adapters.registry import Registry
from clew.errors import ImportFailed

Write = Callable[..., Path]

TALK = [{"role": "user", "content": "hello"}]
RUN = {"trajectory": [{"action": "ls", "observation": "x"}]}


def found(path: Path, format: str | None = None) -> tuple[list[tuple[str, str | None]], list[str]]:
    """Return the logs of a folder with their importers, and the names of what is left out."""
    logs = find_logs([path], format, Registry())
    return [(log.path.name, log.format) for log in logs.logs], [skipped.name for skipped in logs.skipped]


def test_each_file_of_a_folder_has_its_importer(write: Write, tmp_path: Path) -> None:
    """Files are taken in the order of their paths, folders inside too; hidden ones are passed over in silence."""
    for name, value in (
        ("b/two.jsonl", TALK),
        ("a.traj", RUN),
        ("b/x.bin", "\0\1"),
        ("c.json", []),
        (".hidden/d", TALK),
    ):
        write(f"logs/{name}", value)
    write("logs/e.py", "print()")
    logs, skipped = found(tmp_path / "logs")
    assert logs == [("a.traj", "swe-agent"), ("two.jsonl", "chat"), ("c.json", None)]
    assert skipped == ["x.bin", "e.py"]
    assert found(tmp_path / "logs", "chat") == ([("two.jsonl", "chat"), ("c.json", None)], ["a.traj", "x.bin", "e.py"])


def test_notes_beside_logs_come_in_too(write: Write, tmp_path: Path) -> None:
    """A folder with notes is a folder of notes, and its other files are looked at all the same."""
    write("logs/readme.md", "# About\n\nlogs of the mill\n")
    write("logs/talk.jsonl", TALK)
    assert found(tmp_path / "logs") == ([("logs", "markdown"), ("talk.jsonl", "chat")], [])


def test_a_repository_is_one_log(write: Write, tmp_path: Path) -> None:
    """What a specific importer knows as a whole is one log, whatever lies in it."""
    write("repo/talk.jsonl", TALK)
    subprocess.run(["git", "init", "-q", tmp_path / "repo"], check=True)
    assert found(tmp_path / "repo") == ([("repo", "git")], [])
    assert found(tmp_path / "repo", "chat") == ([("talk.jsonl", "chat")], [])


def test_a_folder_of_nothing_is_refused(write: Write, tmp_path: Path) -> None:
    """An empty folder, one of unknown files, and a format that is none, are refused in words."""
    (tmp_path / "empty").mkdir()
    write("odd/e.py", "print()")
    for folder in ("empty", "odd"):
        with pytest.raises(ImportFailed, match="No importer knows any file"):
            found(tmp_path / folder)
    with pytest.raises(ImportFailed, match="no importer named `xml`"):
        found(tmp_path / "odd", "xml")


def test_a_folder_is_imported_once(store: clew.Engine, write: Write, tmp_path: Path) -> None:
    """All logs of a folder come in, and importing one of them by itself adds nothing."""
    write("logs/a/one.jsonl", TALK)
    write("logs/two.traj", RUN)
    for log in find_logs([tmp_path / "logs"], None, Registry()).logs:
        assert import_file(store, log.path, format=log.format).new == 1
    assert import_file(store, tmp_path / "logs" / "a" / "one.jsonl").known == 1
