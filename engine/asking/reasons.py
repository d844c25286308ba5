"""Why a memory is in a recall, or is not: what is known of it, as rows to read and as data."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any, Literal, TypeAlias

Cause: TypeAlias = Literal[
    "chosen",
    "expanded",
    "unknown",
    "forgotten",
    "not known then",
    "anchor",
    "filter",
    "pattern",
    "words",
    "excluded",
    "pending",
    "cut",
    "floor",
    "dominated",
    "diversity",
    "budget",
    "count",
]
"""What decided. `unknown` is also said of what another namespace holds: whether it is there is nobody's business."""


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that is known of the memory. stage: where it was found. value: the figure, or a map of several."""

    stage: str
    finding: str
    value: Any = None


@dataclass(frozen=True, slots=True)
class Reasons:
    """Everything that is known; the first finding is the verdict.

    cause: what decided. rank: its place in the answer, from 1; None where it is not in it. answer: the ids of the
    answer, in its order.
    """

    id: str
    cause: Cause
    rank: int | None
    findings: tuple[Finding, ...]
    answer: tuple[str, ...] = ()

    @property
    def present(self) -> bool:
        """Whether the memory is in the answer."""
        return self.rank is not None

    @property
    def stage(self) -> str:
        """The stage that decided."""
        return self.findings[0].stage

    def __str__(self) -> str:
        return "\n".join(finding.finding for finding in self.findings)

    def to_dict(self) -> dict[str, Any]:
        """Return all of it as plain data."""
        return {**asdict(self), "present": self.present}
