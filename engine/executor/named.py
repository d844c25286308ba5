"""Memories that a statement names by id: their rows, or an error that points at the id and knows the nearest."""

from __future__ import annotations

import numpy as np

from ...dsl import ast
from ...dsl.diagnosis.suggest import nearest
from ...errors import IdNotFound
from ..writing.near import MOST_IDS
from .session import Session


def row_named(identity: str, place: ast.Expr, session: Session, purpose: str) -> int:
    """Return the row of a visible memory. place: where the id stands. purpose: `to trace`, in the error.

    Raises IdNotFound.
    """
    row = session.row_of(identity)
    if row is not None and session.visible[row]:
        return row
    near = nearest_id(identity, session)
    raise IdNotFound(
        f"There is no memory `{identity}` {purpose}.",
        span=place.span,
        hint="`clew list` shows the ids of a store." if near is None else f"The nearest id is `{near}`.",
        id=identity,
    )


def nearest_id(identity: str, session: Session) -> str | None:
    """Return the id most like one that is not there; of visible memories alone, so that nobody learns of others."""
    newest: list[int] = np.flatnonzero(session.visible)[::-1][:MOST_IDS].tolist()
    return nearest(identity, [session.memories.ids[row] for row in newest])
