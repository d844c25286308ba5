"""`clew completion`: the scripts, and what they are told when they ask."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from clew.cli.commands import COMMANDS

BIN = Path(sys.executable).parent


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_each_shell_has_its_script(run: Callable[..., Any], shell: str) -> None:
    """The script is printed, and asks `clew` itself; where the shell is installed, it can be read."""
    done = run("completion", shell)
    assert done.code == 0 and "_CLEW_COMPLETE" in done.out
    if shutil.which(shell):
        subprocess.run([shell, "-n"], input=done.out, text=True, check=True)


def completed(folder: Path, *words: str) -> list[str]:
    """Return what bash is offered behind these words."""
    asking = {
        **os.environ,
        "_CLEW_COMPLETE": "bash_complete",
        "COMP_WORDS": " ".join(["clew", *words]),
        "COMP_CWORD": str(len(words)),
    }
    done = subprocess.run([BIN / "clew"], env=asking, cwd=folder, capture_output=True, text=True, check=True)
    return done.stdout.split()


def test_what_is_completed(tmp_path: Path) -> None:
    """Commands, formats, options, and stores; where no store is named so, folders."""
    (tmp_path / "agent.clew").mkdir()
    (tmp_path / "agents").mkdir()
    assert completed(tmp_path, "re") == [f"plain,{name}" for name in COMMANDS if name.startswith("re")]
    assert completed(tmp_path, "query", "agent.clew", "--format", "js") == ["plain,json", "plain,jsonl"]
    assert "plain,--limit-seconds" in completed(tmp_path, "query", "agent.clew", "--lim")
    assert completed(tmp_path, "query", "ag") == ["plain,agent.clew"]
    assert completed(tmp_path, "query", "other") == ["dir,other"]


@pytest.mark.skipif(shutil.which("bash") is None, reason="needs bash")
def test_bash_completes(tmp_path: Path) -> None:
    """In bash itself the script completes a store."""
    (tmp_path / "agent.clew").mkdir()
    script = '''eval "$(clew completion bash)"
COMP_WORDS=(clew query ag); COMP_CWORD=2; _clew_completion clew ag query; echo "${COMPREPLY[@]}"'''
    path = f"{BIN}:{os.environ['PATH']}"
    done = subprocess.run(
        ["bash", "-c", script], cwd=tmp_path, env={**os.environ, "PATH": path}, capture_output=True, text=True
    )
    assert done.stdout.strip() == "agent.clew", done.stderr
