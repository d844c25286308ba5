"""The app where the terminal has nothing but ASCII: all of it is seen there, and nothing has moved."""

from __future__ import annotations

import asyncio
from io import StringIO
from pathlib import Path

import clew
import pytest
from clew.cli.look import encoding_of
from clew.tui.rooms import DOORS
from pictures import SMALL, press, room_app, settled, shown
from rich.cells import cell_len

RECALL = "RECALL 5 FOR 'fibre for the new office' NEAR 'quay-signed' PARETO BY relevance, coherence"
FIND = "MATCH (m:Memory) WHERE m.id = 'wide' RETURN m"
LAST = "~"
"""The last character of ASCII that can be seen."""
KEYS = SMALL[1] - 1
"""The line of keys, in which those without a sign of ASCII have their names."""


def test_every_room_is_drawn_in_ascii(store: Path) -> None:
    """In every room, its second part, its other view and its questions, no character is above the last of ASCII."""

    async def test() -> None:
        async with room_app(store, SMALL, asked=RECALL, writable=True, shows="ascii") as (app, pilot):
            strange: dict[str, str] = {}

            def look_at(what: str) -> None:
                if found := "".join(sorted({sign for sign in shown(app) if sign > LAST})):
                    strange[what] = found

            for door in DOORS:
                await app.enter(door.name)
                await settled(app, pilot)
                look_at(door.name)
                for keys in (("tab",), ("v",), ("z",), ("question_mark",), ("escape", "f1"), ("escape", "ctrl+p")):
                    await press(app, pilot, *keys)
                    look_at(f"{door.name} after {keys}")
                await press(app, pilot, "escape")
            assert not strange
            await press(app, pilot, "f4")
            assert "enter Make it the root" in shown(app)

    asyncio.run(test())


def test_in_ascii_nothing_has_moved(store: Path) -> None:
    """Each sign stands where it stood: a wide letter is two question marks, and letters pass where they can."""
    with clew.open(store, background=False) as memory:
        memory.remember("Zoë reads 本 → quay", id="wide", causes=["quay-signed"])

    async def drawn(shows: str | None) -> list[str]:
        async with room_app(store, SMALL, room="memory", asked=FIND, shows=shows) as (app, _):
            return shown(app).splitlines()

    whole, latin, plain = (asyncio.run(drawn(shows)) for shows in (None, "latin-1", "ascii"))
    assert list(map(cell_len, whole[:KEYS])) == list(map(cell_len, plain[:KEYS]))
    assert any("Zoë reads 本 → quay" in line for line in whole)
    assert any("Zoë reads ?? > quay" in line for line in latin)
    assert any("Zo? reads ?? > quay" in line for line in plain)


class Terminal(StringIO):
    """A terminal to which Python writes UTF-8, as it does in the locale C."""

    encoding = "utf-8"  # pyright: ignore[reportAssignmentType, reportIncompatibleVariableOverride]

    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize(
    ("locale", "encoding"),
    [
        ({"LANG": "C", "LC_CTYPE": "C.UTF-8"}, "ascii"),
        ({"LANG": "en_GB.UTF-8", "LC_ALL": "POSIX"}, "ascii"),
        ({"LANG": "C", "LC_CTYPE": "de_DE.UTF-8"}, "utf-8"),
        ({"LANG": "C", "PYTHONIOENCODING": "utf-8"}, "utf-8"),
        ({"LC_CTYPE": "C.UTF-8"}, "utf-8"),
    ],
)
def test_the_locale_c_is_ascii(locale: dict[str, str], encoding: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A terminal in the locale C shows ASCII, though Python would write UTF-8; in any other it takes that."""
    for name in ("LANG", "LC_ALL", "LC_CTYPE", "PYTHONIOENCODING", "PYTHONUTF8"):
        monkeypatch.delenv(name, raising=False)
    for name, value in locale.items():
        monkeypatch.setenv(name, value)
    assert encoding_of(Terminal()) == encoding
