"""Write every diagram, and take away those that are not drawn any more."""

from __future__ import annotations

from pathlib import Path

from clew.grammar import source

from .drawing import svg
from .reading import read
from .sheets import sheets

FOLDER = Path(__file__).resolve().parents[2] / "images" / "grammar"


def diagrams() -> dict[str, str]:
    """Return the text of each SVG by the name of its file."""
    return {f"{sheet.file}.svg": svg(sheet) for sheet in sheets(read(source()))}


def main() -> None:
    made = diagrams()
    FOLDER.mkdir(parents=True, exist_ok=True)
    for path in FOLDER.glob("*.svg"):
        if path.name not in made:
            path.unlink()
    for name, text in made.items():
        (FOLDER / name).write_text(text, encoding="utf-8", newline="\n")
    print(f"{len(made)} diagrams in {FOLDER}, {sum(map(len, made.values())) // 1000} kB")


if __name__ == "__main__":
    main()
