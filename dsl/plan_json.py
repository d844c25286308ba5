"""A Plan as JSON and back: every node an object that names its class, every field that is not its default.

`{"stage": "Limit", "count": {"node": "Literal", "value": 5}}`: a part of the plan says `stage`, a part of the language
`node`, because some words are both. Pickle was refused: it runs what it reads, and no other language can.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import MISSING, Field, fields, is_dataclass
from types import ModuleType
from typing import Any, cast

from ..errors import ParseError
from . import ast, plan
from .plan import Plan


def _classes(module: ModuleType) -> dict[str, type]:
    """Return the dataclasses that a module offers, by name."""
    kinds: list[type] = [kind for kind in vars(module).values() if isinstance(kind, type) and is_dataclass(kind)]
    return {kind.__name__: kind for kind in kinds}


_KINDS: Mapping[str, Mapping[str, type]] = {"stage": _classes(plan), "node": _classes(ast)}


def to_json(plan_: Plan) -> dict[str, Any]:
    """Return the plan as a tree of dicts, lists and scalars. Spans are left out; the text is kept."""
    return cast("dict[str, Any]", _encoded(plan_))


def from_json(value: Mapping[str, Any]) -> Plan:
    """Return the plan that `to_json` made. Raises ParseError for anything else."""
    decoded = _decoded(value)
    if not isinstance(decoded, Plan):
        raise ParseError("This JSON is no plan.", hint='It begins with {"stage": "Plan", ...}.')
    return decoded


def _encoded(value: Any) -> Any:
    if isinstance(value, tuple):
        return [_encoded(item) for item in cast("tuple[Any, ...]", value)]
    if not is_dataclass(value):
        return value
    kind = "node" if isinstance(value, ast.Node) else "stage"
    given = {f.name: getattr(value, f.name) for f in fields(value) if f.name != "span"}
    kept = {f.name: _encoded(given[f.name]) for f in fields(value) if f.name in given and not _is_default(f, value)}
    return {kind: type(value).__name__, **kept}


def _is_default(field: Field[Any], value: Any) -> bool:
    """Return whether the field is its default; 0 is not false here, nor 1 true."""
    held = getattr(value, field.name)
    return field.default is not MISSING and type(held) is type(field.default) and held == field.default


def _decoded(value: Any) -> Any:
    if isinstance(value, list):
        return tuple(_decoded(item) for item in cast("list[Any]", value))
    if not isinstance(value, dict):
        return value
    return _made(cast("dict[str, Any]", value))


def _made(value: dict[str, Any]) -> Any:
    word = next((word for word in _KINDS if word in value), "")
    kind = _KINDS.get(word, {}).get(str(value.get(word)))
    try:
        if kind is not None:
            return kind(**{name: _decoded(item) for name, item in value.items() if name != word})
    except TypeError:
        pass
    raise ParseError(f"This JSON holds a part that is none of a plan's: {', '.join(value)}.")
