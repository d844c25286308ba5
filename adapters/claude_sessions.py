"""Where a file of Claude Code sessions stands, and what its next line makes.

A line is read by `claude_records` and placed by `tree`; what is told here is how lines belong together: results to
their calls, subagents to the calls that set them to work, summaries to what they sum up.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from hashlib import sha256
from typing import Any

from ..errors import MemoryInvalid
from .claude_records import Line, line_of, name
from .conversation import Fields
from .messages import Message
from .protocol import Bad, Edge, Item, Source, Unit
from .reading import Record
from .tree import Place, Thread, Tree, called


@dataclass(frozen=True, slots=True)
class _Spawn:
    """A call that set a subagent to work and still waits. call: what its memory is called."""

    session: str
    prompt: str
    call: str


@dataclass(slots=True)
class Sessions:
    """What is known of a file so far.

    done: records that were taken. asking: for each call that waits, its thread. spawns: those that set subagents to
    work. sides: tasks of subagents without a name. summaries: memories that sum up others.
    held: summaries that came before what they sum up, by its last record.
    """

    source: Source
    tree: Tree
    done: set[str] = field(default_factory=set[str])
    asking: dict[str, Thread] = field(default_factory=dict[str, Thread])
    spawns: dict[str, _Spawn] = field(default_factory=dict[str, _Spawn])
    sides: set[str] = field(default_factory=set[str])
    summaries: set[str] = field(default_factory=set[str])
    held: dict[str, list[tuple[Record, Line]]] = field(default_factory=dict[str, list[tuple[Record, Line]]])

    def take(self, record: Record) -> Iterator[Item]:
        """Yield what a line makes. A copy of one that was taken makes nothing."""
        try:
            line = line_of(record.value)
        except MemoryInvalid as error:
            self._pass_over(record.value)
            yield Bad(record.number, error.message, record.position)
            return
        if line.id in self.done:
            return
        for item in self._items(line, record):
            yield replace(item, number=record.number, position=record.position)
        if line.id is not None:
            self.done.add(line.id)
            for held, summary in self.held.pop(line.id, ()):
                yield from self._summary(summary, held)

    def end(self, number: int, position: int) -> Iterator[Item]:
        """Yield what is left at the end: summaries of other files, and word of the calls that wait."""
        for record, line in (one for held in self.held.values() for one in held):
            fields: Fields = {**self._told(line), "at": self.tree.clock.at(line.message.at)}
            if fields["id"] not in self.summaries:
                self.summaries.add(fields["id"])
                yield Unit(fields, record.number, record.position)
        for thread in self.tree.threads.values():
            for asked in thread.talk.waiting:
                reason = f"The call of `{asked.call.name}` has no result yet; it is imported when the log holds one."
                yield Bad(number, reason, position)

    def _pass_over(self, value: Any) -> None:
        """Let what follows a line that cannot be read follow what that followed."""
        if isinstance(value, dict):
            self.tree.hand_on(name(value.get("uuid")), self.tree.place_of(name(value.get("parentUuid"))))

    def _items(self, line: Line, record: Record) -> Iterator[Item]:
        match line.kind:
            case "message" | "compaction":
                yield from self._message(line, record)
            case "event":
                yield self._event(line)
            case "summary" if line.parent is not None and line.parent not in self.tree.places:
                self.held.setdefault(line.parent, []).append((record, line))
            case "summary":
                yield from self._summary(line, record)
            case _:
                self.tree.hand_on(line.id, self.tree.place_of(line.parent))

    # ---- messages ------------------------------------------------------------------------------------

    def _message(self, line: Line, record: Record) -> Iterator[Item]:
        """Yield what a message makes: first of the results in it, then of what is said or called."""
        task = self._task(line, record)
        parent = self.tree.place_of(line.parent)
        before = parent.memory if parent is not None else self._spawning(line, task)
        message = replace(line.message, id=self._called(line, task), follows=before)
        if message.role == "user" and message.results:
            yield from self._results(line, message, parent, task)
            if not message.said:
                return
            message = replace(message, results=())
        node = message.turn or line.id or f"line {record.number}"
        thread = self.tree.continued(parent, task, node)
        if message.role == "user" and thread.last is None and thread.talk.task != task:
            yield from self._abandoned(task)
        yield from self._compaction(message, thread) if line.kind == "compaction" else self._said(message, thread)
        self._expect(line, message, thread)
        made = thread.last if message.said or message.calls else before
        self.tree.hand_on(line.id, Place(thread, node, made))

    def _abandoned(self, task: str) -> Iterator[Item]:
        """Yield the calls that will get no result, because the user took another way than theirs."""
        for thread in self.tree.threads.values():
            if thread.root == task:
                yield from map(_unit, thread.talk.unanswered())

    def _said(self, message: Message, thread: Thread) -> Iterator[Item]:
        for fields in thread.talk.take(message):
            self.tree.follow(thread, fields["id"], message.follows)
            yield _unit(fields)

    def _results(self, line: Line, message: Message, parent: Place | None, task: str) -> Iterator[Item]:
        """Yield the calls that a message answers, and what their results say of the subagents they came from."""
        asked = next((self.asking[r.answers] for r in message.results if r.answers in self.asking), None)
        thread = asked or (self.tree.thread(task) if parent is None else parent.thread)
        alone = replace(message, role="tool", said="", name=None)
        memory = thread.last
        for fields in thread.talk.take(alone):
            memory = fields["id"]
            if memory not in self.tree.before:
                self.tree.follow(thread, memory, message.follows)
            yield _unit(fields)
        for result in message.results:
            self.asking.pop(result.answers or "", None)
            self.spawns.pop(result.answers or "", None)
        node = (parent.node if parent is not None else thread.end) or task
        self.tree.hand_on(line.id, Place(thread, node, memory))
        agent = f"{self._session(line)}/agent-{line.spawned}"
        if line.spawned is not None and memory is not None and self.tree.before.get(agent) != memory:
            yield Edge("CAUSED", memory, agent, "set to work")

    def _expect(self, line: Line, message: Message, thread: Thread) -> None:
        """Take note of the calls of a message, whose memories are named before they are made."""
        for asked in thread.talk.waiting[-len(message.calls) :] if message.calls else ():
            call, memory = asked.call.id, asked.id
            if memory is None or asked.message.id != message.id:
                continue
            self.tree.follow(thread, memory, message.follows)
            if call is None:
                continue
            self.asking[call] = thread
            if call in line.prompts:
                self.spawns[call] = _Spawn(self._session(line), line.prompts[call], memory)

    # ---- what stands beside messages -----------------------------------------------------------------

    def _compaction(self, message: Message, thread: Thread) -> Iterator[Item]:
        """Yield the summary with which a session goes on when its beginning has become too long."""
        yield from map(_unit, thread.talk.unanswered())
        summed = thread.last if message.follows is None else message.follows
        fields = thread.talk.memory(message.at, message.id, **_summed(message.said), causes=_known(message.follows))
        self.tree.follow(thread, fields["id"], message.follows)
        yield from self._sum(fields, summed)

    def _summary(self, line: Line, record: Record) -> Iterator[Item]:
        """Yield the summary of a talk that ends with a record, in its place behind that."""
        place = self.tree.place_of(line.parent)
        told = self._told(line)
        if place is None or told["id"] in self.summaries:
            return
        fields = place.thread.talk.memory(line.message.at, **told)
        for item in self._sum(fields, place.memory):
            yield replace(item, number=record.number, position=record.position)

    def _sum(self, fields: Fields, last: str | None) -> Iterator[Item]:
        yield _unit(fields)
        for memory in self.tree.chain(last, self.summaries):
            yield Edge("SUMMARISES", fields["id"], memory)
        self.summaries.add(fields["id"])

    def _told(self, line: Line) -> Fields:
        """Return the fields of a summary that has no record of its own: it is called by what it sums up, and says."""
        leaf, words = line.parent or "", sha256(line.message.said.encode("utf-8", "surrogatepass")).hexdigest()
        return {
            "id": f"{called(leaf, self.source.name)}/summary-{words[:8]}",
            "source": self.tree.source,
            **_summed(line.message.said),
            "meta": {"leaf": leaf},
        }

    def _event(self, line: Line) -> Unit:
        """Return what happened beside the talk. What comes next follows the talk, and not this."""
        parent, task, event = self.tree.place_of(line.parent), self._session(line), line.message
        thread = self.tree.thread(task) if parent is None else parent.thread
        self.tree.hand_on(line.id, parent)
        fields = thread.talk.memory(
            event.at,
            None if line.id is None else called(line.id, task),
            action=event.name,
            observation=event.said,
            type=("error", "event") if event.failed else "event",
            agent="system",
            causes=_known(None if parent is None else parent.memory),
        )
        return _unit(fields)

    # ---- names ---------------------------------------------------------------------------------------

    def _session(self, line: Line) -> str:
        return line.session or self.source.name

    def _task(self, line: Line, record: Record) -> str:
        """Return the task that a line belongs to: its session, or its subagent."""
        session = self._session(line)
        if not line.side:
            return session
        if line.agent is not None:
            return f"{session}/agent-{line.agent}"
        parent = self.tree.place_of(line.parent)
        if parent is not None and parent.thread.root in self.sides:
            return parent.thread.root
        side = f"{session}/side-{line.id or record.number}"
        self.sides.add(side)
        return side

    def _called(self, line: Line, task: str) -> str | None:
        begins = line.agent is not None and task not in self.tree.threads
        return task if begins else None if line.id is None else called(line.id, task)

    def _spawning(self, line: Line, task: str) -> str | None:
        """Return the call that set a subagent to work whose talk begins: the one with its prompt, else the last."""
        if not line.side or task in self.tree.threads:
            return None
        waiting = [spawn for spawn in self.spawns.values() if spawn.session == self._session(line)]
        meant = [spawn for spawn in waiting if spawn.prompt == line.message.said]
        return next((spawn.call for spawn in (*meant, *reversed(waiting))), None)


def _unit(fields: Fields) -> Unit:
    return Unit(fields, 0, 0)


def _summed(said: str) -> Fields:
    return {"text": said, "type": "summary", "agent": "assistant"}


def _known(memory: str | None) -> tuple[str, ...]:
    return () if memory is None else (memory,)
