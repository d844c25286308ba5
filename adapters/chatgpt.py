"""ChatGPT's export of its user's data: `conversations.json`, an array of conversations, one task each and each branch.

    {"title": ..., "conversation_id": ..., "current_node": ..., "mapping": {"<node>": {"parent": ..., "message": ...}}}

The nodes of a conversation form a `tree`. The way to the current node is the conversation; what else was asked and
answered, before a question was edited or an answer made anew, forms branches that were caused by where they fork off.

A memory is called by its node, where that name is one in the world, so that a later export finds it again wherever the
conversation has gone on meanwhile.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from ..errors import MemoryInvalid
from .calls import first_set
from .chatgpt_nodes import Node, node_of, parent_of
from .conversation import Clock, Fields
from .messages import Message, time_of
from .protocol import Bad, Head, Item, Source, Unit
from .reading import Record, records
from .tree import Place, Thread, Tree, called


class ChatGPT:
    """Importer `chatgpt`."""

    name = "chatgpt"
    doc = "ChatGPT data export (conversations.json), every branch included"

    def recognises(self, head: Head) -> bool:
        first = head.first if isinstance(head.first, dict) else {}
        return isinstance(first.get("mapping"), dict) and bool({"title", "current_node", "create_time"} & set(first))

    def read(self, source: Source) -> Iterator[Item]:
        """Yield what the file holds, a conversation at a time."""
        clock = Clock(source.started)
        for record in records(source):
            if isinstance(record, Bad):
                yield record
            elif not isinstance(record.value, dict) or not isinstance(record.value.get("mapping"), dict):
                yield Bad(record.number, "This is no conversation: it has no object `mapping`.", record.position)
            else:
                for item in _Conversation.of(record, source, clock).items():
                    yield replace(item, number=record.number, position=record.position)


@dataclass(slots=True)
class _Conversation:
    """One conversation on its way.

    times: for each node, its own, or what the one before it lends it. calls: for each node that is a call or one of its
    results, the call's node.
    """

    task: str
    value: Mapping[str, Any]
    tree: Tree
    meta: Mapping[str, Any]
    times: dict[str, int] = field(default_factory=dict[str, int])
    calls: dict[str, str] = field(default_factory=dict[str, str])

    @classmethod
    def of(cls, record: Record, source: Source, clock: Clock) -> _Conversation:
        title, id = record.value.get("title"), first_set(record.value, ("conversation_id", "id"))
        unnamed = source.name if record.number == 1 else f"{source.name}-{record.number}"
        meta = {"title": title} if isinstance(title, str) and title else {}
        clock.now = _began(record.value, clock.now)
        return cls(id if isinstance(id, str) else unnamed, record.value, Tree(source.path.name, clock), meta)

    def items(self) -> Iterator[Item]:
        """Yield what the conversation holds: first the way to the current node, then the branches."""
        mapping = self.value["mapping"]
        for id in _in_order(mapping, self.value.get("current_node")):
            try:
                yield from self._node(node_of(mapping[id], id), id)
            except MemoryInvalid as error:
                self._hand_on(id, parent_of(mapping[id]))
                yield Bad(0, f"Node {id[:60]} of {self.task[:60]}: {error.message}", 0)
        for thread in self.tree.threads.values():
            yield from (Unit(fields, 0, 0) for fields in thread.talk.unanswered())

    def _node(self, node: Node, id: str) -> Iterator[Item]:
        """Yield the memories that a node makes whole."""
        if node.message is None:
            self._hand_on(id, node.parent)
            return
        parent = self.tree.place_of(node.parent)
        before = None if parent is None else parent.memory
        message = self._dressed(node.message, node.parent, id, before)
        thread = self.tree.continued(parent, self.task, id)
        made = message.id if message.calls else before
        for fields in [_fact(message, thread)] if node.fact else thread.talk.take(message):
            made = fields["id"]
            yield Unit(fields, 0, 0)
        self.tree.hand_on(id, Place(thread, id, made))
        self.times[id] = self.tree.clock.now if message.at is None else message.at
        call = id if message.calls else message.answers
        if call is not None:
            self.calls[id] = call

    def _hand_on(self, id: str, parent: str | None) -> None:
        """Let a node that says nothing stand where the one before it does."""
        self.tree.hand_on(id, self.tree.place_of(parent))
        if parent in self.times:
            self.times[id] = self.times[parent]
        if parent in self.calls:
            self.calls[id] = self.calls[parent]

    def _dressed(self, message: Message, parent: str | None, id: str, before: str | None) -> Message:
        """Return a message with its name, its time, the call that it answers and the memory that it follows."""
        lent = None if parent is None else self.times.get(parent)
        return replace(
            message,
            id=called(id, self.task),
            at=lent + 1 if message.at is None and lent is not None else message.at,
            answers=self.calls.get(parent) if message.role == "tool" and parent is not None else None,
            follows=before,
            meta={**self.meta, **message.meta},
        )


def _fact(message: Message, thread: Thread) -> Fields:
    """Return what the model was told to keep of its user, as the fact that it is."""
    causes = () if message.follows is None else (message.follows,)
    told = {"text": message.said, "type": "fact", "agent": "assistant", "causes": causes, "meta": dict(message.meta)}
    return thread.talk.memory(message.at, message.id, **told)


def _began(value: Mapping[str, Any], otherwise: int) -> int:
    """Return when a conversation began, in microseconds since 1970."""
    try:
        at = time_of({"timestamp": value.get("create_time")})
    except MemoryInvalid:
        return otherwise
    return otherwise if at is None else at


def _in_order(mapping: Mapping[str, Any], current: Any) -> list[str]:
    """Return all nodes, each after its parent: first the way to the current one, then the others as they stand.

    Nodes in a circle, which have no beginning, come last.
    """
    order = dict.fromkeys(_way_to(mapping, current))
    children: dict[str | None, list[str]] = {}
    for id, value in mapping.items():
        parent = parent_of(value)
        children.setdefault(parent if parent in mapping else None, []).append(id)
    stack = list(reversed(children.get(None, [])))
    while stack:
        id = stack.pop()
        order.setdefault(id)
        stack.extend(reversed(children.get(id, [])))
    return list(order | dict.fromkeys(mapping))


def _way_to(mapping: Mapping[str, Any], current: Any) -> list[str]:
    """Return the nodes from a root to a node; from itself where the way goes round in a circle."""
    way: dict[str, None] = {}
    id = current if isinstance(current, str) else None
    while id is not None and id in mapping and id not in way:
        way[id] = None
        id = parent_of(mapping[id])
    return list(reversed(way))
