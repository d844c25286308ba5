"""The memories that a scan matches: from the columns where they can tell, else from the graph."""

from __future__ import annotations

from ...dsl.plan import GraphScan
from ..retrieval.adjacency import Ints
from .column_scan import scan_columns
from .scan import scan_memories
from .session import Session


def matching(stage: GraphScan, session: Session) -> Ints:
    """Return the rows of the memories that match, ascending."""
    rows = scan_columns(stage, session)
    return scan_memories(stage, session.context) if rows is None else rows
