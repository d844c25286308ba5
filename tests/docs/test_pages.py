"""What pages beside the reference show is run there too, on its store; what stands below a block is what it says.

`CLEW_UPDATE_GOLDEN=1 pytest` writes the answers anew: read them as a user would.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from golden_files import hold
from manual import page, world

PAGES = [page.DOCS / f"{name}.md" for name in ("need", "learning")]
SHOWN = "<!-- shown, not run -->\n"
"""Stands before a block that needs what a test has not: a language model, a download."""

pages = pytest.mark.parametrize("path", PAGES, ids=lambda path: path.stem)


@pages
def test_a_page_says_what_comes(path: Path, tmp_path: Path) -> None:
    """Every block runs, in order, but for those that are marked as shown."""
    world.make_store(tmp_path)
    text = page.text_of(path)
    with world.world(tmp_path) as here:
        parts = [_run(part, here) for part in re.split(rf"({SHOWN}```.*?^```\n)", text, flags=re.DOTALL | re.MULTILINE)]
    hold(path, "".join(parts))


def _run(part: str, here: world.World) -> str:
    return part if part.startswith(SHOWN) else page.answered(part, here.answer)


@pages
def test_every_block_is_one_that_is_tested(path: Path) -> None:
    """Each block is in a language that the test above takes, and the shown ones are no more than one in three."""
    text = page.text_of(path)
    fences = re.findall(r"^```(\w*)$", text, re.MULTILINE)[::2]
    assert {*fences} <= {"python", "clew", "sh", "text"}
    assert text.count(SHOWN) * 3 <= len(fences)


@pages
def test_the_links_lead_somewhere(path: Path) -> None:
    """Each link is a file of the repository, and the anchor behind it a heading of that page."""
    for target in re.findall(r"\]\(([^)]+)\)", page.text_of(path)):
        file, _, anchor = target.partition("#")
        found = page.text_of(path.parent / file)
        titles = [title for level in (1, 2, 3) for title in page.titles(found, level)]
        assert not anchor or anchor in map(page.anchor, titles), target
