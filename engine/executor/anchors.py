"""The first stage of a recall: what the agent is working with, and the moment from which ages are measured.

Both are settled before anything is filtered, so that a filter in time (`SINCE 7 DAYS`) can mean days before that
moment and never before the wall clock's: on a log that is two years old, nothing happened within a week of today.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from ...dsl.plan import Anchors
from ...errors import EvaluationError
from ..evaluation.values import utc_datetime
from ..retrieval.adjacency import Ints
from ..retrieval.objectives import reference_time
from .candidates import NONE, Candidates
from .memory_functions import memory_function
from .named import row_named
from .session import Session
from .time_travel import moment, travelled


def anchor(stage: Anchors, session: Session) -> tuple[Candidates, Session]:
    """Return candidates with their anchors and no rows yet, and a session that knows the reference time and scope.

    Under AS OF all of it is as of then, and that moment is the reference time. Raises IdNotFound for an anchor
    that is not there, EvaluationError where NEAR ACTIVE has neither task nor session.
    """
    session = session.within(stage.namespaces)
    if stage.as_of is not None:
        session = travelled(session, stage.as_of)
    session.context.memory_function = memory_function(session)
    scope = _scope(stage, session)
    anchors = np.concatenate([_given(stage, session), _active(stage, session, scope)])
    anchors = anchors[np.sort(np.unique(anchors, return_index=True)[1])]
    at = session.memories.at
    given = session.as_of if stage.reference is None else moment(stage.reference, "AS OF", session.context)
    reference = reference_time(given, at[anchors], at[scope])
    if reference is not None:
        session.context.now = utc_datetime(reference)
    return Candidates(anchors=anchors, reference=reference), replace(session, reference=reference)


def _scope(stage: Anchors, session: Session) -> Ints:
    """Return the visible rows of the given tasks, of everything where none is given or known."""
    tasks = session.texts(stage.tasks, "TASK")
    visible = session.visible
    within = visible & session.in_tasks(tasks) if tasks else visible
    return np.flatnonzero(within if within.any() else visible)


def _given(stage: Anchors, session: Session) -> Ints:
    rows = [
        row_named(identity, place, session, "to be near")
        for place in stage.ids
        for identity in session.texts([place], "NEAR")
    ]
    return np.array(rows, np.int64)


def _active(stage: Anchors, session: Session, scope: Ints) -> Ints:
    """Return the newest n memories of the tasks, else of the caller's session, oldest first."""
    if stage.active is None:
        return NONE
    if stage.tasks:
        pool = scope
    elif session.recent:
        recent = np.array(session.recent, np.int64)
        pool = recent[session.visible[recent]]
    else:
        raise EvaluationError(
            "NEAR ACTIVE needs to know whose memories are active.",
            hint="Name a task (TASK 'T1'), or the memories themselves (NEAR 'id', 'id').",
            span=stage.active.span,
        )
    newest_first = np.lexsort((-pool, -session.memories.at[pool]))
    return pool[newest_first[: session.count(stage.active, "NEAR ACTIVE", least=1)]][::-1]
