"""`clew query` whole: several statements, parameters, where answers go and how they look, and what it ends with."""

from __future__ import annotations

import concurrent.futures
import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import polars
import pytest
from clew.cli import exit_codes
from clew.cli.commands import COMMANDS, GROUPS
from clew.engine.journal.files import JOURNAL

Run = Callable[..., Any]
CLEW = str(Path(sys.executable).parent / "clew")


# ---- several statements ------------------------------------------------------------------------------


def test_statements_run_in_order(run: Run, vendors: str) -> None:
    """Each statement answers in its turn, and `;` in quotes and comments divides nothing."""
    done = run("query", vendors, "RETURN ';' AS a; // one; two\n RETURN 2 AS b;", "--format", "jsonl")
    assert [json.loads(line) for line in done.out.splitlines()] == [{"a": ";"}, {"b": 2}]


def test_nothing_runs_before_all_of_it_is_read(run: Run, vendors: str) -> None:
    """A slip in the last statement is told, at its line of the script, before the first one answers."""
    done = run("query", vendors, "RETURN 1 AS a;\nRETURN 2 AS b;\nMATCH (m) RETUR m")
    assert (done.code, done.out) == (1, "")
    assert "   3 | MATCH (m) RETUR m\n     |           ^^^^^" in done.err


def test_the_first_failure_ends_the_command(run: Run, vendors: str) -> None:
    """What ran before it is printed, what stands behind it does not run, and its place is that in the script."""
    done = run("query", vendors, "RETURN 1 AS a;\nRETURN x;\nRETURN 3 AS c", "--format", "jsonl")
    assert done.code == 1 and done.out == '{"a": 1}\n'
    assert "   2 | RETURN x;\n     |        ^" in done.err


def test_a_script_without_statements_is_a_mistake_of_use(run: Run, vendors: str) -> None:
    """Blanks and comments are no question."""
    for text in ("", " ; ;", "// nothing"):
        assert run("query", vendors, text).code == exit_codes.USAGE


# ---- parameters --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("given", "value"),
    [
        ("7", 7),
        ("7.5", 7.5),
        ("true", True),
        ("null", None),
        ('["a", 1]', ["a", 1]),
        ('"7"', "7"),
        ("007", "007"),
        ("vendor C", "vendor C"),
        ("", ""),
        ("a=b", "a=b"),
        ("NaN", "NaN"),
        ("[" * 100_000, "[" * 100_000),
    ],
)
def test_a_parameter_is_json_or_a_text(run: Run, vendors: str, given: str, value: object) -> None:
    """What is JSON is taken as that, and everything else, NaN too, as the text that it is."""
    done = run("query", vendors, "RETURN $p AS p", "-p", f"p={given}", "--json")
    assert json.loads(done.out) == [{"p": value}]


def test_each_statement_takes_its_own_parameters(run: Run, vendors: str) -> None:
    """A parameter that one of several statements takes is used; one that none takes is named."""
    both = ("query", vendors, "RETURN $a AS a; RETURN $b AS b", "-p", "a=1", "-p", "b=2")
    assert run(*both).code == 0
    wrong = run(*both, "-p", "c=3")
    assert wrong.code == exit_codes.USAGE and "$c is not used" in wrong.err and "$a, $b" in wrong.err
    assert "$b is missing" in run(*both[:-2]).err


def test_parameters_of_a_file_are_an_object(run: Run, vendors: str) -> None:
    """A file of parameters that is no JSON object is a mistake of use."""
    for text in ("[1]", "{", "[" * 100_000):
        Path("p.json").write_text(text, encoding="utf-8")
        assert run("query", vendors, "RETURN $a AS a", "--params", "p.json").code == exit_codes.USAGE


# ---- where answers go --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "begins"), [("a.csv", "id\n"), ("a.md", "| id |"), ("a.json", "[\n"), ("a.x", "id\n")]
)
def test_a_file_says_its_format(run: Run, vendors: str, name: str, begins: str) -> None:
    """`--output` writes the format of the file's name, a table where that says none, and nothing is printed."""
    done = run("query", vendors, "MATCH (m:Memory) RETURN m.id AS id", "-o", name)
    assert (done.code, done.out) == (0, "") and Path(name).read_text("utf-8").startswith(begins)


