"""Pick one of many by typing: what was asked before, what is saved. Below the list it is seen whole."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import ClassVar, Generic, TypeVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.screen import ModalScreen
from textual.widgets import Input, Label, Static

from ...engine.answers.display import visible
from ...engine.answers.folding import fold_all
from ..safe import content
from ..widgets.choices import Choices
from ..widgets.field import Field
from ..widgets.lines import Lines, Row

T = TypeVar("T")
WHOLE = 6
"""Lines of what is picked that are seen."""
LONG = 4_000


@dataclass(frozen=True, slots=True)
class Choice(Generic[T]):
    """content: its line in the list, of which as much is seen as there is room. sought: where words are looked for.
    whole: all of it.
    """

    value: T
    content: Content
    sought: str
    whole: str


def fitting(choices: Sequence[Choice[T]], words: str) -> list[Choice[T]]:
    """Return those that hold every word, whatever the case."""
    wanted = words.casefold().split()
    return [choice for choice in choices if all(word in choice.sought.casefold() for word in wanted)]


class Picker(ModalScreen["T | None"], Generic[T]):
    """Comes to the value of a choice; None where a person left. says: the line of help at the top."""

    DEFAULT_CSS = """
    Picker { align: center top; }
    Picker > Vertical {
        width: 94%; max-width: 140; height: 85%; margin-top: 2; padding: 0 1;
        background: $panel; border: round $primary;
    }
    Picker Label { width: 1fr; color: $text-muted; }
    Picker #whole { height: auto; max-height: 6; border-top: solid $primary-muted; }
    """
    HELP: ClassVar[str | None] = """
# Pick one

Type words of what you look for, in any order. **Up** and **down** go in the list, and below it stands what the cursor
is on, whole; **enter** takes it.
"""
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "leave", "Leave", id="picker.leave"),
        Binding("down", "go(1)", "Down", id="picker.down", show=False, priority=True),
        Binding("up", "go(-1)", "Up", id="picker.up", show=False, priority=True),
        Binding("pagedown", "page(1)", "Page down", id="picker.page_down", show=False, priority=True),
        Binding("pageup", "page(-1)", "Page up", id="picker.page_up", show=False, priority=True),
    ]

    def __init__(self, says: str, empty: str, choices: Callable[[], Sequence[Choice[T]]]) -> None:
        super().__init__()
        self._says, self._empty, self._make = says, empty, choices
        self._choices: Sequence[Choice[T]] = ()
        self._shown: list[Choice[T]] = []

    def compose(self) -> ComposeResult:
        with Vertical():
            yield Label(content(self._says))
            yield Field(max_length=500, name="Words")
            yield Choices(name="Statements", empty=self._empty)
            yield Static(id="whole")

    def on_mount(self) -> None:
        self._choices = self._make()
        self._list("")

    @on(Input.Changed)
    def _changed(self, event: Input.Changed) -> None:
        self.query_one(Lines).say("Nothing has these words." if event.value.strip() else self._empty)
        self._list(event.value)

    def _list(self, words: str) -> None:
        self._shown = fitting(self._choices, words)
        rows = [Row(choice.content, key=str(place)) for place, choice in enumerate(self._shown)]
        self.query_one(Lines).show(rows, at=0)
        self._see()

    @property
    def _picked(self) -> Choice[T] | None:
        place = self.query_one(Lines).cursor
        return self._shown[place] if 0 <= place < len(self._shown) else None

    @on(Lines.Moved)
    def _see(self) -> None:
        picked, below = self._picked, self.query_one("#whole", Static)
        lines = fold_all(visible(picked.whole[:LONG]), max(1, below.size.width)) if picked else []
        below.update(Content("\n".join(lines if len(lines) < WHOLE else [*lines[: WHOLE - 2], "…"])))

    def on_resize(self) -> None:
        self.call_after_refresh(self._see)

    def action_go(self, by: int) -> None:
        self.query_one(Lines).action_move(by)

    def action_page(self, by: int) -> None:
        self.query_one(Lines).action_page(by)

    @on(Input.Submitted)
    @on(Lines.Picked)
    def _taken(self) -> None:
        if self._picked is not None:
            self.dismiss(self._picked.value)

    def action_leave(self) -> None:
        self.dismiss(None)
