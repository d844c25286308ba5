"""The last line: the keys that do something here, as many as fit whole. A click does what the key does.

Textual's own footer scrolls, and so cuts a word where the terminal ends.
"""

from __future__ import annotations

from typing import ClassVar, Protocol, runtime_checkable

from rich.cells import cell_len
from rich.style import Style
from rich.text import Text
from textual.binding import ActiveBinding, Binding
from textual.events import Click
from textual.screen import Screen
from textual.widget import Widget

PALETTE = "command_palette"
GAP = "  "
PRESSED = "pressed"
"""Where a hint carries its key. Not a link: those are underlined."""


@runtime_checkable
class Hinting(Protocol):
    """What knows better than a binding whether its key is worth telling now."""

    def hint(self, binding: Binding) -> str:
        """Return what the line says of a key of it or of a part of it; "" where it is left out."""
        ...


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
        hints = [self._hint(binding, words, key_style) for binding, words in self._offered()]
        return Text(GAP, end="", no_wrap=True).join(_fitting(hints, self.size.width))

    def on_click(self, event: Click) -> None:
        key = event.style.meta.get(PRESSED)
        if key is not None:
            self.app.simulate_key(key)

    def _hint(self, binding: Binding, words: str, key_style: Style) -> Text:
        hint = Text.assemble((self.app.get_key_display(binding), key_style), " ", words)
        hint.apply_meta({PRESSED: binding.key})
        return hint

    def _offered(self) -> list[tuple[Binding, str]]:
        """Return what is shown and its words, once for each action; the palette first, since everything is in it."""
        active = [found for found in self.screen.active_bindings.values() if found.enabled]
        firsts: dict[str, tuple[Binding, str]] = {}
        for found in active:
            if words := _words(found):
                firsts.setdefault(found.binding.action, (found.binding, words))
        return sorted(firsts.values(), key=lambda hint: hint[0].action != PALETTE)


def _words(found: ActiveBinding) -> str:
    """Return what is said of a key; "" for one that is not shown."""
    node, binding = found.node, found.binding
    knows = next((each for each in (node, *node.ancestors) if isinstance(each, Hinting)), None)
    if knows is not None:
        return knows.hint(binding)
    return binding.description if binding.show or binding.action == PALETTE else ""


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
