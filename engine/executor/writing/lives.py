"""FORGET, RESTORE and the dry run of PURGE: by id, or of the memories that a condition held for."""

from __future__ import annotations

from collections.abc import Iterable

from ....dsl import ast
from ...values.model import Memory
from ..table import Table
from .hands import Hands, table

COLUMNS = ("id", "type", "task", "text")


def retire(statement: ast.Retire, hands: Hands) -> Table:
    """Forget or restore memories, and answer with those whose state was changed; a dry run only says which."""
    ids = hands.ids(statement.memories, statement.kind)
    if statement.dry_run:
        return _told(memory for memory in hands.scribe.memories(ids) if _would_change(memory, statement))
    if statement.kind == "RESTORE":
        changed = hands.scribe.restore(ids, hands.operation)
    else:
        changed = hands.scribe.forget(ids, hands.operation, found=hands.found is not None)
    if not changed:
        hands.notes.append("Nothing was changed.")
    return _told(changed)


def _would_change(memory: Memory, statement: ast.Retire) -> bool:
    """Whether it is what the statement is for; to purge, it does not matter whether a memory was forgotten."""
    return statement.kind == "PURGE" or (memory.retracted_at is not None) == (statement.kind == "RESTORE")


def _told(memories: Iterable[Memory]) -> Table:
    return table(COLUMNS, [(memory.id, memory.type, memory.task, memory.text) for memory in memories])
