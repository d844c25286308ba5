"""`clew import` as it is typed: what it prints, what it refuses, and with which code it ends."""

from __future__ import annotations

import gzip
import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import pytest
from clew.adapters.registry import GENERAL, SPECIFIC
from clew.cli.main import main

Write = Callable[..., Path]


class Done(NamedTuple):
    code: int
    out: str
    err: str


Run = Callable[..., Done]

TALK = [{"role": "user", "content": "hello"}, {"role": "assistant", "content": "good day"}]


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    """Return a function that runs the command in an empty folder with a store `a.clew`."""
    monkeypatch.chdir(tmp_path)

    def run(*arguments: str) -> Done:
        monkeypatch.setattr(sys, "argv", ["clew", *arguments])
        capsys.readouterr()
        code = 0
        try:
            main()
        except SystemExit as end:
            code = int(end.code or 0)
        return Done(code, *capsys.readouterr())

    run("init", "a.clew")
    return run


def test_the_importers_are_listed(run: Run) -> None:
    """`--formats` names every importer with what it reads, and needs neither a store nor a log."""
    done = run("import", "--formats")
    assert done.code == 0
    assert [line.split()[0] for line in done.out.splitlines()] == [*SPECIFIC, *GENERAL]


def test_a_table_takes_its_mapping(run: Run, write: Write) -> None:
    """`--map` says which column is what; an error in it names what is there."""
    write("t.csv", "body,when\nIt rains,2024-05-01\n")
    done = run("import", "a.clew", "t.csv", "--map", "text=body,at=when")
    assert (done.code, done.err.splitlines()[-1]) == (0, "t.csv: table; added 1 memory in 0 tasks.")
    wrong = run("import", "a.clew", "t.csv", "--map", "text=bodi")
    assert wrong.code == 1 and "no column `bodi`. `body` is similar." in wrong.err


def test_a_folder_is_imported_and_what_is_left_out_is_named(run: Run, write: Write) -> None:
    """Each log of a folder has its line, and so has each file that nobody knows."""
    write("logs/talk.jsonl", lines=TALK)
    write("logs/packed.jsonl.gz", gzip.compress(json.dumps(TALK[0]).encode()))
    write("logs/thing.bin", "\0")
    done = run("import", "a.clew", "logs")
    assert done.code == 0
    assert done.err.splitlines() == [
        "left out: logs/thing.bin is in no format that is known.",
        "packed.jsonl.gz: chat; added 1 memory in 1 task.",
        "  note: it carries no times; the file's own time was taken, and the order kept.",
        "talk.jsonl: chat; added 2 memories in 1 task.",
        "  note: it carries no times; the file's own time was taken, and the order kept.",
    ]


def test_a_store_is_carried_to_another(run: Run, write: Write) -> None:
    """An export comes in whole, with edges and changes counted, and goes out the same."""
    run("import", "a.clew", str(write("talk.jsonl", lines=TALK)))
    run("link", "a.clew", "talk/0", "talk/1")
    run("forget", "a.clew", "talk/0")
    run("export", "a.clew", "-o", "a.jsonl")
    run("init", "b.clew")
    would = run("import", "b.clew", "a.jsonl", "--dry-run")
    assert would.err == "a.jsonl: clew; would add 2 memories in 1 task, 1 edge, 1 change.\n"
    assert run("export", "b.clew").out == ""
    assert run("import", "b.clew", "a.jsonl").err == would.err.replace("would add", "added")
    assert run("export", "b.clew").out == Path("a.jsonl").read_text()
    again = run("import", "b.clew", "a.jsonl")
    assert again.err == "a.jsonl: clew; added 0 memories in 1 task; 2 known already.\n"


@pytest.mark.parametrize(
    ("arguments", "code", "words"),
    [
        (("import", "a.clew", "a.clew"), 2, "directory of a store"),
        (("import", "a.clew", "talk.jsonl", "--follow", "--dry-run"), 2, "do not go together"),
        (("import", "a.clew", "talk.jsonl", "--format", "xml"), 1, "no importer named `xml`"),
        (("import", "a.clew", "talk.jsonl", "--map", "text"), 1, "`text` maps nothing"),
        (("import", "a.clew", "empty"), 1, "No importer knows any file in empty"),
        (("import", "a.clew", "cut.gz"), 1, "cut off after 0 bytes of text"),
        (("import", "a.clew"), 2, "Missing argument"),
    ],
)
def test_what_cannot_be_done_is_said(
    run: Run, write: Write, tmp_path: Path, arguments: tuple[str, ...], code: int, words: str
) -> None:
    """Each refusal is a sentence with a code, and nothing is written."""
    write("talk.jsonl", lines=TALK)
    write("cut.gz", gzip.compress(b"[1]")[:9])
    (tmp_path / "empty").mkdir()
    done = run(*arguments)
    assert (done.code, words in done.err, "Traceback" in done.err) == (code, True, False), done.err
    assert run("export", "a.clew").out == ""
