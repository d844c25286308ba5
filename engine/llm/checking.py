"""An answer held against its schema: what is not exactly what was asked for is refused, and never repaired.

A model may be wrong, may have been talked into something by a text that it read, or may be no model at all. So names
must be among those that were offered, lists and texts have ends, and a field that was not asked for is an error. Of
JSON Schema this is the part that our own schemas use: a validator of all of it is a megabyte for six keywords.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from typing import Any, cast

from ...errors import LLMError
from .port import Schema

KINDS: Mapping[str, type | tuple[type, ...]] = {
    "object": dict,
    "array": list,
    "string": str,
    "number": (int, float),
}


def checked(answer: object, schema: Schema) -> dict[str, Any]:
    """Return an answer that is an object of the schema. Raises LLMError that names the place of what is not.

    schema: `type`, and by it `properties` (all of them due), `items` with `minItems` and `maxItems`, `maxLength`,
    `enum`, `minimum` and `maximum`.
    """
    fault = next(_faults(answer, schema, "the answer"), None)
    if fault is not None:
        raise LLMError(f"The language model's answer was refused: {fault}.")
    return cast("dict[str, Any]", answer)


def _faults(value: object, schema: Schema, place: str) -> Iterator[str]:
    kind = schema["type"]
    if isinstance(value, bool) or not isinstance(value, KINDS[kind]):
        yield f"{place} is no {kind}"
    elif kind == "object":
        yield from _faults_of_object(cast("dict[str, Any]", value), schema, place)
    elif kind == "array":
        yield from _faults_of_array(cast("list[Any]", value), schema, place)
    elif kind == "string":
        yield from _faults_of_string(cast(str, value), schema, place)
    else:
        number = cast(float, value)
        if not math.isfinite(number) or not schema["minimum"] <= number <= schema["maximum"]:
            yield f"{place} is not in [{schema['minimum']}, {schema['maximum']}]"


def _faults_of_object(value: Mapping[str, Any], schema: Schema, place: str) -> Iterator[str]:
    due: Mapping[str, Schema] = schema["properties"]
    if set(value) != set(due):
        yield f"{place} does not have exactly the fields {', '.join(due)}"
        return
    for name, of in due.items():
        yield from _faults(value[name], of, f"`{name}`")


def _faults_of_array(value: list[Any], schema: Schema, place: str) -> Iterator[str]:
    if not schema.get("minItems", 0) <= len(value) <= schema["maxItems"]:
        yield f"{place} has {len(value)} items"
        return
    for number, item in enumerate(value):
        yield from _faults(item, schema["items"], f"{place}[{number}]")


def _faults_of_string(value: str, schema: Schema, place: str) -> Iterator[str]:
    offered = schema.get("enum")
    if offered is not None and value not in offered:
        yield f"{place} is none of the names that were offered"
    elif offered is None and len(value) > schema["maxLength"]:
        yield f"{place} has {len(value)} characters"
