"""`Engine.why`: one question in four forms, one answer."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import clew
import pytest
from clew.errors import MemoryInvalid, QueryError


@pytest.fixture
def memory(tmp_path: Path) -> Iterator[clew.Engine]:
    with clew.open(tmp_path / "a.clew", background=False) as engine:
        engine.remember("vendor C quotes 40 EUR a seat", id="quote", task="T1")
        engine.remember("we take vendor C", id="choice", type="decision", task="T1", causes=["quote"])
        engine.remember("the weather was fine", id="weather", task="T2")
        yield engine


def test_every_form_of_the_question_has_one_answer(memory: clew.Engine) -> None:
    """A need, a built recall, an answer and its record give the same first reason for a memory that is not there."""
    asked = memory.recall("vendor C", type="decision")
    forms = ["vendor C", clew.recall("vendor C").type("decision"), asked, asked.record]
    found = [memory.why("quote", form, **({"type": "decision"} if form == "vendor C" else {})) for form in forms]
    assert {(reasons.cause, reasons.stage) for reasons in found} == {(found[0].cause, found[0].stage)}
    assert found[0].cause == "filter" and not found[0].present
    assert memory.why("choice", asked).present and asked.why("choice").rank == 1


def test_a_field_that_no_recall_has_is_refused(memory: clew.Engine) -> None:
    """`why` takes the fields of a recall, and no others."""
    with pytest.raises(MemoryInvalid, match="nead"):
        memory.why("quote", "vendor C", nead="x")  # type: ignore[call-arg] - wrong on purpose


def test_feedback_for_an_answer_is_for_its_memories(memory: clew.Engine) -> None:
    """An answer, its record, and the record in a statement count for the memories that it held; a name for none."""
    asked = memory.recall("vendor C", k=1)
    held = asked.ids[0]
    memory.feedback("success", recall=asked)
    memory.feedback("failure", recall=asked.record)
    memory.execute("FEEDBACK OUTCOME success FOR RECALL $record", {"record": asked.record.to_dict()})
    memory.feedback("success", recall=asked.record.id)
    assert (memory.get(held).successes, memory.get(held).failures) == (2, 1)


def test_the_rows_of_a_recall_in_the_language_have_its_record(memory: clew.Engine) -> None:
    """WHY and feedback take a statement's rows as they take an answer, whatever RETURN made of them."""
    text = "RECALL 1 FOR $need TYPE decision RETURN m.text AS said"
    rows = memory.query(text, {"need": "vendor C"})
    record = rows.record
    assert [hit.id for hit in record.hits] == ["choice"] and dict(record.parameters) == {"need": "vendor C"}
    assert memory.why("quote", rows).cause == memory.why("quote", record).cause == "filter"
    for given in (rows, record, record.to_dict()):
        (first, *_) = memory.query("WHY NOT 'quote' IN $asked", {"asked": given})
        assert first["stage"] == "GraphScan"
        memory.execute("FEEDBACK OUTCOME success FOR RECALL $asked", {"asked": given})
    memory.feedback(rows, "success")
    assert memory.get("choice").successes == 4


def test_the_rows_of_a_saved_recall_have_the_record_of_what_was_run(memory: clew.Engine) -> None:
    """RUN is recorded as the recall that it stood for, its arguments filled; nothing else has a record."""
    memory.execute("DEFINE INTENT prices($need, $k = 1) AS RECALL $k FOR $need RETURN m.id AS id")
    ran = memory.query("RUN prices($x)", {"x": "vendor C"})
    assert ran.record.text == "RECALL 1 FOR $x RETURN m.id AS id"
    assert memory.why(ran.values[0][0], ran).present
    for other in ("EXPLAIN RECALL FOR 'x'", "MATCH (m:Memory) RETURN m.id"):
        with pytest.raises(QueryError, match="Only a RECALL has a record"):
            _ = memory.query(other).record
