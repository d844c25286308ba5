"""Where something is written to: a path, whose end says the format; what is there already is asked about first."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from pathlib import Path
from typing import ClassVar

from textual import on, work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.screen import ModalScreen
from textual.widgets import Input, Label, Static

from ...errors import ClewError
from ..safe import content
from .field import Field

LONGEST = 4_096


def target(text: str, suffixes: Mapping[str, str]) -> tuple[Path, str]:
    """Return the file that is meant, and its format. Raises ClewError where that cannot be told."""
    ends = ", ".join(sorted(suffixes))
    if not text.strip() or "\0" in text:
        raise ClewError("Name a file.", hint=f"Its end says the format: {ends}.")
    path = Path(text.strip()).expanduser()
    format_ = suffixes.get(path.suffix.lower())
    if format_ is None:
        formats = ", ".join(dict.fromkeys(suffixes.values()))
        raise ClewError(f"`{path.suffix or path.name}` says no format.", hint=f"End the name in {ends}, for {formats}.")
    if path.is_dir():
        raise ClewError(f"{path} is a folder.", hint="Name a file in it.")
    return path, format_


class SaveTo(ModalScreen["str | None"]):
    """Comes to a sentence that says what was written; None where nothing was.

    what: the sentence above the path. suffixes: the format of each end of a name. begun: what the path begins with.
    """

    DEFAULT_CSS = """
    SaveTo { align: center middle; }
    SaveTo > Vertical { width: 80%; max-width: 90; height: auto; padding: 0 1; background: $panel; }
    SaveTo > Vertical { border: round $primary; }
    SaveTo Static { height: auto; color: $text-muted; }
    SaveTo Static.-wrong { color: $text-error; }
    """
    HELP: ClassVar[str | None] = """
# Write to a file

Type a path. The end of its name says the format; what is there already is written over after another **enter** alone.
"""
    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "leave", "Leave", id="export.leave")]

    def __init__(self, what: str, suffixes: Mapping[str, str], begun: str = "") -> None:
        super().__init__()
        self._what, self._suffixes, self._begun = what, suffixes, begun
        self._confirmed: Path | None = None

    def write(self, path: Path, format_: str) -> str:
        """Write, beside the loop, and return a sentence that says so. Raises ClewError, OSError."""
        raise NotImplementedError  # by each

    def compose(self) -> ComposeResult:
        with Vertical():
            yield Label(content(self._what))
            yield Field(self._begun, max_length=LONGEST, id="path", name="Path")
            yield Static(id="said")

    def on_mount(self) -> None:
        self._say(f"The end of its name says the format: {', '.join(sorted(self._suffixes))}.")

    @on(Input.Changed)
    def _changed(self) -> None:
        self._confirmed = None

    @on(Input.Submitted)
    def _submitted(self, event: Input.Submitted) -> None:
        try:
            path, format_ = target(event.value, self._suffixes)
            there = path.exists()
        except (ClewError, OSError, RuntimeError) as error:  # a name too long, a home that nobody has
            self._say(str(error), wrong=True)
            return
        if there and path != self._confirmed:
            self._confirmed = path
            self._say(f"{path} is there already. Enter again to write over it, escape to leave it.", wrong=True)
            return
        self._write(path, format_)

    @work(exclusive=True)
    async def _write(self, path: Path, format_: str) -> None:
        self._say("Writing…")
        try:
            said = await asyncio.to_thread(self.write, path, format_)
        except (ClewError, OSError) as error:
            self._say(str(error), wrong=True)
            return
        self.dismiss(said)

    def _say(self, text: str, *, wrong: bool = False) -> None:
        said = self.query_one("#said", Static)
        said.set_class(wrong, "-wrong")
        said.update(content(text))

    def action_leave(self) -> None:
        self.dismiss(None)
