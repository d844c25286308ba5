"""Where an answer is written to: a path, whose end says the format; what is there already is asked about first."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar

from textual import on, work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.screen import ModalScreen
from textual.widgets import Input, Label, Static

from ...engine.answers.exports import EXPORTS, SUFFIXES, export_of, write_export
from ...engine.answers.whole_file import whole_file
from ...errors import ClewError
from ..safe import content
from ..widgets.field import Field

if TYPE_CHECKING:
    from ...engine.answers.results import Rows

LONGEST = 4_096


def target_of(text: str) -> tuple[Path, str]:
    """Return the file that is meant, and its format. Raises ClewError where that cannot be told."""
    if not text.strip() or "\0" in text:
        raise ClewError("Name a file.", hint=f"Its end says the format: {', '.join(sorted(SUFFIXES))}.")
    path = Path(text.strip()).expanduser()
    format_ = export_of(path)
    if format_ is None:
        raise ClewError(
            f"`{path.suffix or path.name}` says no format.",
            hint=f"End the name in one of {', '.join(sorted(SUFFIXES))}, for {', '.join(EXPORTS)}.",
        )
    if path.is_dir():
        raise ClewError(f"{path} is a folder.", hint="Name a file in it.")
    return path, format_


def written(rows: Rows, path: Path, format_: str) -> int:
    """Write an answer to a file, whole or not at all; return its bytes. Raises ClewError."""
    with whole_file(path) as file:
        write_export(rows, format_, file)
        return file.tell()


class Export(ModalScreen["str | None"]):
    """Comes to a sentence that says what was written; None where nothing was. begun: what the path begins with."""

    DEFAULT_CSS = """
    Export { align: center middle; }
    Export > Vertical { width: 80%; max-width: 90; height: auto; padding: 0 1; background: $panel; }
    Export > Vertical { border: round $primary; }
    Export Static { height: auto; color: $text-muted; }
    Export Static.-wrong { color: $text-error; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "leave", "Leave", id="export.leave")]

    def __init__(self, rows: Rows, begun: str = "") -> None:
        super().__init__()
        self._rows, self._begun = rows, begun
        self._confirmed: Path | None = None

    def compose(self) -> ComposeResult:
        with Vertical():
            count = len(self._rows)
            yield Label(content(f"Write {count:,} row{'' if count == 1 else 's'}, all of them whole, to a file:"))
            yield Field(self._begun, max_length=LONGEST, id="path")
            yield Static(id="said")

    def on_mount(self) -> None:
        self._say(f"The end of its name says the format: {', '.join(sorted(SUFFIXES))}.")

    @on(Input.Changed)
    def _changed(self) -> None:
        self._confirmed = None

    @on(Input.Submitted)
    def _submitted(self, event: Input.Submitted) -> None:
        try:
            path, format_ = target_of(event.value)
        except (ClewError, OSError, RuntimeError) as error:  # a name too long, a home that nobody has
            self._say(str(error), wrong=True)
            return
        if path.exists() and path != self._confirmed:
            self._confirmed = path
            self._say(f"{path} is there already. Enter again to write over it, escape to leave it.", wrong=True)
            return
        self._write(path, format_)

    @work(exclusive=True)
    async def _write(self, path: Path, format_: str) -> None:
        self._say("Writing…")
        try:
            size = await asyncio.to_thread(written, self._rows, path, format_)
        except (ClewError, OSError) as error:
            self._say(str(error), wrong=True)
            return
        self.dismiss(f"Wrote {len(self._rows):,} rows to {path} ({format_}, {size:,} bytes).")

    def _say(self, text: str, *, wrong: bool = False) -> None:
        said = self.query_one("#said", Static)
        said.set_class(wrong, "-wrong")
        said.update(content(text))

    def action_leave(self) -> None:
        self.dismiss(None)
