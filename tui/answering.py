"""A statement on its way to the engine and back: what the app awaits when a room asks.

Where a person has travelled to a moment, a statement is asked AS OF then: the clause is put into its tree, and not into
its text, which stays as it was written.
"""

from __future__ import annotations

import asyncio
import time
from dataclasses import replace
from datetime import datetime
from typing import TYPE_CHECKING

from ..engine.evaluation.values import NodeValue
from ..errors import ClewError, QueryError
from .desk import Answer, Asked

ID_COLUMNS = ("id", "m.id")

if TYPE_CHECKING:
    from ..engine.answers.results import Rows
    from ..engine.asking.asker import Asked as Statement
    from ..engine.handle.asynchronous import AsyncEngine


async def answer(memory: AsyncEngine, asked: Asked, moment: datetime | None, *, writable: bool) -> Answer:
    """Ask a statement; an error of ours is an answer too. Only where `writable` may it write."""
    start = time.perf_counter()
    ask = memory.execute if writable else memory.query
    try:
        statement, note = await statement_at(memory, asked.text, moment)
        rows = await ask(statement, asked.parameters)
    except ClewError as error:
        if isinstance(error, QueryError):
            error.locate(asked.text)  # a tree has no text to point into
        return Answer(asked, time.perf_counter() - start, error=error, moment=moment)
    if note is not None:
        rows = replace(rows, notes=(*rows.notes, note))
    return Answer(asked, time.perf_counter() - start, rows, moment=moment)


async def statement_at(memory: AsyncEngine, text: str, moment: datetime | None) -> tuple[Statement, str | None]:
    """Return a statement as it is asked at a moment, and what has to be said of that."""
    if moment is None:
        return text, None
    from .travelling import as_of  # most people never travel

    return await asyncio.to_thread(as_of, text, moment, memory.engine.catalog)


def first_id(found: Answer) -> str | None:
    """Return the id of the memory that the first row is about; None where it is about none."""
    return id_of(found.rows, 0) if found.rows is not None and len(found.rows) else None


def id_of(rows: Rows, place: int) -> str | None:
    """Return the id of the memory that a row is about: the first one in it, else what stands under `id`; None where it
    is about none.
    """
    row = rows.values[place]
    for value in row:
        if isinstance(value, NodeValue) and value.label == "Memory":
            return str(value.properties["id"])
    named = (value for name, value in zip(rows.columns, row, strict=True) if name in ID_COLUMNS)
    return next((value for value in named if isinstance(value, str)), None)
