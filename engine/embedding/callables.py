"""An embedder from any function: an API, another framework's model, a lambda in a test.

Nothing is known of a function but what it returns, so it is never `quick` (it may be a network away), its fingerprint
has no hash, and everything it gives passes the border. It is called once with a short text when its dimension is asked
for before it has embedded anything.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from ...errors import EmbeddingError
from .border import checked
from .port import Fingerprint, Vectors
from .texts import prepared

LONGEST = 100_000
"""Characters of a text that are passed on. No model reads more; a runaway log must not become a request of 10 MB."""

PROBE = "The quick brown fox jumps over the lazy dog."
"""Every letter, so that even a toy that counts letters has a vector for it."""


@dataclass(slots=True)
class CallableEmbedder:
    """Wraps `function(list of n texts) -> n vectors` (a list of lists or an array; normalised here).

    `query`: the same for a single question, `text -> one vector`, where a model treats questions otherwise.
    `name`: how the store knows the model; give one that changes with the model.
    Raises `EmbeddingError` on every failure.
    """

    function: Callable[[list[str]], Any]
    query: Callable[[str], Any] | None = None
    name: str = ""
    dimension: int | None = field(default=None, compare=False)
    quick: bool = field(default=False, init=False)

    def __post_init__(self) -> None:
        self.name = self.name or name_of(self.function)

    @property
    def fingerprint(self) -> Fingerprint:
        if self.dimension is None:
            self.embed([PROBE])
        assert self.dimension is not None
        return Fingerprint(self.name, self.dimension, "")

    def embed(self, texts: Sequence[str]) -> Vectors:
        if not texts:
            return checked([], 0, dimension=self.dimension)
        ready = prepared(texts, LONGEST)
        return self._checked(lambda: self.function(ready), len(ready))

    def embed_query(self, text: str) -> Vectors:
        question = self.query
        if question is None:
            return self.embed([text])[0]
        [ready] = prepared([text], LONGEST)
        return self._checked(lambda: [question(ready)], 1)[0]

    def _checked(self, call: Callable[[], object], count: int) -> Vectors:
        """Run the foreign code. Whatever it raises, the engine sees one kind of error."""
        try:
            found = call()
        except Exception as error:
            raise EmbeddingError(
                f"The embedder `{self.name}` failed: {type(error).__name__}: {error}", code="embedding.failed"
            ) from error
        vectors = checked(found, count, dimension=self.dimension, model=f"The embedder `{self.name}`")
        self.dimension = vectors.shape[1]
        return vectors


def name_of(function: Callable[..., Any]) -> str:
    """Return `module.qualified_name` of a function, or of the class of a callable object."""
    named = function if hasattr(function, "__qualname__") else type(function)
    return f"{named.__module__}.{named.__qualname__}"
