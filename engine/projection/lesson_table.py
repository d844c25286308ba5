"""The lessons inside a snapshot: a table of their own, which is dropped once they were read."""

from __future__ import annotations

import json
from typing import Any

import numpy as np

from ..graph import arrow
from ..graph.graph import Graph
from ..learning.lessons import GrowingLessons, Lesson, Lessons, Use

CREATE_LESSONS = (
    "CREATE NODE TABLE `Lesson`(`key` STRING PRIMARY KEY, `at` INT64, `namespace` STRING, "
    "`outcome` DOUBLE, `kind` STRING, `trial` STRING, `uses` STRING)"
)
DROP_LESSONS = "DROP TABLE `Lesson`"
_FIELDS = ("at", "namespace", "outcome", "kind", "trial", "uses")


def lessons_frame(lessons: Lessons) -> arrow.Table:
    """Return the lessons as rows of the table, keyed by their order; lists as JSON, which keeps every bit of a
    score.
    """
    every = lessons.every[: lessons.count]
    return arrow.table(
        {
            "key": arrow.keys(np.arange(len(every))),
            "at": arrow.numbers(np.array([one.at for one in every], np.int64)),
            "namespace": arrow.texts([one.namespace for one in every]),
            "outcome": arrow.numbers(np.array([one.outcome for one in every])),
            "kind": arrow.texts([one.kind for one in every]),
            "trial": arrow.texts([json.dumps(one.trial) for one in every]),
            "uses": arrow.texts([json.dumps([[use.row, dict(use.scores)] for use in one.uses]) for one in every]),
        }
    )


def read_lessons(graph: Graph) -> GrowingLessons:
    """Return the lessons that a snapshot holds, in their order."""
    columns = ", ".join(f"n.`{name}` AS `{name}`" for name in _FIELDS)
    rows = arrow.rows_of(graph.run(f"MATCH (n:`Lesson`) RETURN n.`key` AS `order`, {columns}"))
    return GrowingLessons([_lesson(row) for row in sorted(rows, key=_order)])


def _lesson(row: dict[str, Any]) -> Lesson:
    uses = tuple(Use(number, scores) for number, scores in json.loads(row["uses"]))
    return Lesson(row["at"], row["namespace"], row["outcome"], uses, row["kind"], tuple(json.loads(row["trial"])))


def _order(row: dict[str, Any]) -> int:
    return int(row["order"])
