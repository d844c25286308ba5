"""The older past in short: what somebody has summed up, else what is worth knowing of it, memory by memory.

Extractive: no sentence is made, so that none is made up, and every line keeps its id. A summary that says what it sums
up (SUMMARISES) stands for that; one that does not stands for all of its task before it. Of the rest come goals,
decisions and failures, and what was said to be important, by

    worth = salience * (BASE + information about the need, given what the context holds already)

taken greedily, so that no two lines say the same. Drawing at random by importance was refused: the same question gives
the same text.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ..answers.results import Hit
from ..projection.projection import Projection
from ..retrieval.adjacency import Floats
from ..retrieval.information import Information, centred, length_scale
from ..values.model import Memory
from ..values.times import NEVER
from .kinds import WORDS, Kind, kind_of
from .lines import Offer

SALIENCE: Mapping[Kind, float] = {"goal": 0.9, "decision": 0.8, "failure": 0.7}
"""The least importance of what is of a kind: a goal bounds all that comes after it, a decision what follows from it."""

IMPORTANT = 0.7
"""Importance from which a memory of no kind is worth a line: that is said of it by somebody, for a half is the rule."""

BASE = 0.1
"""What a memory is worth that tells nothing about the need: a goal holds also for what does not speak of it."""

MOST_SUMMARIES = 5
MOST_LINES = 30
LINE_TOKENS = 60
"""Tokens of an extracted line: it is to be known of, and its id asks for the rest."""

TYPES = tuple(sorted(word for kind in ("summary", *SALIENCE) for word in WORDS[kind]))
"""The types of memories that the older past is looked through for."""

MEAN_ROWS = 4_096
"""Vectors that the mean of a store is taken from."""


@dataclass(frozen=True, slots=True)
class Meaning:
    """need: (d,) float32, unit norm, None where it cannot be embedded. held: rows that the context holds already."""

    need: NDArray[np.float32] | None
    held: Sequence[int]


def older_past(hits: Sequence[Hit], meaning: Meaning, projection: Projection) -> list[Offer]:
    """Return what to say of the older past, the most telling first. hits: the memories to choose from, each once."""
    ordered = sorted(hits, key=lambda hit: (hit.memory.at, hit.memory.row), reverse=True)
    summaries = [hit.memory for hit in ordered if kind_of(hit.memory) == "summary"]
    summed = _summed_up(summaries, [hit.memory for hit in ordered], projection)
    standing = [memory for memory in summaries if memory.row not in summed][:MOST_SUMMARIES]
    rest = [hit for hit in ordered if kind_of(hit.memory) != "summary" and hit.memory.row not in summed]
    return [*(Offer(memory, "a summary") for memory in standing), *_extracted(rest, meaning, projection)]


def _summed_up(summaries: Sequence[Memory], memories: Sequence[Memory], projection: Projection) -> set[int]:
    """Return the rows of the memories that a summary stands for."""
    with projection.reading() as view:
        edges, rows = view.edges, view.edges.rows("SUMMARISES")
        rows = rows[(edges.retracted_at[rows] == NEVER) & np.isin(edges.source[rows], [s.row for s in summaries])]
        saying, said = set(edges.source[rows].tolist()), set(edges.target[rows].tolist())
    silent = [summary for summary in summaries if summary.row not in saying and summary.task is not None]
    until = {summary.task: summary.at for summary in reversed(silent)}
    plain = [memory for memory in memories if kind_of(memory) != "summary" and memory.task in until]
    return said | {memory.row for memory in plain if memory.at <= until[memory.task]}


def _extracted(hits: Sequence[Hit], meaning: Meaning, projection: Projection) -> list[Offer]:
    """Return offers by worth. hits: newest first, which decides among equals."""
    salience = np.array([_salience(hit) for hit in hits], np.float64)
    model = _model([hit.memory.row for hit in hits], meaning, projection)
    left = np.arange(len(hits))
    chosen: list[int] = []
    while len(left) and len(chosen) < MOST_LINES:
        told = np.zeros(len(left)) if model is None else model.merit(left)
        best = int(left[np.argmax(salience[left] * (BASE + told))])
        chosen.append(best)
        left = left[left != best]
        if model is not None:
            model.take(best)
    return [Offer(hits[place].memory, _reason(hits[place].memory), most=LINE_TOKENS) for place in chosen]


def _salience(hit: Hit) -> float:
    kind = kind_of(hit.memory)
    least = SALIENCE.get(kind, 0.0) if kind is not None else 0.0
    return max(least, hit.scores.get("importance", hit.memory.importance))


def _reason(memory: Memory) -> str:
    kind = kind_of(memory)
    return f"an earlier {kind}" if kind in SALIENCE else "important"


def _model(rows: Sequence[int], meaning: Meaning, projection: Projection) -> Information | None:
    """Return what each of `rows` tells about the need, given what is held; None where nothing is embedded."""
    vectors = projection.vectors
    if meaning.need is None or not rows or not vectors.present.any():
        return None
    mean = _mean(vectors.matrix, vectors.present)
    points = centred(vectors.matrix[[*rows, *meaning.held]], mean)
    model = Information(centred(meaning.need[None], mean)[0], points, length_scale())
    for place in range(len(rows), len(points)):
        model.take(place)
    return model


def _mean(matrix: NDArray[np.float32], present: NDArray[np.bool_]) -> Floats:
    rows = np.flatnonzero(present)
    return matrix[rows[:: max(1, len(rows) // MEAN_ROWS)]].mean(axis=0, dtype=np.float64)
