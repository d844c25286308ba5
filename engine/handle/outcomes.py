"""What a handle is told of outcomes, and what it tells of them: feedback, misses, trials."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from ...errors import MemoryInvalid
from ..running.operation import one_operation
from ..values import checks
from ..values.times import NEVER
from ..writing.scribe import Outcome, meant, refuse_elsewhere
from .part import Part

if TYPE_CHECKING:
    from ..answers.results import Front, Rows
    from ..asking.recall_record import RecallRecord
    from ..learning.misses import Miss
    from ..learning.trials import Trial


class Outcomes(Part):
    """Writes through the scribe of the handle that it is a part of, and reads what was learned."""

    @one_operation
    def feedback(
        self,
        of: Front | Rows | RecallRecord | Outcome | str | None = None,
        outcome: Outcome | None = None,
        *,
        used: Iterable[str] | None = None,
        memories: Iterable[str] = (),
        recall: str | Front | Rows | RecallRecord | None = None,
        operation: str | None = None,
    ) -> None:
        """Say how it went with a recall, or with memories: `feedback(front, "success", used=front.ids[:2])`.

        of: an answer, its record, or a recall's name. outcome: `success`, `failure`, or how far it was one, in [0, 1];
        given alone it may come first, `feedback("success", memories=ids)`. used: the memories that were in fact used;
        None for all that were answered and not forgotten since, and an empty list for none of them. A recall that is
        only named changes no memory's counts, unless it says what was used. memories, recall: the same as `used` and
        `of`.
        Raises MemoryNotFound, MemoryInvalid.
        """
        about, said = _sorted_out(of, outcome, recall)
        name, answered, record = meant(about)
        scribe = self._scribing()
        refuse_elsewhere(about, scribe.namespace)
        ids = tuple(memories) or scribe.left(answered) if used is None else tuple(checks.names("used", used))
        scribe.feedback(said, ids, name, operation, record)

    @one_operation
    def misses(self, *, below: float = 0.5, limit: int | None = None) -> Sequence[Miss]:
        """Return the recalls with an outcome below a bound in [0, 1], the newest first."""
        from ..learning.misses import misses

        most = None if limit is None else checks.whole("limit", limit, NEVER)
        return misses(self._asking().told(), checks.number("below", below, 0.0, 1.0))[:most]

    @one_operation
    def missed_suite(self, *, below: float = 0.5) -> Sequence[Mapping[str, Any]]:
        """Return the needs that were missed as lines of a suite for `clew eval`; `expected` is empty where it is not
        known.
        """
        from ..learning.misses import misses, suite_lines

        told = self._asking().told()
        return list(suite_lines(misses(told, checks.number("below", below, 0.0, 1.0)), told))

    @one_operation
    def trials(self) -> Sequence[Trial]:
        """Return what came of each pair of strategies that recalls were drawn from (`USING a OR b`)."""
        from ..learning.trials import trials

        return trials(self._asking().lessons())


def _sorted_out(
    of: Front | Rows | RecallRecord | Outcome | str | None,
    outcome: Outcome | None,
    recall: str | Front | Rows | RecallRecord | None,
) -> tuple[str | Front | Rows | RecallRecord | None, Outcome]:
    """Return what the outcome is of, and the outcome, however they were given."""
    if outcome is None and (of is None or isinstance(of, str | int | float)):
        return recall, of  # type: ignore[return-value] - checked where outcomes are read
    if outcome is None:
        raise MemoryInvalid("The feedback does not say how it went.", hint='As in `feedback(front, "success")`.')
    if of is not None and recall is not None:
        raise MemoryInvalid("The feedback names two recalls.", hint="Give it first, or as `recall`.")
    if isinstance(of, int | float):
        raise MemoryInvalid(f"{of!r} is no recall.", hint='As in `feedback(front, "success")`.')
    return (recall if of is None else of), outcome
