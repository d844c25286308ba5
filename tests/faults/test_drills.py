"""The drills in their short form: a few seconds of what `make soak` does for an hour."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from drills.apart import run_short

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(sys.platform == "win32", reason="this system has no fork"),
]


def test_an_engine_can_be_killed_at_any_moment(tmp_path: Path) -> None:
    """After each kill, in an import or among others, all that was acknowledged is there, once, in the state it was left
    in; the store is sound, and columns and graph equal the journal by the values of their properties.
    """
    run_short("kills", tmp_path)


@pytest.mark.parametrize("limited", [0, 1], ids=["a small disk where one can be mounted", "a limit on files"])
def test_a_disk_that_fills_up(tmp_path: Path, limited: int) -> None:
    """Steps are refused with our errors alone, the process lives, reading goes on, and with room again all is there."""
    run_short("disk_full", tmp_path, limited=limited, sizes=2 - limited)


def test_damage_to_any_file(tmp_path: Path) -> None:
    """Flipped bits and missing ends are named or harmless, what is derived heals, and no process dies of it."""
    run_short("damage", tmp_path)


def test_many_read_and_write_together(tmp_path: Path) -> None:
    """No error, nothing lost, nothing twice, and no answer lacks what was acknowledged before its query began."""
    run_short("together", tmp_path)


def test_many_write_at_once(tmp_path: Path) -> None:
    """Threads and processes leave exactly what they wrote, with the steps of shared tasks distinct."""
    run_short("writes", tmp_path)


def test_a_long_life(tmp_path: Path) -> None:
    """Queries leave no memory behind."""
    run_short("leaks", tmp_path)


def test_any_sequence_of_acts(tmp_path: Path) -> None:
    """Two processes on one store show, after each act, what a plain model shows."""
    run_short("model", tmp_path)


def test_what_forks_and_closes(tmp_path: Path) -> None:
    """An engine is refused in a child and after closing, at once; and reading works where nobody may write."""
    run_short("forks", tmp_path)
