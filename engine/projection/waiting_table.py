"""Waiting links inside a snapshot: a table of their own, which is dropped once it was read."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from ..graph import arrow
from ..graph.graph import Graph
from .fold import wait_or_draw
from .state import State
from .waiting import WaitingLink

_TEXTS = ("namespace", "type", "source", "target")
_FIELDS = (*_TEXTS, "recorded_at", "inferred", "weight", "reason")
CREATE_WAITING = (
    "CREATE NODE TABLE `Waiting`(`key` STRING PRIMARY KEY, "
    + "".join(f"`{name}` STRING, " for name in _TEXTS)
    + "`recorded_at` INT64, `inferred` BOOLEAN, `weight` DOUBLE, `reason` STRING)"
)
DROP_WAITING = "DROP TABLE `Waiting`"


def waiting_frame(links: Sequence[WaitingLink]) -> arrow.Table:
    """Return the links as rows of the table, keyed by their order."""
    columns = {"key": arrow.keys(np.array([link.order for link in links], np.int64))}
    columns |= {name: arrow.texts([getattr(link, name) for link in links]) for name in _TEXTS}
    columns["recorded_at"] = arrow.numbers(np.array([link.recorded_at for link in links], np.int64))
    columns["inferred"] = arrow.numbers(np.array([link.inferred for link in links]))
    columns["weight"] = arrow.numbers(np.array([link.weight for link in links]))
    columns["reason"] = arrow.texts([link.reason for link in links])
    return arrow.table(columns)


def read_waiting(graph: Graph, state: State) -> None:
    """Let the links of a snapshot wait again, in their order."""
    columns = ", ".join(f"n.`{name}` AS `{name}`" for name in _FIELDS)
    answer = graph.run(f"MATCH (n:`Waiting`) RETURN n.`key` AS `order`, {columns}")
    for row in sorted(arrow.rows_of(answer), key=lambda row: int(row["order"])):
        fields = {name: row[name] for name in _FIELDS}
        wait_or_draw(state, WaitingLink(order=int(row["order"]), **fields))
