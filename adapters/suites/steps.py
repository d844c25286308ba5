"""Trajectories of tool-using agents, as steps: what was done, what was seen, and which literals were used in doing it.

Two kinds of files. A list of conversations (`task_id`, `trial`, `traj` of chat messages, as tau-bench keeps them): a
step is a call with its result, or one side's message, and the literals are the leaves of the call's arguments. A run of
SWE-agent (`trajectory` of steps): a step is an action with its observation, and the literals are words of the action's
first line; what follows that is a file's text.

All conversations run side by side in time, as with an agent that serves many: step s of each falls into minute s.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from ...errors import ImportFailed
from .files import read_json

START = datetime(2024, 5, 1, 9, 0, tzinfo=UTC)
EVERY = timedelta(minutes=1)
APART = timedelta(milliseconds=137)
"""Between the same step of two conversations."""

LITERAL = re.compile(r"^(?=.*[\d_\-])[\w\-.@:/#]{5,}$")
"""What nobody can know who has not seen it: five signs or more, a digit, a dash or an underscore among them."""
PATH = re.compile(r"^(?=.*[\d_\-./])[\w\-.@:/#]{5,}$")
"""The same of a shell's words, where a file's name is what one has to have seen."""
WORD = re.compile(r"[^\s\"'`(){}\[\]<>,;|=]+")

USER, SAYS = "user message", "say"


@dataclass(frozen=True, slots=True)
class Step:
    """One step of a conversation. trial: which of several runs. place: of the conversation among those of its trial.

    tool: what was called, empty for a message. uses: (argument, literal), sorted, each once. said: what was said last
    to the agent, or thought by it, before it did this.
    """

    trial: int
    task: str
    place: int
    number: int
    action: str
    observation: str
    tool: str = ""
    uses: tuple[tuple[str, str], ...] = ()
    said: str = ""

    @property
    def id(self) -> str:
        return f"{self.task}/{self.number}"

    @property
    def at(self) -> datetime:
        return START + self.number * EVERY + self.place * APART


Conversation = tuple[Step, ...]


def read_steps(paths: Sequence[Path]) -> list[Conversation]:
    """Return the conversations of some files, in their order. Raises ImportFailed for a file of neither kind."""
    found: list[Conversation] = []
    places: dict[int, int] = {}
    for path in paths:
        for number, record in enumerate(_conversations(path, read_json(path)), start=1):
            trial = record["trial"]
            place = places.get(trial, 0)
            places[trial] = place + 1
            try:
                found.append(tuple(_of_run(record, place) if "trajectory" in record else _of_chat(record, place)))
            except (KeyError, TypeError, ValueError, AttributeError, IndexError) as error:
                said = f"{path}: conversation {number} cannot be read: {type(error).__name__} {error}."
                raise ImportFailed(said, path=str(path)) from None
    return found


def _conversations(path: Path, value: Any) -> list[dict[str, Any]]:
    """Return the conversations of a file, each with its task and trial."""
    if isinstance(value, dict) and isinstance(value.get("trajectory"), list):
        return [{**value, "task_id": path.stem, "trial": 0}]
    if isinstance(value, list) and value and all(isinstance(one, dict) and "traj" in one for one in value):
        return [{"trial": 0, **one} for one in value]
    raise ImportFailed(
        f"{path} holds no trajectories.",
        hint="It is a list of objects with `task_id` and `traj`, or an object with `trajectory`.",
        path=str(path),
    )


def _of_chat(record: Mapping[str, Any], place: int) -> Iterator[Step]:
    number, said, call = 0, "", None
    for message in record["traj"]:
        role, text = message["role"], message.get("content") or ""
        calls = message.get("tool_calls")
        step: dict[str, Any] | None = None
        if role == "user":
            said, step = text, {"action": USER}
        elif role == "assistant" and calls:
            call = calls[0]["function"]
        elif role == "assistant":
            step = {"action": SAYS}
        elif role == "tool" and call is not None:
            step, call = {**_called(call), "said": said}, None
        if step is not None:
            yield Step(record["trial"], str(record["task_id"]), place, number, observation=text, **step)
            number += 1


def _called(function: Mapping[str, Any]) -> dict[str, Any]:
    given = json.loads(function["arguments"] or "{}")
    action = f"{function['name']}({json.dumps(given, sort_keys=True)})"
    return {"action": action, "tool": function["name"], "uses": tuple(sorted(set(_leaves(given, ""))))}


def _leaves(value: Any, name: str) -> Iterator[tuple[str, str]]:
    """Yield (argument, literal) of each leaf that only an observation can have given."""
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from _leaves(inner, key)
    elif isinstance(value, list):
        for inner in value:
            yield from _leaves(inner, name)
    elif isinstance(value, str) and LITERAL.match(value):
        yield name, value


def _of_run(record: Mapping[str, Any], place: int) -> Iterator[Step]:
    for number, step in enumerate(record["trajectory"]):
        action, thought = step["action"].strip(), step.get("thought") or ""
        words = [word for word in WORD.findall(action.partition("\n")[0]) if PATH.match(word)]
        yield Step(
            trial=record["trial"],
            task=record["task_id"],
            place=place,
            number=number,
            action=action,
            observation=step.get("observation") or "",
            tool=action.split(maxsplit=1)[0] if action else "",
            uses=tuple(sorted({("argument", word) for word in words})),
            said=thought,
        )
