"""The `clew` command, as a user types it: what it prints, where it prints it, and with which exit code it ends."""

from __future__ import annotations

import csv
import io
import json
import shlex
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import pytest
from clew.cli.main import COMMANDS, main

LOG = [
    {
        "task_id": 7,
        "trial": 0,
        "traj": [
            {"role": "user", "content": "Please book seat 14C on flight HAT136."},
            {
                "role": "assistant",
                "content": None,
                "tool_calls": [{"id": "c1", "function": {"name": "book", "arguments": '{"flight": "HAT136"}'}}],
            },
            {"role": "tool", "tool_call_id": "c1", "content": "Error: flight HAT136 is full"},
            {"role": "assistant", "content": "I am sorry, that flight is full."},
        ],
    }
]


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

    def command(*arguments: str, stdin: str = "") -> Done:
        monkeypatch.setattr(sys, "argv", ["clew", *arguments])
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin.encode()), encoding="utf-8"))
        capsys.readouterr()
        try:
            main()
            code = 0
        except SystemExit as end:
            code = int(end.code or 0)
        return Done(code, *capsys.readouterr())

    return command


@pytest.fixture
def store(run: Run, tmp_path: Path) -> str:
    Path("log.json").write_text(json.dumps(LOG), encoding="utf-8")
    assert run("init", "a.clew").code == 0
    assert run("import", "a.clew", "log.json").code == 0
    return "a.clew"


def test_help_lists_every_command(run: Run) -> None:
    """`clew --help` names each command with what it does."""
    done = run("--help")
    assert done.code == 0
    assert all(name in done.out and doc in " ".join(done.out.split()) for name, (_, doc) in COMMANDS.items())


def test_an_import_reports_and_a_second_one_adds_nothing(run: Run, store: str) -> None:
    """The summary counts what was added; the same log again adds nothing."""
    again = json.loads(run("import", store, "log.json", "--json").out)
    assert [(s["new"], s["known"], s["bad_count"], s["format"]) for s in again] == [(0, 3, 0, "chat")]


def test_ids_are_those_of_the_log(run: Run, store: str) -> None:
    """Memories are named `{task}-{trial}/{step}`, so that ids are the same in every run."""
    lines = run("list", store, "--task", "7-0", "--json").out.splitlines()
    assert [json.loads(line)["id"] for line in lines] == ["7-0/0", "7-0/1", "7-0/2"]


def test_a_recall_prints_cards_and_keeps_talk_apart(run: Run, store: str) -> None:
    """Hits go to standard output with scores and reasons; the count and the time go to standard error."""
    done = run("query", store, "RECALL 2 FOR 'is the flight full?' TASK '7-0'")
    assert done.code == 0
    assert "7-0/1" in done.out and "relevance" in done.out and "found by" in done.out
    assert "2 rows in" in done.err and "rows in" not in done.out


@pytest.mark.parametrize("format_", ["json", "jsonl", "csv", "markdown"])
def test_machine_formats_can_be_read_back(run: Run, store: str, format_: str) -> None:
    """Each machine format holds the same rows."""
    text = "MATCH (m:Memory) RETURN m.id AS id, m.step AS step ORDER BY step"
    out = run("query", store, text, "--format", format_).out
    match format_:
        case "json":
            found = [(r["id"], r["step"]) for r in json.loads(out)]
        case "jsonl":
            found = [(r["id"], r["step"]) for r in map(json.loads, out.splitlines())]
        case "csv":
            found = [(i, int(s)) for i, s in list(csv.reader(io.StringIO(out)))[1:]]
        case _:
            cells = [line.strip("| ").split(" | ") for line in out.splitlines()[2:]]
            found = [(i, int(s)) for i, s in cells]
    assert found == [("7-0/0", 0), ("7-0/1", 1), ("7-0/2", 2)]


def test_parameters_are_typed(run: Run, store: str) -> None:
    """`--param` takes JSON values as what they are and everything else as a string; `--params` reads an object."""
    Path("p.json").write_text('{"task": "7-0"}', encoding="utf-8")
    text = "MATCH (m:Memory) WHERE m.task = $task AND m.step = $step RETURN m.id AS id"
    done = run("query", store, text, "--param", "step=1", "--params", "p.json", "--json")
    assert json.loads(done.out) == [{"id": "7-0/1"}]


