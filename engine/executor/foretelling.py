"""What EXPLAIN says is inferred from a need: found as a run would find it, from names alone, and no memory is read."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import fields
from typing import cast

from ...dsl import ast, trees
from ...dsl.plan import Anchors, Infer, Plan, Stage
from ...errors import QueryError
from ..need.inferred import Inferred
from .anchors import anchor
from .inferring import inferred
from .session import Session


def can_foretell(plan: Plan) -> bool:
    """Whether what is inferred is known before a plan runs: where its need and its anchors are written out."""
    first = [stage for stage in plan.stages if isinstance(stage, Infer | Anchors)]
    return len(first) == 2 and not any(isinstance(node, ast.Parameter) for node in trees.walk(_slots(first)))


def foretold(plan: Plan, session: Session) -> Inferred | None:
    """Return what a plan that `can_foretell` will infer; None where its anchors are not there. For EXPLAIN."""
    anchors, stage = (next(one for one in plan.stages if isinstance(one, kind)) for kind in (Anchors, Infer))
    try:
        candidates, session = anchor(cast(Anchors, anchors), session)
        return inferred(cast(Infer, stage), candidates, session)
    except QueryError:
        return None


def _slots(stages: Iterable[Stage]) -> tuple[object, ...]:
    return tuple(getattr(stage, field.name) for stage in stages for field in fields(stage))
