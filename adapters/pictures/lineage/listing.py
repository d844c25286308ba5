"""What a drawing has no room for, as sentences below it: reasons, edges without a label, what replaces one unseen."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from ....engine.answers.display import visible
from ....engine.answers.lineage import Lineage, LineageEdge


def listing(lineage: Lineage, unlabelled: Collection[LineageEdge]) -> Iterator[str]:
    """Yield a sentence each, on one line and safe to show."""
    for edge in lineage.edges:
        if edge.reason or edge in unlabelled:
            yield _plain(f"{edge.source} {edge.type} → {edge.target}" + _because(edge))
    for node in lineage.nodes:
        if hidden := [id for id in node.superseded_by if id not in lineage]:
            yield _plain(f"{node.id} is superseded by {', '.join(hidden)}")


def _because(edge: LineageEdge) -> str:
    return f": {edge.reason}" if edge.reason else ""


def _plain(text: str) -> str:
    return " ".join(visible(text).split())
