"""Statements that write: what each does, what it answers, and that Python's methods write the very same events."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import clew
import pytest
from clew.engine.handle.engine import Engine
from clew.errors import (
    BindError,
    CapabilityError,
    EvaluationError,
    MemoryInvalid,
    MemoryNotFound,
    ParameterError,
    ParseError,
    QueryError,
    UnsupportedError,
)
from written import events, fill, opened

DAY = dt.datetime(2024, 5, 1, tzinfo=dt.UTC)


@pytest.fixture
def memory(tmp_path: Path) -> Iterator[Engine]:
    with opened(tmp_path / "m.clew") as engine:
        fill(engine)
        yield engine


# ---- reading and writing are two capabilities ------------------------------------------------------


@pytest.mark.parametrize(
    "text",
    [
        "REMEMBER {text: 'x'}",
        "LINK 'a' -[CAUSED]-> 'c'",
        "UNLINK 'a' -[CAUSED]-> 'b'",
        "REINFORCE 'a'",
        "PIN 'a'",
        "FEEDBACK OUTCOME success FOR MEMORY 'a'",
        "FORGET 'a' DRY RUN",
        "RESTORE 'a'",
        "DEFINE TAG x",
        "DROP TAG x",
        "PROFILE PIN 'a'",
    ],
)
def test_a_query_writes_nothing(memory: Engine, text: str) -> None:
    """`query` refuses whatever could write, at the word that says so, and names what would do it; EXPLAIN reads."""
    head = memory.journal.head()
    with pytest.raises(CapabilityError) as refused:
        memory.query(text)
    assert isinstance(refused.value, PermissionError) and "--write" in (refused.value.hint or "")
    assert refused.value.span is not None
    word = text.removeprefix("PROFILE ").split()[0]
    assert text[refused.value.span.start : refused.value.span.end] == word
    assert memory.query(f"EXPLAIN {text.removeprefix('PROFILE ')}").explanation
    assert memory.journal.head() == head


def test_a_read_never_writes_whatever_it_quotes(memory: Engine) -> None:
    """Words that write are data inside quotes; and `execute` answers what only reads as `query` does."""
    head = memory.journal.head()
    text = "RECALL FOR 'FORGET WHERE m.type = 1; DROP TAG x' RETURN m.id"
    assert memory.query(text).values == memory.execute(text).values
    assert memory.journal.head() == head


# ---- memories and edges ----------------------------------------------------------------------------


def test_remember_writes_what_python_writes(memory: Engine, tmp_path: Path) -> None:
    """The statement and the method, given the same, write the same payload; the answer is the id and whether it is
    new.
    """
    rows = memory.execute(
        "REMEMBER {id: 'd', action: 'ask(B)', observation: $seen, type: ['decision', 'note'], task: 'T2', step: 1 + 6,"
        " tags: ['price'], entities: ['B'], importance: 0.9, at: datetime('2024-05-01T00:00:00Z'), meta: {eur: 30}}"
        " CAUSED BY 'c' BECAUSE 'it was open', 'b' SUPERSEDES 'a'",
        {"seen": "B quotes 30 EUR"},
    )
    assert (rows.columns, rows.values) == (("id", "new"), (("d", True),))
    with opened(tmp_path / "other.clew") as other:
        fill(other)
        other.remember(
            id="d",
            action="ask(B)",
            observation="B quotes 30 EUR",
            type=["decision", "note"],
            task="T2",
            step=7,
            tags=["price"],
            entities=["B"],
            importance=0.9,
            at=DAY,
            meta={"eur": 30},
            causes=[clew.Link("CAUSED", "c", "", "it was open"), "b"],
            supersedes=["a"],
        )
        ours, theirs = events(memory)[-1], events(other)[-1]
    assert ours[0] == theirs[0]
    assert {**ours[1], "recorded_at": 0} == {**theirs[1], "recorded_at": 0}


def test_remembering_again_is_the_same_write(memory: Engine) -> None:
    """The same id with nothing new, and the same operation, answer with the first memory; another text is refused at
    its place.
    """
    text = "REMEMBER {id: 'a', text: 'vendor C quotes 40 EUR', type: 'decision', task: 'T1'}"
    assert memory.execute(text).values == (("a", False),)
    first = memory.execute("REMEMBER {text: 'once'}", operation="op-1").values
    again = memory.execute("REMEMBER {text: 'once'}", operation="op-1").values
    assert first[0][0] == again[0][0] and (first[0][1], again[0][1]) == (True, False)
    with pytest.raises(QueryError, match="is there already"):
        memory.execute("REMEMBER {id: 'a', text: 'something else'}")


@pytest.mark.parametrize(
    ("text", "parameters", "error", "place"),
    [
        ("REMEMBER {text: 'x', importance: 3}", {}, EvaluationError, "3"),
        ("REMEMBER {text: 'x', importance: $i}", {"i": "high"}, ParameterError, "$i"),
        ("REMEMBER {text: 'x', at: 'soon'}", {}, EvaluationError, "'soon'"),
        ("REMEMBER {text: 'x', tags: 'price'}", {}, EvaluationError, "'price'"),
        ("REMEMBER {id: 'x', text: 'x'} CAUSED BY 'x'", {}, EvaluationError, "'x'"),
        ("REMEMBER {type: 'note'}", {}, EvaluationError, "{type: 'note'}"),
        ("LINK 'a' -[CAUSED {weight: 2}]-> 'c'", {}, EvaluationError, "2"),
        ("LINK 'a' -[CAUSED]-> 'a'", {}, EvaluationError, "LINK 'a' -[CAUSED]-> 'a'"),
        ("REINFORCE 'a' BY 2", {}, EvaluationError, "2"),
        ("FEEDBACK OUTCOME $o FOR MEMORY 'a'", {"o": "fine"}, ParameterError, "$o"),
    ],
)
def test_a_wrong_value_is_shown_at_its_place(
    memory: Engine, text: str, parameters: dict[str, Any], error: type[QueryError], place: str
) -> None:
    """What the store cannot keep is refused with the span of the value that is wrong, and nothing is written."""
    head = memory.journal.head()
    with pytest.raises(error) as refused:
        memory.execute(text, parameters)
    assert refused.value.span is not None and refused.value.text is not None
    assert refused.value.text[refused.value.span.start : refused.value.span.end] == place
    assert memory.journal.head() == head


def test_a_link_to_a_memory_to_come_says_that_it_waits(memory: Engine) -> None:
    """An edge may name a memory that is not there; the answer says so, and the edge is there when the memory comes."""
    rows = memory.execute("LINK 'a' -[CAUSED {reason: 'a hunch'}]-> 'later'")
    assert rows.values == (("CAUSED", "a", "later"),)
    assert rows.notes == ("There is no memory `later` yet; the edge waits for it.",)
    memory.remember("it came", id="later")
    question = "MATCH ({id: 'a'})-[e:CAUSED]->(n {id: 'later'}) RETURN e.reason"
    assert memory.query(question).values == (("a hunch",),)
    memory.execute("UNLINK 'a' -[CAUSED]-> 'later'")
    assert memory.query(question).values == ()


# ---- what is thought of memories -------------------------------------------------------------------


def test_reinforcing_takes_a_share_of_what_is_lacking(memory: Engine) -> None:
    """new = old + by (1 - old): from 0.5 by 0.2 to 0.6, by 0.5 to 0.8, and never past 1."""
    assert memory.execute("REINFORCE 'a'").values == (("a", 0.6),)
    assert memory.execute("REINFORCE 'a' BY 0.5").values == (("a", pytest.approx(0.8)),)
    memory.reinforce("a", by=1.0)
    assert memory.execute("REINFORCE 'a' BY 0.9").values == (("a", 1.0),)


def test_pins_and_feedback_are_what_the_store_says_everywhere(memory: Engine) -> None:
    """`get`, the graph and the columns agree on what is thought of a memory."""
    memory.pin("a")
    memory.feedback("success", memories=["a", "b"])
    memory.execute("FEEDBACK OUTCOME 0.25 FOR MEMORY 'a'")
    one = memory.get("a")
    said = (one.pinned, one.successes, one.failures, one.access_count)
    assert said == (True, 1.25, 0.75, 2)
    question = "MATCH (m:Memory) WHERE m.pinned RETURN m.id, m.successes, m.failures, m.access_count"
    assert memory.query(question).values == (("a", 1.25, 0.75, 2),)
    assert memory.execute("UNPIN 'a', 'b'").values == (("a", False),)
    assert memory.execute("UNPIN 'a'").notes == ("They were not pinned already.",)


def test_feedback_for_a_recall_is_kept_by_its_name(memory: Engine) -> None:
    """Feedback for a recall is an event that names it; it changes no memory, and says so."""
    rows = memory.execute("FEEDBACK OUTCOME failure FOR RECALL 'r-7'")
    assert rows.values == () and "`r-7`" in rows.notes[0]
    assert events(memory)[-1] == ("feedback", {"ids": [], "outcome": 0.0, "recall": "r-7"})
    with pytest.raises(MemoryInvalid, match="for a recall or for memories"):
        memory.feedback("success")


@pytest.mark.parametrize("text", ["REINFORCE 'gone'", "PIN 'gone'", "FEEDBACK OUTCOME success FOR MEMORY 'gone'"])
def test_nothing_is_thought_of_what_is_not_there(memory: Engine, text: str) -> None:
    """A memory that is unknown, or was forgotten, is refused by name; the hint says how it comes back."""
    with pytest.raises(MemoryNotFound, match="no memory `gone`"):
        memory.execute(text)
    memory.remember("soon gone", id="gone")
    memory.forget("gone")
    with pytest.raises(MemoryNotFound, match="`restore` brings it back"):
        memory.execute(text)


# ---- the life of memories --------------------------------------------------------------------------


def test_a_dry_run_tells_what_would_go_and_writes_nothing(memory: Engine) -> None:
    """DRY RUN answers with the rows that the statement itself then answers with."""
    head = memory.journal.head()
    told = memory.execute("FORGET WHERE m.type = 'note' AND m.task = $t DRY RUN", {"t": "T1"})
    assert told.columns == ("id", "type", "task", "text")
    assert told.values == (("b", "note", "T1", "that is dear"),)
    assert memory.journal.head() == head
    assert memory.execute("FORGET WHERE m.type = 'note' AND m.task = $t", {"t": "T1"}).values == told.values
    assert [row["id"] for row in memory.execute("RESTORE 'b', 'c' DRY RUN")] == ["b"]
    assert [row["id"] for row in memory.execute("PURGE 'b', 'c' DRY RUN")] == ["b", "c"]
    assert [row["id"] for row in memory.execute("RESTORE 'b', 'c'")] == ["b"]


def test_forgetting_by_a_condition_that_nothing_fulfils_is_no_event(memory: Engine) -> None:
    """No memory, no event; ids that are not there are refused, and none of the others is forgotten."""
    head = memory.journal.head()
    assert memory.execute("FORGET WHERE m.type = 'none'").notes == ("Nothing was changed.",)
    with pytest.raises(MemoryNotFound):
        memory.execute("FORGET 'a', 'nobody'")
    assert memory.journal.head() == head and memory.get("a")


def test_what_is_not_done_yet_says_what_is(memory: Engine) -> None:
    """PURGE and CONSOLIDATE are refused with what to do instead; a condition that is wrong is told first."""
    for text in ("PURGE 'a'", "PURGE WHERE m.type = 'note'", "CONSOLIDATE TASK 'T1'", "CONSOLIDATE TASK 'T1' DRY RUN"):
        with pytest.raises(UnsupportedError) as refused:
            memory.execute(text)
        assert refused.value.hint
    with pytest.raises(BindError, match="no property `typ`"):
        memory.execute("PURGE WHERE m.typ = 'note'")


# ---- scripts ---------------------------------------------------------------------------------------


def test_a_script_names_what_it_remembers(memory: Engine) -> None:
    """`AS $name` is the id for the statements that follow; each answers for itself."""
    answers = memory.execute_script(
        "REMEMBER {text: $said} AS $new;\n// then\nLINK 'a' -[CAUSED]-> $new;"
        " MATCH ({id: $new})<-[:CAUSED]-(m) RETURN m.id",
        {"said": "so be it"},
    )
    assert [len(rows) for rows in answers] == [1, 1, 1] and answers[2].values == (("a",),)


def test_a_script_is_read_before_it_runs(memory: Engine) -> None:
    """A slip in a later statement, or a parameter that none takes, writes nothing; errors point into the whole text."""
    head = memory.journal.head()
    script = "PIN 'a';\n  RECALL FOR"
    with pytest.raises(ParseError) as refused:
        memory.execute_script(script)
    assert refused.value.text == script and refused.value.span is not None
    assert refused.value.span.start >= script.index("RECALL")
    with pytest.raises(ParameterError, match=r"\$x is not used"):
        memory.execute_script("PIN 'a'", {"x": 1})
    assert memory.journal.head() == head
    with pytest.raises(BindError) as late:
        memory.execute_script("PIN 'a'; FORGET WHERE m.typ = 1")
    assert late.value.span is not None and late.value.text is not None
    assert late.value.text[late.value.span.start :].startswith("m.typ")
    assert memory.get("a").pinned  # each statement is a transaction of its own


def test_a_script_is_the_same_write_by_its_operation(memory: Engine) -> None:
    """Given an operation, a script that runs again writes nothing new."""
    script = "REMEMBER {text: 'once'} AS $x; REINFORCE $x BY 0.5; FEEDBACK OUTCOME success FOR MEMORY $x"
    first = [rows.values for rows in memory.execute_script(script, operation="s")]
    head = memory.journal.head()
    again = [rows.values for rows in memory.execute_script(script, operation="s")]
    assert memory.journal.head() == head and first[0][0][0] == again[0][0][0] and first[1:] == again[1:]
