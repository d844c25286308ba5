"""What is seen while a store is being opened, which takes a second: which one it is, and that something goes on."""

from __future__ import annotations

from textual.content import Content
from textual.reactive import reactive
from textual.widget import Widget

from ..safe import content

LONG = 9
THREAD = tuple("─" * place + "·" + "─" * (LONG - 1 - place) for place in range(LONG))
THERE_AND_BACK = (*THREAD, *reversed(THREAD[1:-1]))
SECONDS_A_STEP = 0.12


class Splash(Widget):
    """says: what is being done."""

    DEFAULT_CSS = """
    Splash { content-align: center middle; height: 1fr; text-align: center; }
    """
    says: reactive[str] = reactive("")
    _step: reactive[int] = reactive(0)

    def on_mount(self) -> None:
        self.set_interval(SECONDS_A_STEP, self._go_on)

    def _go_on(self) -> None:
        if self.display and self.says:
            self._step += 1

    def render(self) -> Content:
        thread = THERE_AND_BACK[self._step % len(THERE_AND_BACK)] if self.says else ""
        return Content.assemble(("c l e w", "bold $primary"), "\n\n", (thread, "$accent"), "\n\n", content(self.says))
