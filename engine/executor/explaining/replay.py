"""WHY in the record of a recall: the recall is laid out again, as of what the store knew then, and followed.

The text of the record is compiled like any other; its plan is made here and never taken from outside. Ages are measured
from the moment that the record names, so that nothing has grown older since.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from ....dsl import ast
from ....dsl.catalog import Catalog
from ....dsl.compiler import compile_within
from ....dsl.parsing.parser import parse
from ....dsl.plan import Anchors, Plan, Why
from ....errors import ParameterError
from ...asking.choosing import index_for
from ...asking.recall_record import RecallRecord
from ...journal.journal import Journal
from ...values.times import to_iso
from ..run import Outcome, located
from ..session import Session


@dataclass(frozen=True, slots=True)
class Replay:
    """What is run in place of a WHY that was given a record."""

    plan: Plan
    record: RecallRecord

    @property
    def parameters(self) -> Mapping[str, Any]:
        return self.record.parameters

    def asked(self, session: Session) -> Session:
        """Return the session as the recall had it: near what was written last by whoever asked then."""
        rows = (session.row_of(identity) for identity in self.record.recent)
        return replace(session, recent=tuple(row for row in rows if row is not None))

    def compared(self, outcome: Outcome) -> Outcome:
        """Return the outcome, with a note where the same question has another answer by now."""
        recorded = tuple(hit.id for hit in self.record.hits)
        if outcome.reasons is None or outcome.reasons.answer == recorded:
            return outcome
        note = "Asked again, the recall does not answer as it was recorded: this tells of the answer that it gives now."
        return replace(outcome, notes=(*outcome.notes, note))


def replay(plan: Plan, parameters: Mapping[str, Any], catalog: Catalog, journal: Journal, seq: int) -> Replay | None:
    """Return what stands for a WHY in a record; None for any other plan. seq: the last event that the store knows.

    Raises ParameterError for what is no record, or one of a store that knows more than this.
    """
    stage = plan.stages[0]
    if not isinstance(stage, Why) or not isinstance(stage.within, ast.Parameter):
        return None
    with located(plan.text):
        record = _record(parameters[stage.within.name], stage.within, seq)
    with located(record.text):
        why = ast.Why(_given(stage.memory, parameters), _recall(record, journal, seq), stage.negated)
        laid_out = compile_within(index_for(catalog, record.parameters), why)
    stages = (_from_then(laid_out.stages[0], record),)
    return Replay(replace(laid_out, mode=plan.mode, stages=stages, text=record.text), record)


def _record(value: object, parameter: ast.Parameter, seq: int) -> RecallRecord:
    try:
        record = RecallRecord.of(value)
    except ParameterError as error:
        error.span, error.data = parameter.span, {"name": parameter.name}
        raise
    if record.seq > seq:
        raise ParameterError(
            f"${parameter.name} records a recall of a store that knows more than this one.",
            span=parameter.span,
            hint="Ask the store that gave it.",
            name=parameter.name,
        )
    return record


def _given(memory: ast.Expr, parameters: Mapping[str, Any]) -> ast.Expr:
    """Return the id as a literal: the record has parameters of its own, and a name may mean two things."""
    return ast.Literal(parameters[memory.name]) if isinstance(memory, ast.Parameter) else memory


def _recall(record: RecallRecord, journal: Journal, seq: int) -> ast.Recall:
    """Return the recall of a record, in its namespaces and as of what was known then."""
    recall = parse(record.text)
    if not isinstance(recall, ast.Recall):
        raise ParameterError("This is not the record of a recall.", hint="Hand in `front.record`.")
    own = tuple(map(ast.Literal, record.namespaces))
    recall = replace(recall, namespaces=recall.namespaces or own)
    if recall.as_of is not None or record.seq == seq:
        return recall
    known = next(iter(journal.events(record.seq - 1))).recorded_at
    return replace(recall, as_of=ast.Literal(to_iso(known)))


def _from_then(stage: Any, record: RecallRecord) -> Why:
    """Return the stage with the reference time of the record."""
    anchors, *others = stage.within
    assert isinstance(anchors, Anchors)
    return replace(stage, within=(replace(anchors, reference=ast.Literal(record.reference)), *others))
