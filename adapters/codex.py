"""Codex CLI sessions: `~/.codex/sessions/YYYY/MM/DD/rollout-*.jsonl`, one task a session.

    {"timestamp": ..., "type": "session_meta", "payload": {"id": ..., "cwd": ..., "git": {...}}}
    {"timestamp": ..., "type": "response_item", "payload": {"type": "message" | "function_call" | ..., ...}}
    {"timestamp": ..., "type": "compacted", "payload": {"message": ...}}
    {"id": ..., "timestamp": ..., "instructions": ...} and bare items                        before September 2025
    {"session": {"id": ...}, "items": [...]}                                                  the first releases

The items are those of the Responses API and are read as a chat's are. `event_msg` tells a screen what the items say, so
of it only what no item says is kept: that a turn broke off. What the program itself puts into the user's mouth, its
environment and its instructions, makes no memory.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from ..errors import MemoryInvalid
from .calls import as_text, first_set
from .codex_outputs import dressed
from .content_blocks import is_item
from .conversation import Clock, Conversation, Fields
from .messages import is_message, message_of, time_of
from .protocol import Bad, Edge, Head, Item, Source, Unit
from .reading import Record, records
from .tree import CHAIN

KINDS = ("session_meta", "response_item", "event_msg", "turn_context", "compacted")

PREAMBLES = (
    "<environment_context>",
    "<user_instructions>",
    "<permissions instructions>",
    "# AGENTS.md instructions for ",
)
"""How messages begin that stand under the user's name and were said by nobody."""

BREAKS = ("turn_aborted", "error", "stream_error")
"""Events that no item tells of."""


class Codex:
    """Importer `codex`."""

    name = "codex"
    doc = "Codex CLI sessions (rollout-*.jsonl)"
    appended = True

    def recognises(self, head: Head) -> bool:
        first = head.first if isinstance(head.first, dict) else {}
        wrapped = first.get("type") in KINDS and isinstance(first.get("payload"), dict)
        return wrapped or _is_old_meta(first) or _is_state(first) or _is_whole(first)

    def read(self, source: Source) -> Iterator[Item]:
        rollout, last = _Rollout(source, Clock(source.started)), None
        for record in records(source):
            if isinstance(record, Bad):
                yield record
                continue
            last = record
            yield from rollout.take(record)
        if last is not None:
            yield from rollout.end(last)


@dataclass(slots=True)
class _Session:
    """One session. unsummed: its memories since it was last summed up. about: what is kept beside each of them."""

    talk: Conversation
    unsummed: deque[str] = field(default_factory=lambda: deque[str](maxlen=CHAIN))
    about: dict[str, Any] = field(default_factory=dict[str, Any])


