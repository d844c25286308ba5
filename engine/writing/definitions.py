"""What is defined in one namespace, as the catalog that its statements are held against.

Read again when anything was committed, which costs a few microseconds a question; the same object for as long as no
definition has changed, so that plans keep.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from ...dsl.catalog import Catalog, IntentDef, StrategyDef, TagDef, TypeDef
from ..asking.catalog import CATALOG
from ..asking.strategies import DEFAULT
from ..journal.journal import Journal
from ..values.model import Definition


class Definitions:
    """The definitions of one namespace. Any thread may ask."""

    def __init__(self, journal: Journal, namespace: str) -> None:
        self._journal = journal
        self._namespace = namespace
        self._known: tuple[int, tuple[Definition, ...], Catalog] = (-1, (), CATALOG)

    @property
    def catalog(self) -> Catalog:
        """What a statement may name here and now."""
        version, before, catalog = self._known
        now = self._journal.version()
        if now != version:
            found = tuple(self._journal.definitions(self._namespace))
            catalog = catalog if found == before else catalog_with(found)
            self._known = now, found, catalog
        return catalog

    def with_others(self, others: Sequence[Definition]) -> Catalog:
        """Return the catalog as it will be with others in it, which take the place of what has their names."""
        coming = {(one.kind, one.name): one for one in (*self._journal.definitions(self._namespace), *others)}
        return catalog_with(coming.values())


def catalog_with(definitions: Iterable[Definition]) -> Catalog:
    """Return the engine's catalog with what was defined."""
    by_kind: dict[str, list[Definition]] = {}
    for one in definitions:
        by_kind.setdefault(one.kind, []).append(one)
    if not by_kind:
        return CATALOG
    return replace(
        CATALOG,
        strategies=(*CATALOG.strategies, *map(_strategy, by_kind.get("strategy", ()))),
        intents=tuple(IntentDef(d.name, d.text or "", d.description or "") for d in by_kind.get("intent", ())),
        tags=tuple(TagDef(d.name, d.description or "", d.under) for d in by_kind.get("tag", ())),
        types=tuple(TypeDef(d.name, d.description or "", d.half_life_days) for d in by_kind.get("type", ())),
    )


def _strategy(one: Definition) -> StrategyDef:
    return replace(DEFAULT, name=one.name, text=one.text or "", doc=one.description or "")
