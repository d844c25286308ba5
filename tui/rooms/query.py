"""Query: write a statement, with the language at hand; run it; read what it answers."""

from __future__ import annotations

from dataclasses import replace
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.content import Content

from ...dsl.checking.diagnostic import of_error
from ...dsl.parsing.script import Piece
from ...errors import LimitError, QueryError
from ..desk import Answer, Asked, Desk
from ..editing.statements import meant
from ..editing.writing import Writing
from ..messages import Ask, Say
from ..results.results import Results
from .room import Room


class QueryRoom(Room):
    """Holds what is written; what it answers lies on the desk."""

    DEFAULT_CSS = """
    QueryRoom { layout: vertical; }
    QueryRoom Writing { height: 35%; min-height: 6; }
    QueryRoom Results { height: 1fr; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("f5,ctrl+j", "run", "Run", id="query.run"),
        Binding("ctrl+s", "export", "Save rows", id="query.export"),
    ]

    def compose(self) -> ComposeResult:
        yield Writing(self.memory.engine)
        yield Results(id="results")

    @property
    def writing(self) -> Writing:
        return self.query_one(Writing)

    @property
    def results(self) -> Results:
        return self.query_one(Results)

    def focus_first(self) -> None:
        self.writing.editor.focus()

    def mirror(self, desk: Desk, before: Desk | None) -> None:
        if desk.draft is not None and (before is None or desk.draft is not before.draft):
            self.writing.editor.put(desk.draft.text)
        if desk.answer is not None and (before is None or desk.answer is not before.answer):
            self.results.show(desk.answer)
        if desk.selected is not None:
            self.results.stand_on(desk.selected)

    def action_run(self) -> None:
        editor = self.writing.editor
        pieces = meant(editor.text, editor.offset_in_text, editor.selected_span)
        if pieces:
            self.post_message(Ask(Asked(pieces[0].text)))

    def action_export(self) -> None:
        self.results.export()
