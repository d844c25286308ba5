"""The page on pictures cannot lie: its examples run, its answers are compared, its tables name what there is.

`CLEW_UPDATE_GOLDEN=1 pytest` writes the answers anew: read them as a user would.
"""

from __future__ import annotations

import re
from dataclasses import fields
from pathlib import Path

import click
from clew.cli.front import front_command
from clew.cli.lineage import lineage_command
from clew.engine.answers.space import Choice, Space
from golden_files import hold
from manual import page, world

PAGE = page.DOCS / "pictures.md"
TEXT = page.text_of(PAGE)
INSIDE = {"traded", "remade"}
"""Fields of a space that its methods read, and nobody else."""


def first_columns(title: str) -> set[str]:
    """Return what stands in backquotes in the first column of a section's table."""
    return {name for row in page.cells(page.section(TEXT, title)) for name in re.findall(r"`([^`]+)`", row[0])}


def options_of(command: click.Command) -> set[str]:
    return {name for one in command.params for name in one.opts if name.startswith("--")}


def test_the_page_says_what_comes(tmp_path: Path) -> None:
    """Every block runs, in order, on the reference's store; what stands below it is what it gives."""
    hold(PAGE, world.run_page(TEXT, tmp_path))


def test_the_tables_are_those_of_the_code() -> None:
    """Options, fields of a space and fields of a choice: all that there are, and no other."""
    assert first_columns("At a prompt") == options_of(front_command)
    listed = {re.match(r"`(--[a-z-]+)", row[0])[1] for row in page.cells(page.section(TEXT, "Lineage"))}  # type: ignore[index] - each is one
    assert listed == options_of(lineage_command) - {"--color", "--namespace"}
    assert first_columns("From Python") == {field.name for field in fields(Space)} - INSIDE
    assert first_columns("Choosing anew") == {field.name for field in fields(Choice)}


def test_the_links_lead_somewhere() -> None:
    """Each link is a file of the repository, and the anchor behind it a heading of that page."""
    for target in re.findall(r"\]\(([^)]+)\)", TEXT):
        file, _, anchor = target.partition("#")
        found = page.text_of(PAGE.parent / file if file else PAGE)
        assert not anchor or anchor in map(page.anchor, page.titles(found, 2)), target
