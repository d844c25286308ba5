"""A form for the parameters of a statement: a field for each, with the kind of value that it takes and its default."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical, VerticalScroll
from textual.content import Content
from textual.screen import ModalScreen
from textual.widgets import Input, Label, Static

from ...engine.answers.display import one_line
from ...errors import ClewError, ParameterError
from ..safe import content
from ..widgets.field import Field
from .entering import entered
from .slots import EXAMPLES, Slot, value_of

LONGEST = 20_000
Filled = tuple[Mapping[str, Any], Mapping[str, str]]
"""Values by parameter; and what was typed, for the next time."""


class Form(ModalScreen["Filled | None"]):
    """Comes to the values; None where a person left. A field that is left empty keeps its default, and is not given.

    typed: what the fields begin with.
    """

    DEFAULT_CSS = """
    Form { align: center middle; }
    Form > Vertical {
        width: 90%; max-width: 100; height: auto; max-height: 90%; padding: 0 1; background: $panel;
        border: round $primary;
    }
    Form VerticalScroll { height: auto; max-height: 20; }
    Form Field { margin-bottom: 1; }
    Form #said { height: auto; color: $text-error; }
    Form #about { height: auto; color: $text-muted; margin-bottom: 1; }
    """
    HELP: ClassVar[str | None] = """
# Values of parameters

Above each field stand its parameter and the kind of value that it takes. One that is left empty keeps its default.
**Up** and **down** go from field to field, **F5** runs the statement, **escape** leaves it.
"""
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("f5,ctrl+j", "run", "Run", id="form.run", priority=True),
        Binding("escape", "leave", "Leave", id="form.leave"),
        Binding("down", "app.focus_next", "Next field", id="form.next", show=False),
        Binding("up", "app.focus_previous", "Field before", id="form.previous", show=False),
    ]

    def __init__(
        self, title: str, slots: tuple[Slot, ...], *, about: str = "", typed: Mapping[str, str] | None = None
    ) -> None:
        super().__init__()
        self._title, self._slots, self._about, self._typed = title, slots, about, typed or {}

    def compose(self) -> ComposeResult:
        with Vertical():
            yield Label(content(one_line(self._title, 200), "bold"))
            yield Static(content(self._about), id="about")
            with VerticalScroll(can_focus=False):
                for place, slot in enumerate(self._slots):
                    yield Label(_label(slot))
                    written = one_line(entered(self._typed.get(slot.name, "")).text, LONGEST)
                    yield Field(
                        written, placeholder=_placeholder(slot), max_length=LONGEST, id=f"slot-{place}", name="Value"
                    )
            yield Static(id="said")

    def on_mount(self) -> None:
        self.query_one("#about").display = bool(self._about)
        self.query_one("#said").display = False

    @on(Input.Submitted)
    def _submitted(self, event: Input.Submitted) -> None:
        """Go to the next field; from the last one, run."""
        if event.input.id == f"slot-{len(self._slots) - 1}":
            self.action_run()
        else:
            self.focus_next()

    def action_run(self) -> None:
        typed = {slot.name: self._field(place).value for place, slot in enumerate(self._slots)}
        values: dict[str, Any] = {}
        for place, slot in enumerate(self._slots):
            try:
                if typed[slot.name]:
                    values[slot.name] = value_of(slot, typed[slot.name])
                elif slot.default is None:
                    raise ParameterError(f"${slot.name} has no default: give it a value, as {EXAMPLES[slot.kind]}.")
            except ClewError as error:
                self._refuse(place, str(error))
                return
        self.dismiss((values, typed))

    def _field(self, place: int) -> Input:
        return self.query_one(f"#slot-{place}", Input)

    def _refuse(self, place: int, why: str) -> None:
        said = self.query_one("#said", Static)
        said.update(content(f"✗ {why}"))
        said.display = True
        self._field(place).focus()

    def action_leave(self) -> None:
        self.dismiss(None)


def _label(slot: Slot) -> Content:
    return Content.assemble((f"${one_line(slot.name, 60)}", "bold"), (f"  {slot.kind}", "$foreground-muted"))


def _placeholder(slot: Slot) -> str:
    return EXAMPLES[slot.kind] if slot.default is None else f"{one_line(slot.default, 60)} (default)"
