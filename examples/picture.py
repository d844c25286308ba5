"""Draw the README's picture: one recall, asked of the demo's log, as the terminal shows it.

    python examples/picture.py [FILE]

The picture is an SVG by Rich. Its web fonts are taken out: a reader's machine fetches nothing, and shows its own
monospaced font.
"""

from __future__ import annotations

import sys
import tempfile
from io import StringIO
from pathlib import Path

import clew
from clew.adapters.importing import import_file
from clew.adapters.rich_svg import without_web_fonts
from clew.cli.render import card
from demonstration.questions import LOG, QUESTIONS
from rich.console import Console
from rich.padding import Padding
from rich.text import Text

PICTURE = Path(__file__).resolve().parent.parent / "docs" / "images" / "recall.svg"
SHOWN = "which-way"
WIDTH = 96


def picture(engine: clew.Engine) -> str:
    """Return the SVG of a query and its answer. The same log gives the same bytes."""
    question = next(question for question in QUESTIONS if question.key == SHOWN)
    console = Console(record=True, width=WIDTH, file=StringIO(), markup=False, highlight=False, emoji=False)
    console.print(Padding(Text(question.query, style="cyan"), (1, 0, 1, 3)))
    for row in engine.query(question.query).to_dicts():
        console.print(card(row["m"], row["front"], row["rank"], row["scores"], row["why"], WIDTH))
        console.print()
    return without_web_fonts(console.export_svg(title=question.words, unique_id="clew"))


def main() -> None:
    target = Path(sys.argv[1]) if len(sys.argv) > 1 else PICTURE
    with tempfile.TemporaryDirectory(prefix="clew-picture-") as folder, clew.open(Path(folder) / "log.clew") as engine:
        import_file(engine, LOG)
        drawn = picture(engine)
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_text(drawn, encoding="utf-8", newline="\n")
    print(f"{target}: {len(drawn) // 1000} kB")


if __name__ == "__main__":
    main()
