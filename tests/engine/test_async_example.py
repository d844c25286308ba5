"""The example of agents that share a memory in one event loop runs, and prints what it says it does."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.slow

EXAMPLE = Path(__file__).parents[2] / "examples" / "async_agent.py"


def test_the_agents_share_a_memory(tmp_path: Path) -> None:
    """All that was found out is remembered, the one that was given up says so, and nothing is left behind."""
    done = subprocess.run([sys.executable, EXAMPLE], cwd=tmp_path, capture_output=True, text=True, timeout=60)
    assert (done.returncode, done.stderr) == (0, "")
    lines = done.stdout.splitlines()
    assert lines[:3] == ["vendor A: done", "vendor B: done", "vendor C: given up"]
    assert {"  vendor A quotes 40 EUR a seat", "  vendor B quotes 55 EUR a seat"} <= set(lines)
    assert lines[-1] == "  Look into vendor C -> vendor C was given up"
    assert list(tmp_path.iterdir()) == []
