"""What a room asks of the app. A room never changes the desk itself, and never speaks to another room."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, Any

from textual.message import Message

from .desk import Asked

if TYPE_CHECKING:
    from textual.notifications import SeverityLevel

    from ..engine.answers.space import Space
    from ..engine.handle.asynchronous import AsyncEngine


@dataclass
class Ask(Message):
    """Answer a statement and lay the answer on the desk."""

    asked: Asked


@dataclass
class Select(Message):
    """Show this memory everywhere."""

    id: str


@dataclass
class Enter(Message, namespace="app"):
    """Go to a room, by its name; with an id, to that memory there.

    In a namespace, for Textual has an event of this name, and would hand the one to the handlers of the other.
    """

    room: str
    id: str | None = None


@dataclass
class Chosen(Message):
    """The same recall with other sliders: lay its space on the desk."""

    space: Space


@dataclass
class Travel(Message):
    """Read the store AS OF a moment; None comes back to now."""

    moment: datetime | None


@dataclass
class Change(Message):
    """Write, after a person said yes. what: as "Pin m12". undo: what takes it back, None where nothing can."""

    what: str
    write: Callable[[AsyncEngine], Awaitable[Any]]
    undo: Callable[[AsyncEngine], Awaitable[Any]] | None = None


@dataclass
class Draft(Message):
    """Put a statement into the editor of the room Query, and go there; it is not run."""

    text: str


@dataclass
class Say(Message):
    """Tell a person something, in one sentence. severity: information, warning or error."""

    text: str
    severity: SeverityLevel = "information"
