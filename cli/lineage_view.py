"""How a lineage is written: drawn for a person with what its edges were drawn for, and as text for other programs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import click

from ..adapters.pictures.lineage.drawing import draw
from ..adapters.pictures.lineage.fitting import fit
from ..adapters.pictures.lineage.layout import lay_out
from ..adapters.pictures.lineage.listing import listing
from ..adapters.pictures.segments import Segment
from ..engine.answers.lineage import Lineage, LineageEdge
from ..engine.answers.plain_json import json_text
from .look import Look
from .paging import page
from .tables import fold
from .talk import note

STYLES: dict[str, dict[str, bool | str]] = {
    "box": {"dim": True},
    "selected": {"fg": "blue", "bold": True},
    "superseded": {"fg": "yellow", "strikethrough": True},
    "edge": {"dim": True},
    "label": {"dim": True},
    "path": {"fg": "magenta", "bold": True},
}
"""By role. What is struck through is said by `✗` too, for terminals that cannot strike."""

Edges = Sequence[LineageEdge]


def print_lineage(lineage: Lineage, path: Edges, look: Look) -> None:
    """Print as much as fits, and say what was left out for want of room."""
    lines, left_out = drawn(lineage, path, look)
    page(f"{line}\n" for line in lines)
    if left_out:
        they = "1 memory does" if left_out == 1 else f"{left_out:,} memories do"
        note(f"{they} not fit into {look.width} columns; --width gives more, and --svg has room for all.")


def drawn(lineage: Lineage, path: Edges, look: Look) -> tuple[list[str], int]:
    """Return the lines of as much as fits, reasons below it, and how many memories were left out."""
    part, layout = fit(lineage, look.width)
    struck = {node.id for node in part.nodes if node.superseded_by}
    lines = draw(layout, selected=part.root, path=path, struck=struck)
    picture = ["".join(_styled(segment, look) for segment in line) for line in lines]
    written = [look.shown(line) for line in (*picture, *_below(part, layout.unlabelled, look))]
    return written, len(lineage.nodes) - len(part.nodes)


def _styled(segment: Segment, look: Look) -> str:
    text, role = segment
    style = dict(STYLES.get(role, {}))
    if role == "superseded" and not any(map(str.isalnum, text)):
        style.pop("strikethrough")  # the line of an edge, which is none to strike through
    return click.style(text, **style) if look.colour and style else text  # pyright: ignore[reportArgumentType]


def _below(lineage: Lineage, unlabelled: Edges, look: Look) -> Iterator[str]:
    """Yield what a drawing has no room for, folded, behind a blank line."""
    said = list(listing(lineage, unlabelled))
    if said:
        yield ""
    for line in said:
        yield from fold(line, look.width) if look.width else [line]


def as_svg(lineage: Lineage, path: Edges) -> str:
    from ..adapters.pictures.lineage_svg import lineage_svg

    return lineage_svg(lineage, lay_out(lineage), path=path)


def as_mermaid(lineage: Lineage, path: Edges) -> str:
    from ..adapters.pictures.mermaid import mermaid

    return mermaid(lineage, path)


def as_json(lineage: Lineage, path: Edges) -> str:
    """Return the lineage as JSON; `path` holds the places in `edges` of those on the way."""
    ways = [place for place, edge in enumerate(lineage.edges) if edge in path]
    return json_text({**lineage.to_dict(), "path": ways}, indent=2) + "\n"
