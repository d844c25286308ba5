"""A memory edited: what a form shows of it, and the successor that what was typed makes.

Memories are never rewritten: what was said is in the journal, and answers AS OF then go by it. So an edit is another
memory, which supersedes the one that it came from. It tells of the same happening: its time, its place in its task and
all that the form does not show are the former's. Edges and judgements are not: they were said of the former.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ...engine.values.model import Draft, Memory
from ...engine.writing.remember import action_type_of, make_draft
from ...errors import MemoryInvalid
from .entering import MOST, entered, entered_line

BODY = ("text", "action", "observation")
"""Fields that are texts of several lines."""
SAYS: Mapping[str, str] = {
    "text": "Text",
    "action": "Action",
    "observation": "Observation",
    "tags": "Tags, with commas between",
    "entities": "Entities, with commas between; empty: those found in the text, []: none",
    "confidence": "Confidence, from 0 to 1",
}
KEPT = (
    *("task", "step", "agent", "at", "valid_from", "valid_to"),
    *("importance", "trust", "valence", "pinned", "source", "meta"),
)
"""Fields that are the former's."""


@dataclass(frozen=True, slots=True)
class Shown:
    """A field of the form. name: of the memory's field. text: as it is typed. is_body: whether of several lines."""

    name: str
    text: str

    @property
    def is_body(self) -> bool:
        return self.name in BODY

    @property
    def untouched(self) -> str:
        """What stands in the form before anybody types: what a terminal cannot show is not in it."""
        return entered(self.text).text if self.is_body else entered_line(self.text)


def shown_of(memory: Memory) -> tuple[Shown, ...]:
    """Return the fields of a form: its text, or the action and the observation that this is made of.

    Raises MemoryInvalid for a text that is longer than a form holds.
    """
    fields = tuple(Shown(name, getattr(memory, name)) for name in _bodies(memory))
    if (longest := max(len(field.text) for field in fields)) > MOST:
        raise MemoryInvalid(
            f"A text of {longest:,} characters is too long to edit here; {MOST:,} are the most.",
            hint="`memory.remember(text, supersedes=[id])` takes it.",
        )
    listed = (Shown("tags", _listed(memory.tags)), Shown("entities", _listed(memory.entities)))
    return (*fields, *listed, Shown("confidence", f"{memory.confidence:g}"))


def successor_of(memory: Memory, typed: Mapping[str, str]) -> Draft:
    """Return the memory that supersedes another by what was typed, a text for each field of the form.

    A field that was left as it was is kept exactly, with what a form cannot show. Raises MemoryInvalid, whose `field`
    is that of the form, for what cannot be kept, and where nothing is different.
    """
    changed = {field.name for field in shown_of(memory) if typed[field.name] != field.untouched}
    if not changed:
        raise MemoryInvalid("Nothing was changed, so there is nothing to remember.")
    if changed & {*BODY} and not typed["entities"].strip():
        changed.add("entities")  # of another text, they are found anew
    given = {name: _value(name, typed[name]) if name in changed else getattr(memory, name) for name in typed}
    bodies = _bodies(memory)
    if not any(typed[name].strip() for name in bodies):
        raise MemoryInvalid("There is no text left.", hint="To take a memory out, forget it (d).", field=bodies[0])
    kept = {name: getattr(memory, name) for name in ("action", "observation", *KEPT)}
    fields: dict[str, Any] = {"text": None, **kept, **given, "action_type": _doing(memory, given)}
    return make_draft(**fields, type=memory.types, namespace=memory.namespace, supersedes=[memory.id])


def _doing(memory: Memory, given: Mapping[str, Any]) -> str | None:
    """Return the kind of the action: as it was said, or None where it is to be found in the action as before."""
    return None if memory.action_type == action_type_of(memory.action) and "action" in given else memory.action_type


def _bodies(memory: Memory) -> Sequence[str]:
    """Return the fields that hold the text of a memory."""
    parts = [name for name in ("action", "observation") if getattr(memory, name) is not None]
    made = "\n".join(getattr(memory, name) for name in parts)
    return parts if parts and made == memory.text else ("text",)


def _listed(names: Sequence[str]) -> str:
    """Return names as they are typed: in brackets where a comma would not tell them apart."""
    plain = ", ".join(names)
    return plain if _names("tags", plain) == [*names] else json.dumps([*names], ensure_ascii=False)


def _value(name: str, text: str) -> Any:
    if name == "confidence":
        return _number(text)
    if name == "entities" and not text.strip():
        return None
    return _names(name, text) if name in ("tags", "entities") else text


def _names(field: str, text: str) -> list[str]:
    if not text.lstrip().startswith("["):
        return [name for part in text.split(",") if (name := part.strip())]
    try:
        found = json.loads(text)
    except ValueError:
        found = None
    if not isinstance(found, list) or not all(isinstance(name, str) for name in found):
        raise MemoryInvalid(f"`{field}` is no list of names.", hint='As in: a, b   or ["a, b", "c"].', field=field)
    return found


def _number(text: str) -> float:
    try:
        return float(text)
    except ValueError:
        raise MemoryInvalid("`confidence` is no number.", hint="From 0 to 1, as 0.8.", field="confidence") from None
