"""What a name means at one place of a query: immutable, so that a branch can never leak into another."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from ..catalog import Type
from ..frozen import replace


@dataclass(frozen=True, slots=True)
class Symbol:
    """A bound name.

    labels: those that a node, or the types that an edge, can have; a walk is a LIST with the types of its edges.
    """

    name: str
    type: Type
    labels: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Scope:
    symbols: Mapping[str, Symbol] = field(default_factory=dict[str, Symbol])

    def find(self, name: str) -> Symbol | None:
        return self.symbols.get(name)

    def add(self, *symbols: Symbol) -> Scope:
        """Return a scope with `symbols` too; a later one hides an earlier one of the same name."""
        return Scope({**self.symbols, **{symbol.name: symbol for symbol in symbols}})

    def rename(self, names: Iterable[tuple[str, Symbol]]) -> Scope:
        """Return a scope of just these symbols under these names: what WITH leaves."""
        return Scope({name: symbol if symbol.name == name else replace(symbol, name=name) for name, symbol in names})

    def visible(self) -> tuple[str, ...]:
        """Return the names that `*` stands for: those that the compiler made are left out."""
        return tuple(name for name in self.symbols if not name.startswith("@"))
