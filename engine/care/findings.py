"""What can be wrong with a store, as data.

The journal is the truth, so damage to it is serious; everything else is made from it, and is at worst slow to make
again.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any, Literal, TypeAlias

Kind: TypeAlias = Literal[
    "journal",
    "mark",
    "model",
    "pending",
    "projection",
    "dangling",
    "snapshot",
    "log",
    "leftover",
    "permissions",
    "foreign",
    "disk",
]


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that is not as it should be. `serious` ones are losses or damage; the others only wait."""

    kind: Kind
    message: str
    cure: str = ""
    serious: bool = False

    def to_dict(self) -> dict[str, Any]:
        return asdict(self)
