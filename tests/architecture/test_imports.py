"""The direction of imports is a law: here it is held against a fresh interpreter, where no cache can hide anything."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
BORDERS = {
    "kuzu": "engine/graph/kuzu_border.py",
    "sqlite3": "engine/journal/sqlite_border.py",
    "fastembed": "engine/embedding/fastembed_border.py",
}
HEAVY = ("kuzu", "ladybug", "polars", "pyarrow", "textual", "fastembed", "numpy", "lark", "sqlite3", "click", "rich")


def loaded_by(statement: str) -> set[str]:
    """Return the names of all modules that a statement loads in a fresh interpreter."""
    code = f"import sys; before = set(sys.modules); {statement}; print(*(set(sys.modules) - before))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return set(done.stdout.split())


def sources() -> list[Path]:
    rooms = ("dsl", "engine", "grammar", "adapters", "cli", "tui")
    return [ROOT / "__init__.py", ROOT / "errors.py", *(path for room in rooms for path in (ROOT / room).rglob("*.py"))]


def test_import_clew_loads_nothing_heavy() -> None:
    """`import clew` loads no package that is used only later."""
    assert not loaded_by("import clew") & set(HEAVY)


def test_opening_in_a_loop_loads_nothing_heavy_where_it_is_called() -> None:
    """`clew.aopen` is called in the thread of an event loop: engine, plans and arrays are loaded in another."""
    loaded = loaded_by("import clew; clew.aopen('nowhere.clew')")
    assert not loaded & {*HEAVY, "clew.dsl.plan", "clew.engine.handle.engine", "clew.engine.journal"}


@pytest.mark.parametrize(
    "foreign", ["kuzu", "ladybug", "numpy", "polars", "pyarrow", "sqlite3", "fastembed", "clew.engine"]
)
def test_the_language_compiles_without(foreign: str) -> None:
    """Compiling a query loads no database, no arrays and no engine."""
    statement = "from clew.dsl import compile, Catalog; compile('UNWIND [1] AS x RETURN x', Catalog())"
    assert foreign not in loaded_by(statement)


@pytest.mark.parametrize("foreign", sorted(BORDERS))
def test_one_module_imports(foreign: str) -> None:
    """Each foreign engine is imported by one module, where its errors are translated."""
    pattern = re.compile(rf"^\s*(import {foreign}\b|from {foreign}\b)", re.MULTILINE)
    importers = {str(path.relative_to(ROOT)) for path in sources() if pattern.search(path.read_text("utf-8"))}
    assert importers == {BORDERS[foreign]}


def test_rooms_are_not_importable_by_their_bare_names() -> None:
    """An installation offers `clew.engine`, and never `engine`."""
    code = (
        "import importlib.util as u; print([n for n in ('engine', 'dsl', 'tui', 'cli', 'grammar') if u.find_spec(n)])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd="/")
    assert done.stdout.strip() == "[]"
