"""Clew: an embedded, graph-native memory engine for long-horizon agents.

    import clew
    with clew.open("agent.clew") as memory:
        memory.remember("Vendor C quoted 40 EUR a seat", task="T1", tags=["budget"])
        for hit in memory.recall("compare vendor C", k=5):
            print(hit.front, hit.memory.text)

Names are loaded when they are first used (PEP 562), so that `import clew` costs nothing that is not asked for.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .dsl.building.match import match
    from .dsl.building.recall import recall
    from .dsl.building.values import parameter
    from .dsl.catalog import Catalog
    from .dsl.compiler import compile
    from .dsl.plan import Plan
    from .engine.asynchronous import AsyncEngine, aopen
    from .engine.embedding.port import Embedder
    from .engine.engine import Engine, open
    from .engine.limits import Limits
    from .engine.model import Link, Memory
    from .engine.results import Context, Front, Hit, Rows
    from .errors import ClewError, QueryError, StoreError

__version__ = "0.1.0"

_HOMES = {
    "AsyncEngine": "engine.asynchronous",
    "Catalog": "dsl.catalog",
    "ClewError": "errors",
    "Context": "engine.results",
    "Embedder": "engine.embedding.port",
    "Engine": "engine.engine",
    "Front": "engine.results",
    "Hit": "engine.results",
    "Limits": "engine.limits",
    "Link": "engine.model",
    "Memory": "engine.model",
    "Plan": "dsl.plan",
    "QueryError": "errors",
    "Rows": "engine.results",
    "StoreError": "errors",
    "aopen": "engine.asynchronous",
    "compile": "dsl.compiler",
    "match": "dsl.building.match",
    "open": "engine.engine",
    "parameter": "dsl.building.values",
    "recall": "dsl.building.recall",
}

__all__ = [
    "AsyncEngine",
    "Catalog",
    "ClewError",
    "Context",
    "Embedder",
    "Engine",
    "Front",
    "Hit",
    "Limits",
    "Link",
    "Memory",
    "Plan",
    "QueryError",
    "Rows",
    "StoreError",
    "aopen",
    "compile",
    "match",
    "open",
    "parameter",
    "recall",
]


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module 'clew' has no attribute {name!r}")
    return getattr(import_module(f"clew.{_HOMES[name]}"), name)


def __dir__() -> list[str]:
    return sorted([*__all__, "__version__"])
