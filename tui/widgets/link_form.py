"""Draw an edge from a memory: its kind, which way it goes, and why. The other end was found before."""

from __future__ import annotations

from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.screen import ModalScreen
from textual.widgets import Input, Label

from ...engine.answers.display import one_line
from ...engine.values.model import MEMORY_EDGES, EdgeType, Link
from ...engine.values.schema import EDGES
from ..safe import content
from .choices import Choices
from .field import Field
from .lines import Lines, Row

LONGEST_REASON = 1_000
MEANINGS = {edge.type: edge.doc for edge in EDGES}


class LinkForm(ModalScreen["Link | None"]):
    """Comes to the edge between `id` and `other`, both of whose ways are in the list; None where nobody wanted one."""

    DEFAULT_CSS = """
    LinkForm { align: center middle; }
    LinkForm > Vertical {
        width: 90%; max-width: 100; height: auto; padding: 0 1; background: $panel; border: round $primary;
    }
    LinkForm Lines { height: 10; }
    LinkForm Input { background: $surface; }
    LinkForm Label { width: 1fr; color: $text-muted; }
    """
    HELP: ClassVar[str | None] = """
# Draw an edge

Choose its kind and which way it goes, **enter**, then say why. Nothing is written before you say yes to it.
"""
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "leave", "Leave", id="link.leave"),
    ]

    def __init__(self, id: str, other: str) -> None:
        super().__init__()
        self._id, self._other = id, other

    def compose(self) -> ComposeResult:
        with Vertical():
            yield Label(content(f"Which edge joins {one_line(self._id, 40)} and {one_line(self._other, 40)}?"))
            yield Choices(name="Kinds of edges")
            yield Label("Why, in a few words (may be left empty); enter draws the edge")
            yield Field(max_length=LONGEST_REASON, name="Why")

    def on_mount(self) -> None:
        lines = self.query_one(Lines)
        lines.show([_row(*way) for way in self._ways()], at=0)
        lines.focus()

    @on(Lines.Picked)
    def _picked(self) -> None:
        self.query_one(Input).focus()

    @on(Input.Submitted)
    def _submitted(self, event: Input.Submitted) -> None:
        type_, source, target, _ = self._ways()[max(0, self.query_one(Lines).cursor)]
        self.dismiss(Link(type_, source, target, event.value.strip() or None))

    def action_leave(self) -> None:
        self.dismiss(None)

    def _ways(self) -> list[tuple[EdgeType, str, str, str]]:
        """Return every kind both ways: type, source, target, and what that says."""
        ends = ((self._id, self._other), (self._other, self._id))
        return [(type_, source, target, MEANINGS[type_]) for type_ in MEMORY_EDGES for source, target in ends]


def _row(type_: str, source: str, target: str, doc: str) -> Row:
    ends = f"{one_line(source, 30)} → {one_line(target, 30)}"
    return Row(
        Content.assemble((f"{type_:<12}", "bold"), ends, (f"  {doc}", "$foreground-muted")), key=f"{type_} {source}"
    )
