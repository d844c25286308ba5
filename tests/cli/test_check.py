"""`clew check` as a user types it: findings on standard output, for people and for tools, and how it ends."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import clew
import pytest
from clew.cli.check import check_command
from clew.cli.lsp import lsp_command
from click.testing import CliRunner, Result

BAD = "RETURN 1;\nMATCH (m:Memory) RETURN m.imprtance, q.x\n"
WARNED = "MATCH (a:Memory)-[r]->(b) RETURN a, b"


@pytest.fixture(autouse=True)
def _folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("bad.clew").write_text(BAD, encoding="utf-8")
    Path("fine.clew").write_text("RECALL 5 FOR 'x'; TRACE CAUSES OF 'a'", encoding="utf-8")
    Path("warned.clew").write_text(WARNED, encoding="utf-8")


def run(*arguments: str, stdin: str = "") -> Result:
    return CliRunner().invoke(check_command, list(arguments), input=stdin)


def test_findings_have_file_line_column_caret_and_hint() -> None:
    """Every error of a file is printed with its place; the sum goes to standard error, and the code is 1."""
    done = run("bad.clew", "fine.clew")
    assert done.exit_code == 1
    first, second = done.stdout.split("\n\n")[:2]
    assert first.split("\n") == [
        "bad.clew:2:25: error[bind]: There is no property `imprtance` of Memory.",
        "   2 | MATCH (m:Memory) RETURN m.imprtance, q.x",
        "     |                         ^^^^^^^^^^^",
        "There is a property with a similar name: `m.importance`.",
    ]
    assert second.startswith("bad.clew:2:38: error[bind]: There is no variable `q`.")
    assert done.stderr == "2 errors, 0 warnings in 2 files\n"


def test_a_fine_file_ends_with_nothing() -> None:
    """Nothing wrong is nothing on standard output, and 0; warnings end with 1 only where they are asked to."""
    done = run("fine.clew")
    assert (done.exit_code, done.stdout) == (0, "")
    assert run("warned.clew").exit_code == 0 and "warning[unused_name]" in run("warned.clew").stdout
    assert run("--strict", "warned.clew").exit_code == 1


def test_json_for_tools() -> None:
    """With --json all findings are one array, with the file, the places and the suggestions."""
    done = run("--json", "bad.clew", "fine.clew")
    found = json.loads(done.stdout)
    assert done.exit_code == 1 and len(found) == 2
    assert found[0]["file"] == "bad.clew" and found[0]["suggestions"] == ["importance"]
    assert found[0]["start"] == {"line": 2, "column": 25} and found[0]["end"] == {"line": 2, "column": 36}
    assert BAD[found[0]["span"]["start"] : found[0]["span"]["end"]] == "m.imprtance"
    assert json.loads(run("--json", "fine.clew").stdout) == []


def test_standard_input() -> None:
    """`-` reads what is piped in."""
    assert run("-", stdin="RETURN x").stdout.startswith("-:1:8: error[bind]: There is no variable `x`.")


def test_a_schema_file_is_the_catalog() -> None:
    """--print-schema writes the catalog, and --schema checks against what it holds: without a label, it is unknown."""
    schema = json.loads(run("--print-schema").stdout)
    Path("same.json").write_text(json.dumps(schema), encoding="utf-8")
    assert run("--schema", "same.json", "bad.clew").stdout == run("bad.clew").stdout
    schema["catalog"]["strategies"] = []
    Path("less.json").write_text(json.dumps(schema), encoding="utf-8")
    assert "There is no strategy" in run("--schema", "less.json", "-", stdin="RECALL 5 FOR 'x' USING recent").stdout


def test_the_catalog_of_a_store() -> None:
    """--store checks against what a store's namespace may name."""
    clew.open("s.clew").close()
    assert run("--store", "s.clew", "fine.clew").exit_code == 0


def test_names_that_nothing_in_a_store_has() -> None:
    """--store warns of each name that nothing there has, with the nearest; a tag means the same in any spelling."""
    with clew.open("s.clew") as memory:
        memory.remember("A quote", id="quote", task="T1", tags=["Budget"], entities=["Vendor C"], type="decision")
    texts = {
        "RECALL FOR 'x' INTENT budegt": ("tag", "budegt", "Budget"),
        "RECALL ABOUT 'Vendor D'": ("entity", "Vendor D", "Vendor C"),
        "RECALL TASK 'T11'": ("task", "T11", "T1"),
        "RECALL TYPE decison": ("type", "decison", "decision"),
        "MATCH (m:Memory {type: 'decison'}) RETURN m": ("type", "decison", "decision"),
        "MATCH (m:Memory) WHERE m.task IN ['T1', 'T11'] RETURN m": ("task", "T11", "T1"),
        "MATCH (m)-[:TAGGED]->(:Tag {name: 'bugdet'}) RETURN m": ("tag", "bugdet", "Budget"),
    }
    for text, (what, name, near) in texts.items():
        said = run("--store", "s.clew", "-", stdin=text).stdout
        assert f"Nothing in the store has the {what} `{name}`." in said and f"`{near}`" in said
    fine = "RECALL INTENT BUDGET ABOUT 'vendor c' TYPE decision, fact TASK T1 WHERE m.type = $type"
    assert run("--store", "s.clew", "-", stdin=fine).stdout.count("Nothing in the store") == 1  # no fact is there


@pytest.mark.parametrize(
    "arguments",
    [(), ("nowhere.clew",), ("--schema", "bad.clew", "fine.clew"), ("--schema", "a.json", "--store", "s", "fine.clew")],
)
def test_usage(arguments: tuple[str, ...]) -> None:
    """No file, one that is not there, a schema that is none, and two catalogs at once are errors of usage."""
    Path("a.json").write_text('{"nods": []}', encoding="utf-8")
    assert run(*arguments).exit_code == 2


def test_a_schema_that_is_none_says_where() -> None:
    """A catalog with a slip names the place of it."""
    Path("a.json").write_text('{"nods": []}', encoding="utf-8")
    done = run("--schema", "a.json", "fine.clew")
    assert done.exit_code == 2 and "$.nods" in done.stderr and "`nodes` is similar" in done.stderr


def test_the_language_server_names_its_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without pygls, `clew lsp` ends with one sentence that says what to install."""
    monkeypatch.setitem(sys.modules, "pygls", None)
    done = CliRunner().invoke(lsp_command, [])
    assert done.exit_code == 2 and "clew[lsp]" in done.stderr and "Traceback" not in done.stderr
