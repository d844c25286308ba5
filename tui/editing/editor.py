"""The editor: Textual's text area with the language's own colours, marks under what is wrong, and completion.

It computes nothing: whoever holds it hands in the findings and the completions, and is told what changed.
"""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import ClassVar

from rich.style import Style
from rich.text import Text
from textual import on, work
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.events import Key
from textual.message import Message
from textual.widgets import TextArea
from textual.widgets.text_area import EditHistory

from ...dsl.checking.diagnostic import Diagnostic
from ...dsl.completion.items import Completion
from ...errors import Span
from .colours import KINDS, Coloured, coloured, is_quick, underlined
from .entering import entered
from .popup import Popup
from .prose import Prose
from .statements import offset_of, place_of

CALM = 0.15
"""Seconds without a key before a long statement is coloured anew."""
TAKEN = {"f6", "f7", "ctrl+e", "ctrl+w"}
"""Keys of Textual's text area that mean something else in this app."""


def _text_keys() -> list[BindingType]:
    """Return the keys of a text, each with an id by which it can be given another key, and without what is taken."""
    own = (_own(binding) for binding in TextArea.BINDINGS if isinstance(binding, Binding))
    return [binding for binding in own if binding.key]


def _own(binding: Binding) -> Binding:
    keys = ",".join(key for key in binding.key.split(",") if key not in TAKEN)
    action = binding.action.replace("(True)", "_select").replace("cursor_", "")
    return replace(binding, key=keys, id=f"editor.{action}")


def new_past() -> EditHistory:
    """Return a past in which nothing was done. What is typed within two seconds is taken back at once."""
    return EditHistory(max_checkpoints=50, checkpoint_timer=2.0, checkpoint_max_characters=100)


