"""`clew shell`: where entries end, what its commands do, and how it runs a script from a pipe."""

from __future__ import annotations

import json
import stat
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import clew
import pytest
from clew.cli.shell.colours import ShellLexer
from clew.cli.shell.commands import COMMANDS
from clew.cli.shell.completer import ShellCompleter
from clew.cli.shell.helping import help_on, topics
from clew.cli.shell.history import PrivateHistory, history
from clew.cli.shell.reading import Entry, entries, is_finished
from clew.cli.shell.schema import names, schema_on
from clew.cli.shell.session import Session
from clew.dsl.parsing.script import split
from clew.engine.asking.catalog import CATALOG
from hypothesis import given, settings
from hypothesis import strategies as st
from prompt_toolkit.application import create_app_session
from prompt_toolkit.completion import CompleteEvent
from prompt_toolkit.document import Document
from prompt_toolkit.history import InMemoryHistory
from prompt_toolkit.input import create_pipe_input
from prompt_toolkit.output import DummyOutput

Run = Callable[..., Any]


@pytest.fixture
def session(vendors: str) -> Iterator[Session]:
    with clew.open(vendors, create=False, background=False) as engine:
        yield Session(engine)


# ---- where entries end -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "finished"),
    [
        ("", True),
        ("RECALL", False),
        ("RECALL;", True),
        ("RECALL ; // and so on", True),
        ("RECALL FOR ';'", False),
        ("RECALL FOR 'a;", False),
        ("RECALL // a;", False),
        ("RECALL FOR 'x'\n", True),
        ("RECALL FOR 'x'\n  ", True),
        ("RECALL\nFOR 'x'", False),
        ("RETURN 1; RETURN 2", False),
        ("\\help", True),
        ("  \\param x = ';", True),
    ],
)
def test_enter_ends_what_is_finished(text: str, finished: bool) -> None:
    """A command, `;` behind the last statement, or an empty line; a `;` in quotes or a comment is none."""
    assert is_finished(text) is finished


PIECES = st.sampled_from(
    ["RETURN 1", "RETURN ';'", "// a; b\n", "/* ; */", "\n\n", "\\help\n", ";", " ", ";\n", "'", "\n"]
)


@settings(max_examples=80)
@given(st.lists(PIECES, max_size=12).map("".join))
def test_entries_lose_nothing(text: str) -> None:
    """Read line by line, a script has the statements that it has when it is read whole, each at its line."""
    found = list(entries(text.splitlines(keepends=True)))
    if not any(entry.is_command for entry in found):
        assert [p.text for e in found for p in split(e.text)] == [p.text for p in split(text)]
    lines = text.split("\n")
    for entry in found:
        assert lines[entry.line - 1] == entry.text.split("\n")[0]


def test_an_entry_comes_as_soon_as_it_is_whole() -> None:
    """Whoever writes statements into a pipe gets an answer before the next one."""

    def lines() -> Iterator[str]:
        yield "RETURN 1\n"
        yield "AS a;\n"
        raise AssertionError("it read on")

    assert next(entries(lines())) == Entry("RETURN 1\nAS a;", 1)


# ---- from a pipe -------------------------------------------------------------------------------------


def test_a_pipe_is_run_without_a_prompt(run: Run, vendors: str) -> None:
    """Statements and commands of a pipe run in order; standard output holds the answers and nothing else."""
    script = "\\format jsonl\n\\param n = 2\nRETURN $n AS a;\n\nRETURN\n\n3 AS b"
    done = run("shell", vendors, stdin=script)
    assert (done.code, done.out) == (0, '{"a": 2}\n{"b": 3}\n')


