"""Both sides of the comparison: what Clew answers to the query, and what plain vector search answers to the words.

The rival gets the same store and the same vectors, and is a query in the language too: `similarity` is the cosine, and
nothing else. It is ranked twice: over the whole log, and over the memories of the right kind alone, which is what a
vector index with a filter would do.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

import clew

from .questions import Question

COSINE = """\
MATCH (m:Memory) WHERE NOT m.id IN $near
  RETURN m, similarity(m, $words) AS cosine
  ORDER BY cosine DESC"""


@dataclass(frozen=True, slots=True)
class Compared:
    """Rows of both sides, best first, each with its memory under `m`.

    The ranks of the right memory start at 1, and are None where it is not among the rows.
    """

    question: Question
    gold: tuple[str, ...]
    rows: list[dict[str, Any]]
    rank: int | None
    cosine_rows: list[dict[str, Any]]
    cosine_rank: int | None
    filtered_rows: list[dict[str, Any]]
    filtered_rank: int | None


def compare(engine: clew.Engine, question: Question, gold: tuple[str, ...]) -> Compared:
    """Ask both sides one question."""
    rows = engine.query(question.query).to_dicts()
    cosine = engine.query(COSINE, {"words": question.words, "near": list(question.near)}).to_dicts()
    filtered = [row for row in cosine if question.kind in (None, row["m"]["action_type"])]
    sides = (rows, rank_of(gold, rows), cosine, rank_of(gold, cosine), filtered, rank_of(gold, filtered))
    return Compared(question, gold, *sides)


def rank_of(gold: Iterable[str], rows: Iterable[Mapping[str, Any]]) -> int | None:
    """Return the place of the first row whose memory is right, from 1."""
    right = set(gold)
    return next((place for place, row in enumerate(rows, start=1) if row["m"]["id"] in right), None)
