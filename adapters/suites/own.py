"""The suite of whoever asks: a file of JSON lines, each a memory, an edge or a need.

    {"memory": {"id": "a", "text": "She lives in Bonn.", "at": "2024-01-05", "task": "talk 1", "step": 3}}
    {"link": {"type": "CAUSED", "source": "a", "target": "b"}}
    {"need": "Where does she live?", "expected": ["b"], "outdated": ["a"], "group": "talk 1", "category": "update"}
    {"need": "What is her dog called?", "unanswerable": true}

Memories and edges are what a scratch store is made of, in the order of the file; a suite without any is asked of a
store that exists. A memory takes what `remember` takes, and needs an id. Of an edge, `type` is CAUSED,
FOLLOWS, SUPERSEDES, CONTRADICTS or SUMMARISES, and `reason` and `weight` may be given; or it joins names: SAME_AS two
of one entity, BROADER a tag and the broader one.

A need, in words, has the ids that answer it (`expected`), or is `unanswerable`: then nothing should come. Further:

    id            a name of its own, else its line: by it two runs are compared
    outdated      ids that must not stand before the first expected one: what an update replaced
    group         what belongs together, and so into one fold: a conversation, a trial; else its `store`, else itself
    category      the kind of need, by which figures are told apart
    answered      what came when it was asked once, as `clew misses --suite` writes it: a note, of which nothing is made
    store         on memories, edges and needs: which of several scratch stores; else one for all
    task, steps, type, doing, about, intent, near, since, until, as_of, valid_at, min_trust, requiring, excluding,
    excluding_hard
                  clauses of the recall, as `Engine.recall` takes them

Blank lines and lines that begin with `//` are skipped. A line that is none of these is refused by its number: a suite
that leaves out what it cannot read measures something else.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

from ...engine.asking.recall_arguments import recall_of
from ...engine.judging.suite import Contents, Need, Suite, repeated
from ...engine.values.fields import RememberFields, check_known
from ...engine.values.model import DEFAULT_NAMESPACE, MEMORY_EDGES, NAME_EDGES, Draft, Link
from ...engine.writing.remember import make_draft
from ...errors import ClewError, ImportFailed
from .files import read_text

SCOPE = (
    *("task", "steps", "type", "doing", "about", "intent", "near", "since", "until", "as_of", "valid_at"),
    *("min_trust", "requiring", "excluding", "excluding_hard"),
)
"""Clauses of the recall that a need may carry."""

OF_A_NEED = frozenset(
    ("need", "id", "expected", "outdated", "unanswerable", "group", "category", "store", "answered", *SCOPE)
)
OF_A_LINK = frozenset(("type", "source", "target", "reason", "weight"))
EDGES = (*MEMORY_EDGES, *NAME_EDGES)
KINDS = ("memory", "link", "need")


class Line(NamedTuple):
    number: int
    given: Mapping[str, Any]


@dataclass(slots=True)
class _Store:
    """The contents of one store, as they come in."""

    drafts: list[Draft] = field(default_factory=list[Draft])
    links: list[Link] = field(default_factory=list[Link])
    ids: set[str] = field(default_factory=set[str])
    ends: list[tuple[int, str]] = field(default_factory=list[tuple[int, str]])
    """(line, id) of what edges between memories name."""

    def take(self, draft: Draft) -> None:
        """Take a memory. Raises ImportFailed for an id that another one has."""
        if draft.id in self.ids:
            raise ImportFailed(f"The id `{draft.id}` names two memories.")
        self.ids.add(draft.id)
        self.drafts.append(draft)


def read_own(path: Path) -> Suite:
    """Return the suite of a file. Raises ImportFailed for a line that is none, by its number."""
    stores: dict[str, _Store] = {}
    needs: list[tuple[int, Need]] = []
    for line in _lines(path):
        try:
            _take(line, stores, needs)
        except ClewError as error:
            raise _bad(path, line.number, str(error)) from None
        except (TypeError, ValueError, KeyError) as error:
            raise _bad(path, line.number, f"{type(error).__name__}: {error}.") from None
    _check_whole(path, needs, stores)
    contents = {name: Contents(tuple(store.drafts), tuple(store.links)) for name, store in stores.items()}
    return Suite(path.stem, tuple(need for _, need in needs), contents)


def _lines(path: Path) -> Iterator[Line]:
    for number, text in enumerate(read_text(path).split("\n"), start=1):
        if not text.strip() or text.lstrip().startswith("//"):
            continue
        try:
            given = json.loads(text)
        except (ValueError, RecursionError) as error:
            raise _bad(path, number, f"This is not JSON: {error}.") from None
        if not isinstance(given, dict):
            raise _bad(path, number, f"An object is needed, and this is {type(given).__name__}.")
        yield Line(number, given)


def _take(line: Line, stores: dict[str, _Store], needs: list[tuple[int, Need]]) -> None:
    kinds = [kind for kind in KINDS if kind in line.given]
    if len(kinds) != 1:
        raise ImportFailed("A line has one of `memory`, `link` and `need`.")
    if kinds == ["need"]:
        needs.append((line.number, _need(line)))
        return
    _refuse_others(line.given, {kinds[0], "store"}, "The line")
    store = stores.setdefault(_text(line.given, "store"), _Store())
    if kinds == ["memory"]:
        store.take(_draft(line.given["memory"]))
        return
    link = _link(line.given["link"])
    store.links.append(link)
    if link.type in MEMORY_EDGES:
        store.ends += [(line.number, link.source), (line.number, link.target)]


def _draft(given: Any) -> Draft:
    fields = _object(given, "memory")
    text = fields.get("text")
    others = {name: value for name, value in fields.items() if name != "text"}
    check_known(others, RememberFields, "A memory")
    if fields.get("id") is None:
        raise ImportFailed("A memory of a suite needs an `id`, by which needs name it.")
    return make_draft(text, namespace=DEFAULT_NAMESPACE, **others)


def _link(given: Any) -> Link:
    fields = _object(given, "link")
    _refuse_others(fields, OF_A_LINK, "An edge")
    if fields.get("type") not in EDGES:
        raise ImportFailed(f"`type` of an edge is one of {', '.join(EDGES)}.")
    return Link(**fields)


def _need(line: Line) -> Need:
    given = line.given
    _refuse_others(given, OF_A_NEED, "A need")
    store, expected = _text(given, "store"), _ids(given, "expected")
    if bool(expected) == bool(given.get("unanswerable", False)):
        raise ImportFailed("A need has `expected` ids, or is `unanswerable`.")
    scope = {name: given[name] for name in SCOPE if given.get(name) is not None}
    recall_of(_text(given, "need"), **scope)  # raises for a clause of the wrong type
    id_ = _text(given, "id") or f"line {line.number}"
    return Need(
        id=id_,
        text=_text(given, "need"),
        expected=expected,
        outdated=_ids(given, "outdated"),
        scope=scope,
        store=store,
        group=_text(given, "group") or store or id_,
        category=_text(given, "category"),
    )


def _check_whole(path: Path, needs: list[tuple[int, Need]], stores: Mapping[str, _Store]) -> None:
    """Raise ImportFailed for needs that name what the file does not have, and for a file without needs."""
    if not needs:
        hint = 'As in {"need": "...", "expected": ["an id"]}.'
        raise ImportFailed(f"{path} holds no need.", hint=hint, path=str(path))
    if (twice := repeated([need.id for _, need in needs])) is not None:
        number = [number for number, need in needs if need.id == twice][1]
        raise _bad(path, number, f"The id `{twice}` names two needs.")
    for store in stores.values():
        for number, id in store.ends:
            if id not in store.ids:
                raise _bad(path, number, f"No memory has the id `{id}`.")
    known = {name: store.ids for name, store in stores.items()}
    for number, need in needs if stores else ():
        if need.store not in known:
            raise _bad(path, number, f"No memory is in the store `{need.store}`.")
        _check_known(path, number, need, known[need.store])


def _check_known(path: Path, number: int, need: Need, known: set[str]) -> None:
    near = need.scope.get("near", ())
    named = (*sorted(need.expected), *sorted(need.outdated), *([near] if isinstance(near, str) else near))
    missing = next((id_ for id_ in named if id_ not in known), None)
    if missing is not None:
        raise _bad(path, number, f"No memory before or after it has the id `{missing}`.")


def _object(given: Any, what: str) -> dict[str, Any]:
    if not isinstance(given, dict):
        raise ImportFailed(f"`{what}` is an object, and not {type(given).__name__}.")
    return given


def _refuse_others(given: Iterable[str], known: Iterable[str], what: str) -> None:
    from ...dsl.diagnosis.suggest import nearest

    if unknown := set(given) - set(known):
        name = min(unknown)
        near = nearest(name, known)
        raise ImportFailed(f"{what} takes no `{name}`.", hint=f"`{near}` is similar." if near else None)


def _text(given: Mapping[str, Any], name: str) -> str:
    value = given.get(name, "")
    if not isinstance(value, str):
        raise ImportFailed(f"`{name}` is a text, and not {type(value).__name__}.")
    return value


def _ids(given: Mapping[str, Any], name: str) -> frozenset[str]:
    value = given.get(name, [])
    if not isinstance(value, list) or not all(isinstance(id_, str) and id_ for id_ in value):
        raise ImportFailed(f"`{name}` is a list of ids.")
    return frozenset(value)


def _bad(path: Path, number: int, reason: str) -> ImportFailed:
    return ImportFailed(f"{path}, line {number}: {reason}", path=str(path), line=number)
