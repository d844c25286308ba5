"""The port that a language model comes in by: a prompt and the schema of its answer, nothing else.

Clew runs without one, and nothing here opens a connection. Whoever hands one in to `open` decides where prompts go.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Protocol, TypeAlias, runtime_checkable

Schema: TypeAlias = Mapping[str, Any]
"""A JSON schema, of the part that `checking` knows."""


@runtime_checkable
class LLM(Protocol):
    """A model that answers in JSON. One with a `name` has its answers kept apart from another's."""

    def complete(self, prompt: str, schema: Schema) -> Mapping[str, Any]:
        """Return the answer as an object of the schema. May raise anything; it is told, and done without."""
        ...
