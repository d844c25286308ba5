"""Keys in turn: one is handed on when the one before it has been answered, and not when it was read.

Textual hands a key to what has the focus at that moment, though the key before may be about to move it: of F7 and `n`
pressed at once the room before would get the `n`, and letters behind a key that opens a question would reach what lies
below. So an echo follows each key: along the same queues, from what had the focus up to the app. When it is back, what
the key did is done. It then goes around through what has the focus now: what a message set off is done too, and a
screen that has been opened stands. To focus at once everywhere, and to open everything at once, was tried before: each
new part forgets it again.

Where something has to be read or opened before it is known whose the next key is, keys are held meanwhile. What leads
away from there waits for nothing, or an end that never comes could not be left.
"""

from __future__ import annotations

import time
from asyncio import get_running_loop
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager

from textual import on
from textual.app import App
from textual.events import Event, Key, Paste
from textual.message import Message
from textual.message_pump import MessagePump

ROUNDS = 3
"""Times that an echo goes around: a key posts a message, whose handler posts one to the app, which opens a screen."""
LOOK = 0.1
"""Seconds between two looks whether an echo can still come back: with a part that was taken down, it is lost."""
PATIENCE = 10.0
"""Seconds after which the next key is handed on whatever became of the echo: no fault of a part may lock the keys."""


class Echo(Message):
    """Follows a key. number: of the key. left: rounds that it goes still."""

    def __init__(self, number: int, left: int) -> None:
        super().__init__()
        self.number, self.left = number, left


class InTurnApp(App[None]):
    """Takes keys and pastes one after the other. Keys of the app itself, as ctrl+q, wait their turn too."""

    def __init__(self) -> None:
        super().__init__()
        self._held: deque[Event] = deque()
        self._answering = False
        self._holds = 0
        self._number = 0
        self._through: MessagePump = self

    @property
    def is_answering(self) -> bool:
        """Whether a key is being answered, or waits for its turn."""
        return self._answering or bool(self._held)

    @contextmanager
    def holding_keys(self) -> Iterator[None]:
        """Within the block, hand no key on: something has to be read before it is known whose the next one is. What is
        opened right behind the block is waited for too.
        """
        self._holds += 1
        try:
            yield
        finally:
            self._holds -= 1
            self._answering = True
            self._number += 1  # of an echo that is out still nothing is to be learnt: what is opened comes behind it
            self.call_later(self._wait_for_echo)

    def drop_keys(self) -> None:
        """Let go of what waits for its turn: what it was meant for does not come."""
        self._held.clear()

    def leads_away(self, key: Key) -> bool:
        """Whether a key is for the app whatever is being waited for, and what was typed before it is for nothing."""
        return False

    async def on_event(self, event: Event) -> None:
        if not isinstance(event, Key | Paste) or event.is_forwarded:
            await super().on_event(event)
        elif self._holds and isinstance(event, Key) and self.leads_away(event):
            self.drop_keys()
            await super().on_event(event)
        else:
            self._held.append(event)
            await self._hand_on()

    async def _hand_on(self) -> None:
        """Hand the next key on, where none is being answered."""
        if self._held and not self._answering and not self._holds:
            self._answering = True
            await super().on_event(self._held.popleft())
            self._wait_for_echo()

    def _wait_for_echo(self) -> None:
        """Hand nothing on until an echo is back that is sent out now."""
        self._answering = True
        self._number += 1
        self._follow(ROUNDS)
        self._look_after(self._number, time.monotonic() + PATIENCE)

    def _follow(self, left: int) -> None:
        """Send an echo after the key, to where it went."""
        echo = Echo(self._number, left)
        self._through = self.focused or self.screen
        if not self._through.post_message(echo):
            self.post_message(echo)

    def _look_after(self, number: int, give_up: float) -> None:
        """Take the echo for back where it is lost."""
        if self._answering and number == self._number:
            if not self._through.is_running or time.monotonic() > give_up:
                self.post_message(Echo(number, 0))
            else:
                get_running_loop().call_later(LOOK, self._look_after, number, give_up)

    @on(Echo)
    async def _came_back(self, echo: Echo) -> None:
        if not self._answering or echo.number != self._number:
            return  # of a key that is no longer waited for
        if echo.left:
            self._follow(echo.left - 1)
            return
        self._answering = False
        await self._hand_on()
