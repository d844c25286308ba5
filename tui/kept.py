"""What the app remembers between two starts: small JSON files in the user's state folder, for their owner alone.

Nothing that matters is kept here, so a file that cannot be read counts as empty, and one that cannot be written is not
written. Each is put in its place whole: two apps that end at once leave one of the two, and never half of both.
"""

from __future__ import annotations

import json
import os
import tempfile
from contextlib import suppress
from pathlib import Path
from typing import Any

from platformdirs import user_config_path, user_state_path

PRIVATE = 0o700


def state_folder() -> Path:
    """Return where the app keeps what it remembers; it may not be there yet."""
    return user_state_path("clew") / "tui"


def settings_folder() -> Path:
    """Return where a person puts what the app shall do."""
    return user_config_path("clew")


def recall(name: str) -> Any:
    """Return what was kept under a name; None where nothing was, or it cannot be read."""
    try:
        return json.loads((state_folder() / f"{name}.json").read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError):
        return None


def keep(name: str, value: Any) -> None:
    """Keep a value under a name, where that can be done."""
    folder = state_folder()
    with suppress(OSError):
        folder.mkdir(parents=True, exist_ok=True, mode=PRIVATE)
        write_whole(folder / f"{name}.json", json.dumps(value, ensure_ascii=True, indent=1))


def write_whole(path: Path, text: str) -> None:
    """Write a file for its owner alone, whole or not at all. Raises OSError."""
    number, draft = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")  # made with mode 0600
    try:
        with os.fdopen(number, "w", encoding="utf-8") as file:
            file.write(text)
        Path(draft).replace(path)
    except BaseException:
        Path(draft).unlink(missing_ok=True)
        raise
