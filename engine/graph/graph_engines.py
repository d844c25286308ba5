"""Which graph engine serves this process: Kuzu, or ladybug, which grew out of it and speaks the same Cypher.

The environment names it, for it is a matter of the machine and not of a store: no store belongs to an engine. A process
loads one of them: the second does not load beside the first. What the border has to do differently for ladybug is this
table; what else differs, and was seen, is in decision 13.
"""

from __future__ import annotations

import os
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from types import ModuleType

from ...errors import StoreError

VARIABLE = "CLEW_GRAPH"


@dataclass(frozen=True, slots=True)
class GraphEngine:
    """A graph engine.

    package: what is imported, and the name by which it is chosen.
    version: the one that the tests were run with. Another may answer wrongly, and say nothing.
    requirement: what brings it, as pip reads it.
    repeats: whether a prepared statement may be run again, with other values.
    """

    package: str
    version: str
    requirement: str
    repeats: bool

    @property
    def name(self) -> str:
        """The package and its version: a file that one engine made is opened by no other."""
        return f"{self.package} {self.version}"


KUZU = GraphEngine("kuzu", "0.11.3", "clew", repeats=True)
LADYBUG = GraphEngine("ladybug", "0.18.3", "clew[ladybug]", repeats=False)
"""A statement that is run again cuts numbers to the width of the first it was given. Later versions lose rows."""

ENGINES = {engine.package: engine for engine in (KUZU, LADYBUG)}


@cache
def chosen() -> GraphEngine:
    """Return the engine of this process. The environment is read once: an engine is not changed under open graphs.

    Raises StoreError where there is no such engine, or it is not installed.
    """
    return named(os.environ.get(VARIABLE, ""))


def named(name: str) -> GraphEngine:
    """Return an engine that is installed; the empty name is Kuzu's. Raises StoreError, as `chosen`."""
    engine = ENGINES.get(name or KUZU.package)
    if engine is None:
        known = " or ".join(ENGINES)
        raise StoreError(f"There is no graph engine `{name}`.", hint=f"Set {VARIABLE} to {known}.", code="store.engine")
    if not is_installed(engine):
        raise _missing(engine, f"The graph engine {engine.package} is not installed.")
    return engine


def is_installed(engine: GraphEngine) -> bool:
    return find_spec(engine.package) is not None


def loaded(engine: GraphEngine) -> ModuleType:
    """Return the engine's package. Raises StoreError for a version that is not known to be right."""
    package = import_module(engine.package)
    if package.__version__ != engine.version:
        raise _missing(engine, f"Clew was tested with {engine.name}, and not with {package.__version__}.")
    return package


def _missing(engine: GraphEngine, message: str) -> StoreError:
    return StoreError(message, hint=f"`pip install '{engine.requirement}'` brings it.", code="store.engine")