def test_a_query_comes_from_a_file_or_a_pipe(run: Run, store: str) -> None:
    """Without an argument the query is read from --file or from standard input."""
    Path("q.clew").write_text("MATCH (m:Memory) RETURN count(*) AS n", encoding="utf-8")
    from_file = run("query", store, "--file", "q.clew", "--json")
    from_pipe = run("query", store, "--json", stdin="MATCH (m:Memory) RETURN count(*) AS n")
    by_dash = run("query", store, "--file", "-", "--json", stdin="MATCH (m:Memory) RETURN count(*) AS n")
    assert json.loads(from_file.out) == json.loads(from_pipe.out) == json.loads(by_dash.out) == [{"n": 3}]


def test_a_query_that_is_wrong_points_at_its_place(run: Run, store: str) -> None:
    """A wrong query ends with 1, one sentence, the line, a caret, and no traceback; nothing on standard output."""
    done = run("query", store, "MATCH (m:Memory) RETURN m.importanc")
    assert (done.code, done.out) == (1, "")
    assert "^^^" in done.err and "m.importance" in done.err and "Traceback" not in done.err


@pytest.mark.parametrize(
    ("arguments", "code", "said"),
    [
        (("query", "nowhere.clew", "RECALL"), 3, "nowhere.clew"),
        (("init", "a.clew"), 3, "a.clew"),
        (("show", "a.clew", "no-such"), 1, "no-such"),
        (("query", "a.clew", "RECALL", "--param", "x"), 2, "name=value"),
        (("import", "a.clew", "a.clew"), 2, "directory"),
        (("remember", "a.clew"), 1, "nothing to remember"),
        (("frobnicate",), 2, "frobnicate"),
    ],
)
def test_errors_have_a_sentence_and_a_code(
    run: Run, store: str, arguments: tuple[str, ...], code: int, said: str
) -> None:
    """Each kind of error ends with its own exit code and says what it is about."""
    done = run(*arguments)
    assert done.code == code
    assert said in done.err and "Traceback" not in done.err


def test_remember_prints_the_id_and_show_its_reasons(run: Run, store: str) -> None:
    """What `remember` prints is an id, and `show` gives the memory with its edges."""
    id_ = run("remember", store, "Flight is full", "--task", "7-0", "--tag", "x", "--caused-by", "7-0/1").out.strip()
    shown = json.loads(run("show", store, id_, "--json").out)
    assert shown["text"] == "Flight is full" and shown["step"] == 3 and shown["tags"] == ["x"]
    assert {(link["type"], link["incoming"], link["other"]) for link in shown["links"]} == {
        ("CAUSED", True, "7-0/1"),
        ("FOLLOWS", False, "7-0/2"),
    }
    assert "<-[CAUSED]-" in run("show", store, id_).out


def test_edges_are_drawn_and_taken_back(run: Run, store: str) -> None:
    """`link` draws an edge that `show` shows, `unlink` takes it back, and an end that is not there is named."""
    assert run("link", store, "7-0/0", "7-0/2", "--reason", "it was full").code == 0
    shown = json.loads(run("show", store, "7-0/2", "--json").out)["links"]
    assert {"CAUSED", "FOLLOWS"} == {link["type"] for link in shown}
    assert run("unlink", store, "7-0/0", "7-0/2").code == 0
    shown = json.loads(run("show", store, "7-0/2", "--json").out)["links"]
    assert {"FOLLOWS"} == {link["type"] for link in shown}
    assert "no memory `nope` yet" in run("link", store, "7-0/0", "nope").err


def test_the_edges_that_can_be_drawn_are_the_engines() -> None:
    """The command offers exactly the edges that join two memories."""
    from clew.cli.remember import JOINING
    from clew.engine.values.model import MEMORY_EDGES

    assert JOINING == MEMORY_EDGES