class Editor(Prose, inherit_bindings=False):
    """findings: what is wrong with the text, underlined. popup: where completions are shown."""

    LONG_TEXTS: ClassVar[str] = "a long value is a parameter, `$name`, and a long script is run by `clew query --file`"
    DEFAULT_CSS = """
    Editor > .editor--comment { color: $text-muted; text-style: italic; }
    Editor > .editor--keyword { color: $primary; text-style: bold; }
    Editor > .editor--constant, Editor > .editor--number { color: $secondary; }
    Editor > .editor--string { color: $success; }
    Editor > .editor--parameter { color: $warning; text-style: italic; }
    Editor > .editor--label, Editor > .editor--function { color: $accent; }
    Editor > .editor--property { color: $foreground; }
    Editor > .editor--operator { color: $foreground; }
    Editor > .editor--error, Editor > .editor--wrong { color: $error; text-style: underline; }
    Editor > .editor--doubtful { text-style: underline; }
    """
    COMPONENT_CLASSES: ClassVar[set[str]] = {
        *(f"editor--{kind}" for kind in KINDS),
        "editor--wrong",
        "editor--doubtful",
    }
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("tab,enter", "accept", "Take", id="completion.accept", show=False, priority=True),
        Binding("escape", "dismiss", "Close", id="completion.close", show=False, priority=True),
        Binding("down", "choose(1)", "Next", id="completion.next", show=False, priority=True),
        Binding("up", "choose(-1)", "Previous", id="completion.previous", show=False, priority=True),
        Binding("ctrl+@,ctrl+space", "complete", "Complete", id="completion.open", show=False),
        *_text_keys(),
    ]

    class Wanted(Message):
        """Completions are wanted at the cursor. asked: by a key, and not because of what was typed."""

        def __init__(self, *, asked: bool) -> None:
            super().__init__()
            self.asked = asked

    def __init__(self, text: str = "", *, placeholder: Content | str = "", id: str | None = None) -> None:
        super().__init__(text, placeholder=placeholder, id=id, name="Statement")
        self.popup: Popup | None = None
        self._coloured: dict[int, list[Coloured]] = {}
        self._marked: dict[int, list[Coloured]] = {}
        self._looks: dict[str, Style] = {}

    # ---- the text ------------------------------------------------------------------------------

    @property
    def offset_in_text(self) -> int:
        """Where the cursor is, in characters."""
        return offset_of(self.text, self.cursor_location)

    @property
    def selected_span(self) -> tuple[int, int] | None:
        """The characters that are selected; None for none."""
        if self.selection.is_empty:
            return None
        start, end = sorted(offset_of(self.text, place) for place in self.selection)
        return start, end

    def put(self, text: str, *, cursor: int | None = None) -> None:
        """Replace the whole text; it can be taken back. cursor: where it stands then, else at the end."""
        taken = entered(text)
        self.replace(taken.text, (0, 0), self.document.end, maintain_selection_offset=False)
        self.move_cursor(place_of(self.text, len(self.text) if cursor is None else min(cursor, len(self.text))))
        self._tell(taken)

    def load(self, text: str, cursor: int, past: EditHistory | None) -> None:
        """Show another text with a past of its own, which undo goes back through; None for none yet."""
        self.action_dismiss()
        self.history = new_past()
        self.load_text(entered(text).text)
        self.history = past or new_past()
        self.move_cursor(place_of(self.text, min(cursor, len(self.text))))

    def put_at(self, span: Span, text: str) -> None:
        """Replace a part of the text, and stand behind it."""
        start, end = (place_of(self.text, offset) for offset in (span.start, span.end))
        result = self.replace(text, start, end, maintain_selection_offset=False)
        self.move_cursor(result.end_location)

    @on(TextArea.Changed)
    def _changed(self) -> None:
        self._marked = {}  # the places have moved: the next look finds them again
        if is_quick(self.text):
            self._coloured = coloured(self.text)
        else:
            self._colour_later()
        self.notify_style_update()
        self.refresh()

    # ---- how it looks --------------------------------------------------------------------------

    def mark(self, findings: tuple[Diagnostic, ...]) -> None:
        """Underline what is wrong."""
        self._marked = underlined(self.text, findings)
        self.notify_style_update()
        self.refresh()

    @work(group="colour", exclusive=True)
    async def _colour_later(self) -> None:
        """Colour a text with a long statement, beside the loop and once nobody types: until then it has old colours."""
        await asyncio.sleep(CALM)
        text = self.text
        found = await asyncio.to_thread(coloured, text)
        if text == self.text:
            self._coloured = found
            self.notify_style_update()
            self.refresh()

    def notify_style_update(self) -> None:
        self._looks = {}
        super().notify_style_update()

    def get_line(self, line_index: int) -> Text:
        """Return a line in its colours; what a person could not see is drawn as a mark."""
        line = super().get_line(line_index)
        for start, end, kind in self._coloured.get(line_index, ()):
            line.stylize(self._look(kind), start, end)
        for start, end, severity in self._marked.get(line_index, ()):
            line.stylize(self._look("wrong" if severity == "error" else "doubtful"), start, end)
        return line

    def _look(self, kind: str) -> Style:
        if kind not in self._looks:
            self._looks[kind] = self.get_component_rich_style(f"editor--{kind}", partial=True)
        return self._looks[kind]

    # ---- completion ----------------------------------------------------------------------------

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Let the keys of the popup be what they are elsewhere while it is closed."""
        if action in ("accept", "dismiss", "choose"):
            return self.popup is not None and self.popup.is_open
        return super().check_action(action, parameters)

    async def _on_key(self, event: Key) -> None:
        """Insert what is typed. A letter with alt is a key, though a terminal sends its letter with it."""
        if event.key.startswith("alt+"):
            event.prevent_default()  # so that it is not inserted; bindings get it all the same
            return
        before = self.text
        await super()._on_key(event)
        if self.text != before:
            self.post_message(self.Wanted(asked=False))

    def action_complete(self) -> None:
        self.post_message(self.Wanted(asked=True))

    def action_accept(self) -> None:
        if self.popup is not None and self.popup.chosen is not None:
            self.accept(self.popup.chosen, self.popup.span)

    def accept(self, item: Completion, span: Span) -> None:
        """Put a completion where it belongs."""
        self.put_at(span, item.text)
        self.action_dismiss()

    def action_dismiss(self) -> None:
        if self.popup is not None:
            self.popup.close()

    def action_choose(self, by: int) -> None:
        if self.popup is not None:
            self.popup.action_move(by)
