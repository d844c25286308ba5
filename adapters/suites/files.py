"""Reading a whole file of JSON, with one sentence for whatever is wrong with it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from ...errors import ImportFailed


def read_text(path: Path) -> str:
    """Return what a file holds, as UTF-8. Raises ImportFailed."""
    try:
        return path.read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        raise ImportFailed(f"{path} cannot be read: {error}.", path=str(path)) from None


def read_json(path: Path) -> Any:
    """Return the one value that a file holds. Raises ImportFailed."""
    try:
        return json.loads(read_text(path))
    except (ValueError, RecursionError) as error:
        raise ImportFailed(f"{path} is not JSON: {error}.", path=str(path)) from None
