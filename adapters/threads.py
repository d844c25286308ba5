"""States of LangGraph, found in the several ways in which they are written, and the messages that a thread holds.

Reading order says nothing: a history is written newest first, and checkpoints of several threads come mixed. So a
thread holds each of its messages once, with the states that hold it, and tells their order when all are read.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from ..engine.values.times import to_micros
from ..errors import MemoryInvalid
from .calls import as_text, first_set, string
from .langchain_messages import id_of
from .reading import Record

NAMES = ("thread_id", "conversation_id", "session_id")
"""Where a thread may keep its name; the first that is set counts."""

TIMES = ("updated_at", "created_at", "createdAt", "ts")
"""Where a state may keep its time. A thread has two, and what it holds is of the latter."""

CONFIGS = (("config", "configurable"), ("checkpoint",), ("metadata",))
"""Objects in a state that may hold such things, too."""

STATES = (
    ("values", "messages"),
    ("values",),
    ("checkpoint", "channel_values", "messages"),
    ("channel_values", "messages"),
)
"""Where the messages of a state are, from the outside in; `values` alone where messages are all of it."""

UNFINISHED = ("busy", "interrupted")

Order = tuple[int, int, int]
"""When a state was: its time, its step, and how many messages it holds."""


@dataclass(frozen=True, slots=True)
class State:
    """What a thread holds at one time.

    at: microseconds since 1970, or None. step: how many went before, 0 where it does not say.
    goes_on: something is still to be done.
    """

    thread: str
    messages: list[Any]
    at: int | None = None
    step: int = 0
    goes_on: bool = False

    @property
    def order(self) -> Order:
        return self.at or 0, self.step, len(self.messages)


@dataclass(frozen=True, slots=True)
class Held:
    """A message of a thread, as the latest state has it.

    at: when the first state was that holds it, and a microsecond for each new one before it there; None for no time.
    """

    message: Any
    record: Record
    at: int | None


@dataclass(slots=True)
class Thread:
    """The states of a thread so far. goes_on: whether the latest does."""

    goes_on: bool = False
    _latest: Order = (0, 0, 0)
    _states: list[tuple[Order, int | None, list[str]]] = field(
        default_factory=list[tuple[Order, int | None, list[str]]]
    )
    _held: dict[str, tuple[Order, Any, Record]] = field(default_factory=dict[str, tuple[Order, Any, Record]])

    def take(self, state: State, record: Record) -> None:
        """Take in a state; of a message that is held already only its name is kept."""
        names, order = _names(state.messages), state.order
        self._states.append((order, state.at, names))
        if order >= self._latest:
            self._latest, self.goes_on = order, state.goes_on
        for name, message in zip(names, state.messages, strict=True):
            if name not in self._held or self._held[name][0] <= order:
                self._held[name] = order, message, record

    def in_order(self) -> Iterator[Held]:
        """Yield each message once, in the order of the states that first held them."""
        seen: set[str] = set()
        for _, at, names in sorted(self._states, key=lambda state: state[0]):
            new = [name for name in names if name not in seen]
            seen.update(new)
            for n, name in enumerate(new):
                _, message, record = self._held[name]
                yield Held(message, record, None if at is None else at + n)


def state_of(value: Any, name: str, alone: str) -> State | None:
    """Return the state that a value is, or None for what is none.

    name: of the thread of a state that does not say. alone: of a conversation that does not say.
    """
    if not isinstance(value, dict):
        return State(alone, value) if isinstance(value, list) else None
    if isinstance(value.get("messages"), list):
        return State(_thread(value) or string(value.get("id")) or alone, value["messages"], _time(value))
    found = (_at(value, path) for path in STATES)
    messages = next((inner for inner in found if isinstance(inner, list)), None)
    if messages is None:
        return None
    goes_on = bool(value.get("next")) or value.get("status") in UNFINISHED
    return State(_thread(value) or name, messages, _time(value), _step(value), goes_on)


def _names(messages: Sequence[Any]) -> list[str]:
    """Return what tells each message of a state from the others, and is the same in the next state."""
    names: list[str] = []
    told: Counter[str] = Counter()
    for message in messages:
        name = id_of(message) or _digest(message)
        told[name] += 1
        names.append(f"{name} {told[name]}")
    return names


def _digest(message: Any) -> str:
    try:
        words = as_text(message)
    except MemoryInvalid:
        words = ""
    return hashlib.sha256(words.encode("utf-8", "surrogatepass")).hexdigest()


def _thread(value: Mapping[str, Any]) -> str | None:
    """Return the name of a thread; a graph within a graph has a name of its own in it."""
    places = [value, *(inner for path in CONFIGS if isinstance(inner := _at(value, path), dict))]
    thread = next((string(found) for place in places if (found := first_set(place, NAMES)) is not None), None)
    within = next((string(found) for place in places if (found := place.get("checkpoint_ns"))), None)
    return f"{thread}:{within}" if thread is not None and within is not None else thread


def _time(value: Mapping[str, Any]) -> int | None:
    places = [value, *(inner for path in CONFIGS if isinstance(inner := _at(value, path), dict))]
    for found in (place.get(key) for place in places for key in TIMES):
        try:
            if isinstance(found, str):
                return to_micros(found)
        except MemoryInvalid:
            continue
    return None


def _step(value: Mapping[str, Any]) -> int:
    step = _at(value, ("metadata", "step"))
    return step if isinstance(step, int) else 0


def _at(value: Any, path: Sequence[str]) -> Any:
    """Return what stands at the end of a path of keys, or None."""
    for key in path:
        value = value.get(key) if isinstance(value, dict) else None
    return value
