"""What an import did, in numbers and sentences."""

from __future__ import annotations

from dataclasses import dataclass, field

from .protocol import Bad

BAD_KEPT = 1000
"""Bad records that are kept in the report; beyond it they are only counted."""


@dataclass(slots=True)
class Summary:
    """What an import did.

    new: memories that were written (or would be, in a dry run). known: those that were there already.
    edges: edges that were drawn, beside those that memories brought themselves. changes: memories that were forgotten
    or restored, and edges that were taken back, as an export of Clew tells.
    undated: memories that have no time of their own in the log.
    bad: what was left out, BAD_KEPT at most. bad_count: all of it; a whole conversation that is left out counts once.
    """

    path: str
    format: str
    new: int = 0
    known: int = 0
    edges: int = 0
    changes: int = 0
    undated: int = 0
    bad_count: int = 0
    bad: list[Bad] = field(default_factory=list[Bad])
    tasks: set[str] = field(default_factory=set[str])

    @property
    def arrived(self) -> int:
        """How much of the log is in the store now."""
        return self.new + self.known + self.edges + self.changes

    def refuse(self, record: Bad) -> None:
        self.bad_count += 1
        if len(self.bad) < BAD_KEPT:
            self.bad.append(record)

    def then(self, later: Summary) -> None:
        """Take in a later run over the same log: what was new is added; what is bad is what is bad in the end."""
        self.format = later.format
        self.new += later.new
        self.edges += later.edges
        self.changes += later.changes
        self.undated = later.undated
        self.bad_count, self.bad = later.bad_count, later.bad
        self.tasks |= later.tasks
