"""Whether a projection is what its journal says: by folding the journal again, and by reading the graph back."""

from __future__ import annotations

import dataclasses

from ..graph.graph import Graph
from .compare import differences
from .fold import fold
from .load import load
from .source import Source
from .state import State, View


def departures(view: View, journal: Source) -> list[str]:
    """Return sentences on how a view differs from the journal up to its event; none where it does not."""
    state = State()
    for event in journal.events():
        if event.seq > view.seq:
            break
        fold(state, event)
    return differences(state.view(), view)


def graph_departures(view: View, graph: Graph) -> list[str]:
    """Return sentences on how a graph differs from the columns that it was made from; none where it does not."""
    kept = load(graph).view()
    return differences(
        view, dataclasses.replace(kept, waiting=view.waiting, history=view.history, lessons=view.lessons)
    )
