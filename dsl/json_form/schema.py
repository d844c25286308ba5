"""The JSON Schema of statements, made from the same shapes as the decoder: what it accepts, the decoder takes."""

from __future__ import annotations

from typing import Any

from .. import ast
from .shapes import NODES, Shape, due_in, fields_of
from .statements import STATEMENT, VERSION

DIALECT = "https://json-schema.org/draft/2020-12/schema"
_TYPES = {str: "string", int: "integer", float: "number", bool: "boolean", type(None): "null"}


def schema() -> dict[str, Any]:
    """Return the schema of `{"clew": 1, "statement": ...}` and of a bare statement, draft 2020-12."""
    statement = _of(STATEMENT)
    return {
        "$schema": DIALECT,
        "title": f"A statement of the Clew language, version {VERSION}",
        "anyOf": [
            {
                "type": "object",
                "properties": {"clew": {"const": VERSION}, "statement": statement},
                "required": ["statement"],
                "additionalProperties": False,
            },
            statement,
        ],
        "$defs": {name: _node(kind) for name, kind in sorted(NODES.items())} | {"Expression": _expression()},
    }


def _expression() -> dict[str, Any]:
    """What may stand for an expression: any of its nodes, or a plain value for the literal that holds it."""
    classes = fields_of(ast.Property)["subject"].classes
    plain = [{"type": ["string", "number", "boolean"]}]
    return {"anyOf": [*plain, *({"$ref": f"#/$defs/{kind.__name__}"} for kind in classes)]}


def _node(kind: type) -> dict[str, Any]:
    shapes = fields_of(kind)
    made: dict[str, Any] = {
        "type": "object",
        "properties": {"node": {"const": kind.__name__}, **{name: _of(shape) for name, shape in shapes.items()}},
        "required": ["node", *due_in(kind)],
        "additionalProperties": False,
    }
    doc = (kind.__doc__ or "").strip()
    return made if doc.startswith(f"{kind.__name__}(") or not doc else {"description": _one_line(doc), **made}


def _of(shape: Shape) -> dict[str, Any]:
    choices: list[dict[str, Any]] = []
    expression = ast.Property in shape.classes
    if expression:
        choices.append({"$ref": "#/$defs/Expression"})
    known = fields_of(ast.Property)["subject"].classes if expression else ()
    choices += [{"$ref": f"#/$defs/{kind.__name__}"} for kind in shape.classes if kind not in known]
    if shape.takes_literals and not expression:
        choices.append({"type": ["string", "number", "boolean"]})
    choices += [{"type": _TYPES[kind]} for kind in shape.scalars]
    if shape.words:
        choices.append({"enum": list(shape.words)})
    if shape.is_map and shape.items is not None:
        choices.append({"type": "object", "additionalProperties": _of(shape.items.places[1])})
    if shape.items is not None:
        choices.append({"type": "array", "items": _of(shape.items)})
    if shape.places:
        places = [_of(place) for place in shape.places]
        choices.append({"type": "array", "prefixItems": places, "minItems": len(places), "maxItems": len(places)})
    return choices[0] if len(choices) == 1 else {"anyOf": choices}


def _one_line(doc: str) -> str:
    return " ".join(doc.split())
