"""Links whose memories have not all arrived. They wait, are reported, and become edges when the last end comes.

Refused: making an empty memory in the place of the missing one. It would be found, counted and scored.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class WaitingLink:
    """A link as it was said. `order` rises with every link that has to wait; `recorded_at` in microseconds."""

    order: int
    namespace: str
    type: str
    source: str
    target: str
    recorded_at: int
    inferred: bool = False
    weight: float = 1.0
    reason: str | None = None

    @property
    def ends(self) -> tuple[str, str, str, str]:
        return self.namespace, self.type, self.source, self.target


class WaitingRoom:
    """The links that wait, by the memory that each waits for."""

    def __init__(self, links: Iterable[tuple[WaitingLink, str]] = ()) -> None:
        self._links: dict[tuple[str, str], list[WaitingLink]] = {}
        self._next = 0
        for link, missing in links:
            self.add(link, missing)

    def ticket(self) -> int:
        """Return the order of the next link that has to wait."""
        return self._next

    def add(self, link: WaitingLink, missing: str) -> None:
        """Let a link wait for the memory with the id `missing` in its namespace."""
        self._links.setdefault((link.namespace, missing), []).append(link)
        self._next = max(self._next, link.order + 1)

    def arrived(self, namespace: str, id: str) -> list[WaitingLink]:
        """Return the links that waited for a memory, in their order, and wait for it no more."""
        return sorted(self._links.pop((namespace, id), ()), key=lambda link: link.order)

    def drop(self, namespace: str, type: str, source: str, target: str) -> None:
        """Forget the links between two ends: they were unlinked before they could become edges."""
        ends = (namespace, type, source, target)
        for missing in {(namespace, source), (namespace, target)} & self._links.keys():
            self._links[missing] = [link for link in self._links[missing] if link.ends != ends]

    def all(self) -> tuple[WaitingLink, ...]:
        return tuple(sorted((link for links in self._links.values() for link in links), key=lambda link: link.order))
