"""What was typed, kept for the next time: in the user's state folder, readable by nobody else, and only if wanted.

`--no-history` or CLEW_HISTORY=off keeps nothing; CLEW_HISTORY names another file; an entry that begins with a blank is
never kept.
"""

from __future__ import annotations

import os
from pathlib import Path

from platformdirs import user_state_path
from prompt_toolkit.history import FileHistory, History, InMemoryHistory

from ..talk import note

VARIABLE = "CLEW_HISTORY"
PRIVATE = 0o600


class PrivateHistory(FileHistory):
    """A file of entries. One that begins with a blank is known until the shell ends, and never written."""

    def store_string(self, string: str) -> None:
        if not string.startswith(" "):
            super().store_string(string)


def history(*, kept: bool = True) -> History:
    """Return the history of all shells, or an empty one where it is not kept or cannot be."""
    asked = os.environ.get(VARIABLE, "")
    if not kept or asked.lower() == "off":
        return InMemoryHistory()
    path = Path(asked).expanduser() if asked else user_state_path("clew") / "shell_history"
    try:
        _make_private(path)
    except OSError as error:
        note(f"{path} cannot be written ({error.strerror}), so nothing is kept of what is typed.")
        return InMemoryHistory()
    return PrivateHistory(str(path))


def _make_private(path: Path) -> None:
    """Make the file where there is none, readable by its owner alone from its first moment on."""
    path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    os.close(os.open(path, os.O_CREAT | os.O_APPEND | os.O_WRONLY, PRIVATE))
    path.chmod(PRIVATE)
