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
    from .engine.answers.results import Context, Front, Hit, Rows
    from .engine.embedding.port import Embedder
    from .engine.handle.asynchronous import AsyncEngine
    from .engine.handle.engine import Engine, open
    from .engine.handle.opening import aopen
    from .engine.running.limits import Limits
    from .engine.values.model import Link, Memory
    from .errors import ClewError, QueryError, StoreError

__version__ = "0.1.0"

_HOMES = {
    "AsyncEngine": "engine.handle.asynchronous",
    "Catalog": "dsl.catalog",
    "ClewError": "errors",
    "Context": "engine.answers.results",
    "Embedder": "engine.embedding.port",
    "Engine": "engine.handle.engine",
    "Front": "engine.answers.results",
    "Hit": "engine.answers.results",
    "Limits": "engine.running.limits",
    "Link": "engine.values.model",
    "Memory": "engine.values.model",
    "Plan": "dsl.plan",
    "QueryError": "errors",
    "Rows": "engine.answers.results",
    "StoreError": "errors",
    "aopen": "engine.handle.opening",
    "compile": "dsl.compiler",
    "match": "dsl.building.match",
    "open": "engine.handle.engine",
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
