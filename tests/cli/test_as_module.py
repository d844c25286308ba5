"""The command without its script: `python -m clew`."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path


def test_the_package_runs_as_the_command(tmp_path: Path) -> None:
    """It ends with the code that the command ends with, and says the same."""
    command = [sys.executable, "-m", "clew", "info", str(tmp_path / "none.clew")]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode != 0 and "There is no store" in done.stderr and "Traceback" not in done.stderr
