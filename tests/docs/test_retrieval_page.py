"""The page on retrieval cannot lie: its suite is read, its commands run, its tables name options and fields that exist.

`CLEW_UPDATE_GOLDEN=1 pytest` writes what the commands say anew.
"""

from __future__ import annotations

import re
import shlex
from pathlib import Path

from clew.adapters.suites.own import OF_A_NEED, read_own
from clew.cli.eval import eval_command
from clew.engine.judging.metrics import metrics
from golden_files import hold
from manual.page import DOCS, Block, answered, cells, section, text_of
from manual.world import World

PAGE = DOCS / "retrieval.md"
FILE = re.compile(r"^<!-- file: (\S+) -->\n```json\n(.*?)^```$", re.MULTILINE | re.DOTALL)
OWN = "A suite of your own"


def names_in(table: str) -> set[str]:
    """Return what stands in backquotes in the first column of a table."""
    return {name for row in cells(table) for name in re.findall(r"`([^`]+)`", row[0])}


def test_the_suite_is_one_and_what_stands_below_the_command_is_what_it_says(tmp_path: Path) -> None:
    page = text_of(PAGE)
    for name, text in FILE.findall(page):
        (tmp_path / name).write_text(text, encoding="utf-8")
    assert len(read_own(tmp_path / "needs.jsonl").needs) == 3
    here = World(tmp_path, {})

    def answer(block: Block) -> str:
        return here.answer(block) if block.said is not None else ""

    made = answered(page, answer)
    hold(PAGE, made)


def test_every_command_names_options_that_exist() -> None:
    known = {opt for command in eval_command.commands.values() for one in command.params for opt in one.opts}
    shown = re.findall(r"^clew eval .*$", text_of(PAGE), re.MULTILINE)
    given = {word for line in shown for word in shlex.split(line, comments=True) if word.startswith("-")}
    listed = {
        word.split()[0] for word in names_in(section(text_of(PAGE), "How it is measured")) if word.startswith("-")
    }
    assert shown and given | listed <= known
    assert {"--strategy", "--rank", "--baselines", "--ablate", "--save", "--write"} <= listed


def test_the_table_of_fields_is_that_of_the_reader() -> None:
    assert names_in(section(text_of(PAGE), OWN)) == OF_A_NEED - {"need"}


def test_every_column_is_explained() -> None:
    said = {row[0] for row in cells(section(text_of(PAGE), "How it is measured"))}
    columns = {re.sub(r"^(hit|R)@\d+$", r"\1@k", name) for name in metrics((5,), 500)}
    assert columns <= said
