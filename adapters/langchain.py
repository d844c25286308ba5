"""LangChain and LangGraph: dumps of messages, of the state of threads, and of their histories.

    [message, ...]                                                          one conversation; lines of them too
    {"messages": [message, ...]}                                            one conversation
    {"thread_id": ..., "values": {"messages": [message, ...]}}              a thread
    {"values": {"messages": [...]}, "next": [...], "config": {"configurable": {"thread_id": ...}}, "created_at": ...}
    {"config": ..., "checkpoint": {"ts": ..., "channel_values": {"messages": [...]}}, "metadata": {"step": ...}}

The last two are states, and a history of them holds each message many times, newest first as a rule. So the states of a
thread are put into order, by time and step, and each message is taken once: by its id, else by its words and how often
they came before in the same state. Its time is its own, else that of the first state that holds it.

A thread's memories are called by the ids of its messages, so that a history that was cut at its beginning gives them
the names that they have; and by their place where messages have none.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from ..errors import MemoryInvalid
from .conversation import Clock, Conversation, Fields
from .langchain_messages import id_of, is_message, message_from
from .protocol import Bad, Head, Item, Source, Unit
from .reading import Record, records
from .threads import Thread, state_of


class LangChain:
    """Importer `langchain`."""

    name = "langchain"
    doc = "LangChain messages, LangGraph threads and checkpoints"

    def recognises(self, head: Head) -> bool:
        state = state_of([head.first] if is_message(head.first) else head.first, "", "")
        return state is not None and bool(state.messages) and all(map(is_message, state.messages[:3]))

    def read(self, source: Source) -> Iterator[Item]:
        """Yield what the file holds: messages that stand by themselves at once, threads when all their states are read.

        Messages by themselves form one conversation, called as the file.
        """
        clock = Clock(source.started)
        loose, last = Conversation(source.name, source.path.name, clock), None
        threads: dict[str, Thread] = {}
        for record in records(source):
            if isinstance(record, Bad):
                yield record
            elif is_message(record.value):
                yield from _items(loose, record.value, None, record)
                last = record
            elif (state := state_of(record.value, source.name, _alone(record, source))) is None:
                reason = "This is neither a message nor a conversation nor a state."
                yield Bad(record.number, reason, record.position)
            else:
                threads.setdefault(state.thread, Thread()).take(state, record)
        if last is not None:
            yield from _end(loose, last, goes_on=last.line)
        for name, thread in threads.items():
            yield from _whole(Conversation(name, source.path.name, clock), thread)


def _alone(record: Record, source: Source) -> str:
    """Return what a conversation is called that has no name."""
    return source.name if record.number == 1 else f"{source.name}-{record.number}"


def _whole(talk: Conversation, thread: Thread) -> Iterator[Item]:
    """Yield the messages of a thread, each once, in the order in which they came."""
    last = None
    for held in thread.in_order():
        last = held.record
        yield from _items(talk, held.message, held.at, held.record)
    if last is not None:
        yield from _end(talk, last, goes_on=thread.goes_on)


def _items(talk: Conversation, value: Any, at: int | None, record: Record) -> Iterator[Item]:
    id = id_of(value)
    try:
        message = message_from(value, None if id is None else f"{talk.task}/{id}")
        yield from _units(talk.take(message if message.at is not None else replace(message, at=at)), record)
    except MemoryInvalid as error:
        yield Bad(record.number, f"A message of {talk.task}: {error.message}", record.position)


def _end(talk: Conversation, last: Record, goes_on: bool) -> Iterator[Item]:
    """Yield the calls without a result at the end, or say that they wait where the log may go on."""
    if not goes_on:
        yield from _units(talk.unanswered(), last)
    for asked in talk.waiting:
        reason = f"The call of `{asked.call.name}` has no result yet; it is imported when the log holds one."
        yield Bad(last.number, reason, last.position)


def _units(memories: Iterator[Fields], record: Record) -> Iterator[Unit]:
    for fields in memories:
        yield Unit(fields, record.number, record.position)
