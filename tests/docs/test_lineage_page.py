"""The page on lineage cannot lie: its examples run, and the options it lists are those that there are.

`CLEW_UPDATE_GOLDEN=1 pytest` writes the answers anew: look at them as a user would.
"""

from __future__ import annotations

import re
from pathlib import Path

from clew.cli.lineage import lineage_command
from golden_files import hold
from manual import page, world

PAGE = page.DOCS / "lineage_pictures.md"
TEXT = page.text_of(PAGE)


def test_the_page_says_what_comes(tmp_path: Path) -> None:
    """Every block runs, in order, on the reference's store; what stands below it is what it gives."""
    hold(PAGE, world.run_page(TEXT, tmp_path))


def test_the_page_lists_every_option() -> None:
    """But for those that all commands have."""
    listed = {re.match(r"`--([a-z-]+)", row[0])[1] for row in page.cells(TEXT)}  # type: ignore[index] - each is one
    there = {
        option.opts[0].removeprefix("--") for option in lineage_command.params if option.param_type_name == "option"
    }
    assert listed == there - {"color", "namespace"}
