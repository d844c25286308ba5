"""The screen that the rooms stand on. All of it is drawn when it must be, and not whenever the focus moves."""

from __future__ import annotations

from textual.reactive import Reactive
from textual.screen import Screen
from textual.widget import Widget

from .pointing import point_out


class MainScreen(Screen[None]):
    """As Textual's own, but for what a move of the focus costs: what gains and loses it draws itself."""

    BINDING_GROUP_TITLE = "Moving"
    focused: Reactive[Widget | None] = Reactive(None, repaint=False)

    def watch_focused(self) -> None:
        point_out(self)
