"""The shipped model is read from disk once a worker, and not again for every store that a test opens.

To read it takes a tenth of a second, more than most tests; what was read has no state, and threads share it in any
store. Files that changed are another model, so whoever damages a model, or puts another in its place, gets that.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest
from clew.engine.embedding import models

Open = Callable[[Path], Any]


@pytest.fixture(scope="session", autouse=True)
def model_once() -> Iterator[None]:
    with patch.object(models, "open_static", once(models.open_static)):
        yield


def once(read: Open) -> Open:
    """Return `read`, called once for each folder as long as the files in it are what they were."""
    kept: dict[tuple[Any, ...], Any] = {}

    def opened(folder: Path) -> Any:
        state = (folder, *_state(folder))
        if state not in kept:
            kept[state] = read(folder)
        return kept[state]

    return opened


def _state(folder: Path) -> Iterator[tuple[str, int, int]]:
    """Yield the name, size and time of each file in a folder."""
    for path in sorted(folder.iterdir()):
        found = path.stat()
        yield path.name, found.st_size, found.st_mtime_ns
