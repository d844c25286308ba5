"""What tests of the command share: the command itself, run in this process, and a small store."""

from __future__ import annotations

import io
import sys
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import clew
import pytest
from clew.cli.main import main


class Done(NamedTuple):
    code: int
    out: str
    err: str


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> Callable[..., Done]:
    """Run the command in this process, in a folder of its own."""
    monkeypatch.chdir(tmp_path)

    def command(*arguments: str, stdin: str = "") -> Done:
        monkeypatch.setattr(sys, "argv", ["clew", *arguments])
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin.encode()), encoding="utf-8"))
        capsys.readouterr()
        try:
            main()
            code = 0
        except SystemExit as end:
            code = int(end.code or 0)
        return Done(code, *capsys.readouterr())

    return command


@pytest.fixture(scope="session")
def vendors(tmp_path_factory: pytest.TempPathFactory) -> str:
    """A store of three memories, which no test writes to; its absolute path."""
    path = tmp_path_factory.mktemp("stores") / "vendors.clew"
    with clew.open(path, background=False) as memory:
        memory.remember("Vendor C quotes 40 EUR a seat", id="quote", task="T1", tags=["budget"], at="2024-03-01T09:00Z")
        memory.remember(
            "Vendor C now quotes 35 EUR", id="offer", task="T1", supersedes=["quote"], at="2024-03-02T09:00Z"
        )
        memory.remember("We take vendor C", id="choice", type="decision", causes=["offer"], at="2024-03-03T09:00Z")
    return str(path)
