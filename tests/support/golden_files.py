"""Golden files: what is printed or drawn, kept as somebody looked at it."""

from __future__ import annotations

import os
from pathlib import Path


def hold(path: Path, made: str) -> None:
    """Assert that a file says what was made; with CLEW_UPDATE_GOLDEN it is written anew: look at it as a user would."""
    if os.environ.get("CLEW_UPDATE_GOLDEN"):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(made.encode())
    assert made == path.read_bytes().decode(), f"{path.name} is another"
