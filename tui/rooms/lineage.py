"""Lineage."""

from __future__ import annotations

from textual.app import ComposeResult
from textual.widgets import Static

from ..desk import Desk
from ..safe import content
from .room import Room


class LineageRoom(Room):
    """TODO."""

    def compose(self) -> ComposeResult:
        yield Static()

    def mirror(self, desk: Desk, before: Desk | None) -> None:
        self.query_one(Static).update(content(repr(desk)))

    def focus_first(self) -> None:
        """Focus what is used first."""
