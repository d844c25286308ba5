"""The half of the app that shows a person the way. It knows no store: what it offers, it finds in bindings and themes.

Where one of Textual's own ways is replaced (copying, filters, the end by a fault), it is said why.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar

from textual import work
from textual.binding import Binding, BindingType
from textual.driver import Driver
from textual.events import Event, InputEvent, Key
from textual.filter import LineFilter, Monochrome, NoColor
from textual.worker import WorkerFailed

from ...engine.answers.display import visible
from ..crashing import sentence
from .clipboard import copy_natively
from .commands import Command
from .in_turn import InTurnApp
from .keymap import own_keys
from .plain_signs import PlainSigns
from .themes import PLAIN, THEMES, chosen_theme, remember_theme

if TYPE_CHECKING:
    from textual.notifications import SeverityLevel as Severity

SIGNS: Mapping[Severity, str] = {"information": "", "warning": "! ", "error": "✗ "}
"""What stands before a sentence: how grave it is, the colour of its edge alone would say."""

NAMES_OF_KEYS = {"⏎": "enter", "⌫": "backspace", "↑": "up", "↓": "down", "←": "left", "→": "right"}
"""What keys are called where there are no signs for them: one cell of ASCII says none of it."""


class GuidingApp(InTurnApp):
    """theme: the one to begin with; None for the one of last time. shows: an encoding, where signs have to be ASCII and
    texts no more than it has; None for all of Unicode. Raises ClewError for a theme that is not known.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+p", "command_palette", "All commands", id="app.palette", priority=True),
        Binding("f1", "help", "Help", id="app.help", priority=True),
        Binding("question_mark", "keys", "Keys", id="app.keys"),
        Binding("ctrl+o", "jump", "Jump", id="app.jump"),
        Binding("ctrl+y", "copy_id", "Copy the id of the selected memory", id="app.copy", show=False),
        Binding("ctrl+q", "quit", "Quit", id="app.quit", priority=True, show=False),
    ]

    last_words: str = ""
    """What is to be said on the terminal once the screen is gone."""
    pressed: float = 0.0
    """When a key was pressed last, or the mouse used; by the clock of `time.monotonic`."""
    typed: float = 0.0
    """When a key was pressed last, by the same clock."""

    def __init__(self, *, theme: str | None = None, shows: str | None = None) -> None:
        super().__init__()
        self._no_colour = NoColor()
        self._signs = [] if shows is None else [PlainSigns(shows)]
        for ours in THEMES:
            self.register_theme(ours)
        self.theme = chosen_theme(theme, self.available_themes)
        self.no_color = self.theme == PLAIN

    def get_driver_class(self) -> type[Driver]:
        """Use a driver that notices where the terminal is gone, or the server behind a browser."""
        chosen = super().get_driver_class()
        if chosen.__name__ == "WebDriver":
            from ..serving.driver import LeavingDriver

            return LeavingDriver
        if chosen.__name__ == "LinuxDriver":
            from ..terminal import TerminalDriver

            return TerminalDriver
        return chosen

    async def on_event(self, event: Event) -> None:
        if isinstance(event, InputEvent) and not event.is_forwarded:
            self.pressed = time.monotonic()
            if isinstance(event, Key):
                self.typed = self.pressed
        await super().on_event(event)

    # ---- telling -------------------------------------------------------------------------------

    def say(self, text: str, severity: Severity = "information") -> None:
        """Tell a person something. Stored text may be in it: nothing of it is markup.

        It takes the place of what it supersedes: the same said before, and of what only informs, all that did.
        """
        told = SIGNS[severity] + visible(text)
        for shown in list(self._notifications):
            if shown.message == told or shown.severity == severity == "information":
                self._unnotify(shown, refresh=False)
        self.notify(told, severity=severity, markup=False)

    def get_key_display(self, binding: Binding) -> str:
        """Return how a key is called; in ASCII by its name, where Textual has a sign for it."""
        shown = super().get_key_display(binding)
        if self._signs:
            for sign, name in NAMES_OF_KEYS.items():
                shown = shown.replace(sign, name)
        return shown

    def take_own_keys(self) -> None:
        """Give the keys that a person chose to their bindings; a mistake among them is said."""
        keymap = own_keys()
        if keymap.keys:
            self.set_keymap(keymap.keys)
        for fault in keymap.faults:
            self.say(fault, "warning")

    # ---- the palette ---------------------------------------------------------------------------

    def commands(self) -> Iterable[Command]:
        """Return what can be done now: a half that knows more adds to it."""
        yield from self._keys_as_commands()
        yield Command("Save a picture of the screen (SVG)", "Into the current folder", self.action_picture)
        for name in sorted(self.available_themes, key=lambda name: (not name.startswith("clew-"), name)):
            says = "In use" if name == self.theme else "Remembered for the next time"
            yield Command(f"Theme: {name}", says, partial(self.choose_theme, name), name.startswith("clew-"))

    async def stored_commands(self) -> Sequence[Command]:
        """Return what can be done with what is stored."""
        return ()

    def action_command_palette(self) -> None:
        from .palette import palette

        if not self._guided:
            self.push_screen(palette())

    def _keys_as_commands(self) -> Iterable[Command]:
        from .keys_panel import deeds_of

        guided = self.screen_stack[-2] if self._guided else self.screen  # whose keys these are, and not the palette's
        for deed in deeds_of(list(guided.active_bindings.values()), self.get_key_display):
            yield Command(deed.says, f"{deed.owner} · {deed.keys}", partial(self.run_action, deed.action, deed.node))

    # ---- keys, help, jump ----------------------------------------------------------------------

    @property
    def _guided(self) -> bool:
        """Whether one of these screens is open: it shows the way about what is below it, and never about itself."""
        return type(self.screen).__module__.startswith((f"{__package__}.", "textual.command"))

    @work
    async def action_keys(self) -> None:
        """Show the keys that do something here, and do what is chosen."""
        from .keys_panel import KeysPanel, deeds_of

        if self._guided:
            return
        deeds = deeds_of(list(self.screen.active_bindings.values()), self.get_key_display)
        deed = await self.push_screen_wait(KeysPanel(deeds))
        if deed is not None:
            await self.run_action(deed.action, deed.node)

    def action_help(self) -> None:
        """Say what the focused part, and the room or the question that it is in, are for; again: close that."""
        from .help import Help, help_for

        if isinstance(self.screen, Help):
            self.screen.dismiss(None)
        elif not self._guided:
            self.push_screen(Help(help_for(self.focused or self.screen)), self._helped)

    def _helped(self, wants_keys: bool | None) -> None:
        """Go on from the help to the keys of what it was about."""
        if wants_keys:
            self.action_keys()

    @work
    async def action_jump(self) -> None:
        """Put letters on what can be gone to, and go where a person presses."""
        from .jump import Jump, targets_on

        if self._guided:
            return
        from ..widgets.doors import DoorLabel

        doors = self.screen.query(DoorLabel)
        chosen = await self.push_screen_wait(Jump(targets_on(self.screen.focus_chain, doors, self.screen.region)))
        if isinstance(chosen, DoorLabel):
            chosen.enter()
        elif chosen is not None:
            chosen.focus()

    def action_help_quit(self) -> None:
        """Say by which key one leaves: ctrl+c does not. Textual's own words would pile up, one more at each press."""
        keys = [key for key, active in self.active_bindings.items() if active.binding.id == "app.quit"]
        if keys:
            self.say(f"{keys[0].capitalize()} quits.")

    # ---- themes --------------------------------------------------------------------------------

    def choose_theme(self, name: str) -> None:
        """Use a theme, and begin with it the next time."""
        self.theme = name
        remember_theme(name)

    def watch_theme(self, name: str) -> None:
        self.no_color = name == PLAIN  # what `:nocolor` in a style sheet asks

    def get_line_filters(self) -> Sequence[LineFilter]:
        """Let no colour through in the theme without any: Textual's own answer to NO_COLOR are greys."""
        kept = [each for each in super().get_line_filters() if not isinstance(each, Monochrome)]
        return [*([self._no_colour] if self.theme == PLAIN else kept), *self._signs]

    # ---- copying, pictures ---------------------------------------------------------------------

    def copy_to_clipboard(self, text: str) -> None:
        """Copy by the desktop's own program, else let the terminal do it, which not every one does."""
        self._copy(text)

    @work(group="copy")
    async def _copy(self, text: str) -> None:
        if self.is_web or not await asyncio.to_thread(copy_natively, text):
            super().copy_to_clipboard(text)

    def action_picture(self) -> None:
        """Save what is seen as SVG, once the palette that it was asked from is gone."""
        self.set_timer(0.2, self._save_picture)

    def _save_picture(self) -> None:
        from .screenshot import save_picture

        try:
            path = save_picture(self.export_screenshot(), Path.cwd(), "screen")
        except OSError as error:
            self.say(f"The picture cannot be written: {error.strerror or error}.", "error")
        else:
            self.say(f"Saved {path}.")

    # ---- the end -------------------------------------------------------------------------------

    def _handle_exception(self, error: Exception) -> None:
        """End with a sentence and a report. Textual would print a traceback with its local variables: stored text.

        While the app is being taken down, what was awaited may look for what is gone: that is no fault of anybody.
        """
        if self._exception is None and self._running and not self._exit:
            self._exception = error
            self._exception_event.set()
            self._return_code = 1
            self.last_words = sentence(error.error if isinstance(error, WorkerFailed) else error)
            self._close_messages_no_wait()
