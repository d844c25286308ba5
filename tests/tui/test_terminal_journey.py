"""The app where a person sits: in a real terminal, with keys as a terminal sends them."""

from __future__ import annotations

import re
import signal
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path

import clew
import pytest
from multiplexed import TMUX, Multiplexed, clew_in

pytestmark = [pytest.mark.slow, pytest.mark.skipif(TMUX is None, reason="tmux is not there")]


@pytest.fixture
def terminal(store: Path, tmp_path: Path) -> Iterator[Multiplexed]:
    """The app on the store of the office's move, open and seen."""
    with Multiplexed(clew_in("tui", str(store), "--write"), tmp_path) as terminal:
        terminal.until("F2 Query", "50 events", "Nothing was asked yet")
        yield terminal


def test_from_a_mistake_to_a_file(terminal: Multiplexed, tmp_path: Path) -> None:
    """A query with a mistake is mended by completion and run; its front is walked, its lineage looked at, the store
    read as it was, and the rows of then are written to a file.
    """
    terminal.type("RECALL 5 FOR 'fibre for the quay' TSK")
    terminal.until("only memories of these tasks")
    terminal.press("Escape")
    terminal.until("`TSK` is not a word of the language; `TASK` is similar.")
    terminal.press("C-Space")
    terminal.until("only memories of these tasks")
    terminal.press("Tab")
    terminal.until("'fibre for the quay' TASK")
    terminal.type(" net")
    terminal.until("value: network")
    terminal.press("Tab")
    terminal.until("TASK network", gone="value: network")
    terminal.press("F5")
    terminal.until("5 rows", "plan-b Cancel", "→ fibre-need")
    terminal.press("F3")
    terminal.until("5 of 7 answered", "front 1, answered, rank 1")
    terminal.press(".", ".", ".")
    terminal.until("→ plan-b", "answered, rank 4")
    terminal.press("F4")
    terminal.until("║ plan-b", "─CAUSED─▶")
    terminal.press("F7", *"/2024-05-01", "Space", *"09:15", "Enter")  # at once, as who knows the way types it
    terminal.until("as of 2024-05-01 09:15", "16 of 50 events")
    terminal.press("F2")
    terminal.press("F5")
    terminal.until("4 rows", gone="plan-b Cancel")
    terminal.press("C-s")
    terminal.until("The end of its name says the format")
    terminal.type(str(tmp_path / "then.csv"))
    terminal.press("Enter")
    terminal.until("Wrote 4 rows")
    terminal.press("C-q")
    terminal.until("ended with 0")
    written = (tmp_path / "then.csv").read_text()
    assert "fibre-order" in written and "plan-b" not in written


def test_a_change_is_made_and_taken_back(terminal: Multiplexed, store: Path) -> None:
    """A memory is found, pinned after a yes, and the pin is taken back; the store says the same each time."""
    terminal.press("F6")
    terminal.until("Find")
    terminal.type("/")
    terminal.until("Which memory?")
    terminal.type("loft-st")
    terminal.until("loft-stairs")
    terminal.press("Enter")
    terminal.until("loft-stairs  observation", "Dyer Street has no lift")
    terminal.press("p")
    terminal.until("Pin loft-stairs?")
    terminal.press("y")
    terminal.until("◆ pinned")
    terminal.press("C-z")
    terminal.until("taken back", gone="◆ pinned")
    terminal.press("C-z")
    terminal.until("There is nothing to take back.")
    terminal.press("C-q")
    terminal.until("ended with 0")
    with clew.open(store, create=False) as memory:
        assert not memory.get("loft-stairs").pinned


def test_many_keys_at_once_in_every_room(terminal: Multiplexed) -> None:
    """Keys that come faster than they can be answered are taken one after the other, and the app goes on."""
    terminal.type("RECALL 5 FOR 'fibre'")
    terminal.press("F5")
    terminal.until("5 rows")
    for key in ("F3", "F4", "F6", "F7", "F8", "F9", "F2"):
        terminal.press(key)
        terminal.press(*["Down", "Right", "Up", "Left", "Tab", "PPage", "NPage", "End", "Home", "Escape"] * 3)
    terminal.press(*["F3", "F4", "F6", "F7", "F8", "F9", "F2"] * 5, "F7")
    terminal.until(" of 50 events")  # as of when, depends on what had the focus
    terminal.press("C-q")
    terminal.until("ended with 0")


def test_a_storm_of_sizes(terminal: Multiplexed) -> None:
    """A terminal that is dragged larger and smaller, down to nearly nothing, is filled again when it rests."""
    for room in ("F3", "F4", "F6", "F7", "F8", "F9"):
        terminal.press(room)
        for width, height in ((20, 6), (200, 60), (40, 10), (10, 3), (160, 50), (80, 24), (1, 1), (120, 40)):
            terminal.resize(width, height)
    terminal.until("F2 Query", "50 events", "All commands")
    terminal.press("C-q")
    terminal.until("ended with 0")


def test_quitting_while_busy_is_quick(terminal: Multiplexed) -> None:
    """A question without end does not keep anybody: the app ends at once, and with 0."""
    terminal.type("MATCH (a:Memory), (b:Memory), (c:Memory), (d:Memory), (e:Memory) RETURN count(*) AS n")
    terminal.press("Escape")
    terminal.press("F5")
    terminal.until("asking")
    terminal.press("C-q")
    terminal.until("ended with 0", seconds=20)


def test_a_store_that_another_process_fills(terminal: Multiplexed, store: Path) -> None:
    """While an agent writes 200 memories a second, rooms answer, and the count of events goes on."""
    code = (
        "import clew, sys, time\n"
        "memory = clew.open(sys.argv[1], background=False)\n"
        "for number in range(100_000):\n"
        "    memory.remember(f'the agent saw {number}', task=f'writing {number // 500}')\n"
        "    time.sleep(0.003)\n"
    )
    writer = subprocess.Popen([*clew_in()[:1], "-c", code, str(store)])
    try:
        for room in ("F9", "F7", "F6", "F4", "F3", "F8", "F2"):
            seen = terminal.until("events", gone="50 events")
            terminal.press(room)
            terminal.press("Down", "Down", "PPage", "NPage", "End", "Home")
            terminal.until("F2 Query")
            assert _events(seen) <= _events(terminal.screen)
        terminal.press("F7")  # where the keys went back in time
        terminal.until("n Now")
        terminal.press("n")
        terminal.until("WRITE  now")
        terminal.press("F2")
        terminal.until("Nothing was asked yet")
        terminal.type("RECALL 3 FOR 'what did the agent see'")
        terminal.press("Escape")
        terminal.press("F5")
        terminal.until("3 rows")
    finally:
        writer.send_signal(signal.SIGKILL)
        writer.wait()
    terminal.press("C-q")
    terminal.until("ended with 0")


def test_a_store_that_is_moved_away(terminal: Multiplexed, store: Path) -> None:
    """Whoever loses the store is told so in a sentence, and opens it again where it comes back."""
    away = store.with_name("away.clew")
    store.rename(away)
    terminal.until("Try again")
    away.rename(store)
    time.sleep(1)  # who reads it; who was typing chooses nothing
    terminal.press("Enter")
    terminal.until("50 events", "F2 Query", gone="Try again")
    terminal.press("C-q")
    terminal.until("ended with 0")


def _events(screen: str) -> int:
    """Return the number of events that the status says."""
    found = re.search(r"◆.* ([\d,]+) events", screen)
    assert found is not None, screen
    return int(found[1].replace(",", ""))
