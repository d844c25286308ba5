"""The text in the editor of a person's own: `$VISUAL`, else `$EDITOR`, else what the system has."""

from __future__ import annotations

import os
import shlex
import shutil
import subprocess
import tempfile
from pathlib import Path

from ...errors import ClewError

USUAL = ("sensible-editor", "nano", "vim", "vi", "notepad")


def editor_command() -> list[str]:
    """Return the command of a person's editor. Raises ClewError where there is none."""
    asked = os.environ.get("VISUAL") or os.environ.get("EDITOR")
    if asked:
        try:
            command = shlex.split(asked)
        except ValueError:
            command = [asked]
        if command and shutil.which(command[0]):
            return command
        raise ClewError(f"`{asked}` of $EDITOR is not on this machine.", hint="Set EDITOR to an editor that is.")
    found = next((name for name in USUAL if shutil.which(name)), None)
    if found is None:
        raise ClewError("No editor was found.", hint="Set EDITOR to one.")
    return [found]


def edited(text: str, command: list[str]) -> str | None:
    """Return a text as a person left it, in a file that an editor knows by its name; None where it failed.

    The file is readable by its owner alone, and gone afterwards.
    """
    number, name = tempfile.mkstemp(prefix="clew-", suffix=".clew")
    path = Path(name)
    try:
        with os.fdopen(number, "w", encoding="utf-8", errors="replace") as file:
            file.write(text)
        done = subprocess.run([*command, name], check=False)
        return path.read_text(encoding="utf-8", errors="replace").removesuffix("\n") if done.returncode == 0 else None
    finally:
        path.unlink(missing_ok=True)
