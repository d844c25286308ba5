"""`clew query` and slips that once went unsaid, or ended in a traceback."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from clew.cli import exit_codes

Run = Callable[..., Any]


@pytest.mark.parametrize("command", ["query", "shell"])
def test_a_time_that_is_no_number_is_a_mistake_of_use(run: Run, vendors: str, command: str) -> None:
    """NaN seconds pass a range, and are refused all the same, by name."""
    done = run(command, vendors, *(["RETURN 1 AS x"] if command == "query" else []), "--limit-seconds", "nan")
    assert done.code == exit_codes.USAGE and "--limit-seconds" in done.err


def test_a_script_takes_no_value_for_what_it_gives_itself(run: Run, vendors: str) -> None:
    """A parameter beside REMEMBER ... AS of the same name would be lost in silence; it is refused, and nothing runs."""
    done = run("query", vendors, "--write", "REMEMBER {text: 'a'} AS $a; RETURN $a AS x", "-p", "a=1")
    assert (done.code, done.out) == (exit_codes.USAGE, "") and "$a" in done.err


@pytest.mark.parametrize("format_", ["json", "jsonl", "csv", "markdown"])
@pytest.mark.parametrize("word", ["EXPLAIN", "PROFILE"])
def test_a_plan_is_told_where_the_format_has_no_place_for_it(run: Run, vendors: str, word: str, format_: str) -> None:
    """Data goes to standard output alone, and the plan beside it to standard error."""
    done = run("query", vendors, f"{word} MATCH (m:Memory) RETURN count(*) AS n", "--format", format_)
    assert done.code == 0
    assert "└─ Aggregate" in done.err and "└─ Aggregate" not in done.out
    if format_ == "json":
        assert len(json.loads(done.out)) == (word == "PROFILE")


def test_check_draws_no_megabyte(run: Run, tmp_path: Path) -> None:
    """A file of one endless line is answered by a few lines that a person can read."""
    file = tmp_path / "long.clew"
    file.write_text(f"RECALL FOR '{'x' * 1_000_000}'", encoding="utf-8")
    done = run("check", str(file))
    assert done.code != 0 and len(done.out) < 2_000
