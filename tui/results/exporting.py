"""An answer in a file: all of its rows, whole, in the format that the file's name says."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from ...engine.answers.exports import SUFFIXES, write_export
from ...engine.answers.whole_file import whole_file
from ..widgets.save_to import SaveTo, target

if TYPE_CHECKING:
    from ...engine.answers.results import Rows


def target_of(text: str) -> tuple[Path, str]:
    """Return the file that is meant, and its format. Raises ClewError where that cannot be told."""
    return target(text, SUFFIXES)


class Export(SaveTo):
    """Comes to a sentence that says what was written; None where nothing was. begun: what the path begins with."""

    def __init__(self, rows: Rows, begun: str = "") -> None:
        count = f"{len(rows):,} row{'' if len(rows) == 1 else 's'}"
        super().__init__(f"Write {count}, all of them whole, to a file:", SUFFIXES, begun)
        self._rows = rows

    def write(self, path: Path, format_: str) -> str:
        with whole_file(path) as file:
            write_export(self._rows, format_, file)
            size = file.tell()
        return f"Wrote {len(self._rows):,} rows to {path} ({format_}, {size:,} bytes)."
