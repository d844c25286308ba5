"""Trees of dicts, lists and scalars to nodes and stages, each part held against the shape of the field it stands in.

Nothing is guessed: what fits no shape is an error that names its place as a path (`$.statement.where.left`) and says
what could stand there.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, TypeAlias, cast

from ...errors import LimitError, ParseError
from .. import ast
from ..diagnosis.suggest import nearest
from .shapes import DEFINITIONS, NODES, STAGES, Shape, due_in, fields_of

MAX_DEPTH = 200
"""Objects and lists in each other: two for each of the 100 levels that a tree may have."""

_WORDS: Mapping[str, Mapping[str, type]] = {"node": NODES, "stage": STAGES}
_SPOKEN = {str: "a string", int: "a whole number", float: "a number", bool: "true or false", type(None): "null"}
_LITERALS = (str, int, float, bool)
JSON: TypeAlias = Any


def decoded(value: JSON, shape: Shape, path: str = "$") -> Any:
    """Return what a JSON value stands for. Raises ParseError with the path of what does not fit, and LimitError."""
    if path.count(".") + path.count("[") > MAX_DEPTH:
        raise LimitError(f"This JSON is nested more than {MAX_DEPTH} levels deep.", path=path, limit=MAX_DEPTH)
    if isinstance(value, dict):
        members = cast("dict[str, JSON]", value)
        if shape.is_map and not _WORDS.keys() & members.keys():
            return _entries(members, shape, path)
        return _object(members, shape, path)
    if isinstance(value, list):
        return _list(cast("list[JSON]", value), shape, path)
    return _scalar(value, shape, path)


def _object(value: Mapping[str, JSON], shape: Shape, path: str) -> Any:
    word = next((word for word in _WORDS if word in value), None)
    if len(shape.classes) == 1 and shape.classes[0] in DEFINITIONS.values():
        return _made(shape.classes[0], value, path)  # nothing else may stand there, so it need not say what it is
    if word is None:
        raise _wrong(path, "An object here says what it is, by `node`.", f"It could be {_could(shape)}.")
    name = str(value[word])[:60]
    kind = _WORDS[word].get(name)
    if kind is None:
        raise _wrong(path, f"There is no {word} `{name}`.", _instead(name, _WORDS[word], shape))
    if kind not in shape.classes:
        raise _wrong(path, f"A {word} `{kind.__name__}` cannot stand here.", f"It could be {_could(shape)}.")
    return _made(kind, {name: item for name, item in value.items() if name != word}, path)


def _made(kind: type, given: Mapping[str, JSON], path: str) -> Any:
    known = fields_of(kind)
    for name in given:
        if name not in known:
            near = nearest(name[:60], known)
            hint = (
                f"`{near}` is similar." if near else f"It has {', '.join(f'`{field}`' for field in known) or 'none'}."
            )
            raise _wrong(f"{path}.{name[:60]}", f"`{kind.__name__}` has no field `{name[:60]}`.", hint)
    values = {name: decoded(item, known[name], f"{path}.{name}") for name, item in given.items()}
    try:
        return kind(**values)
    except TypeError:
        lacking = ", ".join(f"`{field}`" for field in due_in(kind) if field not in given)
        hint = "Every field without a default is given."
        raise _wrong(path, f"`{kind.__name__}` needs {lacking}.", hint) from None


def _entries(value: Mapping[str, JSON], shape: Shape, path: str) -> tuple[Any, ...]:
    """Read `{"name": value}` where a list of pairs is due."""
    assert shape.items is not None
    of = shape.items.places[1]
    return tuple((name, decoded(item, of, f"{path}.{name[:60]}")) for name, item in value.items())


def _list(value: list[JSON], shape: Shape, path: str) -> tuple[Any, ...]:
    if shape.items is not None:
        of = shape.items
        return tuple(decoded(item, of, f"{path}[{place}]") for place, item in enumerate(value))
    if len(shape.places) == len(value) and shape.places:
        return tuple(
            decoded(item, of, f"{path}[{place}]")
            for place, (item, of) in enumerate(zip(value, shape.places, strict=True))
        )
    if shape.places:
        raise _wrong(path, f"This list has {len(value)} items.", f"It takes {len(shape.places)}.")
    raise _wrong(path, "A list cannot stand here.", f"It could be {_could(shape)}.")


def _scalar(value: JSON, shape: Shape, path: str) -> Any:
    if type(value) in shape.scalars or (isinstance(value, str) and value in shape.words):
        return value
    if float in shape.scalars and type(value) is int:
        return float(value)
    if shape.takes_literals and type(value) in _LITERALS:
        return ast.Literal(value)
    if isinstance(value, str) and shape.words:
        raise _wrong(path, f"`{value[:60]}` cannot stand here.", _instead(value[:60], shape.words, shape))
    said = _SPOKEN.get(cast(type, type(value)), "this")
    raise _wrong(path, f"{said} cannot stand here.", f"It could be {_could(shape)}.")


def _instead(name: str, known: Iterable[str], shape: Shape) -> str:
    near = nearest(name, known)
    return f"`{near}` is similar." if near else f"It could be {_could(shape)}."


def _could(shape: Shape) -> str:
    """Return what could stand there, in words; of many nodes only the first few."""
    objects = ["an object"] if any(kind in DEFINITIONS.values() for kind in shape.classes) else []
    nodes = [*objects, *(f"`{kind.__name__}`" for kind in shape.classes if kind is not ast.Literal and not objects)]
    literal = [_SPOKEN[kind] for kind in _LITERALS[:2]] if shape.takes_literals else []
    words = [f'"{word}"' for word in shape.words]
    lists = ["a list"] if shape.items is not None or shape.places else []
    said = [*literal, *(_SPOKEN[kind] for kind in shape.scalars), *words, *lists, *nodes]
    return ", ".join(said[:8]) + (" or another node" if len(said) > 8 else "")


def _wrong(path: str, message: str, hint: str) -> ParseError:
    return ParseError(f"At `{path}`: {message[:1].lower()}{message[1:]}", hint=hint, code="json", path=path)
