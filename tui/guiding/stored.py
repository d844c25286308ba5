"""What the palette offers of a store: statements that were saved, and tasks. Each puts a text into the editor."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

from textual.message import Message

from ...dsl.parsing.strings import print_name, quote
from ...errors import ClewError
from ..messages import Draft
from .commands import Command

if TYPE_CHECKING:
    from ...engine.answers.results import Rows
    from ...engine.handle.asynchronous import AsyncEngine

Post = Callable[[Message], object]


async def stored(memory: AsyncEngine, post: Post) -> Sequence[Command]:
    """Return a command for each name in the store; none where it cannot be read just now."""
    try:
        intents, tasks = await memory.query("SHOW INTENTS"), await memory.query("SHOW TASKS")
    except ClewError:
        return ()
    return [*_commands(intents, "Run", _run, post), *_commands(tasks, "Task", _recall_in, post)]


def _commands(rows: Rows, what: str, draft: Callable[[dict[str, Any]], str], post: Post) -> Sequence[Command]:
    drafts = [(str(row["name"]), draft(row)) for row in rows]
    return [Command(f"{what}: {name}", text, partial(post, Draft(text)), shown=False) for name, text in drafts]


def _run(intent: dict[str, Any]) -> str:
    """Return a call of a saved statement; what it must be given stays a parameter, which the editor asks for."""
    needed = [name.removeprefix("$") for name in intent["parameters"] if "=" not in name]
    given = ", ".join(f"{name}: ${name}" for name in needed)
    return f"RUN {print_name(intent['name'])}" + (f"({given})" if given else "")


def _recall_in(task: dict[str, Any]) -> str:
    return f"RECALL 10 TASK {quote(task['name'])}"
