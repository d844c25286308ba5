"""Claude Code sessions: `~/.claude/projects/*/*.jsonl`, one task for each session, each subagent and each branch.

    {"type": "user", "uuid": ..., "parentUuid": ..., "sessionId": ..., "message": {"role": ..., "content": ...}, ...}

What the lines say of each other is kept: each memory was caused by what its parent made; an edited prompt begins a
branch (`tree`); a subagent's first memory was caused by the call that set it to work, in this file or in another one;
a summary sums up the memories before it.

A memory is called by its record's `uuid`, which is one in the world: the sessions that copy a beginning from each other
give it one name, and it is there once. A `uuid` that is none is called within its task. The first memory of a subagent
is called as its task is, so that the session that knows the subagent's name only can name it.
"""

from __future__ import annotations

from collections.abc import Iterator

from .claude_records import name
from .claude_sessions import Sessions
from .conversation import Clock
from .protocol import Bad, Head, Item, Source
from .reading import records
from .tree import Tree

MARKS = ({"sessionId"}, {"leafUuid"}, {"messageId", "snapshot"}, {"uuid", "parentUuid"})
"""Fields of which a line has one set, beside its `type`."""


class ClaudeCode:
    """Importer `claude-code`."""

    name = "claude-code"
    doc = "Claude Code sessions (.jsonl), subagents and branches included"
    appended = True

    def recognises(self, head: Head) -> bool:
        first = head.first
        return isinstance(first, dict) and name(first.get("type")) is not None and any(m <= set(first) for m in MARKS)

    def read(self, source: Source) -> Iterator[Item]:
        session, number, position = Sessions(source, Tree(source.path.name, Clock(source.started))), 1, 0
        for record in records(source):
            number, position = record.number, record.position
            yield from [record] if isinstance(record, Bad) else session.take(record)
        yield from session.end(number, position)
