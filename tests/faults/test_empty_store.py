"""A store that holds nothing, and one whose memories have no vector: every question has a sensible answer."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import clew
import pytest
from clew.cli.main import cli
from clew.errors import ClewError, EvaluationError, MemoryNotFound
from click.testing import CliRunner

ANSWERS: dict[str, tuple[Callable[[clew.Engine], Any], Any]] = {
    "list": (lambda m: m.list(), []),
    "list of a task": (lambda m: m.list(task="T", type="fact"), []),
    "recall": (lambda m: m.recall("x").ids, []),
    "recall of all": (lambda m: m.recall().ids, []),
    "recall of a task": (lambda m: m.recall("x", task="T", about="y", intent="z", since="2020-01-01").ids, []),
    "recall elsewhere": (lambda m: m.recall("x", namespace="other").ids, []),
    "context": (lambda m: m.context("x").text, ""),
    "RECALL": (lambda m: m.query("RECALL 5 FOR 'x'").values, ()),
    "MATCH": (lambda m: m.query("MATCH (m:Memory)-[:CAUSED]->(n) RETURN m").values, ()),
    "count": (lambda m: m.query("MATCH (m:Memory) RETURN count(m)").values, ((0,),)),
    "similarity": (lambda m: m.query("MATCH (m:Memory) RETURN similarity(m, 'x')").values, ()),
    "frame": (lambda m: m.query("MATCH (m:Memory) RETURN m").frame.height, 0),
    "doctor": (lambda m: m.doctor(fix=True), []),
    "verify": (lambda m: m.verify(), ([], 0)),
    "export": (lambda m: m.export(io.StringIO()), 0),
    "rebuild": (lambda m: m.rebuild() < 5, True),
    "forget nothing": (lambda m: m.forget(), None),
    "remember nothing": (lambda m: m.remember_drafts([]), []),
    "departures": (lambda m: m.projection.departures(), []),
}

MISSING: dict[str, tuple[Callable[[clew.Engine], Any], type[ClewError]]] = {
    "get": (lambda m: m.get("x"), MemoryNotFound),
    "links": (lambda m: m.links("x"), MemoryNotFound),
    "lineage": (lambda m: m.lineage("x"), MemoryNotFound),
    "forget": (lambda m: m.forget("x"), MemoryNotFound),
    "restore": (lambda m: m.restore("x"), MemoryNotFound),
    "near": (lambda m: m.recall("x", near=["y"]), MemoryNotFound),
    "context near": (lambda m: m.context("x", near=["y"]), MemoryNotFound),
    "trace": (lambda m: m.query("TRACE CAUSES OF 'x'"), MemoryNotFound),
    "path": (lambda m: m.query("TRACE PATH FROM 'x' TO 'y'"), MemoryNotFound),
    "active": (lambda m: m.recall("x", active=3), EvaluationError),
}


@pytest.fixture
def empty(tmp_path: Path) -> Iterator[clew.Engine]:
    with clew.open(tmp_path / "a.clew", background=False) as memory:
        yield memory


@pytest.mark.parametrize("question", ANSWERS)
def test_an_empty_store_answers(empty: clew.Engine, question: str) -> None:
    """With nothing, and without an error."""
    ask, answer = ANSWERS[question]
    assert ask(empty) == answer


@pytest.mark.parametrize("question", MISSING)
def test_an_empty_store_has_no_such_memory(empty: clew.Engine, question: str) -> None:
    """What names a memory is told that there is none."""
    ask, error = MISSING[question]
    with pytest.raises(error):
        ask(empty)


@pytest.mark.parametrize("text", [" ", "\x00"])
def test_memories_without_any_vector(empty: clew.Engine, text: str) -> None:
    """A matrix that has no column yet scores everything 0."""
    empty.remember(text, id="a")
    empty.recall("x")
    assert empty.query("MATCH (m:Memory) RETURN similarity(m, 'x')").values == ((0.0,),)


COMMANDS = (
    *(["list"], ["list", "--json"], ["stats"], ["stats", "--json"], ["doctor"], ["doctor", "--fix"], ["verify"]),
    *(["export"], ["rebuild"], ["query", "RECALL 5 FOR 'x'"], ["query", "MATCH (m) RETURN m"], ["context", "x"]),
)


@pytest.mark.parametrize("command", COMMANDS, ids=" ".join)
def test_every_command_on_an_empty_store(empty: clew.Engine, command: list[str]) -> None:
    """Ends well, and prints no memory."""
    run = CliRunner().invoke(cli, [command[0], str(empty.journal.path), *command[1:]])
    assert run.exit_code == 0, run.output