def test_the_first_failure_ends_a_pipe(run: Run, vendors: str) -> None:
    """It ends with the code of the first failure, told at its line, and with --keep-going too, having gone on."""
    script = "RETURN 1 AS a;\n\nRETURN x;\n\\nothing\nRETURN 3 AS c;"
    done = run("shell", vendors, "--format", "jsonl", stdin=script)
    assert (done.code, done.out) == (1, '{"a": 1}\n') and "   3 | RETURN x;" in done.err
    done = run("shell", vendors, "--format", "jsonl", "--keep-going", stdin=script)
    assert (done.code, done.out) == (1, '{"a": 1}\n{"c": 3}\n') and "no command `\\nothing`" in done.err
    assert run("shell", vendors, stdin="\\nothing").code == 2


def test_scripts_are_read_inside_each_other(run: Run, vendors: str) -> None:
    """`\\source` runs a file; what fails in it ends it, and a file that reads itself ends as well."""
    Path("a.clew").write_text("RETURN 1 AS a;\n\\source b.clew\n", encoding="utf-8")
    Path("b.clew").write_text("RETURN 2 AS b", encoding="utf-8")
    assert run("shell", vendors, "--format", "jsonl", stdin="\\source a.clew").out == '{"a": 1}\n{"b": 2}\n'
    Path("b.clew").write_text("\n\nRETURN x", encoding="utf-8")
    done = run("shell", vendors, stdin="\\source a.clew\nRETURN 3 AS c")
    assert done.code == 2 and "   3 | RETURN x" in done.err and "c" not in done.out
    Path("b.clew").write_text("\\source b.clew", encoding="utf-8")
    assert "inside itself" in run("shell", vendors, stdin="\\source b.clew").err


def test_statements_write_where_that_is_allowed(run: Run, vendors: str) -> None:
    """A statement that writes is refused with what would allow it, until it is allowed."""
    done = run("shell", vendors, stdin="FORGET 'nothing';")
    assert done.code == 1 and "\\write on" in done.err
    assert run("init", "b.clew").code == 0
    script = (
        "\\write on\nREMEMBER {text: 'we take vendor C', id: 'x'} AS $new; RETURN $new AS id;\n\\write off\nFORGET 'x'"
    )
    done = run("shell", "b.clew", "--format", "jsonl", stdin=script)
    assert done.code == 1 and done.out.splitlines()[1] == '{"id": "x"}'
    assert run("query", "b.clew", "FORGET 'x'").code == 1
    assert run("query", "b.clew", "FORGET 'x'", "--write").code == 0


# ---- commands ----------------------------------------------------------------------------------------


def test_every_command_is_explained() -> None:
    """The table has what `\\help` and completion need of each command, under its own name."""
    for name, command in COMMANDS.items():
        assert command.usage.split()[0] == name and command.doc.endswith(".")


def test_settings_are_set_and_told(run: Run, vendors: str) -> None:
    """Switches take on, off and nothing; what is wrong is told with what would work."""
    script = (
        "\\timing\n\\timing off\n\\timing maybe\n\\format xml\n\\format\n\\namespace elsewhere\n\\param x\n\\params"
    )
    err = run("shell", vendors, "--keep-going", stdin=script).err
    said = (
        "Timing is on",
        "Timing is off",
        "`maybe` is neither",
        "no format `xml`",
        "as table",
        "namespace is elsewhere",
    )
    assert (
        all(words in err for words in said) and "There is no parameter $x" in err and "There are no parameters" in err
    )


def test_a_namespace_of_its_own(run: Run, vendors: str) -> None:
    """Behind `\\namespace` statements see that namespace alone."""
    count = "MATCH (m:Memory) RETURN count(*) AS n;"
    done = run(
        "shell",
        vendors,
        "--format",
        "jsonl",
        stdin=f"{count}\n\\namespace other\n{count}\n\\namespace default\n{count}",
    )
    assert [json.loads(line)["n"] for line in done.out.splitlines()] == [3, 0, 3]