def test_a_file_is_written_whole_or_not_at_all(run: Run, vendors: str) -> None:
    """Where a statement fails the file stays as it was, and nothing is left beside it."""
    Path("a.csv").write_text("before", encoding="utf-8")
    assert run("query", vendors, "RETURN 1 AS a; RETURN x", "-o", "a.csv").code == 1
    assert Path("a.csv").read_text("utf-8") == "before" and [path.name for path in Path().iterdir()] == ["a.csv"]


def test_a_file_that_cannot_be_written_is_a_mistake_of_use(run: Run, vendors: str) -> None:
    """A folder that is not there, and a folder in its place, are told in a sentence."""
    Path("folder.csv").mkdir()
    for path in ("no/such/a.csv", "folder.csv"):
        done = run("query", vendors, "RETURN 1 AS a", "-o", path)
        assert done.code == exit_codes.USAGE and "cannot be written" in done.err


def test_a_file_takes_no_place_but_of_a_file(run: Run, vendors: str) -> None:
    """`--output` goes through a link to what it leads to, and into a pipe or a device, which stay what they are."""
    Path("link.csv").symlink_to("target.csv")
    assert run("query", vendors, "RETURN 1 AS a", "-o", "link.csv").code == 0
    assert Path("link.csv").is_symlink() and Path("target.csv").read_text("utf-8") == "a\n1\n"
    os.mkfifo("pipe.csv")
    with concurrent.futures.ThreadPoolExecutor(1) as pool:
        read = pool.submit(Path("pipe.csv").read_text, "utf-8")
        assert run("query", vendors, "RETURN 1 AS a", "-o", "pipe.csv").code == 0
        assert read.result(20) == "a\n1\n" and Path("pipe.csv").is_fifo()


def test_parquet_keeps_types(run: Run, vendors: str) -> None:
    """A Parquet file holds times as times and lists as lists; an answer without rows is a file as well."""
    text = "MATCH (m:Memory) WHERE m.id = $id RETURN m.at AS at, m.tags AS tags, 1.5 AS x"
    assert run("query", vendors, text, "-p", "id=quote", "-o", "a.parquet").code == 0
    frame = polars.read_parquet("a.parquet")
    assert (
        frame.rows() == [(frame["at"][0], ["budget"], 1.5)]
        and frame["at"][0].isoformat() == "2024-03-01T09:00:00+00:00"
    )
    assert run("query", vendors, text, "-p", "id=none", "-o", "a.parquet").code == 0
    assert polars.read_parquet("a.parquet").shape == (0, 3)


def test_parquet_holds_one_table(run: Run, vendors: str) -> None:
    """Two answers in one Parquet file are refused before anything runs."""
    done = run("query", vendors, "RETURN 1 AS a; RETURN 2 AS a", "-o", "a.parquet")
    assert done.code == exit_codes.USAGE and "one table" in done.err and not Path("a.parquet").exists()


def test_numbers_that_json_has_not_are_null(run: Run, vendors: str) -> None:
    """NaN and the infinities are written as null, and how many is said."""
    done = run("query", vendors, "RETURN 0.0 / 0.0 AS a, [1.0 / 0.0] AS b, 1.5 AS c", "--json")
    assert json.loads(done.out) == [{"a": None, "b": [None], "c": 1.5}]
    assert "2 numbers that JSON has not (NaN, Infinity)" in done.err


def test_nodes_are_objects_and_times_end_in_z(run: Run, vendors: str) -> None:
    """JSON holds a memory with all its properties, its time in UTC."""
    done = run("query", vendors, "MATCH (m:Memory {id: 'quote'}) RETURN m", "--json")
    (row,) = json.loads(done.out)
    assert row["m"]["label"] == "Memory" and row["m"]["at"] == "2024-03-01T09:00:00Z" and row["m"]["tags"] == ["budget"]


# ---- how it looks ------------------------------------------------------------------------------------


