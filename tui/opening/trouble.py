"""A store that cannot be opened, or was lost while it was open: one sentence, and the ways on."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import TYPE_CHECKING, ClassVar, cast

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.screen import ModalScreen
from textual.widgets import Label, OptionList
from textual.widgets.option_list import Option

from ...errors import ClewError
from ..safe import content
from ..widgets.options import Options
from .ways import WAYS, Way

if TYPE_CHECKING:
    from ..guiding.guiding_app import GuidingApp

CALM = 0.5
"""Seconds without a key before one chooses: who types on sees no more of a sentence in less."""


class Trouble(ModalScreen[str]):
    """Say what is wrong; answers with the name of the way that was chosen."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding(way.key, f"go('{way.name}')", way.says, id=f"trouble.{way.name}", show=False) for way in WAYS
    ]
    HELP: ClassVar[str | None] = """
# The store cannot be used

The sentence says why. Each way on has its letter; **enter** takes the one that is marked. While you are typing still,
nothing is chosen: half a second without a key, and they count.
"""
    DEFAULT_CSS = """
    Trouble { align: center middle; }
    Trouble Vertical { width: 76; max-width: 96%; height: auto; padding: 1 2; }
    Trouble Vertical { background: $panel; border: round $error; }
    Trouble Label { width: 1fr; height: auto; }
    Trouble .hint { color: $text-muted; margin-top: 1; }
    Trouble Options { height: auto; margin-top: 1; }
    """

    def __init__(self, title: str, error: ClewError, ways: Sequence[Way]) -> None:
        super().__init__()
        self._title = title
        self._error = error
        self._ways = ways
        self.is_calm = False

    def compose(self) -> ComposeResult:
        with Vertical() as box:
            box.border_title = content(self._title)
            yield Label(content(self._error.message))
            if self._error.hint:
                yield Label(content(self._error.hint), classes="hint")
            ways = (Option(content(f"{way.key}  {way.says}"), id=way.name) for way in self._ways)
            yield Options(*ways, name="Ways on")

    def on_mount(self) -> None:
        self.set_timer(CALM, self._wait_for_calm)

    def _wait_for_calm(self) -> None:
        """Let keys choose from when none has come for a moment: whoever was typing did not mean them for this."""
        left = cast("GuidingApp", self.app).typed + CALM - time.monotonic()
        if left > 0:
            self.set_timer(left, self._wait_for_calm)
        else:
            self.is_calm = True

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        event.stop()
        self._choose(event.option_id or "")

    def action_go(self, name: str) -> None:
        self._choose(name)

    def _choose(self, name: str) -> None:
        if self.is_calm and name in {way.name for way in self._ways}:
            self.dismiss(name)
