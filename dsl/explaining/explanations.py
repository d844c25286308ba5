"""What EXPLAIN says of WHY and COMPARE: the recall that they follow stands inside, as it would by itself."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from .. import ast, plan
from ..printing.expressions import print_expression
from .said import Said


def _why(stage: plan.Why) -> Said:
    title = f"Why  {'not  ' if stage.negated else ''}{print_expression(stage.memory)}"
    if isinstance(stage.within, ast.Node):
        return Said(title, (("record", print_expression(stage.within)),))
    tried = ((f"if lost, {one.asked}", (one.scan,)) for one in stage.conditions if one.scan is not None)
    return Said(title, (), (("within", stage.within), *tried))


EXPLANATIONS: Mapping[type, Callable[[Any], Said]] = {
    plan.Why: _why,
    plan.Compare: lambda stage: Said("Compare", inside=(("before", stage.before), ("after", stage.after))),
}
