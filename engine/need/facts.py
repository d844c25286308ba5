"""What a store knows that a need may speak of: handed to the inference as plain data, so that it asks nobody."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias


@dataclass(frozen=True, slots=True)
class KnownTag:
    """A tag. likeness: of the need to its name and description by meaning, in [0, 1]; 0 where that was not compared."""

    name: str
    description: str = ""
    likeness: float = 0.0


@dataclass(frozen=True, slots=True)
class KnownEntity:
    """An entity. share: of the memories in scope, how many mention it, in (0, 1]."""

    name: str
    share: float


FindEntity: TypeAlias = Callable[[str], KnownEntity | None]


def _no_entity(_: str) -> KnownEntity | None:
    return None


@dataclass(frozen=True, slots=True)
class Facts:
    """One store as the inference sees it, at one moment.

    reference: microseconds, the moment from which times are measured; None in an empty store.
    memories: how many are in scope.
    entity: the entity that a name means, in any spelling; an alias is an entity of its own.
    types, actions: the types and action types that some memory has.
    at_hand: (tag, share) of the active memories: how many of them carry it, in (0, 1].
    """

    reference: int | None = None
    memories: int = 0
    tags: tuple[KnownTag, ...] = ()
    entity: FindEntity = _no_entity
    types: tuple[str, ...] = ()
    actions: tuple[str, ...] = ()
    at_hand: tuple[tuple[str, float], ...] = ()
