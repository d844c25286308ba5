"""`Engine.why`: one question in four forms, one answer."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import clew
import pytest
from clew.errors import MemoryInvalid


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
        memory.why("quote", "vendor C", nead="x")  # type: ignore[call-arg]


def test_feedback_for_an_answer_is_for_its_memories(memory: clew.Engine) -> None:
    """An answer, its record, and the record in a statement count for the memories that it held; a name for none."""
    asked = memory.recall("vendor C", k=1)
    held = asked.ids[0]
    memory.feedback("success", recall=asked)
    memory.feedback("failure", recall=asked.record)
    memory.execute("FEEDBACK OUTCOME success FOR RECALL $record", {"record": asked.record.to_dict()})
    memory.feedback("success", recall=asked.record.id)
    assert (memory.get(held).successes, memory.get(held).failures) == (2, 1)
