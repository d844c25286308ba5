"""What the tests of importers share: a place to write logs, an open store, and the large real logs where they are."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import clew
import pytest

ROOT = Path(__file__).parents[2]

Write = Callable[..., Path]


@pytest.fixture
def write(tmp_path: Path) -> Write:
    """Return a function that writes a log: bytes and text as they are, a value as JSON, `lines` as a value a line."""

    def write(name: str, value: Any = None, *, lines: list[Any] | None = None) -> Path:
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        if lines is not None:
            value = "".join(json.dumps(line) + "\n" for line in lines)
        data = value if isinstance(value, bytes | str) else json.dumps(value)
        path.write_bytes(data if isinstance(data, bytes) else data.encode("utf-8"))
        return path

    return write


@pytest.fixture
def store(tmp_path: Path) -> Iterator[clew.Engine]:
    with clew.open(tmp_path / "memory.clew", background=False) as engine:
        yield engine


@pytest.fixture
def shared() -> Path:
    """Return the folder of real data: $CLEW_SHARED, else `shared` beside the checkout."""
    folder = Path(os.environ.get("CLEW_SHARED", ROOT.parent / "shared"))
    if not (folder / "data").is_dir():
        pytest.skip(f"no real data at {folder}: set CLEW_SHARED")
    return folder
