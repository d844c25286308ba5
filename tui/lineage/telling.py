"""What is told beside the picture: of the memory under the cursor its text and its edges, and what has no label there.

Pure: a view and a width in, rows out. Every text of the store passes `visible` on its way.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from textual.content import Content

from ...engine.answers.cells import when
from ...engine.answers.display import one_line, visible
from ...engine.answers.folding import fold_all
from ...engine.answers.lineage import Lineage, LineageEdge, LineageNode
from ...engine.answers.marks import FORGOTTEN, PINNED, SUPERSEDED
from ..widgets.dossier_rows import VERBS
from ..widgets.lines import Row, heading, muted
from .view import View

READ = 4_000
"""Characters of a text that are shown: the room Memory has the whole."""
OTHERS = 200
"""Edges without a label that are listed."""


def about(view: View, id: str, width: int) -> list[Row]:
    """Return what a memory is, and how it goes on where the picture ends."""
    node = view.nodes[id]
    head = Content.assemble((one_line(node.id, max(8, width - 14)), "bold"), f"  {one_line(node.type, 30)}")
    rows = [Row(head), *map(muted, _circumstances(node))]
    states = (line for state in _states(node, view) for line in fold_all(state, max(8, width - 1)))
    rows += [Row(Content.styled(line, "$text-warning")) for line in states]
    rows += [Row(Content(line)) for line in fold_all(visible(node.text[:READ]), max(8, width - 1))]
    if len(node.text) > READ:
        rows.append(muted(f"… {len(node.text) - READ:,} characters more: F6 has the whole"))
    return rows


def _states(node: LineageNode, view: View) -> Iterator[str]:
    if node.forgotten:
        yield f"{FORGOTTEN} forgotten"
    if node.pinned:
        yield f"{PINNED} pinned"
    if node.superseded_by:
        yield f"{SUPERSEDED} superseded by {' ‹ '.join(one_line(id, 40) for id in chain(view.lineage, node))}"
    more = [
        f"{count:,} {name}{'' if count == 1 else 's'}"
        for count, name in ((node.hidden_causes, "cause"), (node.hidden_effects, "effect"))
        if count
    ]
    if more:
        yield f"{', '.join(more)} hidden: {'+ opens' if view.kinds else 'every kind is off'}"


def chain(lineage: Lineage, node: LineageNode) -> list[str]:
    """Return what supersedes a memory, and what supersedes that, as far as the lineage knows; of several the first."""
    nodes = {node.id: node for node in lineage.nodes}
    found: list[str] = []
    newer = node.superseded_by
    while newer and newer[0] not in (node.id, *found):
        found.append(newer[0])
        newer = nodes[newer[0]].superseded_by if newer[0] in nodes else ()
    return found


def _circumstances(node: LineageNode) -> Iterator[str]:
    step = "" if node.step is None else f", step {node.step:,}"
    task = "" if node.task is None else f"  task {one_line(node.task, 40)}{step}"
    yield f"{when(node.at)}{task}"


def edges(view: View, id: str, width: int) -> list[Row]:
    """Return the edges of a memory, those before it first; then what the picture had no room to label."""
    own = [edge for edge in view.edges if id in (edge.source, edge.target)]
    before = [edge for edge in own if edge.later == id]
    after = [edge for edge in own if edge.earlier == id]
    rows = [*_section("Before it", before, view, id, width), *_section("After it", after, view, id, width)]
    if not own:
        rows.append(muted("No edge joins it to what is shown."))
    bare = [edge for edge in view.picture.layout.unlabelled if edge not in own] if view.picture.zoom != "dots" else []
    if bare:
        rows.append(heading("Not labelled in the picture"))
        rows += (_elsewhere(edge, width) for edge in bare[:OTHERS])
    return rows


def _section(title: str, found: Iterable[LineageEdge], view: View, id: str, width: int) -> Iterator[Row]:
    listed = sorted(found, key=lambda edge: (edge.type != "CAUSED", edge.type))
    if listed:
        yield heading(f"{title} ({len(listed):,})")
    for edge in listed:
        yield _row(edge, view, id, width)


def _row(edge: LineageEdge, view: View, id: str, width: int) -> Row:
    comes_in = edge.target == id
    other = edge.source if comes_in else edge.target
    drawn = edge in view.lineage.edges
    verb = VERBS.get((edge.type, comes_in), edge.type)
    said = f": {one_line(edge.reason, 80)}" if edge.reason else f"  {one_line(view.nodes[other].text, 80)}"
    parts = (
        f"{verb} ",
        (one_line(other, 40), "bold"),
        (said + ("" if drawn else "  (not drawn)"), "" if edge.reason else "$foreground-muted"),
    )
    return Row(Content.assemble(*parts).truncate(max(8, width), ellipsis=True), key=_key(edge), id=other)


def _elsewhere(edge: LineageEdge, width: int) -> Row:
    text = f"{one_line(edge.source, 30)} {edge.type} → {one_line(edge.target, 30)}"
    return Row(Content(text).truncate(max(8, width), ellipsis=True), key=_key(edge), id=edge.source)


def _key(edge: LineageEdge) -> str:
    return f"{edge.source}\n{edge.type}\n{edge.target}"
