"""Insights from beginning to end: a need or an answer becomes a selection, and that is read by a model or by rules."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from ...errors import LLMError, MemoryInvalid
from ..answers.results import Front
from ..embedding.tokens import TokenCounter
from ..llm.helper import Helper
from ..values.model import Memory
from ..values.times import to_micros
from .by_model import by_model
from .gathering import Fields, Source
from .insights import Insights
from .lines import Offer, reason_of
from .relations import Relations, relations_of
from .rules import answers_of, by_rules

MOST_READ = 30
"""Memories that insights are made from where nobody says how many: what a reader can still check."""

PATIENCE = 60.0
"""Seconds that a model may take: it reads more than a need, and nobody's recall waits for it."""


def fuse(
    source: Source, selection: str | Front, fields: Fields, helper: Helper | None, count: TokenCounter
) -> Insights:
    """Return what a selection comes to. selection: an answer, or a need, with the clauses of its recall.

    Raises MemoryInvalid for anything else, and for clauses beside an answer.
    """
    front, need = _front(source, selection, fields)
    failed = ""
    if helper is not None:
        try:
            offers = [Offer(hit.memory, reason_of(hit), hit.why) for hit in front]
            return by_model(offers, need, helper, count)
        except LLMError as error:
            failed = f"{error.message} These were found by rules."
    found = _by_rules(source, front, need)
    return replace(found, notes=(failed,)) if failed else found


def _front(source: Source, selection: object, fields: Fields) -> tuple[Front, str]:
    if isinstance(selection, str):
        return source.recall(selection, {"k": MOST_READ, **fields}), selection
    if not isinstance(selection, Front):
        kind = type(selection).__name__
        raise MemoryInvalid(
            f"Insights are of a need or of an answer, and not of a {kind}.", hint="As in `insights(front)`."
        )
    if fields:
        raise MemoryInvalid("An answer has its clauses already.", hint=f"Leave out `{next(iter(fields))}`.")
    _refuse_foreign(source, selection)
    return selection, _need(selection)


def _refuse_foreign(source: Source, front: Front) -> None:
    """Refuse an answer of another store, whose rows are other memories here. Raises MemoryInvalid."""
    for hit in front:
        memory = hit.memory
        if source.journal.row_of(memory.namespace, memory.id) != memory.row:
            raise MemoryInvalid(f"`{memory.id}` is of another store.", hint="Ask this one, and hand in its answer.")


def _need(front: Front) -> str:
    need = None if front.question is None else front.question.statement.need
    value = getattr(need, "value", None)
    return value if isinstance(value, str) else ""


def _by_rules(source: Source, front: Front, need: str) -> Insights:
    memories = [hit.memory for hit in front]
    question = front.question
    past = question is not None and question.statement.as_of is not None
    as_of = to_micros(question.reference) if question is not None and past else None
    relations = relations_of(source.projection, [memory.row for memory in memories], as_of)
    return by_rules(memories, relations, _others(source, memories, relations), need)


def _others(source: Source, memories: list[Memory], relations: Relations) -> Mapping[int, Memory]:
    rows = sorted({row for memory in memories for row in answers_of(memory, relations)})
    return {memory.row: memory for memory in source.journal.memories(rows)}
