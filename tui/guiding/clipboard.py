"""Copying: by the desktop's own program where there is one, else by OSC 52, which the terminal may take or not.

Over SSH the desktop's program would copy on the wrong machine, so there it is OSC 52 alone. A library was refused: the
programs are what such a library calls, too.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Mapping

SECONDS = 2.0
"""More than a clipboard takes; a hanging display server must not hold a person up."""

Found = Callable[[str], str | None]


def program(environment: Mapping[str, str] = os.environ, find: Found = shutil.which) -> list[str] | None:
    """Return the command that copies what it is given on standard input; None where only the terminal can."""
    if environment.get("SSH_CONNECTION") or environment.get("SSH_TTY"):
        return None
    wanted = (
        (bool(environment.get("WAYLAND_DISPLAY")), ["wl-copy"]),
        (bool(environment.get("DISPLAY")), ["xclip", "-selection", "clipboard"]),
        (bool(environment.get("DISPLAY")), ["xsel", "--clipboard", "--input"]),
        (sys.platform == "darwin", ["pbcopy"]),
        (sys.platform == "win32" or "WSL_DISTRO_NAME" in environment, ["clip.exe"]),
    )
    return next((command for fits, command in wanted if fits and find(command[0])), None)


def copy_natively(text: str) -> bool:
    """Copy a text by the desktop's program, and return whether that worked. Blocks for up to SECONDS."""
    command = program()
    if command is None:
        return False
    data = text.encode("utf-16-le" if command[0] == "clip.exe" else "utf-8", "replace")
    quiet = subprocess.DEVNULL
    try:
        done = subprocess.run(command, input=data, stdout=quiet, stderr=quiet, timeout=SECONDS, check=False)
    except (OSError, subprocess.TimeoutExpired):
        return False
    return done.returncode == 0
