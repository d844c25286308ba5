"""`clew fmt` as a user types it: what it writes, what it leaves alone, and with which code it ends."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from clew.cli.fmt import fmt_command
from clew.cli.main import cli
from click.testing import CliRunner, Result

FINE = "RETURN 1\n"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a file to format, one that is fine, and one that is broken."""
    monkeypatch.chdir(tmp_path)
    Path("ugly.clew").write_text("recall 5 for 'x' ;return 1 // one\n", encoding="utf-8")
    Path("fine.clew").write_text(FINE, encoding="utf-8")
    Path("broken.clew").write_text("RETURN 1;\nRETURN (2", encoding="utf-8")
    return tmp_path


def run(*arguments: str, stdin: str = "") -> Result:
    return CliRunner().invoke(fmt_command, list(arguments), input=stdin)


def test_files_are_written_and_a_second_time_nothing_changes(folder: Path) -> None:
    """Files are formatted in place; formatted ones are unchanged."""
    done = run("ugly.clew", "fine.clew")
    assert done.exit_code == 0 and done.stderr == "1 formatted, 1 unchanged\n" and done.stdout == ""
    assert Path("ugly.clew").read_text(encoding="utf-8") == "RECALL 5 FOR 'x';\nRETURN 1 // one\n"
    assert run("ugly.clew", "fine.clew").stderr == "0 formatted, 2 unchanged\n"


def test_a_broken_file_stays_as_it_is_and_the_others_are_formatted(folder: Path) -> None:
    """A text that does not parse is left alone, with the place on standard error, and the command ends with 1."""
    done = run("broken.clew", "ugly.clew")
    assert done.exit_code == 1
    assert "broken.clew: This `(` is never closed." in done.stderr and "   2 | RETURN (2" in done.stderr
    assert Path("broken.clew").read_text(encoding="utf-8") == "RETURN 1;\nRETURN (2"
    assert Path("ugly.clew").read_text(encoding="utf-8").startswith("RECALL 5")


def test_check_writes_nothing(folder: Path) -> None:
    """With --check nothing is written, and the code says whether something would be."""
    before = Path("ugly.clew").read_text(encoding="utf-8")
    done = run("--check", "ugly.clew", "fine.clew")
    assert (done.exit_code, done.stderr) == (1, "1 would change, 1 unchanged\n")
    assert Path("ugly.clew").read_text(encoding="utf-8") == before
    assert run("--check", "fine.clew").exit_code == 0


def test_diff_shows_what_would_change(folder: Path) -> None:
    """With --diff the difference goes to standard output and nothing is written."""
    before = Path("ugly.clew").read_text(encoding="utf-8")
    done = run("--diff", "ugly.clew")
    assert done.exit_code == 0
    assert "--- ugly.clew\n+++ ugly.clew (formatted)\n" in done.stdout
    assert "-recall 5 for 'x' ;return 1 // one\n+RECALL 5 FOR 'x';\n+RETURN 1 // one\n" in done.stdout
    assert Path("ugly.clew").read_text(encoding="utf-8") == before
    assert run("--diff", "--check", "ugly.clew").exit_code == 1


def test_standard_input_goes_to_standard_output(folder: Path) -> None:
    """`-` is a filter: a broken text gives no output and ends with 1."""
    assert run("-", stdin="return 1").stdout == FINE
    done = run("-", stdin="return (")
    assert done.stdout == "" and done.exit_code == 1 and "-: " in done.stderr


def test_without_files_it_says_so(folder: Path) -> None:
    """No file, and one that is not there, are errors of usage."""
    assert run().exit_code == 2
    assert run("nowhere.clew").exit_code == 2


def test_a_folder_stands_for_its_files(tmp_path: Path) -> None:
    """`fmt` and `check` take a folder of `.clew` files, and refuse one without any in a sentence."""
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "a.clew").write_text("recall 5")
    clew = CliRunner()
    assert clew.invoke(cli, ["fmt", str(tmp_path)]).exit_code == 0
    assert (tmp_path / "in" / "a.clew").read_text().startswith("RECALL 5")
    assert clew.invoke(cli, ["check", str(tmp_path)]).exit_code == 0
    (tmp_path / "in" / "a.clew").unlink()
    refused = clew.invoke(cli, ["check", str(tmp_path)])
    assert refused.exit_code == 2 and "no `.clew` file" in refused.stderr


def test_a_misspelt_command_names_the_nearest() -> None:
    """`clew qurey` says which command was meant."""
    refused = CliRunner().invoke(cli, ["qurey"])
    assert refused.exit_code == 2 and "The nearest is `query`." in refused.stderr


LIMITED = """
import resource, signal, sys
from clew.cli.main import main

signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, (4096, 4096))
main()
"""


@pytest.mark.skipif(sys.platform == "win32", reason="this system has no such limit")
def test_a_file_that_finds_no_room_stays_as_it_was(tmp_path: Path) -> None:
    """Half of what was made takes nobody's place: the file is as before, it is named, and nothing lies beside it."""
    file = tmp_path / "large.clew"
    text = "return 1;" * 2000
    file.write_text(text, encoding="utf-8")
    done = subprocess.run([sys.executable, "-c", LIMITED, "fmt", str(file)], capture_output=True, text=True)
    assert done.returncode == 2 and "large.clew" in done.stderr and "Traceback" not in done.stderr, done.stderr
    assert file.read_text(encoding="utf-8") == text and list(tmp_path.iterdir()) == [file]


def test_a_link_goes_on_leading_where_it_did(folder: Path) -> None:
    """What a link leads to is formatted, and the link stays one."""
    Path("link.clew").symlink_to("ugly.clew")
    assert run("link.clew").exit_code == 0
    assert Path("link.clew").is_symlink() and Path("ugly.clew").read_text(encoding="utf-8").startswith("RECALL 5")
