"""What tests of broken surroundings share: a user whom permissions stop."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import clew
import pytest

NOBODY = 65534


@pytest.fixture(scope="session")
def all_imported(tmp_path_factory: pytest.TempPathFactory) -> None:
    """Import what is imported when it is first used: it may lie where another user cannot read."""
    with clew.open(tmp_path_factory.mktemp("imports") / "a.clew") as memory:
        memory.remember("a", id="a", task="T")
        memory.query("MATCH (m:Memory) RETURN m")
        memory.query("TRACE CAUSES OF 'a'")
        memory.context("a")
        memory.doctor()


@pytest.fixture
def unprivileged(
    tmp_path: Path, tmp_path_factory: pytest.TempPathFactory, all_imported: None, monkeypatch: pytest.MonkeyPatch
) -> Iterator[None]:
    """Be a user who may not do everything, in a folder of one's own: step down for a while."""
    if os.name == "nt" or os.geteuid() != 0:
        yield
        return
    # The model is adapted into a folder of this user's: those that this process made before belong to another.
    cache = tmp_path_factory.mktemp("cache")
    monkeypatch.setenv("XDG_CACHE_HOME", str(cache))
    folders = [cache, tmp_path, *tmp_path.rglob("*")]
    for path in folders:
        os.chown(path, NOBODY, NOBODY, follow_symlinks=False)
    for parent in tmp_path.parents:
        if "pytest" in str(parent):  # and they stay so: another test at this moment may be this user too
            parent.chmod(parent.stat().st_mode | 0o011)
    os.setegid(NOBODY)
    os.seteuid(NOBODY)
    try:
        yield
    finally:
        os.seteuid(0)
        os.setegid(0)
