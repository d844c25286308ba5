"""A memory edited in a form, whose outcome is another memory that supersedes it: nothing is rewritten."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical, VerticalScroll
from textual.screen import ModalScreen
from textual.widgets import Input, Label, Static

from ...engine.answers.display import one_line
from ...engine.values.model import Draft, Memory
from ...errors import MemoryInvalid
from ..editing.prose import Prose
from ..editing.succeeding import SAYS, Shown, shown_of, successor_of
from ..safe import content
from .field import Field

LONGEST = 20_000
ABOUT = (
    "A memory is not rewritten: what you write here is another one, which supersedes it. Its time, its task and all "
    "that is not here stay as they are; edges and judgements stay with the former."
)


HERE_AGAIN = "What you wrote before is here again; ctrl+r puts back what is remembered."


class EditForm(ModalScreen[Draft | None]):
    """Comes to the successor of a memory; None where a person left. kept: what was typed before, by fields.

    Raises MemoryInvalid for a memory that is too long.
    """

    DEFAULT_CSS = """
    EditForm { align: center middle; }
    EditForm > Vertical {
        width: 90%; max-width: 100; height: auto; max-height: 96%; padding: 0 1; background: $panel;
        border: round $primary;
    }
    EditForm VerticalScroll { height: auto; max-height: 100%; }
    EditForm Prose { height: auto; min-height: 2; max-height: 8; background: $surface; }
    EditForm Field.-textual-compact { background: $surface; }
    EditForm Label { width: 1fr; }
    EditForm .about { color: $text-muted; }
    EditForm .wrong { height: auto; color: $text-error; display: none; }
    EditForm .wrong.-seen { display: block; }
    """
    HELP: ClassVar[str | None] = """
# Edit a memory

What was remembered is never rewritten, for answers as of an earlier moment go by it. **F5** takes what you wrote: after
a yes it is another memory, which supersedes this one, and **ctrl+z** forgets it again. It keeps the time, the place in
its task, and all that is not in the form; edges and judgements stay with the former, along which the lineage leads.

**Tab** goes from field to field, **escape** leaves all as it is. What you wrote is kept until it is remembered, or you
leave the store: **e** on the same memory, or on what superseded it meanwhile, shows it again, and **ctrl+r** puts back
what is remembered. Names that have commas are written as
`["a, b", "c"]`.
"""
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("f5,ctrl+j", "take", "Take", id="edit.take", priority=True),
        Binding("ctrl+r", "reset", "As it is remembered", id="edit.reset"),
        Binding("escape", "leave", "Leave", id="edit.leave"),
    ]

    def __init__(self, memory: Memory, kept: Mapping[str, str] | None = None) -> None:
        super().__init__()
        self._memory, self._fields = memory, shown_of(memory)
        self.typed: Mapping[str, str] = {**{field.name: field.untouched for field in self._fields}, **(kept or {})}
        """What stands in each field: at first, and once the form was left."""
        self._is_kept = kept is not None

    def compose(self) -> ComposeResult:
        with Vertical() as box:
            box.border_title = content(f"Edit {one_line(self._memory.id, 60)}")
            with VerticalScroll(can_focus=False):
                yield Label(ABOUT, classes="about")
                if self._is_kept:
                    yield Label(HERE_AGAIN, classes="kept")
                for field in self._fields:
                    yield Label(content(SAYS[field.name], "bold"))
                    yield _written_in(field, self.typed[field.name])
                    yield Static(id=f"wrong-{field.name}", classes="wrong")
            yield Label("f5 takes it · tab goes to the next field · escape leaves", classes="about")

    @property
    def is_changed(self) -> bool:
        """Whether something else stands in a field than what is remembered."""
        return any(self.typed[field.name] != field.untouched for field in self._fields)

    @on(Input.Submitted)
    def _submitted(self) -> None:
        self.focus_next()

    def action_take(self) -> None:
        self._look()
        try:
            draft = successor_of(self._memory, self.typed)
        except MemoryInvalid as error:
            self._refuse(error)
        else:
            self.dismiss(draft)

    def action_reset(self) -> None:
        """Put back what is remembered."""
        for field in self._fields:
            self._put(field, field.untouched)

    def _look(self) -> None:
        """Keep what stands in each field."""
        self.typed = {field.name: self._typed(field) for field in self._fields}

    def _typed(self, field: Shown) -> str:
        at = f"#edit-{field.name}"
        return self.query_one(at, Prose).text if field.is_body else self.query_one(at, Field).value

    def _put(self, field: Shown, text: str) -> None:
        at = f"#edit-{field.name}"
        if field.is_body:
            prose = self.query_one(at, Prose)
            prose.replace(text, (0, 0), prose.document.end)
        else:
            self.query_one(at, Field).value = text

    def _refuse(self, error: MemoryInvalid) -> None:
        """Say what is wrong below the field that it is wrong in, and go there."""
        named = error.data.get("field")
        name = named if any(field.name == named for field in self._fields) else self._fields[0].name
        for said in self.query(".wrong").results(Static):
            said.set_class(said.id == f"wrong-{name}", "-seen")
        self.query_one(f"#wrong-{name}", Static).update(content(f"✗ {error}"))
        self.query_one(f"#edit-{name}").focus()

    def action_leave(self) -> None:
        self._look()
        self.dismiss(None)


def _written_in(field: Shown, text: str) -> Prose | Field:
    """Return what a field is written in. text: what stands there at first."""
    id, name = f"edit-{field.name}", field.name.capitalize()
    if field.is_body:
        return Prose(text, id=id, name=name)
    return Field(text, max_length=LONGEST, id=id, name=name)
