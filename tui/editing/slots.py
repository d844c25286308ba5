"""What a statement asks of whoever runs it: its parameters, each with the kind of value that its place takes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias, cast

from ...dsl import ast, trees
from ...dsl.printing.expressions import print_expression
from ...engine.values.typed import typed
from ...errors import ParameterError

Kind: TypeAlias = Literal["text", "whole number", "number", "time", "name", "id", "value"]

EXAMPLES: Mapping[Kind, str] = {
    "text": "any words",
    "whole number": "5",
    "number": "0.5",
    "time": "2024-05-01 or 2024-05-01T09:30Z",
    "name": 'a name, or several as ["a", "b"]',
    "id": "the id of a memory",
    "value": 'a number, true, a list, "a text", or words',
}


@dataclass(frozen=True, slots=True)
class Slot:
    """default: as it would be typed; None where a value has to be given."""

    name: str
    kind: Kind
    default: str | None = None


def slots_of(statement: ast.Statement) -> tuple[Slot, ...]:
    """Return the parameters of a statement in the order in which they stand; those of a saved one have defaults."""
    if isinstance(statement, ast.DefineIntent):
        return ()  # its own parameters are filled when it is run
    given = statement.name if isinstance(statement, ast.Remember) else None  # REMEMBER ... AS $name gives it a value
    kinds = dict(_kinds(statement))
    nodes = [node for node in trees.walk(statement) if isinstance(node, ast.Parameter) and node is not given]
    names = dict.fromkeys(node.name for node in sorted(nodes, key=lambda node: node.span.start))
    return tuple(Slot(name, kinds.get(name, "value")) for name in names)


def slots_of_intent(intent: ast.DefineIntent) -> tuple[Slot, ...]:
    """Return the parameters of a saved intent, with their defaults."""
    kinds = dict(_kinds(intent.statement))
    return tuple(
        Slot(p.name, kinds.get(p.name, "value"), None if p.default is None else _shown(p.default))
        for p in intent.parameters
    )


def _shown(default: ast.Expr) -> str:
    held = default.value if isinstance(default, ast.Literal) else None
    return held if isinstance(held, str) else print_expression(default)


def value_of(slot: Slot, written: str) -> Any:
    """Return the value that was typed into a slot. Raises ParameterError, which says what the slot takes."""
    match slot.kind:
        case "text" | "time" | "id":
            return written
        case "whole number" | "number":
            value = typed(written.strip().replace("_", ""))
            whole = slot.kind == "whole number"
            if isinstance(value, bool) or not isinstance(value, int if whole else int | float):
                raise ParameterError(f"${slot.name} takes a {slot.kind}, as {EXAMPLES[slot.kind]}.")
            return value
        case _:
            return typed(written)


# ---- kinds by place ------------------------------------------------------------------------------

_PLACES: Mapping[Kind, tuple[str, ...]] = {
    "text": ("need", "requiring"),
    "whole number": ("count", "limit", "candidates", "budget", "steps", "skip", "low", "high", "active", "depth"),
    "number": ("min_trust", "least", "tolerance", "trade"),
    "time": ("since", "until", "between", "as_of", "valid_at", "before", "after"),
    "name": ("intents", "about", "doing", "types", "namespaces", "tasks", "using"),
    "id": ("ids", "of", "to", "memory", "memories", "source", "target"),
}
_KIND_OF_FIELD: Mapping[str, Kind] = {name: kind for kind, names in _PLACES.items() for name in names}
_WITH_SLOTS = (
    ast.Recall, ast.Near, ast.Floor, ast.Expand, ast.Diversify, ast.Projection, ast.Trace, ast.Match, ast.Compare,
    ast.Why, ast.Pin, ast.Reinforce, ast.Retire, ast.Link, ast.ParetoTerm,
)  # fmt: skip


def _kinds(statement: ast.Statement) -> Iterator[tuple[str, Kind]]:
    """Yield the kind of each parameter that stands alone in a place of which the kind is known."""
    for node in trees.walk(statement):
        if isinstance(node, ast.Exclusion):
            yield from _named(node.text, "text")
        if isinstance(node, _WITH_SLOTS):
            for name in trees.child_fields(type(node)):
                if name in _KIND_OF_FIELD:
                    yield from _named(getattr(node, name), _KIND_OF_FIELD[name])


def _named(value: Any, kind: Kind) -> Iterator[tuple[str, Kind]]:
    """Yield the names of the parameters that stand in a place."""
    held = cast("tuple[object, ...]", value) if isinstance(value, tuple) else (value,)
    for item in held:
        if isinstance(item, ast.Parameter):
            yield item.name, kind
