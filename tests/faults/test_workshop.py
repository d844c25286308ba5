"""Private folders: each belongs to one process, and nobody who sweeps takes it from one who lives."""

from __future__ import annotations

import os
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from clew.engine.projection import workshop
from clew.engine.projection.workshop import LOCK, PREFIX, Workshop, sweep
from clew.engine.running import locks


def test_a_folder_that_is_swept_before_it_is_locked_is_made_anew(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever sweeps in the moment between the making and the locking takes a folder that nobody uses."""
    swept: list[Path] = []

    def late(handle: int) -> bool:
        if not swept:
            swept.extend(tmp_path.glob(f"{PREFIX}*"))
            sweep(tmp_path)
        return locks.try_lock(handle)

    monkeypatch.setattr(workshop, "try_lock", late)
    mine = Workshop(tmp_path)
    folder = mine.folder()
    assert len(swept) == 1 and not swept[0].exists()
    assert folder != swept[0] and (folder / LOCK).is_file()
    sweep(tmp_path)
    assert folder.is_dir()
    mine.close()
    assert list(tmp_path.iterdir()) == []


def test_many_who_make_and_sweep_at_once_keep_what_is_theirs(tmp_path: Path) -> None:
    """Every folder that was handed out is there until its owner closes it, and no other is left."""

    def make(_: int) -> bool:
        mine = Workshop(tmp_path)
        folder = mine.folder()  # sweeps before
        (folder / "draft").write_text("half a snapshot")
        sweep(tmp_path)
        kept = (folder / "draft").is_file()
        mine.close()
        return kept

    with ThreadPoolExecutor(8) as pool:
        assert all(pool.map(make, range(400)))
    assert list(tmp_path.iterdir()) == []


def test_a_place_without_locks_has_private_folders_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the system refuses every lock, the folder that is made last is used, and no other is left to lie."""
    monkeypatch.setattr(workshop, "try_lock", lambda handle: False)
    mine = Workshop(tmp_path)
    folder = mine.folder()
    assert list(tmp_path.iterdir()) == [folder]
    mine.close()


def test_a_dead_owners_folder_goes(tmp_path: Path) -> None:
    """A folder whose lock nobody holds is removed by whoever sweeps next."""
    left = tmp_path / f"{PREFIX}left"
    left.mkdir()
    os.close(os.open(left / LOCK, os.O_CREAT))
    sweep(tmp_path)
    assert not left.exists()
