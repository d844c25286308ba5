"""A statement on its way to the engine and back: what the app awaits when a room asks."""

from __future__ import annotations

import time
from datetime import datetime
from typing import TYPE_CHECKING

from ..errors import ClewError
from .desk import Answer, Asked

if TYPE_CHECKING:
    from ..engine.answers.results import Rows
    from ..engine.handle.asynchronous import AsyncEngine


async def answer(memory: AsyncEngine, asked: Asked, moment: datetime | None, *, writable: bool) -> Answer:
    """Ask a statement; an error of ours is an answer too. Only where `writable` may it write."""
    start = time.perf_counter()
    ask = memory.execute if writable else memory.query
    try:
        rows = await ask(asked.text, asked.parameters)
    except ClewError as error:
        return Answer(asked, time.perf_counter() - start, error=error, moment=moment)
    return Answer(asked, time.perf_counter() - start, rows, moment=moment)


def first_id(found: Answer) -> str | None:
    """Return the id of the memory in the first row of an answer; None where there is none."""
    return next(iter(ids_of(found.rows)), None) if found.rows is not None else None


def ids_of(rows: Rows) -> list[str]:
    """Return the memory that each row is about, the first node in it or its column `id`; others are left out."""
    ids = (_id_of(row) for row in rows)
    return [id for id in ids if id is not None]


def _id_of(row: dict[str, object]) -> str | None:
    for name, value in row.items():
        held = value.get("id") if isinstance(value, dict) else value if name in ("id", "m.id") else None
        if isinstance(held, str):
            return held
    return None
