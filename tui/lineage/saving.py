"""The view in a file, as `clew lineage` writes it: SVG, Mermaid, or text with reasons. All of it, not the window."""

from __future__ import annotations

from collections.abc import Collection
from pathlib import Path

from ...adapters.pictures.lineage.drawing import draw
from ...adapters.pictures.lineage.layout import lay_out
from ...adapters.pictures.lineage.listing import listing
from ...adapters.pictures.lineage_svg import lineage_svg
from ...adapters.pictures.mermaid import mermaid
from ...engine.answers.lineage import Lineage, LineageEdge
from ...engine.answers.whole_file import whole_file
from ..widgets.save_to import SaveTo
from .view import View

SUFFIXES = {".svg": "SVG", ".mmd": "Mermaid", ".mermaid": "Mermaid", ".txt": "text"}

Way = Collection[LineageEdge]


class SaveView(SaveTo):
    """selected, path: what is stressed in the picture, as on the screen."""

    def __init__(self, view: View, selected: str | None, path: Way) -> None:
        count = len(view.lineage.nodes)
        what = f"Write the picture of {count:,} memor{'y' if count == 1 else 'ies'}, all of it, to a file:"
        super().__init__(what, SUFFIXES)
        self._view, self._selected, self._way = view, selected, path

    def write(self, path: Path, format_: str) -> str:
        text = written(self._view.lineage, format_, self._selected, self._way).encode("utf-8", "backslashreplace")
        with whole_file(path) as file:
            file.write(text)
        return f"Wrote the picture to {path} ({format_}, {len(text):,} bytes)."


def written(lineage: Lineage, format_: str, selected: str | None, path: Way) -> str:
    """Return a lineage in one of the formats, boxes with their texts, however near it is looked at on the screen."""
    match format_:
        case "SVG":
            return lineage_svg(lineage, lay_out(lineage), selected=selected, path=path)
        case "Mermaid":
            return mermaid(lineage, path)
        case _:
            return "".join(f"{line}\n" for line in _text(lineage, selected, path))


def _text(lineage: Lineage, selected: str | None, path: Way) -> list[str]:
    layout = lay_out(lineage)
    struck = {node.id for node in lineage.nodes if node.superseded_by}
    drawn = draw(layout, selected=selected, path=path, struck=struck)
    below = list(listing(lineage, layout.unlabelled))
    return ["".join(text for text, _ in line) for line in drawn] + ([""] if below else []) + below