def test_a_log_without_times_is_said_to_have_none(run: Run, store: str) -> None:
    """Where the file's own time is lent to its records, the import says so."""
    assert "it carries no times" in run("import", store, "log.json", "--dry-run").err


def test_what_is_stored_cannot_steer_the_terminal(run: Run, store: str) -> None:
    """Escape sequences, markup and bidirectional marks of a memory are shown, and never acted on."""
    hostile = "\x1b[31mred\x1b[0m [bold]x[/bold] \u202eevil\u2066 \x07"
    run("remember", store, hostile, "--id", "h")
    for arguments in (("show", store, "h"), ("list", store), ("query", store, "RECALL 5 FOR 'red evil'")):
        out = run(*arguments).out
        assert "[bold]x[/bold]" in out
        assert not set(out) & {"\x1b", "\x07", "\u202e", "\u2066"}


def test_forget_and_restore(run: Run, store: str) -> None:
    """`forget` takes a memory out of every answer, and `restore` brings it back."""
    assert run("forget", store, "7-0/0").code == 0
    assert run("show", store, "7-0/0").code == 1
    assert run("restore", store, "7-0/0").code == 0
    assert run("show", store, "7-0/0").code == 0


def test_a_healthy_store_is_said_to_be(run: Run, store: str) -> None:
    """doctor, verify and rebuild of a healthy store end with 0 and say so."""
    assert run("doctor", store).out == "Nothing is wrong.\n"
    assert run("verify", store).code == 0
    assert run("rebuild", store).code == 0
    assert json.loads(run("stats", store, "--json").out)["memories"] == 3


def test_an_export_holds_every_event(run: Run, store: str) -> None:
    """`export` writes every event as a line of JSON, in order."""
    lines = [json.loads(line) for line in run("export", store).out.splitlines()]
    assert [line["seq"] for line in lines] == [1, 2, 3]
    assert lines[0]["payload"]["observation"] == "Please book seat 14C on flight HAT136."


def test_context_is_data_and_talk_is_apart(run: Run, store: str) -> None:
    """`context` prints the packed text alone; what it cost goes to standard error."""
    done = run("context", store, "what about the flight?", "--budget", "300")
    assert done.out.startswith("[memories ") and "of 300 tokens" in done.err


def test_the_installed_command_runs() -> None:
    """The entry point that pip installs is this command."""
    done = subprocess.run([str(Path(sys.executable).parent / "clew"), "--version"], capture_output=True, text=True)
    assert done.returncode == 0 and done.stdout.startswith("clew ")


@pytest.mark.skipif(not Path("/dev/full").is_char_device(), reason="the system has no device that is always full")
@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("stats STORE >/dev/full", 2),
        ("--help >/dev/full", 2),
        ("stats NONE 2>/dev/full", 3),
        ("stats STORE >&-", 0),
        ("remember STORE - <&-", 1),
        ("stats NONE <&- >&- 2>&-", 3),
    ],
)
def test_standard_streams_may_be_full_or_closed(run: Run, store: str, line: str, code: int) -> None:
    """What cannot be printed is told in one sentence; a stream that is closed reads and takes nothing."""
    command = f"{Path(sys.executable).parent / 'clew'} {line.replace('STORE', shlex.quote(store))}"
    done = subprocess.run(["sh", "-c", command], capture_output=True, text=True, check=False)
    assert done.returncode == code and "Traceback" not in done.stderr
    assert done.stderr == "clew: The output cannot be written: No space left on device.\n" or code != 2


def test_a_file_that_is_no_text_is_refused(run: Run, store: str, tmp_path: Path) -> None:
    """A query file that is not UTF-8 is a mistake of use, told in a sentence."""
    (tmp_path / "query.clew").write_bytes(b"RECALL 1 FOR '\xff'")
    done = run("query", store, "--file", "query.clew")
    assert done.code == 2 and "query.clew cannot be read as UTF-8" in done.err


def test_an_error_cannot_steer_the_terminal(run: Run, store: str) -> None:
    """What an error repeats from its input is shown with its control characters visible."""
    done = run("show", store, "a\x1b[31mb")
    assert done.code == 1 and "\x1b" not in done.err and "a␛[31mb" in done.err
