"""Whether a call failed: signs count by where they stand, and no word is a sign anywhere."""

from __future__ import annotations

import json
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest
from clew.adapters.openai_chat import OpenAIChat
from clew.adapters.outcome import failed, types_of
from clew.adapters.protocol import Importer, Source, Unit
from clew.adapters.swe_agent import SweAgent

WORKSHOP = Path(__file__).parents[2] / "examples" / "workshop" / "log.json"

FAILURES = [
    "Error: payment method not found",
    "error",
    "[ERROR] could not connect",
    "❌ Failed to open the door",
    "Error executing tool: x",
    "Error 404",
    "Cannot find module 'x'",
    "refused: the file changed",
    "Timed out.",
    "Invalid argument: --x",
    "Unknown command `x`",
    "Permission denied",
    "out\nTraceback (most recent call last):\n  File ...",
    "out\nKeyError: 'x'\n",
    "out\njson.decoder.JSONDecodeError: Expecting value",
    "Your edit has introduced new syntax error(s).\r\n\r\nERRORS:\r\n- E999 IndentationError: unexpected indent\r\n",
    "..F.\n======\nFAIL: test_x (tests.X)\n",
    "...\nFAILED (failures=1)",
    "=== 1 failed, 20 passed in 0.1s ===",
    "=== 20 passed, 2 errors in 0.1s ===",
    "E   assert 1 == 2",
    "--- FAIL: TestX (0.00s)",
    "main.c:3:5: error: expected ';'",
    "error[E0382]: borrow of moved value",
    "bash: foo: command not found",
    "cat: x: No such file or directory\r\n",
    "ls: x: Not a directory",
    "npm ERR! code 1",
    "Uncaught TypeError: x",
    "make: *** [all] Error 2",
    "building\nmake: *** [all] Error 2",
    "The process ended with exit code 137",
    "exited with 1",
    '{"error": "not found"}',
    '{"ok": false}',
    '{"status": "failed", "id": 3}',
    '{"output": "", "exit_code": 2}',
    "x" * 100_000 + "\nTraceback (most recent call last):",
]

SUCCESSES = [
    "",
    "done",
    "no errors",
    "0 errors, 0 warnings",
    "Errors: 0",
    "Error: none",
    "Script completed successfully, no errors. Result: True",
    "Error handling in depth, a guide",
    "12:            raise ValueError('x')",
    "src/a.py:7:except (TypeError, ValueError) as error:",
    "Raises\n------\nValueError\n    If there is none.",
    "a refund that would is refused.",
    "vendor 448.13  ours 448.14  note: refused: more than was paid",
    "=== 20 passed in 0.1s ===",
    "OK (failures=0)",
    "exit code 0",
    '{"error": null, "rows": []}',
    '{"errors": [], "ok": true, "status": "done", "exit_code": 0}',
    '[{"error": "in one of many rows"}]',
    '{"rows": [{"error": "inside"}]}',
    "Missing the point is easy.",
    "An error that everybody makes",
]


@pytest.mark.parametrize("observation", FAILURES)
def test_a_failure_is_told(observation: str) -> None:
    """What tools print when they fail is told, whoever wrote the tool."""
    assert types_of(observation) == ("error", "action")


@pytest.mark.parametrize("observation", SUCCESSES)
def test_talk_about_failures_is_none(observation: str) -> None:
    """What only speaks of errors is no failure."""
    assert types_of(observation) == ("action",)


def test_a_call_without_a_result_did_not_fail() -> None:
    """Nothing is known of it."""
    assert types_of(None) == ("action",)


def failures(path: Path, importer: Importer) -> Counter[str]:
    """Count the failed calls of a log by the first word of their observation."""
    units = [item.fields for item in importer.read(Source.of(path)) if isinstance(item, Unit)]
    return Counter(unit["observation"].split()[0] for unit in units if "error" in unit["type"])


def test_the_failures_of_the_workshop() -> None:
    """Its eleven red test runs and two refused edits are failures, and no other call of the log is."""
    counted = failures(WORKSHOP, OpenAIChat())
    assert counted.pop("refused:") == 2
    assert sum(counted.values()) == 11
    assert all(set(word) <= set(".FE") for word in counted)


def test_the_failures_of_real_logs(shared: Callable[[str], Path]) -> None:
    """Failures are: at the airline the calls that answer `Error:`, in the coding runs rejected edits and a crash."""
    airline = failures(shared("data/tau_bench/airline_dev.json"), OpenAIChat())
    assert airline == {"Error:": 21}
    runs = sorted(shared("data/swe_agent").glob("*.traj"))
    coding = sum((failures(path, SweAgent()) for path in runs), Counter[str]())
    assert coding == {"Your": 5, "Traceback": 1}


def test_time_is_bounded() -> None:
    """However long or contrived an observation is, only its ends are looked at."""
    contrived = ("\n", "= ", ": ", "_", "\n- ", "a.", '{"', "error ", json.dumps(["x"]))
    start = time.process_time()
    for pattern in contrived:
        failed(pattern * 1_000_000)
    assert time.process_time() - start < 10  # blow-ups take minutes


def test_the_log_itself_is_believed() -> None:
    """Where a log says how a call ended, what was printed is not asked."""
    assert types_of("Error: it stands", False) == ("action",)
    assert types_of("all is well", True) == ("error", "action")
    assert types_of(None, True) == ("error", "action")
    assert types_of("Error: it stands") == ("error", "action")
