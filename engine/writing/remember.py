"""From a caller's arguments to a `Draft`: checked, normalised, nothing guessed that was given.

Nothing is written before all of it is right. Strings are kept exactly as given: keys that must meet (tags, entities)
are matched elsewhere by their folded form.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any, TypeAlias

from ...errors import MemoryInvalid
from ..extraction.entities import find_entities
from ..extraction.literals import find_literals, literals_of_call
from ..journal.changes import checked
from ..journal.completion import MAX_STEP
from ..values import checks
from ..values.ids import new_id
from ..values.model import Draft, Link, Tag

Moment: TypeAlias = datetime | str | int | None

_KIND = re.compile(r"\s*+(?:([^\W\d][\w.:\-]{0,79})\(|([\w.~/][^\s(]{0,79}))")
"""The name before a bracket, else a first word that begins as words and paths do."""


def make_draft(
    text: str | None,
    *,
    namespace: str,
    action: str | None = None,
    observation: str | None = None,
    id: str | None = None,
    type: str | Sequence[str] | None = None,
    action_type: str | None = None,
    task: str | None = None,
    step: int | None = None,
    agent: str | None = None,
    at: Moment = None,
    valid_from: Moment = None,
    valid_to: Moment = None,
    recorded_at: Moment = None,
    importance: float = 0.5,
    confidence: float = 1.0,
    trust: float = 1.0,
    valence: float = 0.0,
    pinned: bool = False,
    source: str | None = None,
    tags: Iterable[str | Tag] = (),
    entities: Iterable[str] | None = None,
    causes: Iterable[str | Link] = (),
    supersedes: Iterable[str] = (),
    meta: Mapping[str, Any] | None = None,
    operation: str | None = None,
) -> Draft:
    """Return the draft of one memory.

    text: what is searched, by meaning and by words; None makes it of `action` and `observation`. Beside a text those
    two
      are kept as they are, and found only where the text says them too.
    type: one or several, the first being the main one; None for `action` where there is an action, `observation` where
      there is only that, else `fact`.
    at: None for the time of the write.
    importance, confidence, trust: in [0, 1]. valence: in [-1, 1].
    entities: None lets the rules find them in the text; an empty list says that there are none.
    causes: ids of memories that brought this one about; a Link with an empty target gives a reason and a weight too.
    supersedes: ids of memories that this one replaces.
    meta: JSON, its keys strings.
    operation: makes a retried write the same write.

    Raises MemoryInvalid where there is nothing to remember, a number is out of its range, a time cannot be read, or a
    field has the wrong type.
    """
    body = _body(checks.text("text", text), checks.text("action", action), checks.text("observation", observation))
    identity = new_id() if id is None else checks.name("id", id)
    draft = Draft(
        id=identity,
        namespace=checks.name("namespace", namespace),
        text=body,
        action=action,
        observation=observation,
        types=_types(type, action, observation),
        action_type=action_type_of(action) if action_type is None else checks.name("action_type", action_type),
        task=checks.optional_name("task", task),
        step=None if step is None else checks.whole("step", step, MAX_STEP),
        agent=checks.optional_name("agent", agent),
        at=checks.moment("at", at),
        recorded_at=checks.moment("recorded_at", recorded_at),
        valid_from=checks.moment("valid_from", valid_from),
        valid_to=checks.moment("valid_to", valid_to),
        importance=checks.number("importance", importance, 0.0, 1.0),
        confidence=checks.number("confidence", confidence, 0.0, 1.0),
        trust=checks.number("trust", trust, 0.0, 1.0),
        valence=checks.number("valence", valence, -1.0, 1.0),
        pinned=checks.flag("pinned", pinned),
        source=checks.text("source", source),
        tags=checks.distinct(_tag(tag) for tag in checks.elements("tags", tags)),
        entities=find_entities(body) if entities is None else checks.names("entities", entities),
        links=checks.distinct((*_causes(causes, identity), *_supersedes(supersedes, identity))),
        meta={} if meta is None else checks.json_object("meta", meta),
        literals_seen=() if observation is None else find_literals(observation),
        literals_used=() if action is None else literals_of_call(action),
        operation=checks.optional_name("operation", operation),
    )
    return _in_order(draft)


def action_type_of(action: str | None) -> str | None:
    """Return the kind of an action: the name before `(`, else its first word; at most 80 characters.

    None for no action, and for one that begins with neither a word nor a path.
    """
    found = _KIND.match(action) if action is not None else None
    return None if found is None else found[1] or found[2]


def _body(text: str | None, action: str | None, observation: str | None) -> str:
    if not (text or action or observation):
        raise MemoryInvalid("There is nothing to remember.", hint="Give a text, an action or an observation.")
    body = text if text is not None else "\n".join(part for part in (action, observation) if part is not None)
    checks.text("text", body)  # together they may be too long
    return body


def _in_order(draft: Draft) -> Draft:
    if draft.valid_from is not None and draft.valid_to is not None and draft.valid_to < draft.valid_from:
        raise MemoryInvalid("`valid_to` lies before `valid_from`.", hint="Exchange them.", field="valid_to")
    return draft


def _types(given: str | Sequence[str] | None, action: str | None, observation: str | None) -> tuple[str, ...]:
    if given is None:
        return ("action",) if action is not None else ("fact",) if observation is None else ("observation",)
    types = checks.names("type", (given,) if isinstance(given, str) else given)
    if not types:
        raise MemoryInvalid("A memory has at least one type.", hint='As in type="decision".', field="type")
    return types


def _tag(tag: object) -> Tag:
    if isinstance(tag, Tag):
        return Tag(checks.name("tags", tag.name), checks.flag("tags", tag.inferred))
    return Tag(checks.name("tags", tag))


def _causes(causes: object, effect: str) -> Iterator[Link]:
    for cause in checks.elements("causes", causes):
        link = cause if isinstance(cause, Link) else Link("CAUSED", checks.name("causes", cause), effect)
        if link.type != "CAUSED" or link.target not in ("", effect):
            raise MemoryInvalid(
                f"A cause is a link CAUSED to this memory, and this one is {link.type} to `{link.target[:60]}`.",
                hint='Leave its target empty: Link("CAUSED", "the cause", "", reason="why").',
                field="causes",
            )
        whole = replace(link, source=_other("causes", link.source, effect), target=effect)
        try:
            yield checked(whole)
        except MemoryInvalid as error:
            raise MemoryInvalid(f"`causes`: {error.message}", hint=error.hint, field="causes") from None


def _supersedes(ids: object, newer: str) -> Iterator[Link]:
    for older in checks.names("supersedes", ids):
        yield Link("SUPERSEDES", newer, _other("supersedes", older, newer))


def _other(field: str, id: str, this: str) -> str:
    if id == this:
        raise MemoryInvalid(f"`{field}` names the memory itself.", hint="Leave it out.", field=field)
    return id
