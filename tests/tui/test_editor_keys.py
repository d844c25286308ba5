"""Every key of the editor that changes a text or goes about in it."""

from __future__ import annotations

from pathlib import Path

import pytest
from clew.tui.app import ClewApp
from pictures import Pilot, settled
from query_room import drive, editor

TEXT = "RECALL 5\nFOR 'the lift'"
JOURNEYS = {
    "a word back": (("ctrl+end", "ctrl+backspace"), "RECALL 5\nFOR 'the lift"),
    "a word on": (("home", "alt+delete"), "RECALL 5\n 'the lift'"),
    "a line": (("ctrl+shift+k",), "RECALL 5\n"),
    "to the begin of a line": (("ctrl+u",), "RECALL 5\n"),
    "to the end of a line": (("home", "right", "ctrl+k"), "RECALL 5\nF"),
    "a letter on": (("home", "delete"), "RECALL 5\nOR 'the lift'"),
    "a letter back": (("up", "end", "backspace"), "RECALL \nFOR 'the lift'"),
    "selected words": (("ctrl+shift+left", "ctrl+shift+left", "delete"), "RECALL 5\nFOR 'the "),
    "selected on": (("home", "ctrl+shift+right", "delete"), "RECALL 5\n 'the lift'"),
    "selected letters": (("shift+left", "shift+left", "delete"), "RECALL 5\nFOR 'the lif"),
    "selected letters on": (("home", "shift+right", "delete"), "RECALL 5\nOR 'the lift'"),
    "selected to the end": (("home", "shift+end", "delete"), "RECALL 5\n"),
    "selected to the begin": (("shift+home", "delete"), "RECALL 5\n"),
    "selected lines": (("shift+up", "shift+home", "delete"), ""),
    "selected lines on": (("pageup", "home", "shift+down", "delete"), "FOR 'the lift'"),
    "cut and put in again": (("shift+home", "ctrl+x", "pageup", "home", "ctrl+v"), "FOR 'the lift'RECALL 5\n"),
    "copied": (("shift+home", "ctrl+c", "end", "ctrl+v"), "RECALL 5\nFOR 'the lift'FOR 'the lift'"),
    "taken back": (("ctrl+u", "ctrl+z"), TEXT),
    "done again": (("ctrl+u", "ctrl+z", "ctrl+y"), "RECALL 5\n"),
    "between words": (("ctrl+left", "ctrl+left", "ctrl+right", "x"), "RECALL 5\nFOR 'the liftx'"),
    "by the page": (("pageup", "home", "x", "pagedown", "end", "y"), "xRECALL 5\nFOR 'the lift'y"),
    "down a line": (("up", "home", "down", "left", "z"), "RECALL 5z\nFOR 'the lift'"),
}
"""Keys, from the end of the text, and what stands there then."""


@pytest.mark.slow
def test_keys_of_the_editor(store: Path) -> None:
    """Words, lines and selections are deleted, copied, put in, taken back, and gone about in, by their keys."""

    async def work(app: ClewApp, pilot: Pilot[None]) -> None:
        wrong = dict[str, str]()
        for name, (keys, comes_to) in JOURNEYS.items():
            editor(app).load(TEXT, len(TEXT), None)
            await pilot.press(*keys)
            await settled(app, pilot)
            if editor(app).text != comes_to:
                wrong[name] = editor(app).text
            await pilot.press("escape")
        assert not wrong

    drive(store, work)
