"""What no memory can meet: a literal outside the range of its slot.

Such a clause would take every memory away, and the answer would look like one. The value of a parameter is not known
here; it is looked at by the run. Steps and times that end before they begin are let through: a program that counts
comes to them, and the answer's notes say which clause took all.
"""

from __future__ import annotations

from ...errors import BindError
from .. import ast
from ..catalog import UNBOUNDED
from .names import Index


def check_bounds(recall: ast.Recall, index: Index) -> None:
    """Raise BindError for MIN TRUST or a floor above 1."""
    _check_share(recall.min_trust, "MIN TRUST", "As in `MIN TRUST 0.5`.")
    for floor in recall.floors:
        if floor.objective in index.objectives and floor.objective != UNBOUNDED:
            what = f"AT LEAST {floor.objective}"
            _check_share(floor.least, what, f"As in `{what} 0.3`.")


def _check_share(given: ast.Expr | None, what: str, hint: str) -> None:
    value = given.value if isinstance(given, ast.Literal) else None
    if given is not None and isinstance(value, int | float) and not 0 <= value <= 1:
        raise BindError(f"{what} takes a number in [0, 1].", span=given.span, hint=hint)
