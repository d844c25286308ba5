"""What the tests of importers share: a place to write logs, and an open store."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import clew
import pytest

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
