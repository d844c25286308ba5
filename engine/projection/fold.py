"""What an event means. This is the only place that says so: one event at a time, no disk, no clock, no graph.

The result depends on nothing but the events and their order, so a projection folded at once, in pieces, or from a
snapshot onwards is the same to the last edge row.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from ...errors import StoreDamaged
from ..learning.lessons import lesson_of
from ..values.model import Event
from ..values.schema import EDGES
from ..values.times import NEVER
from ..writing.esteem import Change, ChangeKind, after, amount_of
from .edges import TYPE_CODES
from .history import Lapse
from .state import State
from .waiting import WaitingLink

_REASONED = frozenset(TYPE_CODES[edge.type] for edge in EDGES if any(p.name == "reason" for p in edge.properties))
_ENDS = {definition.type: (definition.source, definition.target) for definition in EDGES}


def fold(state: State, event: Event) -> None:
    """Add one event to the state. Raises StoreDamaged for an event that cannot follow what came before."""
    if event.seq != state.seq + 1:
        raise StoreDamaged(f"Event {event.seq} comes after event {state.seq} in the journal.", seq=event.seq)
    try:
        _apply(state, event)
    except (KeyError, TypeError, ValueError) as error:
        raise StoreDamaged(f"Event {event.seq} cannot be understood: {error!r}.", seq=event.seq) from error
    state.seq = event.seq


def _apply(state: State, event: Event) -> None:
    payload, at = event.payload, event.recorded_at
    match event.kind:
        case "remember":
            _remember(state, event)
        case "link":
            _link_all(state, event.namespace, payload["links"], at)
        case "unlink":
            _unlink_all(state, event.namespace, payload["unlinks"], at)
        case "forget":
            _retract_all(state, event.namespace, payload["ids"], at)
        case "restore":
            _restore_all(state, event.namespace, payload["ids"], at)
        case "reinforce" | "pin" | "unpin" | "feedback":
            _think_of_all(state, event.namespace, payload["ids"], event.kind, amount_of(event.kind, payload), at)
            if event.kind == "feedback":
                _learn(state, event)
        case "define":
            tags = {one["name"]: one["description"] for one in payload["definitions"] if one["kind"] == "tag"}
            _describe_all(state, event.namespace, tags)
            _unlink_all(state, event.namespace, payload["unlinks"], at)
            _link_all(state, event.namespace, payload["links"], at)
        case "drop":
            dropped = (one["name"] for one in payload["drops"] if one["kind"] == "tag")
            _describe_all(state, event.namespace, dict.fromkeys(dropped))
            _unlink_all(state, event.namespace, payload["unlinks"], at)


def _remember(state: State, event: Event) -> None:
    payload, namespace, id = event.payload, event.namespace, event.payload["id"]
    if payload["row"] != len(state.memories.ids):
        raise StoreDamaged(f"Event {event.seq} remembers row {payload['row']} out of its turn.", seq=event.seq)
    learned = payload.get("recorded_at")
    at = event.recorded_at if learned is None else learned
    row = state.memories.add(namespace, id, _columns(payload, namespace, at))
    _join_hubs(state, namespace, row, payload, at)
    _unlink_all(state, namespace, payload.get("unlinks", ()), at)
    _link_all(state, namespace, payload.get("links", ()), at)
    for link in state.waiting.arrived(namespace, id):
        wait_or_draw(state, link)


def _columns(payload: Mapping[str, Any], namespace: str, at: int) -> dict[str, Any]:
    return {
        "access_count": 0,
        "successes": 0.0,
        "failures": 0.0,
        **payload,
        "namespace": namespace,
        "type": payload["types"][0],
        "recorded_at": at,
        "retracted_at": None,
    }


def _join_hubs(state: State, namespace: str, row: int, payload: Mapping[str, Any], at: int) -> None:
    """Tie a new memory to its task, its agent, its tags and its entities. It has no edge yet, so none can be double."""
    for type, name in (("IN_TASK", payload.get("task")), ("BY", payload.get("agent"))):
        if name is not None:
            _join(state, namespace, row, type, {name: False}, at)
    _join(state, namespace, row, "TAGGED", {tag["name"]: tag["inferred"] for tag in payload.get("tags", ())}, at)
    _join(state, namespace, row, "MENTIONS", dict.fromkeys(payload.get("entities", ()), False), at)


def _join(state: State, namespace: str, row: int, type: str, names: Mapping[str, bool], at: int) -> None:
    label, hubs = _ENDS[type][1], state.hubs
    inferred: dict[int, bool] = {}
    for name, guessed in names.items():
        hub = hubs.row(label, namespace, name)
        inferred[hub] = guessed and inferred.get(hub, True)  # two spellings of one tag: what was said outweighs a guess
    if inferred:
        state.edges.add(TYPE_CODES[type], row, list(inferred), at, list(inferred.values()))


def _link_all(state: State, namespace: str, links: Iterable[Mapping[str, Any]], at: int) -> None:
    for link in links:
        order = state.waiting.ticket()
        wait_or_draw(state, WaitingLink(order=order, namespace=namespace, recorded_at=at, **link))


def wait_or_draw(state: State, link: WaitingLink) -> None:
    """Draw an edge, or let it wait for the first of its memories that is missing."""
    missing = _missing(state, link)
    if missing is not None:
        state.waiting.add(link, missing)
        return
    source_label, target_label = _ENDS[link.type]
    source = _node(state, source_label, link.namespace, link.source)
    target = _node(state, target_label, link.namespace, link.target)
    _draw(state, TYPE_CODES[link.type], source, target, link)


def _draw(state: State, type: int, source: int, target: int, link: WaitingLink) -> None:
    """Add an edge unless it holds already. One that says something else takes the place of the old one, in the open."""
    edges = state.edges
    # Some types have no room for a reason in the schema: what the graph cannot hold, the columns do not either.
    reason, weight = (link.reason, link.weight) if type in _REASONED else (None, 1.0)
    row = edges.find(type, source, target)
    if row is not None:
        if link.inferred or edges.says(row) == (reason, weight, link.inferred):
            return
        edges.retract(row, link.recorded_at)
    edges.add(type, source, [target], link.recorded_at, [link.inferred], weight, reason)


def _unlink_all(state: State, namespace: str, unlinks: Iterable[Mapping[str, Any]], at: int) -> None:
    for unlink in unlinks:
        type, source, target = unlink["type"], unlink["source"], unlink["target"]
        ends = zip(_ENDS[type], (source, target), strict=True)
        rows = [row for label, end in ends if (row := _known(state, label, namespace, end)) is not None]
        edge = state.edges.find(TYPE_CODES[type], *rows) if len(rows) == 2 else None
        if edge is None:
            state.waiting.drop(namespace, type, source, target)
        elif state.edges.says(edge)[2] or not unlink.get("inferred", False):
            state.edges.retract(edge, at)  # what a rule takes back is only what a rule has said


def _retract_all(state: State, namespace: str, ids: Iterable[str], at: int) -> None:
    for id in ids:
        row = state.memories.row_of(namespace, id)
        if row is not None:
            state.memories.retract(row, at)


def _restore_all(state: State, namespace: str, ids: Iterable[str], at: int) -> None:
    for id in ids:
        row = state.memories.row_of(namespace, id)
        if row is not None and (since := state.memories.columns["retracted_at"][row]) != NEVER:
            state.history.lapses.append(Lapse(row, since, at))
            state.memories.retract(row, NEVER)


def _think_of_all(state: State, namespace: str, ids: Iterable[str], kind: ChangeKind, amount: float, at: int) -> None:
    memories = state.memories
    for id in ids:
        row = memories.row_of(namespace, id)
        if row is not None:
            before = memories.esteem(row)
            memories.think(row, after(before, kind, amount, at))
            state.history.add(Change(row, at, kind, amount), before)


def _learn(state: State, event: Event) -> None:
    ids = event.payload["ids"]
    rows = {id: row for id in ids if (row := state.memories.row_of(event.namespace, id)) is not None}
    state.lessons.add(lesson_of(event.namespace, event.payload, event.recorded_at, rows))


def _describe_all(state: State, namespace: str, tags: Mapping[str, str | None]) -> None:
    """Say what tags mean; one that no memory has carried yet is there from now on."""
    for name, description in tags.items():
        state.hubs.describe(state.hubs.row("Tag", namespace, name), description)


def _missing(state: State, link: WaitingLink) -> str | None:
    for label, end in zip(_ENDS[link.type], (link.source, link.target), strict=True):
        if label == "Memory" and state.memories.row_of(link.namespace, end) is None:
            return end
    return None


def _known(state: State, label: str, namespace: str, name: str) -> int | None:
    if label == "Memory":
        return state.memories.row_of(namespace, name)
    return state.hubs.row_of(label, namespace, name)


def _node(state: State, label: str, namespace: str, name: str) -> int:
    """Return the row of a node whose memory is known to be there; a hub is made where there is none."""
    row = state.memories.row_of(namespace, name) if label == "Memory" else state.hubs.row(label, namespace, name)
    assert row is not None
    return row
