"""A Plan as JSON and back, so that it can be kept, sent and read by other programs."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, cast

from ..plan import Plan
from .decode import decoded
from .encode import encoded
from .shapes import Shape

PLAN = Shape(classes=(Plan,))


def plan_to_json(plan: Plan) -> dict[str, Any]:
    """Return the plan as a tree of dicts, lists and scalars. Spans are left out; the text is kept."""
    return cast("dict[str, Any]", encoded(plan))


def plan_from_json(value: Mapping[str, Any]) -> Plan:
    """Return the plan that `plan_to_json` made. Raises ParseError for anything else, with the path of what is wrong."""
    return cast(Plan, decoded(value, PLAN))
