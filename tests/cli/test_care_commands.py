"""The commands that look after a store, as a user types them; and the document about them, which cannot lie."""

from __future__ import annotations

import io
import json
import re
import shlex
import sys
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import journal_dump
import pytest
from clew.cli.main import main
from clew.engine.care.doctor import ROUNDS
from clew.engine.care.findings import Kind
from clew.engine.journal.files import JOURNAL
from clew.engine.journal.journal import Journal
from clew.engine.journal.settings import SOURCE

pytestmark = pytest.mark.slow

DOCUMENT = (Path(__file__).resolve().parents[2] / "docs" / "care.md").read_text(encoding="utf-8")


class Done(NamedTuple):
    code: int
    out: str
    err: str


Run = Callable[..., Done]


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> Run:
    """Run the command in this process, in a folder of its own."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "100")

    def command(*arguments: str) -> Done:
        monkeypatch.setattr(sys, "argv", ["clew", *arguments])
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b""), encoding="utf-8"))
        capsys.readouterr()
        try:
            main()
            code = 0
        except SystemExit as end:
            code = int(end.code or 0)
        return Done(code, *capsys.readouterr())

    return command


@pytest.fixture
def store(run: Run) -> str:
    assert run("init", "a.clew").code == 0
    for number in range(3):
        assert run("remember", "a.clew", f"vendor {number} quotes 40 EUR", "--id", f"m{number}").code == 0
    return "a.clew"


def test_the_document_runs_as_it_stands(run: Run) -> None:
    """Every command of docs/care.md succeeds, from the top to the bottom."""
    blocks = re.findall(r"^```sh\n(.*?)^```$", DOCUMENT, re.MULTILINE | re.DOTALL)
    commands = [shlex.split(line) for block in blocks for line in block.splitlines()]
    assert {words[0] for words in commands} == {"clew"}
    for words in commands:
        done = run(*words[1:])
        assert done.code == 0, (words, done)
    kept = [path.name for path in Path.cwd().iterdir() if "replaced" in path.name]
    assert len(kept) == 1 and run("show", kept[0], "news").code == 0
    assert run("show", "agent.clew", "news").code == 1 and run("show", "elsewhere.clew", "quote").code == 0


def test_the_document_names_every_kind_of_finding() -> None:
    """Each kind, in the order in which the doctor looks, and which of them it mends."""
    rows = re.findall(r"^\| (\w+) \| .* \| (.*) \|$", DOCUMENT, re.MULTILINE)[1:]
    assert [kind for kind, _ in rows] == list(Kind.__args__)
    assert [said != "nothing" for _, said in rows] == [cure is not None for _, cure in ROUNDS]


def test_a_doctor_that_mends_says_so_and_is_done(run: Run, store: str) -> None:
    """What was done goes to standard output, and the second time there is nothing to do."""
    Path(store).chmod(0o755)
    found = run("doctor", store)
    assert found.code == 0 and found.out.startswith("permissions: Others may use a.clew (0755). ")
    assert run("doctor", store, "--fix").out == "done: Closed 1 file or folder to others.\nNothing is wrong.\n"
    again = json.loads(run("doctor", store, "--fix", "--json").out)
    assert again["done"] == again["findings"] == [] and "sqlite" in again["versions"]


def test_a_lost_event_ends_with_the_stores_code(run: Run, store: str) -> None:
    """`doctor` and `verify` end with 3, in words and in JSON; a backup is refused."""
    with Journal.open(store) as journal:
        journal._connections.writer.run("UPDATE events SET payload = CAST('{}' AS BLOB) WHERE seq = 2")
    for command in ("doctor", "verify"):
        assert run(command, store).code == 3
        done = run(command, store, "--json")
        assert done.code == 3 and json.loads(done.out)["findings"][0]["serious"]
    refused = run("backup", store, "b.clew")
    assert refused.code == 3 and "event 2" in refused.err and not Path("b.clew").exists()


def test_a_store_without_its_model_can_be_looked_after(run: Run, store: str) -> None:
    """Every command of care works where the model is not on this machine, and the doctor names it."""
    with Journal.open(store) as journal:
        journal.set_setting(SOURCE, "nobody/has-this")
    assert "nobody/has-this" in run("doctor", store).out
    for words in (["info"], ["verify"], ["compact"], ["rebuild"], ["migrate"], ["backup"]):
        target = ["b.clew"] if words == ["backup"] else []
        assert run(words[0], store, *target).code == 0
    assert run("reembed", store, "--model", "wordllama/l2_supercat_256").code == 0
    assert run("doctor", store).out == "Nothing is wrong.\n"


def test_restore_takes_ids_or_a_backup(run: Run, store: str) -> None:
    """One or the other, and never neither."""
    assert run("backup", store, "b.clew").code == 0
    for wrong in ([], ["m1", "--from", "b.clew"], ["m1", "--replace"]):
        assert run("restore", store, *wrong).code == 2
    assert run("restore", store, "--from", "b.clew").code == 3
    assert run("forget", store, "m1").code == 0
    assert run("restore", store, "m1").code == 0
    assert run("show", store, "m1").code == 0
    assert "kept as" in run("restore", store, "--from", "b.clew", "--replace").err


def test_info_is_the_same_in_words_and_in_json(run: Run, store: str) -> None:
    """Every number of the one is in the other."""
    found = json.loads(run("info", store, "--json").out)
    assert found["memories"] == 3 and found["model"]["dimension"] == 256
    said = run("info", store).out
    assert all(str(found[name]) in said for name in ("path", "events", "memories")) and found["model"]["name"] in said


def test_a_migration_says_from_and_to(run: Run, tmp_path: Path) -> None:
    """Before it is done and after; a store of a newer version is refused with a sentence."""
    journal_dump.restore((journal_dump.FIXTURES / "v1.sql").read_text("utf-8"), tmp_path / "old.clew")
    assert run("migrate", "old.clew", "--dry-run").out.startswith("Would bring old.clew from version 1 to ")
    assert json.loads(run("migrate", "old.clew", "--json").out)["from"] == 1
    assert run("migrate", "old.clew").out.endswith(" already.\n")
    with Journal.open("old.clew") as journal:
        journal._connections.writer.run("PRAGMA user_version = 1000")
    newer = run("migrate", "old.clew")
    assert newer.code == 3 and "has version 1000" in newer.err and Path("old.clew", JOURNAL).exists()