@dataclass(slots=True)
class _Rollout:
    """What is known of a file so far: its sessions by task, the one that goes on, and whether that is a copy's heir."""

    source: Source
    clock: Clock
    sessions: dict[str, _Session] = field(default_factory=dict[str, _Session])
    session: _Session | None = None
    forked: bool = False

    def take(self, record: Record) -> Iterator[Item]:
        """Yield what a record makes; what cannot be understood costs itself."""
        for value in _pieces(record.value):
            try:
                items = self._items(value)
            except MemoryInvalid as error:
                items = [Bad(0, error.message, 0)]
            for item in items:
                yield replace(item, number=record.number, position=record.position)

    def end(self, last: Record) -> Iterator[Item]:
        """Yield the calls without a result at the end; where the log may go on, say that they wait."""
        for session in self.sessions.values():
            if not last.line:
                yield from (Unit(fields, last.number, last.position) for fields in session.talk.unanswered())
            for asked in session.talk.waiting:
                reason = f"The call of `{asked.call.name}` has no result yet; it is imported when the log holds one."
                yield Bad(last.number, reason, last.position)

    def _items(self, value: Any) -> list[Item]:
        if not isinstance(value, dict):
            raise MemoryInvalid("This is no record of a session.")
        if value.get("type") not in KINDS:
            return self._bare(value)
        payload = value.get("payload")
        if not isinstance(payload, dict):
            raise MemoryInvalid(f"The {value['type']} has no payload.")
        match value["type"]:
            case "session_meta":
                return self._begin(payload)
            case "turn_context":
                return self._move(payload)
            case "response_item":
                return self._item(payload, value)
            case "event_msg":
                return self._event(payload, value)
            case _:
                return self._compacted(payload, value)

    def _bare(self, value: Mapping[str, Any]) -> list[Item]:
        """Return what a record of an old log makes, which stands in no envelope."""
        if _is_old_meta(value):
            return self._begin(value)
        return [] if _is_state(value) else self._item(value, value)

    # ---- the session ---------------------------------------------------------------------------------

    def _begin(self, meta: Mapping[str, Any]) -> list[Item]:
        """Begin a session, or go on with it. A forked one holds a copy of what it was forked from, as its own."""
        if self.forked:
            return []
        id, at = first_set(meta, ("id", "session_id")), time_of(meta)
        task = id if isinstance(id, str) else self.source.name
        self.forked = meta.get("forked_from_id") is not None
        self.session = self._of(task)
        if at is not None and not self.session.talk.step:
            self.clock.now = at
        git = meta["git"] if isinstance(meta.get("git"), dict) else {}
        self._note(cwd=meta.get("cwd"), version=meta.get("cli_version"), git_branch=git.get("branch"))
        return []

    def _move(self, context: Mapping[str, Any]) -> list[Item]:
        self._note(cwd=context.get("cwd"), model=context.get("model"))
        return []

    def _note(self, **about: Any) -> None:
        self._now().about.update({key: value for key, value in about.items() if isinstance(value, str) and value})

    def _now(self) -> _Session:
        if self.session is None:
            self.session = self._of(self.source.name)
        return self.session

    def _of(self, task: str) -> _Session:
        if task not in self.sessions:
            self.sessions[task] = _Session(Conversation(task, self.source.path.name, self.clock))
        return self.sessions[task]

    # ---- what it holds -------------------------------------------------------------------------------

    def _item(self, item: Mapping[str, Any], envelope: Mapping[str, Any]) -> list[Item]:
        """Return what an item makes. Kinds that are neither messages, thoughts, calls nor outputs make nothing."""
        if not (is_item(item) or is_message(item)):
            if isinstance(item.get("type"), str):
                return []
            raise MemoryInvalid("This is no record of a session.")
        message = message_of(item)
        if message.role == "user" and message.said.lstrip().startswith(PREAMBLES):
            return []
        session, at = self._now(), time_of(envelope)
        return self._made(session, session.talk.take(dressed(message, at, session.about)))

    def _event(self, event: Mapping[str, Any], envelope: Mapping[str, Any]) -> list[Item]:
        kind = event.get("type")
        if kind not in BREAKS:
            return []
        session, said = self._now(), as_text(first_set(event, ("message", "reason")))
        types = "event" if kind == "turn_aborted" else ("error", "event")
        fields = session.talk.memory(time_of(envelope), action=kind, observation=said, type=types, agent="system")
        return self._made(session, iter([fields]))

    def _compacted(self, payload: Mapping[str, Any], envelope: Mapping[str, Any]) -> list[Item]:
        """Return the summary with which a session goes on; one that only the model can read makes nothing."""
        said, at = first_set(payload, ("message", "summary")), time_of(envelope)
        if not isinstance(said, str):
            return []
        session = self._now()
        before = self._made(session, session.talk.unanswered())
        summed = list(reversed(session.unsummed))
        session.unsummed.clear()
        fields = session.talk.memory(at, text=said, type="summary", agent="assistant", meta=dict(session.about))
        edges = (Edge("SUMMARISES", fields["id"], memory) for memory in summed)
        return [*before, *self._made(session, iter([fields])), *edges]

    def _made(self, session: _Session, memories: Iterator[Fields]) -> list[Item]:
        made = list(memories)
        session.unsummed.extend(fields["id"] for fields in made)
        return [Unit(fields, 0, 0) for fields in made]


def _pieces(value: Any) -> list[Any]:
    """Return what a record holds: itself, or the session and the items of the first releases."""
    whole = isinstance(value, dict) and _is_whole(value)
    return [{"type": "session_meta", "payload": value["session"]}, *value["items"]] if whole else [value]


def _is_whole(value: Mapping[str, Any]) -> bool:
    return isinstance(value.get("session"), dict) and isinstance(value.get("items"), list)


def _is_old_meta(value: Mapping[str, Any]) -> bool:
    return {"id", "timestamp", "instructions"} <= set(value) and "type" not in value


def _is_state(value: Mapping[str, Any]) -> bool:
    return value.get("record_type") == "state"