def test_a_pipe_is_never_wrapped(run: Run, vendors: str) -> None:
    """In a pipe a line is as long as it takes, whatever COLUMNS says; `--width` wraps it."""
    text = "RETURN 'some words ' + reduce(a = '', i IN range(1, 30) | a + 'word ') AS t"
    wide = run("query", vendors, text).out.splitlines()
    assert len(wide) == 3 and len(wide[2]) > 150
    narrow = run("query", vendors, text, "--width", "40").out.splitlines()
    assert len(narrow) > 5 and max(map(len, narrow)) <= 40


def test_colours_are_for_terminals_and_whoever_asks(run: Run, vendors: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A pipe has none unless `--color always` is given, which wins over NO_COLOR."""
    monkeypatch.setenv("NO_COLOR", "1")
    for color, coloured in (("auto", False), ("never", False), ("always", True)):
        done = run("query", vendors, "RECALL 1 FOR 'seat'; RETURN 1 AS a; RETURN x", "--color", color)
        assert ("\x1b[" in done.out) is coloured and ("\x1b[" in done.err) is coloured


def test_time_is_told_part_by_part(run: Run, vendors: str) -> None:
    """`--time` says on standard error what opening, asking and printing took."""
    done = run("query", vendors, "RETURN 1 AS a", "--time")
    assert all(part in done.err for part in ("time: parsing ", "opening ", "asking ", "printing "))
    assert "time:" not in done.out


# ---- what it ends with -------------------------------------------------------------------------------

HEAVY = "UNWIND range(1, 1300) AS a UNWIND range(1, 1300) AS b RETURN sum(a * b) AS n"


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (("RETURN 1 AS a",), exit_codes.DONE),
        (("RETURN x",), exit_codes.QUERY),
        (("RETURN 1 AS a", "--format", "xml"), exit_codes.USAGE),
        (("RETURN 1 AS a", "--limit-seconds", "0"), exit_codes.USAGE),
        ((HEAVY, "--limit-seconds", "0.05"), exit_codes.LIMIT),
        (("RETURN " + "(" * 10_000,), exit_codes.LIMIT),
    ],
)
def test_exit_codes(run: Run, vendors: str, arguments: tuple[str, ...], code: int) -> None:
    """Each kind of end has its code."""
    done = run("query", vendors, *arguments)
    assert done.code == code and "Traceback" not in done.err


def test_the_codes_of_stores(run: Run, vendors: str) -> None:
    """No store, and a store that is damaged, end with 3."""
    assert run("query", "nowhere.clew", "RETURN 1 AS a").code == exit_codes.STORE
    assert run("init", "broken.clew").code == 0
    Path("broken.clew", JOURNAL).write_bytes(b"no database")
    assert run("query", "broken.clew", "RETURN 1 AS a").code == exit_codes.STORE


def test_the_limit_of_time_is_raised_as_it_is_set(run: Run, vendors: str) -> None:
    """Whoever met the limit on the command line is told the option, not the argument of Python."""
    assert "--limit-seconds" in run("query", vendors, HEAVY, "--limit-seconds", "0.05").err


def test_a_reader_that_has_seen_enough_is_no_error(vendors: str) -> None:
    """A pipe that is closed early ends the command quietly."""
    text = "UNWIND range(1, 100000) AS x RETURN x"
    with subprocess.Popen([CLEW, "query", vendors, text], stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout is not None and process.stderr is not None
        process.stdout.readline()
        process.stdout.close()
        assert process.wait() == 0 and b"Error" not in process.stderr.read()


# ---- help --------------------------------------------------------------------------------------------


def test_every_command_of_the_table_is_there() -> None:
    """Each command named in the table is in its module, stands in one group, and says what it does."""
    from clew.cli.main import cli

    assert sum(map(len, GROUPS.values())) == len(COMMANDS)
    for name in COMMANDS:
        command = cli.get_command(None, name)  # type: ignore[arg-type] - it needs no context
        assert command is not None and command.name == name and command.help


def test_help_loads_no_engine() -> None:
    """`clew --help` imports neither the painter nor the language nor the engine's rooms."""
    heavy = ("rich", "lark", "numpy", "kuzu", "prompt_toolkit", "clew.engine.handle.engine", "clew.dsl.parsing.lalr")
    code = f"import sys; import clew.cli.main; print([name for name in {heavy!r} if name in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
