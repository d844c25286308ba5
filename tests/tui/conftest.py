"""What tests of the terminal app share: a store of our own, and a home of their own for what the app remembers."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from tui_store import make

RUNS_AN_APP = frozenset(("Pilot", "room_app", "settled"))
"""Names that a module of tests takes for that."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Call a test slow that runs an app: half a second each, and there are hundreds."""
    here = Path(__file__).parent
    for item in items:
        if (
            item.path.parent == here
            and isinstance(item, pytest.Function)
            and RUNS_AN_APP.intersection(vars(item.module))
        ):
            item.add_marker(pytest.mark.slow)


@pytest.fixture(autouse=True)
def home(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder where the app keeps its state and its settings; nothing of the person who runs the tests is touched."""
    home = tmp_path_factory.mktemp("home")
    for name in ("STATE", "CONFIG", "DATA"):
        monkeypatch.setenv(f"XDG_{name}_HOME", str(home / name.lower()))
    for name in ("NO_COLOR", "COLORTERM", "TEXTUAL"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("TERM", "xterm-256color")
    return home


@pytest.fixture(scope="session")
def made_store(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The store of the office's move, which no test may write to."""
    return make(tmp_path_factory.mktemp("made") / "move.clew")


@pytest.fixture
def store(made_store: Path, tmp_path: Path) -> Path:
    """A copy of the store of the office's move, for one test to do with as it likes."""
    return Path(shutil.copytree(made_store, tmp_path / "move.clew"))
