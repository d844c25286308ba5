"""The page of the terminal app says which rooms and keys there are: as the app itself does.

`CLEW_UPDATE_GOLDEN=1 pytest` writes its tables anew.
"""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest
from clew.tui.guiding.themes import THEMES
from clew.tui.rooms import DOORS
from clew.tui.start import key_table

PAGE = Path(__file__).parents[2] / "docs" / "tui.md"


def rooms_table() -> str:
    rows = [f"| {door.title} | {door.key.upper()} | {door.says} |" for door in DOORS]
    return "\n".join(["| room | key | for |", "| --- | --- | --- |", *rows])


@pytest.mark.parametrize(("name", "table"), [("rooms", rooms_table), ("keys", key_table)])
def test_tables_are_the_apps_own(name: str, table: object) -> None:
    """Each table between marks is what the app has."""
    assert callable(table)
    block = re.compile(f"(<!-- {name} -->\n)(.*?)(<!-- /{name} -->)", re.DOTALL)
    text = PAGE.read_text(encoding="utf-8")
    if os.environ.get("CLEW_UPDATE_GOLDEN"):
        text = block.sub(lambda found: f"{found[1]}{table()}\n{found[3]}", text)
        PAGE.write_text(text, encoding="utf-8", newline="\n")
    found = block.search(text)
    assert found is not None
    assert found[2] == f"{table()}\n"


def test_every_theme_is_named() -> None:
    """The page names each theme of ours."""
    text = PAGE.read_text(encoding="utf-8")
    assert [theme.name for theme in THEMES if f"`{theme.name}`" not in text] == []