def test_parameters_are_kept_and_forgotten(run: Run, vendors: str) -> None:
    """A parameter holds for every statement that takes it, until it is forgotten."""
    script = '\\param k = ["a", 1]\n\\params\nRETURN $k AS k;\nRETURN 1 AS x;\n\\param $k\nRETURN $k AS k;'
    done = run("shell", vendors, "--format", "jsonl", stdin=script)
    assert done.out == '$k = ["a", 1]\n{"k": ["a", 1]}\n{"x": 1}\n'
    assert done.code == 1 and "$k is missing" in done.err


def test_the_last_statement_is_explained(run: Run, vendors: str) -> None:
    """`\\explain` shows the plan of the last statement, or of the one that it is given."""
    done = run("shell", vendors, stdin="RETURN 1 AS x;\n\\explain\n\\explain RECALL 2 FOR 'seat'\n\\explain")
    assert done.code == 0 and done.out.count("Similar") == 2
    assert run("shell", vendors, stdin="\\explain").code == 2


def test_timing_names_the_stages(run: Run, vendors: str) -> None:
    """With timing on, each answer is followed by what it took."""
    err = run("shell", vendors, stdin="\\timing on\nRETURN 1 AS x;\nRETURN 2 AS y;").err
    assert err.count("time: ") == 2


@pytest.mark.parametrize("topic", topics())
def test_there_is_help_on_every_topic(topic: str) -> None:
    """Whatever completion offers behind `\\help` has an answer that names it."""
    assert topic in "".join(help_on(topic.lower(), {}))


def test_help_lists_commands_and_statements(run: Run, vendors: str) -> None:
    """`\\help` names every command and every statement; `\\help \\format` is about that one."""
    out = run("shell", vendors, stdin="\\help").out
    assert all(f"\\{command.usage}" in out for command in COMMANDS.values()) and "TRACE PATH" in out
    assert run("shell", vendors, stdin="\\help \\form").out.count("\n") == 1
    assert run("shell", vendors, stdin="\\help nonsense").code == 2


def test_the_schema_is_the_catalogs(run: Run, vendors: str) -> None:
    """`\\schema` names all that the catalog has, and each of it can be had whole."""
    overview = "".join(schema_on(CATALOG, ""))
    assert all(name in overview for name in names(CATALOG))
    assert all("".join(schema_on(CATALOG, name.lower())).lower().startswith(name.lower()) for name in names(CATALOG))
    assert run("shell", vendors, stdin="\\schema nonsense").code == 2


# ---- history -----------------------------------------------------------------------------------------


