"""The facts that a need is inferred from, gathered from the store as it stands: names, counts, what is at hand.

What does not depend on the need is made once, until something is written. Names are compared by meaning only where the
embedder is quick: an inference that nobody asked for must not wait for a network.
"""

from __future__ import annotations

from collections import Counter
from functools import partial

import numpy as np

from ..embedding.texts import embeddable, name_to_embed
from ..need.facts import Facts, FindEntity, KnownEntity, KnownTag
from ..retrieval import fusion
from ..retrieval.adjacency import EdgeKind, Ints
from . import hubs
from .arms import named_kin
from .session import Session

MOST_TAGS = 500
"""Tags that a need is compared with; a vocabulary beyond that is no ontology."""


def facts_of(text: str, anchors: Ints, session: Session) -> Facts:
    """Return what the store knows that a need may speak of."""
    return Facts(
        reference=session.reference,
        memories=int(session.once(("visible count",), lambda: session.visible.sum())),
        tags=_tags(text, session),
        entity=_finder(session),
        types=session.once(("types",), partial(_values, "type", session)),
        actions=session.once(("actions",), partial(_values, "action_type", session)),
        at_hand=_at_hand(anchors, session),
    )


def _values(key: str, session: Session) -> tuple[str, ...]:
    """Return the distinct names that the visible memories have in a column."""
    column = session.memories.column(key)[session.visible]
    codes = np.flatnonzero(np.bincount(column[column >= 0])).tolist()
    return tuple(session.memories.values(key)[code] for code in codes)


def _finder(session: Session) -> FindEntity:
    """Return what finds an entity by a folded name, with the share of memories that mention it by any of its names."""
    table, graph = session.projection.hubs, session.adjacency
    visible = max(1, int(session.visible.sum()))

    def find(key: str) -> KnownEntity | None:
        rows = hubs.named(session, "Entity", key)
        if not rows:
            return None
        arcs = session.seen.arcs(np.array(list(named_kin(session, "Entity", key)), np.int64))
        mentions = int((graph.kind[arcs.edge] == EdgeKind.MENTIONS).sum())
        return KnownEntity(table.names[rows[0] - graph.n_memories], mentions / visible) if mentions else None

    return find


def _tags(text: str, session: Session) -> tuple[KnownTag, ...]:
    known = session.once(("known tags",), partial(_known_tags, session))
    likeness = _likeness(text, known, session)
    pairs = zip(known, likeness, strict=True)
    return tuple(KnownTag(name, about, like) for (name, about), like in pairs)


def _known_tags(session: Session) -> tuple[tuple[str, str], ...]:
    """Return (name, description) of the tags in scope."""
    table = session.projection.hubs
    rows = hubs.in_scope(session, "Tag")[:MOST_TAGS]
    described = table.descriptions.to_python(table.description[rows]) if rows else []
    return tuple((table.names[row], about or "") for row, about in zip(rows, described, strict=True))


def _likeness(text: str, tags: tuple[tuple[str, str], ...], session: Session) -> list[float]:
    """Return how like the need is to each tag by meaning, in [0, 1]; 0 for all where that is not quick."""
    query = session.meaning(text) if tags and session.vectorizer.embedder.quick else None
    if query is None:
        return [0.0] * len(tags)
    said = [f"{name_to_embed(name)}: {about}" if about else name for name, about in tags]
    worded = [place for place, words in enumerate(said) if embeddable(words)]
    matrix = session.once(("tag meanings",), lambda: session.embedded_names([said[place] for place in worded]))
    likeness = np.zeros(len(tags))
    likeness[worded] = fusion.calibrate_cosine(matrix @ query, fusion.PRIOR)
    return likeness.tolist()


def _at_hand(anchors: Ints, session: Session) -> tuple[tuple[str, float], ...]:
    """Return (tag, share) of the anchors that carry it."""
    if not len(anchors):
        return ()
    graph, names = session.adjacency, session.projection.hubs.names
    arcs = session.seen.arcs(anchors)
    tags: list[int] = arcs.target[graph.kind[arcs.edge] == EdgeKind.TAGGED].tolist()
    return tuple((names[tag - graph.n_memories], count / len(anchors)) for tag, count in Counter(tags).items())
