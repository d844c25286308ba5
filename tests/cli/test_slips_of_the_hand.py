"""The command forgives what a newcomer types, or says what was meant."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from clew.cli.commands import COMMANDS, MEANT

Run = Callable[..., Any]


@pytest.fixture
def store(run: Run) -> str:
    run("init", "a.clew")
    for number in range(2):
        run("remember", "a.clew", f"seat {number}", "--id", f"m{number}", "--task", "T1", "--action", f"seat {number}")
    return "a.clew"


def test_the_words_of_other_shells_are_understood(run: Run, store: str) -> None:
    """`help`, `exit`, `quit` and `\\q` need no sign and no semicolon."""
    assert "TAB completes" in run("shell", store, stdin="help\n").out
    for word in ("exit", "quit;", "\\q", "\\exit"):
        done = run("shell", store, stdin=f"{word}\nRECALL;\n")
        assert (done.code, done.out) == (0, "")


def test_a_store_behind_restore_leads_to_from(run: Run, store: str) -> None:
    """`clew restore STORE BACKUP` says how a store is made from a backup."""
    run("backup", store, "b.clew")
    done = run("restore", store, "b.clew")
    assert done.code == 2 and "--from b.clew" in done.err


def test_a_bound_can_be_raised_on_the_command_line(run: Run, store: str) -> None:
    """What an error names can be given to `query`, and what is no bound is refused with the list of them."""
    done = run("query", store, "RECALL FOR 'seat'", "--limit", "rows=1")
    assert done.code == 4 and "--limit rows=" in done.err
    assert run("query", store, "RECALL FOR 'seat'", "--limit", "rows=1000").code == 0
    wrong = run("query", store, "RECALL", "--limit", "rowz=1")
    assert wrong.code == 2 and "There is no bound `rowz`" in wrong.err and "list_items" in wrong.err


def test_a_check_with_a_store_knows_its_names(run: Run, store: str) -> None:
    """Tasks, types, action types and ids that nothing there has are warned of, each with the nearest."""
    text = "RECALL DOING seet TYPE fct TASK T2 NEAR 'm9'; TRACE CAUSES OF 'm11'; PIN 'm0'"
    found = json.loads(run("check", "--store", store, "--json", "-", stdin=text).out)
    said = [(one["severity"], text[one["span"]["start"] : one["span"]["end"]]) for one in found]
    assert said == [("warning", name) for name in ("seet", "fct", "T2", "'m9'", "'m11'")]
    assert found[-1]["hint"] == "The nearest is `m1`."
    assert json.loads(run("check", "--json", "-", stdin=text).out) == []


def test_what_is_written_can_be_told_as_json(run: Run, store: str) -> None:
    """`remember`, `link`, `forget` and `rebuild` take --json, as the commands that read do."""
    made = json.loads(run("remember", store, "a fact", "--id", "m2", "--json").out)
    assert (made["id"], made["text"]) == ("m2", "a fact")
    assert json.loads(run("link", store, "m0", "m2", "--json").out)["target"] == "m2"
    assert json.loads(run("forget", store, "m2", "--json").out) == {"forgotten": ["m2"]}
    assert json.loads(run("rebuild", store, "--json").out)["memories"] == 3


def test_an_edge_that_is_not_there_is_said_not_to_be(run: Run, store: str) -> None:
    """`unlink` notes on standard error that there was nothing to take back."""
    assert "there is no edge CAUSED from `m1` to `m0`" in run("unlink", store, "m1", "m0").err


@pytest.mark.parametrize(
    ("word", "way"),
    [("recall", "clew query STORE"), ("why", "WHY 'id' IN"), ("delete", "clew forget STORE ID"), ("qeury", "`query`")],
)
def test_a_word_that_is_no_command_leads_to_the_one_that_does_it(run: Run, word: str, way: str) -> None:
    """What the language or other programs call it is answered with the command, a slip with the nearest."""
    done = run(word, "a.clew", "seat")
    assert done.code == 2 and way in done.err


def test_each_word_leads_to_a_command() -> None:
    """None of them is a command itself, and what each leads to begins with one."""
    assert not set(MEANT) & set(COMMANDS)
    assert {way.split()[0] for way in MEANT.values()} <= set(COMMANDS)


def test_a_statement_in_the_place_of_the_store_is_told_its_place(run: Run) -> None:
    """`clew query "RECALL ..."` names no store: the refusal shows where both stand."""
    done = run("query", "RECALL 5 FOR 'seat'", stdin="")
    assert done.code == 2 and "behind the store" in done.err and "clew shell" in done.err


def test_the_shell_names_its_commands_as_they_are_typed(run: Run, store: str) -> None:
    """What it says to write, it takes."""
    assert "`\\param NAME = VALUE`" in run("shell", store, stdin="\\params\n").err
