"""AS OF: a recall asks the store as it was then. What was learned since is not there, also for retrieval itself.

Edges carry the times at which they were learned and unlearned, and every walk is given the moment. Memories carry
theirs too, and what was thought of them then is folded again from the history. So the session gets the columns as they
were, and what reads columns need not know. How alike unrelated memories were is of then too, or one memory would take
another's place by what was learned since. How rare a word is, and the model, are today's.
"""

from __future__ import annotations

from dataclasses import replace

from ...dsl import ast
from ..projection.past import memories_at
from ..projection.reader import Reader
from .arguments import moment
from .session import Session


def travelled(session: Session, as_of: ast.Expr) -> Session:
    """Return the session as of a moment. Its context goes there too: `@as_of`, spans of time, and what it reads."""
    at = moment(as_of, "AS OF", session.context)
    view = session.projection.view
    past = replace(view, memories=memories_at(view, at))
    session.context.travel(at, Reader(past, session.journal.memories))
    return replace(session, as_of=at, past=past.memories, reference=at)
