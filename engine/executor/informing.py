"""What memories tell about a need, given what is at hand: `information` as an objective, and as a way to choose.

The model is `retrieval/information`'s; here it gets its points: the candidates, the anchors, and the need, all less
what the store's memories have in common.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from ...dsl import ast
from ..retrieval.adjacency import Bools, Floats, Ints
from ..retrieval.information import Information, centred, length_scale
from .candidates import Candidates
from .session import Session

INFORMATION = "information"

MOST_HELD = 256
"""Anchors that the model is told of, the newest: each costs a row of a factor, and a reader has forgotten the rest."""


def informing(need: ast.Expr, session: Session) -> Callable[[Candidates], Information] | None:
    """Return what makes the model of what each candidate tells about the need, given the anchors; None where nothing is
    embedded of what the store knew then.

    Candidates are rows 0..n-1 of the model. Whoever makes one asks the store nothing more.
    """
    query = session.meaning(session.text(need, "FOR"))
    matrix = session.vectors.matrix
    if query is None or not len(session.sample):
        return None
    mean = session.once(("mean",), lambda: session.sample.mean(axis=0))
    need_point = centred(query[None], mean)[0]

    def model(candidates: Candidates) -> Information:
        held = candidates.anchors[-MOST_HELD:]
        points = centred(matrix[np.concatenate([candidates.rows, held])], mean)
        made = Information(need_point, points, length_scale())
        for place in range(len(candidates.rows), len(points)):
            made.take(place)
        return made

    return model


def information(need: ast.Expr, candidates: Candidates, session: Session) -> Floats:
    """Return (n,) in [0, 1], higher is better: what each candidate tells about the need that the anchors do not.

    A memory whose very text is at hand tells nothing. With nothing at hand it is monotone in the cosine to the need.
    """
    model = informing(need, session)
    if model is None:
        return np.zeros(len(candidates.rows))
    told = model(candidates).merit(np.arange(len(candidates.rows)))
    return np.where(_held(candidates.rows, candidates.anchors, session), 0.0, told)


def _held(rows: Ints, anchors: Ints, session: Session) -> Bools:
    """Return (n,) bool: which memories say what an anchor says, word for word.

    By their texts, for vectors differ with who said it. Reading the few that were not cut is what `cost` does too.
    """
    held = {memory.text for memory in session.journal.memories(anchors[-MOST_HELD:].tolist())}
    memories = session.journal.memories(rows.tolist()) if held else ()
    said = [memory.text in held for memory in session.context.watched(memories)]
    return np.array(said, np.bool_) if held else np.zeros(len(rows), np.bool_)
