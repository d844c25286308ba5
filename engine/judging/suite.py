"""A suite: stores to be made, and needs whose answers are known. Frozen data; where it came from is the adapters'.

A suite without stores is asked of one that exists. What a recall is given besides the need is data too, the arguments
of `Engine.recall`, so that every ranker is asked the same.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from ..values.model import Draft, Link


@dataclass(frozen=True, slots=True)
class Need:
    """One question.

    id: distinct in its suite. expected: the memories that answer it, none where it is unanswerable. outdated: those
    that must not stand before the first of them. scope: clauses of the recall, as `recall_of` takes them. store: which
    of the suite's it is asked of. group: what must not be torn between two folds. category: the kind of need.
    """

    id: str
    text: str
    expected: frozenset[str]
    outdated: frozenset[str] = frozenset()
    scope: Mapping[str, Any] = field(default_factory=dict[str, Any])
    store: str = ""
    group: str = ""
    category: str = ""


@dataclass(frozen=True, slots=True)
class Contents:
    """What one scratch store is made of, in this order."""

    drafts: tuple[Draft, ...]
    links: tuple[Link, ...] = ()


@dataclass(frozen=True, slots=True)
class Suite:
    """headline: the metric by which constants are tuned and rankers are compared. ks: the depths of recall."""

    name: str
    needs: tuple[Need, ...]
    stores: Mapping[str, Contents] = field(default_factory=dict[str, Contents])
    headline: str = "MRR"
    ks: tuple[int, ...] = (5, 10)

    def limited(self, count: int | None) -> Suite:
        """Return the suite with so many needs, taken evenly from the whole; all of them for None."""
        if count is None or count >= len(self.needs):
            return self
        step = len(self.needs) / count
        return replace(self, needs=tuple(self.needs[int(index * step)] for index in range(count)))


def repeated(ids: Sequence[str]) -> str | None:
    """Return the first id that is there twice."""
    return next((id_ for id_, count in Counter(ids).items() if count > 1), None)
