"""What the events say, all together: every memory, what is thought of it, and what names stand for.

`verify` holds the tables that are derived from events against this. It is a second way to the same, on purpose: the
tables come from statements, one a write, and this from a fold over everything.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, TypeAlias

from ..extraction.keys import match_key
from ..values.model import Definition, Event
from ..writing.esteem import Esteem, after, amount_of, first_esteem
from . import definitions

Key: TypeAlias = tuple[str, str]
"""Namespace and id."""


@dataclass(frozen=True, slots=True)
class Place:
    """Where a memory is listed. task: by its folded name."""

    task: str | None
    step: int | None
    type: str


@dataclass(frozen=True, slots=True)
class Entry:
    """What the index should say, and says, about one memory."""

    row: int
    namespace: str
    id: str
    seq: int
    place: Place | None
    """None where the event was purged: it says no more."""
    retracted_at: int | None = None
    esteem: Esteem | None = None
    """None where nobody has said more of it than it did itself."""


@dataclass(slots=True)
class Told:
    """What the sound events say. said: what each memory said of itself."""

    entries: dict[Key, Entry] = field(default_factory=dict[Key, Entry])
    said: dict[Key, Esteem] = field(default_factory=dict[Key, Esteem])
    definitions: dict[tuple[str, str, bytes], Definition] = field(
        default_factory=dict[tuple[str, str, bytes], Definition]
    )

    def note(self, event: Event, *, purged: bool) -> None:
        """Take in an event, after all that came before it."""
        namespace, payload = event.namespace, event.payload
        match event.kind:
            case "remember":
                key, place = (namespace, payload["id"]), None if purged else place_of(payload)
                self.entries[key] = Entry(payload["row"], namespace, payload["id"], event.seq, place)
                self.said[key] = first_esteem(payload)
            case "forget" | "restore":
                until = event.recorded_at if event.kind == "forget" else None
                for key in self._known(namespace, payload):
                    self.entries[key] = replace(self.entries[key], retracted_at=until)
            case "reinforce" | "pin" | "unpin" | "feedback":
                amount = amount_of(event.kind, payload)
                for key in self._known(namespace, payload):
                    esteem = after(self.entries[key].esteem or self.said[key], event.kind, amount, event.recorded_at)
                    self.entries[key] = replace(self.entries[key], esteem=esteem)
            case "define":
                for one in (Definition(**fields) for fields in payload["definitions"]):
                    self.definitions[namespace, one.kind, definitions.key_of(one.kind, one.name)] = one
            case "drop":
                for drop in payload["drops"]:
                    self.definitions.pop((namespace, drop["kind"], definitions.key_of(**drop)), None)
            case _:
                pass

    def _known(self, namespace: str, payload: Mapping[str, Any]) -> list[Key]:
        return [(namespace, id) for id in payload["ids"] if (namespace, id) in self.entries]


def place_of(payload: Mapping[str, Any]) -> Place:
    task = payload["task"]
    return Place(None if task is None else match_key(task), payload["step"], payload["types"][0])
