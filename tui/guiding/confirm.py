"""A question before something is written: yes, or no."""

from __future__ import annotations

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.screen import ModalScreen
from textual.widgets import Label

from ..safe import content


class Confirm(ModalScreen[bool]):
    """Ask; y or enter is yes, n or escape is no. is_final: what is done then cannot be taken back."""

    HELP: ClassVar[str | None] = """
# Yes or no?

Nothing is written before you say yes, by **y** or **enter**; **n** and **escape** leave all as it is.
"""
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("y,enter", "answer(True)", "Yes", id="confirm.yes"),
        Binding("n,escape", "answer(False)", "No", id="confirm.no"),
    ]

    def __init__(self, what: str, *, is_final: bool = False) -> None:
        super().__init__()
        self._what, self._is_final = what, is_final

    def compose(self) -> ComposeResult:
        with Vertical():
            yield Label(content(f"{self._what}?"))
            if self._is_final:
                yield Label("This cannot be taken back.")
            yield Label("[b]y[/b] yes   [b]n[/b] no")

    def action_answer(self, yes: bool) -> None:
        self.dismiss(yes)
