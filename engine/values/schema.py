"""The graph's schema, once: what a query may name, and what the graph engine's tables are made from.

Texts and user fields stay in the journal (`home="journal"`): they are long, they must vanish on purge, and fetching
the few that an answer needs from SQLite is faster than carrying all of them in the graph.
"""

from __future__ import annotations

from ...dsl.catalog import EdgeDef, NodeDef, PropertyDef, Type


def _graph(name: str, type_: Type, doc: str) -> PropertyDef:
    return PropertyDef(name, type_, "graph", doc)


def _changing(name: str, type_: Type, doc: str) -> PropertyDef:
    return PropertyDef(name, type_, "graph", doc, changes=True)


def _journal(name: str, type_: Type, doc: str) -> PropertyDef:
    return PropertyDef(name, type_, "journal", doc)


MEMORY = NodeDef(
    "Memory",
    (
        _graph("id", "STRING", "the caller's id, else a sortable ULID; unique in its namespace"),
        _journal("text", "STRING", "what is embedded and searched"),
        _journal("action", "STRING", "what was done"),
        _journal("observation", "STRING", "what was seen"),
        _graph("type", "STRING", "the first of its types"),
        _graph("types", "LIST<STRING>", "all of its types"),
        _graph("action_type", "STRING", "the kind of action: a tool's name, `say`, `user_message`"),
        _graph("task", "STRING", "the task it belongs to"),
        _graph("step", "INTEGER", "its place in the task, from 0"),
        _graph("agent", "STRING", "who did or said it"),
        _graph("namespace", "STRING", "the namespace that it lives in"),
        _graph("at", "TIMESTAMP", "when it happened"),
        _graph("recorded_at", "TIMESTAMP", "when the store learned it"),
        _changing("retracted_at", "TIMESTAMP", "when the store unlearned it; null while it holds"),
        _graph("valid_from", "TIMESTAMP", "when it began to hold in the world"),
        _graph("valid_to", "TIMESTAMP", "when it ceased to hold in the world"),
        _changing("importance", "FLOAT", "base importance, in [0, 1]"),
        _graph("confidence", "FLOAT", "how sure the source is, in [0, 1]"),
        _graph("trust", "FLOAT", "how far the source is trusted, in [0, 1]"),
        _graph("valence", "FLOAT", "how well it went, in [-1, 1]"),
        _changing("pinned", "BOOLEAN", "never ages, always important"),
        _graph("tier", "STRING", "`active` or `archived`"),
        _changing("access_count", "INTEGER", "how often its use was recorded"),
        _changing("last_access", "TIMESTAMP", "when its use was last recorded"),
        _changing("successes", "FLOAT", "what its uses came to: the sum of their outcomes"),
        _changing("failures", "FLOAT", "the sum of what their outcomes lacked to 1"),
        _graph("source", "STRING", "where it came from: a file, a tool, a person"),
        _journal("tags", "LIST<STRING>", "the names of its tags"),
        _journal("entities", "LIST<STRING>", "the names of its entities"),
        _journal("meta", "MAP", "the user's own fields: `m.meta.key`"),
    ),
    "something that was done, seen, said, decided or learned",
)

_NAMED = (
    _graph("name", "STRING", "the name as first given"),
    _graph("namespace", "STRING", "the namespace that it lives in"),
)

TASK = NodeDef("Task", _NAMED, "a task that memories belong to")
TAG = NodeDef(
    "Tag", (*_NAMED, _graph("description", "STRING", "what it is said to mean; null until then")), "a tag, an intent"
)
ENTITY = NodeDef("Entity", _NAMED, "a thing that memories mention")
AGENT = NodeDef("Agent", _NAMED, "who did or said something")

NODES: tuple[NodeDef, ...] = (MEMORY, TASK, TAG, ENTITY, AGENT)
HUB_LABELS: tuple[str, ...] = ("Task", "Tag", "Entity", "Agent")

_EDGE = (
    _graph("recorded_at", "TIMESTAMP", "when the store learned it"),
    _graph("retracted_at", "TIMESTAMP", "when the store unlearned it; null while it holds"),
    _graph("inferred", "BOOLEAN", "found by a rule, said by nobody"),
)
_REASONED = (
    *_EDGE,
    _graph("reason", "STRING", "why, in the words of whoever drew it"),
    _graph("weight", "FLOAT", "how strong, in [0, 1]"),
)

EDGES: tuple[EdgeDef, ...] = (
    EdgeDef("CAUSED", "Memory", "Memory", _REASONED, "source", "the source brought the target about"),
    EdgeDef("FOLLOWS", "Memory", "Memory", _EDGE, "target", "the source came next after the target in its task"),
    EdgeDef("SUPERSEDES", "Memory", "Memory", _REASONED, "target", "the source replaces the target"),
    EdgeDef("CONTRADICTS", "Memory", "Memory", _REASONED, "neither", "the two cannot both hold"),
    EdgeDef("SUMMARISES", "Memory", "Memory", _REASONED, "target", "the source sums the target up"),
    EdgeDef("TAGGED", "Memory", "Tag", _EDGE, "neither", "the memory carries the tag"),
    EdgeDef("MENTIONS", "Memory", "Entity", _EDGE, "neither", "the memory mentions the entity"),
    EdgeDef("IN_TASK", "Memory", "Task", _EDGE, "neither", "the memory belongs to the task"),
    EdgeDef("PART_OF", "Task", "Task", _EDGE, "neither", "the source is a part of the target"),
    EdgeDef("BROADER", "Tag", "Tag", _EDGE, "neither", "the target is the broader tag"),
    EdgeDef("SAME_AS", "Entity", "Entity", _EDGE, "neither", "two names of one thing"),
    EdgeDef("BY", "Memory", "Agent", _EDGE, "neither", "who did or said it"),
)
