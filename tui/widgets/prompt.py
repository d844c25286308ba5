"""One line that a person is asked for: a name, a number."""

from __future__ import annotations

from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.screen import ModalScreen
from textual.widgets import Input, Label

from ..safe import content
from .field import Field


class Prompt(ModalScreen["str | None"]):
    """Comes to what was typed; None where a person left. begun: what the field holds at first."""

    DEFAULT_CSS = """
    Prompt { align: center middle; }
    Prompt > Vertical { width: 60; max-width: 90%; height: auto; padding: 0 1; background: $panel; }
    Prompt > Vertical { border: round $primary; }
    """
    HELP: ClassVar[str | None] = "# A name\n\nType it above; **enter** takes it, **escape** leaves all as it was."
    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "leave", "Leave", id="prompt.leave")]

    def __init__(self, what: str, begun: str = "", *, longest: int = 200) -> None:
        super().__init__()
        self._what, self._begun, self._longest = what, begun, longest

    def compose(self) -> ComposeResult:
        with Vertical():
            yield Label(content(self._what))
            yield Field(self._begun, max_length=self._longest, name="Answer")

    @on(Input.Submitted)
    def _submitted(self, event: Input.Submitted) -> None:
        self.dismiss(event.value.strip())

    def action_leave(self) -> None:
        self.dismiss(None)
