"""`clew feedback`, `clew misses` and `clew ab`: what is told is kept, and what went wrong is listed."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import clew
import pytest


@pytest.fixture
def store(tmp_path: Path) -> str:
    path = tmp_path / "shop.clew"
    with clew.open(path, background=False) as memory:
        memory.remember("the press jams when the feed is wet", id="wet")
        memory.remember("the press jams when the belt is loose", id="loose")
        (tmp_path / "record.json").write_text(json.dumps(memory.recall("the press jams", k=2).record.to_dict()))
    return str(path)


def test_feedback_is_kept(run: Callable[..., Any], store: str, tmp_path: Path) -> None:
    """By ids, by a record, and with a number; what is no outcome, and two recalls at once, are refused."""
    assert run("feedback", store, "success", "wet").code == 0
    assert run("feedback", store, "0.25", "--record", str(tmp_path / "record.json")).code == 0
    with clew.open(store, background=False) as memory:
        assert memory.get("wet").successes == 1.25 and memory.get("loose").failures == 0.75
        assert memory.misses()[0].need == "the press jams"
    assert run("feedback", store, "splendid", "wet").code != 0
    both = run("feedback", store, "success", "--recall", "r1", "--record", str(tmp_path / "record.json"))
    assert both.code != 0 and "by name, or its record" in both.err


def test_misses_are_a_table_json_and_a_suite(run: Callable[..., Any], store: str, tmp_path: Path) -> None:
    """A table for a person, JSON for a program, and lines that `clew eval` reads: what is not known is commented
    out.
    """
    assert "No recall had an outcome below 0.5." in run("misses", store).err
    run("feedback", store, "failure", "--record", str(tmp_path / "record.json"))
    shown = run("misses", store).out
    assert "the press jams" in shown and "default" in shown and "0.00" in shown
    (miss,) = json.loads(run("misses", store, "--json").out)
    assert miss["need"] == "the press jams" and set(miss["answered"]) == {"wet", "loose"}
    suite = run("misses", store, "--suite").out
    assert suite.startswith("// ") and json.loads(suite.removeprefix("// "))["need"] == "the press jams"
    run("feedback", store, "success", "wet", "--record", str(tmp_path / "record.json"))
    (line,) = run("misses", store, "--suite").out.splitlines()
    assert json.loads(line)["expected"] == ["wet"]


def test_a_trial_is_reported(run: Callable[..., Any], store: str) -> None:
    """Both strategies with n and mean, the difference with its interval; as JSON the same numbers."""
    assert "No recall that was drawn" in run("ab", store).err
    with clew.open(store, background=False) as memory:
        for number in range(12):
            front = memory.recall(f"case {number}: the press jams", using=("default", "recent"), k=1)
            memory.feedback(front, "success" if front.record.strategy == "recent" else "failure")
    shown = run("ab", store).out
    assert "default OR recent" in shown and "1.000" in shown and "0.000" in shown
    (trial,) = json.loads(run("ab", store, "--json").out)
    assert trial["second"]["mean"] == 1.0 and 0 < trial["low"] < trial["difference"] < trial["high"]
