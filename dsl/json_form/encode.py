"""Nodes and stages to trees of dicts, lists and scalars."""

from __future__ import annotations

from dataclasses import MISSING, Field, fields, is_dataclass
from typing import Any, cast

from .. import ast


def encoded(value: Any) -> Any:
    """Return a node, a stage, or a tuple of them as JSON holds it. Spans are left out; texts are kept."""
    if isinstance(value, tuple):
        return [encoded(item) for item in cast("tuple[Any, ...]", value)]
    if isinstance(value, ast.Literal) and value.value is not None:
        return value.value
    if not is_dataclass(value):
        return value
    kind = "node" if isinstance(value, ast.Node) else "stage"
    given = [field for field in fields(value) if field.name != "span" and not _is_default(field, value)]
    return {kind: type(value).__name__, **{field.name: encoded(getattr(value, field.name)) for field in given}}


def _is_default(field: Field[Any], value: Any) -> bool:
    """Return whether the field is its default; 0 is not false here, nor 1 true."""
    held = getattr(value, field.name)
    return field.default is not MISSING and type(held) is type(field.default) and held == field.default
