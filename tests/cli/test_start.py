"""The first moments of the command: while it imports, ctrl-C ends it with a sentence."""

from __future__ import annotations

import signal
import subprocess
import sys

import pytest
from clew.cli import exit_codes, start

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(sys.platform == "win32", reason="this system has no such signal"),
]

START = "from clew.cli.start import main; main()"
MOMENTS = ("click._compat", "click", "clew.engine", "clew.errors", "clew.cli.main", "clew.cli.options")
"""Modules, in the order in which they are imported: it is interrupted as each is there."""


@pytest.mark.parametrize("moment", MOMENTS)
def test_ctrl_c_while_it_imports_ends_in_a_sentence(moment: str) -> None:
    """However early it comes, the code is that of ctrl-C and there is no traceback."""
    command = [sys.executable, "-X", "importtime", "-c", START, "check", "-"]  # which then waits for its input
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stderr=subprocess.PIPE, stdout=subprocess.DEVNULL, text=True
    ) as process:
        assert process.stderr is not None
        for line in process.stderr:
            if line.rstrip().endswith(f" {moment}"):
                process.send_signal(signal.SIGINT)
                break
        said = process.stderr.read()
    assert process.returncode == exit_codes.INTERRUPTED, said
    assert "Traceback" not in said and "interrupted" in said


def test_its_code_is_that_of_every_interruption() -> None:
    """The number that stands here twice, since nothing may be imported, is the same."""
    assert start.INTERRUPTED == exit_codes.INTERRUPTED
