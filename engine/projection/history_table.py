"""The history of memories inside a snapshot: tables of their own, which are dropped once they were read."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from ..graph import arrow
from ..graph.graph import Graph
from ..writing.esteem import Change, Esteem
from .history import GrowingHistory, History, Lapse

CREATE_HISTORY = (
    "CREATE NODE TABLE `History`(`key` STRING PRIMARY KEY, "
    "`row` INT64, `at` INT64, `kind` STRING, `amount` DOUBLE, `importance` DOUBLE, `pinned` BOOLEAN)"
)
DROP_HISTORY = "DROP TABLE `History`"
CREATE_LAPSES = "CREATE NODE TABLE `Lapse`(`key` STRING PRIMARY KEY, `row` INT64, `since` INT64, `until` INT64)"
DROP_LAPSES = "DROP TABLE `Lapse`"
_FIELDS = ("row", "at", "kind", "amount", "importance", "pinned")
_TIMES = ("row", "since", "until")


def history_frame(history: History) -> arrow.Table:
    """Return the changes as rows of the table, keyed by their order, each beside what its memory said of itself."""
    changes = history.changes[: history.count]
    said = [history.said[change.row] for change in changes]
    return arrow.table(
        {
            "key": arrow.keys(np.arange(len(changes))),
            "row": arrow.numbers(np.array([change.row for change in changes], np.int64)),
            "at": arrow.numbers(np.array([change.at for change in changes], np.int64)),
            "kind": arrow.texts([change.kind for change in changes]),
            "amount": arrow.numbers(np.array([change.amount for change in changes])),
            "importance": arrow.numbers(np.array([esteem.importance for esteem in said])),
            "pinned": arrow.numbers(np.array([esteem.pinned for esteem in said])),
        }
    )


def lapses_frame(history: History) -> arrow.Table:
    """Return the lapses as rows of their table, keyed by their order."""
    lapses = history.lapses
    return arrow.table(
        {
            "key": arrow.keys(np.arange(len(lapses))),
            "row": arrow.numbers(np.array([lapse.row for lapse in lapses], np.int64)),
            "since": arrow.numbers(np.array([lapse.since for lapse in lapses], np.int64)),
            "until": arrow.numbers(np.array([lapse.until for lapse in lapses], np.int64)),
        }
    )


def read_history(graph: Graph) -> GrowingHistory:
    """Return the history that a snapshot holds."""
    history = GrowingHistory()
    for change, said in _changes(graph):
        history.add(change, said)
    history.lapses += [Lapse(row["row"], row["since"], row["until"]) for row in _rows(graph, "Lapse", _TIMES)]
    return history


def _changes(graph: Graph) -> Iterator[tuple[Change, Esteem]]:
    for row in _rows(graph, "History", _FIELDS):
        yield Change(row["row"], row["at"], row["kind"], row["amount"]), Esteem(row["importance"], row["pinned"])


def _rows(graph: Graph, table: str, fields: tuple[str, ...]) -> list[dict[str, Any]]:
    """Return the rows of a table of this room, in their order."""
    columns = ", ".join(f"n.`{name}` AS `{name}`" for name in fields)
    rows = arrow.rows_of(graph.run(f"MATCH (n:`{table}`) RETURN n.`key` AS `order`, {columns}"))
    return sorted(rows, key=_order)


def _order(row: dict[str, Any]) -> int:
    return int(row["order"])
