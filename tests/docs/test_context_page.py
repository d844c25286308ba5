"""The page on contexts cannot lie: its examples run, its answers are compared, its tables are those of the engine.

`CLEW_UPDATE_GOLDEN=1 pytest` writes the answers and the tables anew: read them as a user would.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path

from clew.engine.context.fence import FRAME_FIELDS
from clew.engine.context.lines import LINE_FIELDS
from clew.engine.context.shares import DEFAULT, SECTIONS
from golden_files import hold
from manual import page, tables, world

PAGE = page.DOCS / "context.md"
TEXT = page.text_of(PAGE)


def fields(of: Mapping[str, str]) -> str:
    return tables.table(("field", "what it is"), ((f"`{{{name}}}`", meaning) for name, meaning in of.items()))


def test_the_page_says_what_comes(tmp_path: Path) -> None:
    """Every block runs, in order, on the reference's store; what stands below it is what it gives."""
    text = page.with_tables(TEXT, {"line fields": fields(LINE_FIELDS), "frame fields": fields(FRAME_FIELDS)})
    hold(PAGE, world.run_page(text, tmp_path))


def test_every_block_is_one_that_is_tested() -> None:
    """No block is in a language that the test above does not take, and each shows its answer."""
    kinds = re.findall(r"^```(\w+)$", TEXT, re.MULTILINE)
    assert {*kinds} == {"python", "sh", "text"}
    assert all(block.said for block in page.blocks(TEXT)) and len(page.blocks(TEXT)) * 2 == len(kinds)


def test_the_sections_and_their_shares_are_those_that_there_are() -> None:
    """The table lists the sections in their order, and the sentence about defaults says what they are."""
    rows = page.cells(page.section(TEXT, "Context"))
    assert [page.code(row[0]) for row in rows][: len(SECTIONS)] == list(SECTIONS)
    shares = {section: f"{DEFAULT[section]:g}" for section in SECTIONS}
    said = "pinned has {pinned}, summary {summary}, selection {selection} and recent {recent}".format(**shares)
    assert said in TEXT


def test_the_links_lead_somewhere() -> None:
    """Each link is a file of the repository, and the anchor behind it a heading of that page."""
    for target in re.findall(r"\]\(([^)]+)\)", TEXT):
        file, _, anchor = target.partition("#")
        found = page.text_of(PAGE.parent / file)
        assert not anchor or anchor in map(page.anchor, page.titles(found, 2)), target
