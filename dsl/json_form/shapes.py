"""What each field of a node or stage may hold, read off its annotation: the one source for the decoder and the schema.

A second description by hand was refused: it would be wrong the day after a node is added.
"""

from __future__ import annotations

import sys
import types
import typing
from collections.abc import Mapping
from dataclasses import MISSING, dataclass, fields, is_dataclass
from functools import cache
from typing import Any

from .. import ast, catalog, plan


@dataclass(frozen=True, slots=True)
class Shape:
    """What may stand somewhere: any of these.

    classes: objects of them. scalars: values of these types; None among them where the field may be empty.
    words: one of a few strings. items: a list of any length. places: a list with one shape for each place.
    """

    classes: tuple[type, ...] = ()
    scalars: tuple[type, ...] = ()
    words: tuple[str, ...] = ()
    items: Shape | None = None
    places: tuple[Shape, ...] = ()

    @property
    def takes_literals(self) -> bool:
        """Whether a scalar may stand here for the Literal that holds it."""
        return ast.Literal in self.classes and set(self.scalars) <= {type(None)}

    @property
    def is_map(self) -> bool:
        """Whether this is a list of (name, value): an object may stand for it."""
        pair = self.items.places if self.items is not None else ()
        return len(pair) == 2 and pair[0].scalars == (str,)


SPANS = ("span", "spans")
"""Fields that say where something stood in a text: a tree in JSON has no text."""


def classes_of(module: types.ModuleType) -> Mapping[str, type]:
    """Return the dataclasses that a module offers, by name."""
    kinds: list[type] = [kind for kind in vars(module).values() if isinstance(kind, type) and is_dataclass(kind)]
    return {kind.__name__: kind for kind in kinds if kind is not ast.Node}


NODES = classes_of(ast)
STAGES = classes_of(plan)
DEFINITIONS = classes_of(catalog)
_CLASSES = frozenset((*NODES.values(), *STAGES.values(), *DEFINITIONS.values()))
_NAMES = {**vars(catalog), **vars(ast), **vars(plan), **NODES, "Choice": typing.Literal}


@cache
def fields_of(kind: type) -> Mapping[str, Shape]:
    """Return the shape of each field but the span, in order."""
    hints = typing.get_type_hints(kind, localns=_names_for(kind))
    return {field.name: _shape(hints[field.name]) for field in fields(kind) if field.name not in SPANS}


def due_in(kind: type) -> tuple[str, ...]:
    """Return the fields that have no default, and so must be given."""
    missing = (field.name for field in fields(kind) if field.default is MISSING and field.default_factory is MISSING)
    return tuple(missing)


def _names_for(kind: type) -> dict[str, Any]:
    # `Unwind` and `Index` are words of the language and of a plan: a class's own module is asked first.
    return _NAMES | {name: value for name, value in vars(sys.modules[kind.__module__]).items() if name[0] != "_"}


def _shape(hint: Any) -> Shape:
    origin, inside = typing.get_origin(hint), typing.get_args(hint)
    if origin in (typing.Union, types.UnionType):
        return _any_of([_shape(part) for part in inside])
    if origin is typing.Literal:
        return Shape(words=inside)
    if origin is tuple:
        if inside[-1] is Ellipsis:
            return Shape(items=_shape(inside[0]))
        return Shape(places=tuple(map(_shape, inside)))
    return Shape(classes=(hint,)) if hint in _CLASSES else Shape(scalars=(hint,))


def _any_of(shapes: list[Shape]) -> Shape:
    return Shape(
        classes=tuple(kind for shape in shapes for kind in shape.classes),
        scalars=tuple(kind for shape in shapes for kind in shape.scalars),
        words=tuple(word for shape in shapes for word in shape.words),
        items=next((shape.items for shape in shapes if shape.items is not None), None),
        places=next((shape.places for shape in shapes if shape.places), ()),
    )
