"""A picture of the screen: SVG by Textual, into the current folder, without the web fonts that it would fetch."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path

from ...adapters.rich_svg import without_web_fonts


def save_picture(svg: str, folder: Path, name: str) -> Path:
    """Write a picture to a new file, named by a moment; return its path. Raises OSError."""
    path = folder / f"clew-{name}-{datetime.now():%Y%m%d-%H%M%S}.svg"
    with path.open("x", encoding="utf-8", newline="\n") as file:
        file.write(without_web_fonts(svg))
    return path
