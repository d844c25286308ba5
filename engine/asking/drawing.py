"""Which of two strategies a recall gets (`USING a OR b`): drawn when it is answered, and said in its notes."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from ...dsl.plan import Plan
from ..learning.lessons import Lesson
from ..learning.trials import drawn, outcomes_of, pair_of


def settled(
    plan: Plan, parameters: Mapping[str, Any], namespace: str, seq: int, lessons: Iterable[Lesson]
) -> tuple[Plan, str]:
    """Return the plan that is run, and the strategy that was drawn; the plan itself, and no name, where there is no
    choice.

    seq: the last event of the store: the same question to the same store is answered in the same way.
    """
    if plan.rival is None:
        return plan, ""
    pair = pair_of(plan.trial)
    plans = dict(zip(plan.trial, (plan, plan.rival), strict=True))
    identity = [repr(plans[pair[0]].stages), dict(parameters), namespace, seq]  # whichever was named first
    strategy = drawn(pair, identity, outcomes_of(lessons, pair))
    chosen = plans[strategy]
    note = f"`{strategy}` was drawn, of `{plan.trial[0]}` and `{plan.trial[1]}`."
    return replace(chosen, rival=None, warnings=(*chosen.warnings, note)), strategy
