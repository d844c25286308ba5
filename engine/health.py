"""What can be wrong with a store, and the cure for each. Looking changes nothing; only `--fix` cures.

The journal is the truth, so damage to it is serious; everything else is made from it, and is at worst slow to make
again.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, TypeAlias

if TYPE_CHECKING:
    from .journal.journal import Journal
    from .projection.projection import Projection

Kind: TypeAlias = Literal["journal", "pending", "dangling", "model", "projection", "files"]


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that is not as it should be. `serious` ones are losses or damage; the others only wait."""

    kind: Kind
    message: str
    cure: str = ""
    serious: bool = False


def examine(journal: Journal, projection: Projection, fault: str | None = None) -> Iterator[Finding]:
    """Yield everything that is wrong, the worst first. fault: what last ended a step of the background thread."""
    yield from damage(journal)
    if fault is not None:
        yield Finding(
            "projection", f"The background thread failed: {fault}", "Queries do its work meanwhile; it tries again."
        )
    pending = len(journal.pending_rows())
    if pending:
        yield Finding("pending", f"{pending:,} memories wait for their vectors.", "`clew doctor --fix` embeds them.")
    for edge in projection.dangling():
        yield Finding(
            "dangling",
            f"An edge {edge.type} from {edge.source} to {edge.target} waits for a memory that has not arrived.",
            "Remember the missing memory, or take the edge back (`clew unlink`).",
        )


def damage(journal: Journal) -> Iterator[Finding]:
    """Yield every way in which the journal is not what was written."""
    for found in journal.verify():
        derived = found.kind in ("index", "words")
        cure = (
            "`clew doctor --fix` makes it anew."
            if derived
            else "Restore a backup; `clew export` saves what can be read."
        )
        yield Finding("journal", found.message, cure, serious=not derived)
