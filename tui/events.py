"""What an event of the journal says, in a few words: for the history of a memory and for the list of the Time room."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ..engine.values.model import Event

Payload = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Told:
    """verb: what was done. about: the memory that it was done to, the first of several. detail: how, and the rest."""

    verb: str
    about: str | None = None
    detail: str = ""


def told(event: Event, of: str | None = None) -> Told:
    """Return what an event says. of: the memory that asks, which is then left out of the telling."""
    return _TELLINGS[event.kind](event.payload, of)


def _remember(payload: Payload, of: str | None) -> Told:
    if of is None or payload["id"] == of:
        return Told("remembered", payload["id"], payload.get("text", ""))
    ties = [_tie(link, of) for link in payload.get("links", ()) if of in (link["source"], link["target"])]
    return Told("named by", payload["id"], ", ".join(ties))


def _tie(link: Payload, of: str) -> str:
    """Return an edge as it is seen from a memory."""
    reason = f" ({link['reason']})" if link.get("reason") else ""
    return f"{'←' if link['target'] == of else '→'} {link['type']}{reason}"


def _joined(verb: str, field: str) -> Callable[[Payload, str | None], Told]:
    def tell(payload: Payload, of: str | None) -> Told:
        links = [link for link in payload[field] if of is None or of in (link["source"], link["target"])]
        if not links:
            return Told(verb)
        first = links[0]
        if of is None:
            return Told(verb, first["source"], f"{first['type']} → {first['target']}{_more(links)}")
        other = first["target"] if first["source"] == of else first["source"]
        return Told(verb, other, f"{_tie(first, of)}{_more(links)}")

    return tell


def _thought(verb: str, detail: Callable[[Payload], str] = lambda _: "") -> Callable[[Payload, str | None], Told]:
    def tell(payload: Payload, of: str | None) -> Told:
        ids = payload["ids"]
        about = of if of in ids else next(iter(ids), None)
        parts = (detail(payload), f"with {len(ids) - 1:,} more" if len(ids) > 1 else "")
        return Told(verb, about, ", ".join(part for part in parts if part))

    return tell


def _outcome(payload: Payload) -> str:
    recall = f", recall {payload['recall']}" if payload.get("recall") else ""
    return f"{OUTCOMES.get(payload['outcome'], format(payload['outcome'], '.2f'))}{recall}"


OUTCOMES = {1.0: "success", 0.0: "failure"}


def _defined(verb: str, field: str) -> Callable[[Payload, str | None], Told]:
    def tell(payload: Payload, of: str | None) -> Told:
        names = [f"{one['kind']} {one['name']}" for one in payload[field]]
        return Told(verb, None, ", ".join(names))

    return tell


def _more(items: list[Any]) -> str:
    return f" and {len(items) - 1:,} more" if len(items) > 1 else ""


_TELLINGS: Mapping[str, Callable[[Payload, str | None], Told]] = {
    "remember": _remember,
    "link": _joined("linked", "links"),
    "unlink": _joined("unlinked", "unlinks"),
    "forget": _thought("forgotten"),
    "restore": _thought("restored"),
    "pin": _thought("pinned"),
    "unpin": _thought("unpinned"),
    "reinforce": _thought("reinforced", lambda payload: f"by {payload['by']:g}"),
    "feedback": _thought("judged", _outcome),
    "define": _defined("defined", "definitions"),
    "drop": _defined("dropped", "drops"),
}
