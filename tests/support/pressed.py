"""Every key of the app pressed: which there are, how one is pressed, and what is remembered of it.

    await Pressing(app, pilot).all([Press("front.worse", seen="front 2"), Press("front.better", seen="front 1")])

A press counts where the action of that key ran on the part that has it, and something is seen of it: a text that was
not there (`seen`), one that is gone (`gone`), or, with neither, anything that differs.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cache
from typing import Any

from clew.tui.app import ClewApp
from clew.tui.editing.editor import Editor
from clew.tui.guiding.key_table import parts
from clew.tui.pointing import here
from pictures import press, settled, shown, until
from textual.binding import Binding
from textual.pilot import Pilot

SOON = 20.0
"""Seconds within which something has to be seen."""


@dataclass(frozen=True, slots=True)
class Press:
    """id: of the key. before: the keys that bring about where it does something. seen, gone: texts that then come and
    go. holds: in their place, what is so then and was not before; asked of the app.
    """

    id: str
    before: str = ""
    seen: str = ""
    gone: str = ""
    holds: Callable[[ClewApp], object] | None = None


@cache
def bindings() -> dict[str, list[tuple[str, Binding]]]:
    """Return every binding of the app by its id, each with the name of the class that has it."""
    found = defaultdict[str, list[tuple[str, Binding]]](list)
    for part in parts():
        for binding in Binding.make_bindings(part.__dict__.get("BINDINGS", ())):
            found[binding.id or f"{part.__name__} {binding.key}"].append((part.__name__, binding))
    return dict(found)


class Pressing:
    """Presses keys in one run of an app."""

    def __init__(self, app: ClewApp, pilot: Pilot[None]) -> None:
        self.app, self.pilot = app, pilot
        self._ran: list[tuple[str, str]] = []
        run = app.run_action

        async def noted(action: Any, namespace: Any = None, *rest: Any) -> bool:
            done = await run(action, namespace, *rest)
            if done:
                self._ran += [(part.__name__, action) for part in type(namespace).__mro__]
            return done

        app.run_action = noted  # type: ignore[method-assign] - to see what is run

    async def all(self, presses: Iterable[Press]) -> None:
        for one in presses:
            await press(self.app, self.pilot, *one.before.split())
            await self._press(one)

    async def _press(self, one: Press) -> None:
        owner, binding = bindings()[one.id][0]
        self._ran = []
        was = None if one.holds else self._state()
        assert not (one.seen or one.gone or one.holds) or not self._came(one, was), f"{one.id}: it is so before already"
        await self.pilot.press(binding.key)
        assert (owner, binding.action) in self._ran, f"{one.id}: `{binding.key}` ran {self._ran}\n{shown(self.app)}"
        if self.app.is_running:
            await until(lambda: self._came(one, was), self.pilot, SOON, of=one.id)
            await settled(self.app, self.pilot)

    def _came(self, one: Press, was: tuple[Any, ...] | None) -> bool:
        """Whether what a key is pressed for is to be seen. To draw the screen for it takes longer than the key."""
        if one.holds is not None:
            return bool(one.holds(self.app))
        now = self._state()
        if one.seen or one.gone:
            return one.seen in now[0] and not (one.gone and one.gone in now[0])
        return now != was

    def _state(self) -> tuple[Any, ...]:
        """Return what a person can tell: the screen, what has the focus, and where its cursor is."""
        screen, focused = self.app.screen, self.app.focused
        told = (focused.text, focused.selection) if isinstance(focused, Editor) else here(focused)
        return shown(self.app), type(screen), focused, told, self.app.desk.selected, self.app.desk.moment