def test_history_is_private(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The file is its owner's alone, also where it was not before; entries with a blank in front are not in it."""
    path = tmp_path / "state" / "h"
    monkeypatch.setenv("CLEW_HISTORY", str(path))
    kept = history()
    assert isinstance(kept, PrivateHistory)
    kept.append_string("RETURN 1;")
    kept.append_string(" RETURN 'secret';")
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert "RETURN 1;" in path.read_text("utf-8") and "secret" not in path.read_text("utf-8")
    path.chmod(0o644)
    history()
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


def test_history_can_be_left_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is written with the option, the variable, or where the folder cannot be made."""
    monkeypatch.setenv("CLEW_HISTORY", str(tmp_path / "h"))
    assert isinstance(history(kept=False), InMemoryHistory) and not list(tmp_path.iterdir())
    monkeypatch.setenv("CLEW_HISTORY", "off")
    assert isinstance(history(), InMemoryHistory)
    (tmp_path / "file").touch()
    monkeypatch.setenv("CLEW_HISTORY", str(tmp_path / "file" / "h"))
    assert isinstance(history(), InMemoryHistory)


# ---- the prompt --------------------------------------------------------------------------------------


def asked(session: Session, keys: str, *past: str) -> str:
    """Return what the prompt takes from these keys. past: the entries before."""
    from clew.cli.shell.prompt import Prompt

    with create_pipe_input() as pipe, create_app_session(input=pipe, output=DummyOutput()):
        pipe.send_text(keys)
        return Prompt(session, InMemoryHistory(past), input=pipe, output=DummyOutput()).ask()


ENTER, ESCAPE, LEFT, HOME, UP, SEARCH = "\r", "\x1b", "\x1b[D", "\x1b[H", "\x1b[A", "\x12"


@pytest.mark.parametrize(
    ("keys", "text"),
    [
        ("RETURN 1;" + ENTER, "RETURN 1;"),
        ("RETURN" + ENTER + "1;" + ENTER, "RETURN\n1;"),
        ("RETURN 1" + ENTER + ENTER, "RETURN 1\n"),
        ("RETURN 1" + ESCAPE + ENTER, "RETURN 1"),
        ("RETURN 2;" + LEFT * 2 + "1" + ENTER, "RETURN 12;"),
        ("\\timing" + HOME + ENTER, "\\timing"),
        ("RETURN" + ENTER + "1;" + UP + ENTER + ESCAPE + ENTER, "RE\nTURN\n1;"),
    ],
)
def test_keys_make_an_entry(session: Session, keys: str, text: str) -> None:
    """ENTER goes on until an entry is finished and its last line is where the cursor is; with ALT it ends any."""
    assert asked(session, keys) == text


def test_what_a_search_found_is_run(session: Session) -> None:
    """ENTER takes what a search found, and ENTER runs it, wherever in it the searched stood."""
    past = ("MATCH (m:Memory)\nRETURN m.id;", "RETURN 1;")
    assert asked(session, SEARCH + "Memory" + ENTER + ENTER, *past) == past[0]


@pytest.mark.parametrize(
    ("text", "becomes"),
    [
        ("\\tim", "\\timing"),
        ("\\format js", "\\format json"),
        ("\\write o", "\\write on"),
        ("\\help optional", "\\help OPTIONAL MATCH"),
        ("\\schema mem", "\\schema Memory"),
        ("\\explain RECALL 1 USING def", "\\explain RECALL 1 USING default"),
        ("RECALL 1 USING def", "RECALL 1 USING default"),
        ("RETURN 1 AS a; RECALL TASK 'T", "RETURN 1 AS a; RECALL TASK 'T1'"),
        ("MATCH (m:Mem", "MATCH (m:Memory"),
    ],
)
def test_what_completes(session: Session, text: str, becomes: str) -> None:
    """Commands complete by their table, statements from the language, the catalog and the store."""
    offered = ShellCompleter(session).get_completions(Document(text, len(text)), CompleteEvent())
    assert becomes in [text[: len(text) + item.start_position] + item.text for item in offered]


def test_nothing_completes_behind_what_is_unknown(session: Session) -> None:
    """A command that there is not, and one that takes nothing, offer nothing."""
    for text in ("\\nothing x", "\\quit "):
        assert not list(ShellCompleter(session).get_completions(Document(text, len(text)), CompleteEvent()))


def test_colours_cover_the_entry() -> None:
    """Every letter is drawn, with the line breaks where they are, in statements, in broken ones and in commands."""
    for text in ("RECALL 1\nFOR 'x' // y", "RETURN 'abc\n(", "\\help RECALL", ""):
        line_of = ShellLexer().lex_document(Document(text))
        drawn = ["".join(part[1] for part in line_of(number)) for number in range(text.count("\n") + 1)]
        assert "\n".join(drawn) == text


def test_a_draft_stands_at_the_next_prompt(session: Session) -> None:
    """What was edited is there to be looked at, once."""
    session.draft = "RETURN 1;"
    assert asked(session, ENTER) == "RETURN 1;"
    assert session.draft == ""


def test_leaving_and_starting_anew(session: Session) -> None:
    """Ctrl-D ends the shell, ctrl-C what is being typed."""
    with pytest.raises(EOFError):
        asked(session, "\x04")
    with pytest.raises(KeyboardInterrupt):
        asked(session, "RETURN\x03")
