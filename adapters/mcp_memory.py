"""The memory of the MCP server `memory`: a graph of entities and relations in `memory.json`, lines or one object.

    {"type": "entity", "name": "build", "entityType": "component", "observations": ["It runs on two machines."]}
    {"type": "relation", "from": "build", "to": "cache", "relationType": "needs"}
    {"entities": [{"name": ...}, ...], "relations": [{"from": ...}, ...]}

One memory for each observation, which mentions its entity, for each entity without any, and for each relation, which
mentions both ends. The server rewrites its file and keeps no times. So an id holds the words themselves, or a hash of
them, and never a place: what is deleted from the file moves no other memory, and the same fact of two files is one.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping
from typing import Any

from ..engine.extraction.entities import find_entities
from ..errors import MemoryInvalid
from .calls import as_text
from .conversation import Clock, Fields
from .protocol import Bad, Head, Item, Source, Unit
from .reading import records

DIGEST = 12
"""Hexadecimal digits of a hash: two of the observations of one entity meet by chance once in 10^14 pairs."""

SAID = ("content", "text", "observation", "value")
"""Where forks of the server keep the words of an observation that is an object; the first that is a string counts."""


class McpMemory:
    """Importer `mcp-memory`."""

    name = "mcp-memory"
    doc = "the knowledge graph of the MCP memory server (memory.json, memory.jsonl)"

    def recognises(self, head: Head) -> bool:
        first = head.first
        if not isinstance(first, dict):
            return False
        graph = isinstance(first.get("entities"), list) and isinstance(first.get("relations", []), list)
        return (graph and all(_is_entity(one) for one in first["entities"][:1])) or _is_line(first)

    def read(self, source: Source) -> Iterator[Item]:
        """Yield what the file holds. Nothing in it has a time: its facts follow each other by a microsecond."""
        clock = Clock(source.started)
        for record in records(source):
            if isinstance(record, Bad):
                yield record
                continue
            for part in _parts(record.value):
                for made in _memories(part):
                    if isinstance(made, str):
                        yield Bad(record.number, made, record.position)
                    else:
                        fields = {**made, "at": clock.at(None), "source": source.path.name}
                        yield Unit(fields, record.number, record.position)


def _is_line(value: Mapping[str, Any]) -> bool:
    kind = value.get("type")
    return (kind == "entity" and _is_entity(value)) or (kind == "relation" and _is_relation(value))


def _is_entity(value: Any) -> bool:
    return isinstance(value, dict) and _is_name(value.get("name"))


def _is_relation(value: Any) -> bool:
    return isinstance(value, dict) and all(_is_name(value.get(key)) for key in ("from", "to", "relationType"))


def _is_name(value: Any) -> bool:
    return isinstance(value, str) and value != ""


def _parts(value: Any) -> Iterator[Any]:
    """Yield the entities and relations of a record, each with its type: of a whole graph, or the one that it is."""
    if not isinstance(value, dict) or "type" in value or not ("entities" in value or "relations" in value):
        yield value
        return
    for key, kind in (("entities", "entity"), ("relations", "relation")):
        part = value.get(key) or []
        for one in part if isinstance(part, list) else [part]:
            yield {**one, "type": kind} if isinstance(one, dict) else one


def _memories(part: Any) -> Iterator[Fields | str]:
    """Yield the fields of the memories of an entity or a relation, and a sentence for what is none."""
    kind = part.get("type") if isinstance(part, dict) else None
    if kind == "entity" and _is_entity(part):
        yield from _entity(part)
    elif kind == "relation" and _is_relation(part):
        yield _relation(part["from"], part["relationType"], part["to"])
    elif kind == "entity":
        yield "An entity has no name."
    elif kind == "relation":
        yield "A relation has no `from`, `to` or `relationType`."
    else:
        yield "This is neither an entity nor a relation."


def _entity(entity: Mapping[str, Any]) -> Iterator[Fields | str]:
    name, observations = entity["name"], entity.get("observations") or []
    tags = [entity["entityType"]] if _is_name(entity.get("entityType")) else []
    if not isinstance(observations, list):
        yield f"The observations of `{name[:80]}` are no list."
    elif not observations:
        yield {
            "id": f"entity/{name}",
            "text": ": ".join((name, *tags)),
            "type": "fact",
            "entities": [name],
            "tags": tags,
        }
    else:
        yield from (_observation(name, tags, one) for one in observations)


def _observation(name: str, tags: list[str], observation: Any) -> Fields | str:
    said = [observation.get(key) for key in SAID] if isinstance(observation, dict) else []
    try:
        words = next((words for words in said if isinstance(words, str)), None) or as_text(observation)
    except MemoryInvalid as error:
        return f"An observation of `{name[:80]}`: {error.message}"
    if not words.strip():
        return f"An observation of `{name[:80]}` is empty."
    return {
        "id": f"entity/{name}/{_digest(words)}",
        "text": f"{name}: {words}",
        "observation": words,
        "type": "fact",
        "entities": [name, *find_entities(words)],
        "tags": tags,
    }


def _relation(source: str, relation: str, target: str) -> Fields:
    return {
        "id": f"relation/{source}/{_digest(source, relation, target)}",
        "text": f"{source} {relation} {target}",
        "type": ("fact", "relation"),
        "entities": [source, target],
        "meta": {"from": source, "relation": relation, "to": target},
    }


def _digest(*words: str) -> str:
    return hashlib.sha256("\0".join(words).encode("utf-8", "surrogatepass")).hexdigest()[:DIGEST]
