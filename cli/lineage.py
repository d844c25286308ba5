"""`clew lineage`: the memories before and after one, drawn in the terminal, or as SVG, Mermaid or JSON.

A drawing as wide as the terminal, or `--width`: what is too far away to fit is left out, and that is said.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from .look import ascii_option, color_option, of_output, width_option
from .options import namespace_option, open_store, store_argument
from .talk import note

if TYPE_CHECKING:
    from ..engine.answers.lineage import Lineage

OUTPUT = "-"


def _where(name: str, help: str) -> Any:
    """An option that may be given without a value, and then means standard output."""
    return click.option(name, metavar="[FILE]", is_flag=False, flag_value=OUTPUT, help=help)


@click.command("lineage")
@store_argument
@click.argument("id")
@click.option("--hops", type=click.IntRange(min=0), default=3, show_default=True, help="Edges to follow, each way.")
@click.option("--edges", metavar="TYPE,...", help="Only edges of these types, as CAUSED,SUPERSEDES.")
@click.option("--limit", type=click.IntRange(min=1), default=200, show_default=True, help="Memories at most.")
@click.option("--to", "anchors", multiple=True, metavar="ID", help="Stress the way to this memory; repeatable.")
@click.option("--as-of", metavar="TIME", help="As the store knew it then.")
@click.option("--forgotten", is_flag=True, help="Show forgotten memories too.")
@click.option("--svg", metavar="FILE", help="Write an SVG instead; - for standard output.")
@_where("--mermaid", "Write a Mermaid flowchart instead.")
@_where("--json", "Write JSON instead.")
@width_option
@ascii_option
@color_option
@namespace_option
def lineage_command(
    store: Path,
    id: str,
    hops: int,
    edges: str | None,
    limit: int,
    anchors: tuple[str, ...],
    as_of: str | None,
    forgotten: bool,
    svg: str | None,
    mermaid: str | None,
    json: str | None,
    width: int | None,
    ascii: bool,
    namespace: str,
) -> None:
    """Draw what brought memory ID of STORE about, to the left, and what came of it, to the right."""
    from .lineage_view import as_json, as_mermaid, as_svg, print_lineage

    types = None if edges is None else [name.strip().upper() for name in edges.split(",")]
    with open_store(store, namespace) as engine:
        found = engine.lineage(id, hops=hops, edges=types, limit=limit, as_of=as_of, forgotten=forgotten)
    path = found.path(anchors)
    written = [(make, to) for make, to in ((as_svg, svg), (as_mermaid, mermaid), (as_json, json)) if to is not None]
    for make, to in written:
        _write(make(found, path), to)
    if not written:
        print_lineage(found, path, of_output(width, ascii=ascii))
    _say_what_is_missing(found, anchors, limit)


def _write(text: str, to: str) -> None:
    from .answers import whole_file

    if to == OUTPUT:
        click.echo(text, nl=False)
        return
    with whole_file(Path(to)) as file:
        file.write(text.encode("utf-8", "backslashreplace"))


def _say_what_is_missing(found: Lineage, anchors: Sequence[str], limit: int) -> None:
    if found.cut:
        note(f"More lies within reach than the {limit:,} memories that --limit lets in; these are the nearest.")
    for anchor in anchors:
        if anchor not in found:
            note(f"`{anchor}` is not in the lineage; --hops reaches farther.")
