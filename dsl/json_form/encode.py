"""Nodes and stages to trees of dicts, lists and scalars."""

from __future__ import annotations

from dataclasses import MISSING, Field, fields, is_dataclass
from typing import Any, cast

from .. import ast
from .shapes import DEFINITIONS, SPANS


def encoded(value: Any) -> Any:
    """Return a node, a stage, or a tuple of them as JSON holds it. Spans are left out; texts are kept."""
    if isinstance(value, tuple):
        return [encoded(item) for item in cast("tuple[Any, ...]", value)]
    if isinstance(value, ast.Literal) and value.value is not None:
        return value.value
    if not is_dataclass(value):
        return value
    given = [field for field in fields(value) if field.name not in SPANS and not _is_default(field, value)]
    return {**_kind(value), **{field.name: encoded(getattr(value, field.name)) for field in given}}


def _kind(value: Any) -> dict[str, str]:
    """Return what says what an object is; a definition of a catalog stands where nothing else may, and says nothing."""
    if type(value) in DEFINITIONS.values():
        return {}
    return {"node" if isinstance(value, ast.Node) else "stage": type(value).__name__}


def _is_default(field: Field[Any], value: Any) -> bool:
    """Return whether the field is its default; 0 is not false here, nor 1 true."""
    held = getattr(value, field.name)
    return field.default is not MISSING and type(held) is type(field.default) and held == field.default
