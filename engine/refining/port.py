"""What puts the hits of an answer in another order: scores of texts for a need, higher is better."""

from __future__ import annotations

from collections.abc import Awaitable, Sequence
from typing import Protocol, TypeAlias


class Reranker(Protocol):
    def scores(self, need: str, texts: Sequence[str]) -> Sequence[float]:
        """Return one finite score a text, in order, higher is better; of any scale. May raise anything."""
        ...


class AsyncReranker(Protocol):
    def scores(self, need: str, texts: Sequence[str]) -> Awaitable[Sequence[float]]:
        """The same, awaited."""
        ...


AnyReranker: TypeAlias = Reranker | AsyncReranker
