"""REINFORCE, PIN, UNPIN and FEEDBACK: each answers with the memories that it changed, as they are now."""

from __future__ import annotations

from ....dsl import ast
from ....errors import MemoryInvalid
from ...asking.recall_record import RecallRecord
from ...writing.scribe import Meant, meant
from ..table import Table
from .hands import Hands, misfit, table

SHARE = 0.2
"""What REINFORCE takes off when BY says nothing: five uses bring an importance of 0.5 to 0.84."""


def reinforce(statement: ast.Reinforce, hands: Hands) -> Table:
    by = SHARE if statement.by is None else hands.plain(statement.by)
    try:
        memories = hands.scribe.reinforce(hands.ids(statement.memories, "REINFORCE"), by, hands.operation)
    except MemoryInvalid as error:
        raise misfit(error, statement.by or statement) from None
    return table(("id", "importance"), [(memory.id, memory.importance) for memory in memories])


def pin(statement: ast.Pin, hands: Hands) -> Table:
    write = hands.scribe.pin if statement.pinned else hands.scribe.unpin
    memories = write(hands.ids(statement.memories, "PIN"), hands.operation)
    if not memories:
        hands.notes.append(f"They were {'pinned' if statement.pinned else 'not pinned'} already.")
    return table(("id", "pinned"), [(memory.id, memory.pinned) for memory in memories])


def feedback(statement: ast.Feedback, hands: Hands) -> Table:
    recall, used, record = _recall(statement, hands)
    ids = hands.ids(statement.memories, "FOR MEMORY") or hands.scribe.left(used)
    try:
        memories = hands.scribe.feedback(hands.plain(statement.outcome), ids, recall, hands.operation, record)
    except MemoryInvalid as error:
        raise misfit(error, statement.outcome) from None
    if recall is not None and not ids:
        hands.notes.append(f"It was kept for the recall `{recall}`, which changes what is thought of no memory yet.")
    return table(
        ("id", "successes", "failures"), [(memory.id, memory.successes, memory.failures) for memory in memories]
    )


def _recall(statement: ast.Feedback, hands: Hands) -> Meant:
    """Return the recall that is meant: by its name, or by its record where a parameter holds one."""
    given = None if statement.recall is None else hands.session.value(statement.recall)
    return meant(given if given is None or isinstance(given, str) else RecallRecord.of(given))
