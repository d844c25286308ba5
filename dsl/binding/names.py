"""The catalog, indexed for look-up by name, and the errors that name what is nearest.

An index is made once for each catalog and kept: a query is bound in a fraction of a millisecond, so building it each
time would cost more than binding.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

from ...errors import BindError, Span
from .. import ast
from ..catalog import Catalog, EdgeDef, FunctionDef, IntentDef, ObjectiveDef, PropertyDef, StrategyDef
from ..diagnosis.suggest import nearest
from .scope import Symbol

_KEPT = 64
"""Catalogs whose index is kept: one for each namespace in use that defines anything."""
_LISTED = 12
_indexes: list[Index] = []


@dataclass(frozen=True, slots=True, eq=False)
class Index:
    """A catalog by name. Functions are found by their lower-case name, everything else by the name as it stands.

    scores: the objectives as names that ranking can see. by_need: the strategy that `auto` stands for in a recall; None
    where its need is not known yet.
    """

    catalog: Catalog
    labels: Mapping[str, Mapping[str, PropertyDef]]
    edges: Mapping[str, EdgeDef]
    types: Mapping[str, Mapping[str, PropertyDef]]
    functions: Mapping[str, FunctionDef]
    objectives: Mapping[str, ObjectiveDef]
    strategies: Mapping[str, StrategyDef]
    intents: Mapping[str, IntentDef]
    scores: tuple[Symbol, ...]
    by_need: Callable[[ast.Recall], str] | None = None

    def properties(self, label: str) -> Mapping[str, PropertyDef]:
        """Return the properties of a label or of an edge type, by name."""
        found = self.labels.get(label)
        return found if found is not None else self.types.get(label, {})

    def property(self, labels: Iterable[str], name: str) -> PropertyDef | None:
        """Return the property as the first of `labels` that has it defines it: one name has one type everywhere."""
        return next((d for label in labels if (d := self.properties(label).get(name)) is not None), None)


def index_of(catalog: Catalog) -> Index:
    """Return the index of `catalog`: the same object for an equal catalog, so that it can key a cache."""
    for index in tuple(_indexes):
        if index.catalog is catalog or index.catalog == catalog:
            return index
    index = _build(catalog)
    _indexes[:] = [index, *_indexes[: _KEPT - 1]]
    return index


def _build(catalog: Catalog) -> Index:
    return Index(
        catalog=catalog,
        labels={node.label: {p.name: p for p in node.properties} for node in catalog.nodes},
        edges={edge.type: edge for edge in catalog.edges},
        types={edge.type: {p.name: p for p in edge.properties} for edge in catalog.edges},
        functions={function.name.lower(): function for function in catalog.functions},
        objectives={objective.name: objective for objective in catalog.objectives},
        strategies={strategy.name: strategy for strategy in catalog.strategies},
        intents={intent.name: intent for intent in catalog.intents},
        scores=tuple(Symbol(objective.name, "FLOAT") for objective in catalog.objectives),
    )


def unknown(kind: str, name: str, known: Iterable[str], span: Span, *, of: str = "", prefix: str = "") -> BindError:
    """Return the error for a name that the catalog or the scope does not hold, naming the nearest that it does.

    of: where it was looked for, as in "of Memory"; prefix: how the nearest name is written, as in "m.".
    """
    names = tuple(known)
    message = f"There is no {kind} `{name}`{' ' + of if of else ''}."
    near = nearest(name, names)
    if near is not None:
        hint = f"There is {_a(kind)} with a similar name: `{prefix}{near}`."
        return BindError(message, span=span, hint=hint, suggestions=[near])
    listed = ", ".join(f"`{prefix}{n}`" for n in names)
    return BindError(message, span=span, hint=f"There is: {listed}." if 0 < len(names) <= _LISTED else None)


def unknown_label(name: str, known: Iterable[str], span: Span) -> BindError:
    """Return the error for a label that no node has; where nothing is near it, a type was meant: `(m:Decision)`."""
    error = unknown("label", name, known, span, prefix=":")
    if "similar" not in (error.hint or ""):
        error.hint = f"A memory's type is a property: `WHERE m.type = '{name.lower()}'`. {error.hint or ''}".rstrip()
    return error


def _a(kind: str) -> str:
    return f"{'an' if kind[0] in 'aeiou' else 'a'} {kind}"
