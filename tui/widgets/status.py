"""The line that says where we are: store, whether it can be written, moment, what is selected, what is awaited."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from rich.text import Text
from textual.reactive import reactive
from textual.widget import Widget

from ..desk import Desk
from ..safe import line

if TYPE_CHECKING:
    from ..app import ClewApp


class Status(Widget):
    """desk: what is on the desk."""

    desk: reactive[Desk] = reactive(Desk())

    def render(self) -> Text:
        app, desk = cast("ClewApp", self.app), self.desk
        told = (
            app.memory.path.name,
            app.memory.namespace,
            "write" if app.writable else "read only",
            "now" if desk.moment is None else f"as of {desk.moment:%Y-%m-%d %H:%M}",
            f"{desk.head:,} events",
            desk.selected or "",
            f"{desk.busy}…" if desk.busy else "",
        )
        return line("  ·  ".join(part for part in told if part), self.size.width)
