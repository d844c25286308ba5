"""What the doctor finds in a store, which need not be one that can be opened; and its cure, where that is allowed."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar

from textual import work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical, VerticalScroll
from textual.content import Content
from textual.screen import ModalScreen
from textual.widgets import Label, Static

from ...errors import ClewError
from ..safe import content

if TYPE_CHECKING:
    from ...engine.care.findings import Finding

MARKS = {True: ("✗", "$text-error"), False: ("•", "$text-warning")}


class Examination(ModalScreen[None]):
    """Examine a store. writable: whether `f` may mend it."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("f", "fix", "Mend what can be", id="doctor.fix"),
        Binding("escape,q", "dismiss(None)", "Back", id="doctor.back"),
    ]
    HELP: ClassVar[str | None] = """
# Doctor

What is wrong in the store (`✗`), what is unusual (`•`), and the cure of each. With `--write`, **f** mends what can be
mended without a risk. **Arrows** scroll.
"""
    DEFAULT_CSS = """
    Examination { align: center middle; }
    Examination > Vertical { width: 90; max-width: 96%; height: auto; max-height: 90%; padding: 1 2; }
    Examination > Vertical { background: $panel; border: round $primary; }
    Examination VerticalScroll { height: auto; max-height: 100%; }
    Examination Label { color: $text-muted; margin-top: 1; width: 1fr; }
    """

    def __init__(self, path: Path, *, writable: bool) -> None:
        super().__init__()
        self._path = path
        self._writable = writable

    def compose(self) -> ComposeResult:
        with Vertical() as box:
            box.border_title = content(f"Doctor · {self._path.name}")
            with VerticalScroll(name="Report"):
                yield Static(content("Reading every event of the journal …"), id="report")
            mend = "f mends what can be · " if self._writable else "started with --write, f mends · "
            yield Label(content(f"{mend}escape goes back"))

    def on_mount(self) -> None:
        self._examine(fix=False)

    def action_fix(self) -> None:
        """Mend what can be mended without a risk."""
        if self._writable:
            self._examine(fix=True)
        else:
            self.app.notify("Start the app with --write to mend.", markup=False)

    @work(exclusive=True, group="doctor")
    async def _examine(self, *, fix: bool) -> None:
        try:
            done, left = await asyncio.to_thread(_treated, self._path, fix)
        except ClewError as error:
            told = content(str(error))
        else:
            told = report(done, left)
        self.query_one("#report", Static).update(told)


def report(done: Sequence[str], left: Sequence[Finding]) -> Content:
    """Return what was done and what is left, each with its cure below it."""
    lines = [content(f"✓ {what}", "$text-success") for what in done]
    for finding in left:
        mark, style = MARKS[finding.serious]
        lines.append(Content.assemble((f"{mark} ", style), content(finding.message)))
        if finding.cure:
            lines.append(content(f"  {finding.cure}", "$foreground-muted"))
    return Content("\n").join(lines) if lines else content("✓ Nothing is wrong.", "$text-success")


def _treated(path: Path, fix: bool) -> tuple[Sequence[str], Sequence[Finding]]:
    from ...engine.care.doctor import examine, treat
    from ...engine.care.patient import admitted

    with admitted(path) as patient:
        if not fix:
            return (), examine(patient)
        treatment = treat(patient)
    return treatment.done, treatment.left
