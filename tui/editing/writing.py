"""Where a statement is written: the editor, completions at the cursor, and below it what is wrong and what would work.

Checks and completions read the store, so they run beside the loop: what has come too late for the text is dropped.
"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from textual import on, work
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.content import Content
from textual.geometry import Offset
from textual.widgets import Static, TextArea

from ...dsl.checking.diagnostic import Diagnostic
from ...dsl.completion.hover import hover
from ...dsl.completion.items import Completion
from ...dsl.parsing.script import split
from ...errors import ClewError
from ..widgets.words import put_words
from . import advice
from .colours import finding_at, is_quick
from .editor import Editor
from .popup import Popup
from .store_names import StoreNames

if TYPE_CHECKING:
    from ...engine.handle.engine import Engine

CALM = 0.2
"""Seconds without a change before a text is checked: a half-typed word is no error yet."""


class Writing(Vertical):
    """engine: the open store, for the names that are in it."""

    DEFAULT_CSS = """
    Writing { height: 1fr; }
    Writing Editor { height: 1fr; }
    Writing #advice { height: auto; min-height: 2; max-height: 3; padding: 0 1; background: $boost; }
    """

    def __init__(self, engine: Engine, placeholder: Content | str = "") -> None:
        super().__init__()
        self._names = StoreNames(engine)
        self._placeholder = placeholder
        self._findings: tuple[Diagnostic, ...] = ()
        self._refused: tuple[Diagnostic, ...] = ()
        self._chosen: Completion | None = None
        self._advised_for = 0

    def compose(self) -> ComposeResult:
        yield Editor(placeholder=self._placeholder, id="editor")
        yield Static(id="advice")
        yield Popup()

    def on_mount(self) -> None:
        self.editor.popup = self.popup
        self._advise()

    @property
    def editor(self) -> Editor:
        return self.query_one(Editor)

    @property
    def popup(self) -> Popup:
        return self.query_one(Popup)

    @property
    def _is_whole(self) -> bool:
        """Whether all parts are there still: what comes back from a thread may come while the app is closed."""
        return self.is_attached and len(self.children) == 3

    @property
    def findings(self) -> tuple[Diagnostic, ...]:
        """What is wrong with the text, by the last look at it."""
        return self._findings

    def refuse(self, finding: Diagnostic) -> None:
        """Mark what the engine found wrong when it ran the text, until the text changes."""
        self._refused = (finding,)
        self._show()

    def look_again(self) -> None:
        """Check the text once more: the store has grown, or other names hold in it."""
        self._check()

    # ---- checking ------------------------------------------------------------------------------

    @on(TextArea.Changed)
    def _changed(self) -> None:
        self._findings = self._refused = ()
        if not self.editor.text.strip():
            self.popup.close()
        self._advise()
        self._check()

    @on(TextArea.SelectionChanged)
    def _moved(self) -> None:
        if self.popup.is_open and not self._is_at_word():
            self.popup.close()
        self._advise()

    @work(group="check", exclusive=True)
    async def _check(self) -> None:
        await asyncio.sleep(CALM)
        text = self.editor.text
        try:
            found = await asyncio.to_thread(self._names.findings, text)
        except ClewError:
            return  # the store is gone, which is said elsewhere
        if self._is_whole and text == self.editor.text:
            self._findings = found
            self._show()

    def _show(self) -> None:
        self.editor.mark((*self._refused, *self._findings))
        self._advise()

    # ---- completing ----------------------------------------------------------------------------

    @on(Editor.Wanted)
    def _wanted(self, event: Editor.Wanted) -> None:
        event.stop()
        self._complete(event.asked)

    @work(group="complete", exclusive=True)
    async def _complete(self, asked: bool) -> None:
        editor, popup = self.editor, self.popup
        text, cursor = editor.text, editor.offset_in_text
        try:
            found = await asyncio.to_thread(self._names.completions, text, cursor, asked=asked)
        except ClewError:
            found = None
        if not self._is_whole or (text, cursor) != (editor.text, editor.offset_in_text):
            return
        if found is None:
            popup.close()
        else:
            place = editor.cursor_screen_offset
            popup.open(found, Offset(max(0, place.x - (cursor - found.span.start) - 3), place.y))

    def _is_at_word(self) -> bool:
        """Whether the cursor is still where the completions belong."""
        return self.popup.span.start <= self.editor.offset_in_text <= self.popup.span.end + 1

    @on(Popup.Taken)
    def _taken(self, event: Popup.Taken) -> None:
        event.stop()
        self.editor.accept(event.item, event.span)
        self.editor.focus()

    @on(Popup.Chosen)
    def _choosing(self, event: Popup.Chosen) -> None:
        event.stop()
        self._chosen = event.item
        self._advise()

    # ---- what is said --------------------------------------------------------------------------

    def on_resize(self) -> None:
        if self._advised_for != self.outer_size.width:  # and not where a room is seen again
            self._advise()

    def _advise(self) -> None:
        width = self._advised_for = self.outer_size.width
        put_words(self.query_one("#advice", Static), self._advice(max(1, width - 2)))

    def _advice(self, width: int) -> Content:
        text, at = self.editor.text, self.editor.offset_in_text
        if self._chosen is not None:
            return advice.of_completion(self._chosen, width)
        findings = (*self._refused, *self._findings)
        finding = finding_at(findings, at)
        if finding is not None:
            return advice.of_finding(finding, len(findings) - 1, width)
        known = text.strip() and is_quick(text)
        found = hover(text, min(at, len(text) - 1), self._names.catalog) if known else None
        return advice.of_rest(len(split(text)), width) if found is None else advice.of_hover(found, width)
