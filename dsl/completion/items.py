"""What a completion is, and which values of a store it may offer."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Literal, TypeAlias

from ...errors import Span

Kind: TypeAlias = Literal[
    "keyword", "snippet", "label", "edge", "property", "function", "objective", "strategy", "order", "variable",
    "parameter", "intent", "value", "memory",
]  # fmt: skip


@dataclass(frozen=True, slots=True)
class Completion:
    """Something that could stand at the cursor. `text` replaces the span of its `Completions`, quotes included.

    label: what it is found and shown by. detail: a few words beside it. doc: a sentence about it.
    """

    text: str
    kind: Kind
    label: str
    detail: str = ""
    doc: str = ""


@dataclass(frozen=True, slots=True)
class Completions:
    """The completions at a cursor, the likeliest first. span: what is typed of the word already, which they replace."""

    span: Span
    items: tuple[Completion, ...] = ()


def _no_memories(typed: str) -> Iterable[tuple[str, str]]:
    return ()


@dataclass(frozen=True, slots=True)
class Known:
    """Values of a store that can be offered in quotes or bare; whoever has no store offers none.

    memories: from what is typed of an id, or of what a memory says, to ids that are meant, each with what it says.
    """

    tasks: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()
    types: tuple[str, ...] = ()
    entities: tuple[str, ...] = ()
    actions: tuple[str, ...] = ()
    namespaces: tuple[str, ...] = ()
    intents: tuple[str, ...] = ()
    memories: Callable[[str], Iterable[tuple[str, str]]] = _no_memories


NOTHING_KNOWN = Known()
