"""The last line: the keys that do something here, as many as fit whole. A click does what the key does.

Textual's own footer scrolls, and so cuts a word where the terminal ends.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

from rich.cells import cell_len
from rich.style import Style
from rich.text import Text
from textual.binding import Binding
from textual.events import Click
from textual.screen import Screen
from textual.widget import Widget

PALETTE = "command_palette"
GAP = "  "
PRESSED = "pressed"
"""Where a hint carries its key. Not a link: those are underlined."""


class Hints(Widget):
    """Shows the bindings of the focused widget and of what it is in, the nearest first, behind the palette's."""

    DEFAULT_CSS = """
    Hints { height: 1; dock: bottom; background: $panel; color: $text-muted; padding: 0 1; }
    Hints > .hints--key { color: $text-accent; text-style: bold; }
    """
    COMPONENT_CLASSES: ClassVar[set[str]] = {"hints--key"}

    def on_mount(self) -> None:
        self.screen.bindings_updated_signal.subscribe(self, self._bindings_changed)

    def _bindings_changed(self, _: Screen[object]) -> None:
        self.refresh()

    def render(self) -> Text:
        key_style = self.get_component_rich_style("hints--key", partial=True)
        hints = [self._hint(binding, key_style) for binding in self._offered()]
        return Text(GAP, end="", no_wrap=True).join(_fitting(hints, self.size.width))

    def on_click(self, event: Click) -> None:
        key = event.style.meta.get(PRESSED)
        if key is not None:
            self.app.simulate_key(key)

    def _hint(self, binding: Binding, key_style: Style) -> Text:
        hint = Text.assemble((self.app.get_key_display(binding), key_style), " ", binding.description)
        hint.apply_meta({PRESSED: binding.key})
        return hint

    def _offered(self) -> Iterable[Binding]:
        """Yield what is shown, once for each action; the palette first, since everything is in it."""
        active = [found.binding for found in self.screen.active_bindings.values() if found.enabled]
        shown = [binding for binding in active if binding.show or binding.action == PALETTE]
        firsts = {binding.action: binding for binding in reversed(shown)}
        return sorted((b for b in shown if firsts[b.action] is b), key=lambda binding: binding.action != PALETTE)


def _fitting(hints: list[Text], width: int) -> list[Text]:
    """Return the first hints that fit whole."""
    kept: list[Text] = []
    for hint in hints:
        width -= cell_len(hint.plain)
        if width < 0:
            break
        kept.append(hint)
        width -= len(GAP)
    return kept
