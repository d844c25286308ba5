"""Every key of the app, found in the classes themselves: for `clew tui --keys`, the pages, and to check a person's own.

All modules of the app are imported for it, which a start of the app does not do.
"""

from __future__ import annotations

import pkgutil
from collections.abc import Iterator
from dataclasses import dataclass
from importlib import import_module

from textual.binding import Binding
from textual.dom import DOMNode

from .. import __name__ as APP
from .. import __path__ as FOLDERS


@dataclass(frozen=True, slots=True)
class Key:
    """One binding: the id by which it is changed, its keys with commas, what it does, and the class that has it."""

    id: str
    keys: str
    says: str
    owner: str


def all_keys() -> list[Key]:
    """Return every binding of ours, sorted by id; several keys of one id are one."""
    found: dict[str, Key] = {}
    for owner in parts():
        for binding in Binding.make_bindings(owner.__dict__.get("BINDINGS", ())):
            id = binding.id or f"(none: {owner.__name__} {binding.key})"
            before = found.get(id)
            keys = binding.key if before is None else f"{before.keys},{binding.key}"
            found[id] = Key(id, keys, binding.description, owner.__name__)
    return sorted(found.values(), key=lambda key: key.id)


def parts() -> Iterator[type[DOMNode]]:
    """Yield every widget, screen and app that a module of ours defines, once."""
    for info in pkgutil.walk_packages(FOLDERS, f"{APP}."):
        module = import_module(info.name)
        ours = (value for value in vars(module).values() if getattr(value, "__module__", "") == module.__name__)
        yield from dict.fromkeys(value for value in ours if isinstance(value, type) and issubclass(value, DOMNode))
