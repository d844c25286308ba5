"""The README cannot lie: its commands run, its programs run, its queries are answered, its links lead somewhere."""

from __future__ import annotations

import re
import shlex
import shutil
import tomllib
from pathlib import Path

import clew
import pytest
from clew.cli.main import cli
from clew.errors import UnsupportedError
from click import Context
from click.testing import CliRunner
from demonstration.answers import compare
from demonstration.questions import QUESTIONS, gold
from picture import PICTURE, picture

ROOT = Path(__file__).resolve().parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")
LOG = Path("examples/workshop/log.json")
SHOWN = "<!-- shown, not run -->\n"
"""Stands before a block of commands that wait for somebody, or speak of files that a reader has and a test has not."""

REFUSED = {
    "PURGE": "PURGE 'x'",
    "CONSOLIDATE": "CONSOLIDATE TASK 'T1-0'",
    "USING": "RECALL FOR 'x' USING $strategy",
}


def blocks(language: str, text: str = README) -> list[str]:
    """Return the code blocks of a text in one language, in order."""
    return re.findall(rf"^```{language}\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)


def commands(program: str, *, shown: bool = False) -> list[list[str]]:
    """Return the arguments of every command that begins with a program, in order: of those that are run, or shown."""
    only_shown = re.findall(rf"{SHOWN}(```sh\n.*?^```$)", README, re.MULTILINE | re.DOTALL)
    texts = only_shown if shown else [re.sub(rf"{SHOWN}```sh\n.*?^```$", "", README, flags=re.MULTILINE | re.DOTALL)]
    lines = (shlex.split(line, comments=True) for text in texts for line in "".join(blocks("sh", text)).splitlines())
    return [line[1:] for line in lines if line and line[0] == program]


def test_every_block_is_run_by_a_test() -> None:
    """A block has a language that a test here takes, and a shell command a program that one takes."""
    assert set(re.findall(r"^```(.+)$", README, re.MULTILINE)) == {"sh", "python", "clew", "text"}
    known = {"make", "pip", "clew"}
    assert {line.split()[0] for block in blocks("sh") for line in block.splitlines() if line.strip()} == known


def test_the_make_targets_exist() -> None:
    """What `make` is asked for is a target of the Makefile."""
    targets = re.findall(r"^(\w+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE)
    asked = [target for arguments in commands("make") for target in arguments]
    assert asked and set(asked) <= set(targets)


def test_the_installation_names_extras_that_exist() -> None:
    """What pip is asked for is this project, with extras that it declares."""
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["optional-dependencies"]
    for verb, what in commands("pip"):
        asked = re.fullmatch(r"\.(?:\[(.+)\])?", what)
        assert verb == "install" and asked
        assert set(asked[1].split(",") if asked[1] else ()) <= set(extras)


def test_the_commands_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every `clew` command succeeds, one after the other, in a folder that holds the examples."""
    monkeypatch.chdir(tmp_path)
    LOG.parent.mkdir(parents=True)
    shutil.copy(ROOT / LOG, LOG)
    for arguments in commands("clew"):
        result = CliRunner().invoke(cli, arguments, catch_exceptions=False)
        assert result.exit_code == 0, (arguments, result.output)
        assert result.output


def test_the_commands_that_are_shown_are_spelt_right() -> None:
    """A command that is shown and not run is one of `clew`'s, and takes each option that it is given."""
    for name, *arguments in commands("clew", shown=True):
        command = cli.get_command(Context(cli), name)
        assert command is not None, name
        options = {option for parameter in command.params for option in parameter.opts}
        assert {argument for argument in arguments if argument.startswith("-")} <= options, name


def test_the_public_names_are_listed() -> None:
    """The table of what there is names everything that `clew` offers, and methods that an engine has."""
    table = README.partition("| for | what there is |")[2].partition("\n\n")[0]
    assert set(re.findall(r"`clew\.(\w+)`", table)) == set(clew.__all__)
    assert all(hasattr(clew.Engine, name) for name in re.findall(r"`(\w+)`", table))


def test_the_programs_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """Every Python block runs as it stands, and prints something."""
    monkeypatch.chdir(tmp_path)
    for block in blocks("python"):
        exec(compile(block, "README.md", "exec"), {"__name__": "readme"})
        assert capsys.readouterr().out


@pytest.mark.parametrize("query", blocks("clew"))
def test_the_queries_are_answered(query: str, workshop: clew.Engine) -> None:
    """Every query of the README finds something in the demo's log, or explains itself."""
    rows = workshop.query(query)
    assert len(rows) or rows.explanation


def test_the_answers_are_those_that_come(workshop: clew.Engine) -> None:
    """What stands below a query as its answer is what it finds."""
    pairs = re.findall(r"^```clew\n((?:(?!```).*\n)+)```\n```text\n((?:(?!```).*\n)+)```$", README, re.MULTILINE)
    assert len(pairs) == len(blocks("text"))
    for query, answer in pairs:
        assert answer.splitlines() == [row["finding"] for row in workshop.query(query).to_dicts()]


@pytest.mark.parametrize("name", REFUSED)
def test_what_is_called_refused_is_refused(name: str, workshop: clew.Engine) -> None:
    """What the README lists as not there yet is refused by name, not misread; once it is there, the list is shorter."""
    limits = README.partition("## Limits")[2].partition("##")[0]
    assert name in limits
    with pytest.raises(UnsupportedError):
        workshop.execute(REFUSED[name])


def test_the_table_is_the_demos(workshop: clew.Engine) -> None:
    """The README's table of ranks is the one that the demo prints."""
    table = re.search(r"<!-- demo:begin -->\n.*?\| ---:.*?\n(.*)<!-- demo:end -->", README, re.DOTALL)
    answers = [compare(workshop, question, gold()[question.key]) for question in QUESTIONS]
    rows = [f"| {a.question.words} | {a.rank} | {a.cosine_rank} | {a.filtered_rank} |\n" for a in answers]
    assert table and table[1] == "".join(rows)


def test_the_links_lead_somewhere() -> None:
    """Every link of the README, and its picture, is a file of the repository; none leaves it."""
    targets = re.findall(r"\]\(([^)]+)\)", README)
    assert targets and all((ROOT / target).exists() for target in targets)


def test_the_picture_is_what_the_command_draws(workshop: clew.Engine) -> None:
    """`python examples/picture.py` draws the committed picture, which fetches nothing from anywhere."""
    drawn = PICTURE.read_text(encoding="utf-8")
    assert drawn == picture(workshop)
    assert set(re.findall(r"\w+://[^\s\"')]+", drawn)) == {"http://www.w3.org/2000/svg"}
