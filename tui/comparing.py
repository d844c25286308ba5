"""A recall at two moments: the COMPARE that is asked for it, and its answer as rows for a person.

The statement is made as a tree out of the one that was asked, with its own moment left out.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime
from typing import TYPE_CHECKING

from textual.content import Content

from ..dsl import ast
from ..dsl.binding.names import index_of
from ..dsl.building.values import moment as literal
from ..engine.answers.display import one_line
from ..errors import QueryError
from .widgets.lines import Row
from .widgets.slider import exact

if TYPE_CHECKING:
    from ..engine.answers.results import Rows
    from ..engine.handle.engine import Engine
    from .desk import Asked

SIGNS = {"entered": ("+", "$text-success"), "left": ("-", "$text-error"), "moved": ("~", "$text-warning")}


@dataclass(frozen=True, slots=True)
class Pair:
    """Two moments, the earlier first. None is now."""

    before: datetime
    after: datetime | None


def pair_of(one: datetime, other: datetime | None) -> Pair:
    return Pair(one, other) if other is None or one <= other else Pair(other, one)


def compare(engine: Engine, asked: Asked, pair: Pair, now: datetime) -> Rows:
    """Ask a recall at both moments. Raises QueryError for a statement that is no recall, and what asking raises."""
    from ..engine.asking.asker import recall_asked

    kind = engine.plan(asked.text).kind
    if kind != "recall":
        raise QueryError("What was asked last is no RECALL, and only that is compared.", hint="Ask one in Query.")
    recall = replace(recall_asked(asked.text, index_of(engine.catalog)), as_of=None, returning=None)
    moments = (literal(pair.before, "AS OF"), literal(pair.after or now, "AS OF"))
    return engine.query(ast.Compare(recall, *moments), dict(asked.parameters))


def rows_of(found: Rows, pair: Pair, width: int) -> list[Row]:
    """Return what entered, left, moved and stayed between two moments, each with its places before and after."""
    counts: dict[str, int] = {}
    rows = []
    for row in found.to_dicts():
        counts[row["change"]] = counts.get(row["change"], 0) + 1
        rows.append(_row(row, width))
    told = ", ".join(f"{count} {change}" for change, count in sorted(counts.items()))
    notes = [Row(Content.styled(one_line(note, 300), "$text-warning")) for note in found.notes]
    between = f"{exact(pair.before)} → {'now' if pair.after is None else exact(pair.after)}"
    head = (Row(Content.styled(between, "bold")), Row(Content(told or "Neither moment has an answer.")))
    return [*head, *rows, *notes]


def _row(row: dict[str, object], width: int) -> Row:
    memory, change = row["m"], str(row["change"])
    assert isinstance(memory, dict)
    sign, style = SIGNS.get(change, ("=", ""))
    id = str(memory["id"])
    parts = (
        (f"{sign} {change:<8}", style),
        f"{_rank(row['rank_before']):>3} → {_rank(row['rank_after']):<3} ",
        (f"front {_rank(row['front_before'])} → {_rank(row['front_after'])}  ", "$foreground-muted"),
        (one_line(id, 40), "bold"),
        f"  {one_line(str(memory.get('text', '')), max(20, width))}",
    )
    return Row(Content.assemble(*parts), key=f"compared {id}", id=id)


def _rank(value: object) -> str:
    return "–" if value is None else str(value)
