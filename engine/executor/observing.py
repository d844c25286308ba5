"""Looking on while a plan runs: what each stage took and gave, for whoever asked to be told.

A run without an observer pays one comparison a stage.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, TypeAlias

from ...dsl.plan import Emit
from .table import Table

if TYPE_CHECKING:
    from ...dsl.plan import Stage
    from .candidates import Candidates
    from .session import Session

    State: TypeAlias = Table | Candidates


@dataclass(frozen=True, slots=True)
class Step:
    """One stage that ran: what it took, what it gave, and the session as it left it."""

    stage: Stage
    before: State
    after: State
    session: Session


Observer: TypeAlias = Callable[[Step], None]


@dataclass(slots=True)
class Emitted:
    """Keeps what a recall answered, before RETURN made other columns of it, and tells `other` of each step."""

    other: Observer | None = None
    table: Table | None = None

    def __call__(self, step: Step) -> None:
        if isinstance(step.stage, Emit) and isinstance(step.after, Table):
            self.table = step.after
        if self.other is not None:
            self.other(step)


@dataclass(slots=True)
class Trail:
    """Every step of a run, in order. It holds all states: for a diagnosis, never for an ordinary run."""

    steps: list[Step] = field(default_factory=list[Step])

    def __call__(self, step: Step) -> None:
        self.steps.append(step)
