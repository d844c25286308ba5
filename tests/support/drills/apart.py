"""Running a drill in an interpreter of its own, which imports everything and opens nothing before it forks."""

from __future__ import annotations

import os
import random
import subprocess
import sys
from pathlib import Path

NAMES = ("kills", "disk_full", "damage", "together", "writes", "leaks", "model", "forks")
"""Every drill, in the order of a full run."""


def run_short(name: str, folder: Path, **sizes: int) -> None:
    """Run the short form of a drill, with stores in `folder`. Raises AssertionError, with all that it said."""
    options = ["--short", "--seed", str(random.randrange(10**6)), "--folder", str(folder)]
    options += [f"--size={name}={number}" for name, number in sizes.items()]
    command = [sys.executable, "-m", "drills", name, *options]
    path = os.pathsep.join([str(Path(__file__).parents[1]), os.environ.get("PYTHONPATH", "")])
    run = subprocess.run(command, env={**os.environ, "PYTHONPATH": path}, capture_output=True, text=True)
    assert run.returncode == 0, run.stderr
