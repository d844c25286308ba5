"""The tree is the pipeline: what is packaged is what is there, no file outgrew its idea, the public face is small."""

from __future__ import annotations

import ast
import re
import sys
import tomllib
from pathlib import Path

import clew
import pytest

ROOT = Path(__file__).parents[2]
ROOMS = ("grammar", "dsl", "engine", "tui", "cli", "adapters")
LONGEST = 400
PYPROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))


def imported_by(path: Path) -> set[str]:
    """Return the top-level names that a module imports from outside the package."""
    nodes = list(ast.walk(ast.parse(path.read_text("utf-8"))))
    plain = {alias.name for node in nodes if isinstance(node, ast.Import) for alias in node.names}
    parts = {node.module or "" for node in nodes if isinstance(node, ast.ImportFrom) and not node.level}
    return {name.partition(".")[0] for name in plain | parts} - set(sys.stdlib_module_names)


def test_every_foreign_import_is_declared() -> None:
    """What the package imports is a dependency of its own, and not one of a dependency."""
    project = PYPROJECT["project"]
    extras = project["optional-dependencies"]
    declared = [
        *project["dependencies"],
        *extras["tui"],
        *extras["web"],
        *extras["lsp"],
        *extras["ladybug"],
        *extras["llm"],
    ]
    names = {re.split("[^a-z-]", line)[0].replace("-", "_") for line in declared}
    imported = {name for room in ROOMS for path in (ROOT / room).rglob("*.py") for name in imported_by(path)}
    assert imported - names == set()


def test_every_package_is_listed() -> None:
    """`pyproject.toml` lists each package of the tree, and no other."""
    listed = PYPROJECT["tool"]["setuptools"]["packages"]
    found = {path.parent for room in ROOMS for path in (ROOT / room).rglob("__init__.py")}
    assert set(listed) == {"clew", *("clew." + ".".join(path.relative_to(ROOT).parts) for path in found)}


def test_every_folder_of_code_is_a_package() -> None:
    """No folder of a room holds modules without an `__init__.py`: it would be missing from an installation."""
    folders = {path.parent for room in ROOMS for path in (ROOT / room).rglob("*.py")}
    assert [folder for folder in folders if not (folder / "__init__.py").exists()] == []


@pytest.mark.parametrize("name", clew.__all__)
def test_public_names_are_there(name: str) -> None:
    """Each public name can be had from `clew`, and says what it is."""
    assert getattr(clew, name).__doc__


def test_the_public_face_is_sorted_and_small() -> None:
    """The public names are sorted and few enough to remember."""
    assert list(clew.__all__) == sorted(clew.__all__)
    assert len(clew.__all__) <= 22


def test_no_file_outgrows_its_idea() -> None:
    """No module is longer than a reader can hold in mind."""
    long = {
        p.name: n
        for room in ROOMS
        for p in (ROOT / room).rglob("*.py")
        if (n := len(p.read_text("utf-8").splitlines())) > LONGEST
    }
    assert long == {}


def test_every_module_says_what_it_is_for() -> None:
    """Each module begins with a docstring."""
    silent = [
        p.name for room in ROOMS for p in (ROOT / room).rglob("*.py") if not p.read_text("utf-8").startswith('"""')
    ]
    assert silent == []
