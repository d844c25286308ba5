"""A lineage as a Mermaid flowchart, for a page that renders one.

Names of nodes are ours (`n0`), since a word such as `end` cannot be one. Whatever is not a letter, a digit or plain
punctuation in a text becomes a numbered entity: quotes, brackets and HTML, but also `%%`, and `1.` or `-` at the
beginning of a text, which Mermaid takes for a comment and for lists even inside of quotes.

Mermaid places what an arrow points at on the right and has no arrows that point left. So what points back in time is
said the other way round: `a SUPERSEDED BY b` for `b SUPERSEDES a`.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping

from ...engine.answers.display import one_line
from ...engine.answers.lineage import Lineage, LineageEdge, LineageNode

TEXT, REASON = 80, 40
"""Characters of a memory's text, and of the reason of an edge: what a box and a line bear."""

UNSAFE = re.compile(r"[^\w ,./:!?+=\u2060-]|_|^[-+](?=\s)|(?<=^\d)[.)]|(?<=^\d\d)[.)]|(?<=^\d\d\d)[.)]")
"""What has to be an entity. Letters of every script are none; an underscore would begin what is slanted."""

READ_LATE = re.compile(r"(?<=\$)(?=\$)|(?<=:)(?=fa-)|(?<=\\)(?=n)")
"""Inside of what begins mathematics (`$$`), an icon (`fa:fa-car`) and a line (`\\n`): Mermaid looks for them when
entities are characters again, so that only something in between makes them none.
"""
WORD_JOINER = "\u2060"

ARROWS = {"CAUSED": "-->", "FOLLOWS": "-.->", "SUPERSEDES": "==>", "SUMMARISES": "-.->", "CONTRADICTS": "<-->"}
TURNED = {"FOLLOWS": "FOLLOWED BY", "SUPERSEDES": "SUPERSEDED BY", "SUMMARISES": "SUMMARISED BY"}


def mermaid(lineage: Lineage, path: Collection[LineageEdge] = ()) -> str:
    """Return a lineage as the text of a Mermaid flowchart, causes on the left. path: edges that are drawn heavily."""
    names = {node.id: f"n{number}" for number, node in enumerate(lineage.nodes)}
    return "".join(f"{line}\n" for line in _lines(lineage, names, path))


def _lines(lineage: Lineage, names: Mapping[str, str], path: Collection[LineageEdge]) -> Iterator[str]:
    yield "flowchart LR"
    for node in sorted(lineage.nodes, key=lambda node: (node.at, node.id)):
        yield f"  {names[node.id]}[{_box(node)}]"
    for edge in lineage.edges:
        arrow = ARROWS.get(edge.type, "-->")
        yield f"  {names[edge.earlier]} {arrow}|{_label(edge)}| {names[edge.later]}"
    yield f"  style {names[lineage.root]} stroke-width:3px"
    for node in lineage.nodes:
        if node.superseded_by:
            yield f"  style {names[node.id]} stroke-dasharray:4 3,opacity:0.7"
    if ways := [str(place) for place, edge in enumerate(lineage.edges) if edge in path]:
        yield f"  linkStyle {','.join(ways)} stroke-width:4px"


def _box(node: LineageNode) -> str:
    superseded = "superseded, " if node.superseded_by else ""
    kind = f"{superseded}{node.type}"
    parts = one_line(node.id, TEXT), one_line(kind, TEXT), one_line(node.text, TEXT)
    return '"' + "<br/>".join(_escaped(part) for part in parts if part) + '"'


def _label(edge: LineageEdge) -> str:
    name = TURNED.get(edge.type, edge.type) if edge.backward else edge.type
    reason = f": {one_line(edge.reason, REASON)}" if edge.reason else ""
    return f'"{_escaped(name + reason)}"'


def _escaped(text: str) -> str:
    return UNSAFE.sub(lambda found: f"#{ord(found[0])};", READ_LATE.sub(WORD_JOINER, text))
