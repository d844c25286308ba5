"""SHOW: what there is, as a table whose columns are known before anything is read."""

from __future__ import annotations

from collections.abc import Mapping

from .. import ast

SEEN = ("name", "memories", "first", "last")
"""What is said of whatever memories meet in: how many there are, and when the first and the last of them happened."""

COLUMNS: Mapping[ast.Shown, tuple[str, ...]] = {
    "TASKS": (*SEEN, "steps"),
    "TAGS": (*SEEN, "under", "description"),
    "ENTITIES": SEEN,
    "TYPES": (*SEEN, "half_life_days", "description"),
    "AGENTS": SEEN,
    "INTENTS": ("name", "parameters", "description", "statement"),
    "STRATEGIES": ("name", "description", "clauses"),
    "OBJECTIVES": ("name", "sense", "needs", "description"),
    "STATS": ("name", "value"),
}
