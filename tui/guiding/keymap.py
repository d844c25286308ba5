"""A person's own keys: `keys.toml` in the settings folder, which gives ids of bindings other keys.

    [keys]
    "app.jump" = "ctrl+j"
    "room.query" = "f2,ctrl+1"

A mistake costs its own line and is said in a sentence; the other lines hold.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from ...dsl.diagnosis.suggest import nearest
from ..kept import settings_folder
from .key_table import Key

NAME = "keys.toml"


@dataclass(frozen=True, slots=True)
class Keymap:
    """keys: by id, as Textual takes them. faults: what cannot be taken, a sentence each."""

    keys: dict[str, str] = field(default_factory=dict[str, str])
    faults: tuple[str, ...] = ()


def keymap_file() -> Path:
    return settings_folder() / NAME


def own_keys() -> Keymap:
    """Read a person's keys; none where there is no file."""
    path = keymap_file()
    try:
        text = path.read_text(encoding="utf-8")
    except FileNotFoundError:
        return Keymap()
    except (OSError, UnicodeDecodeError) as error:
        return Keymap(faults=(f"{path} cannot be read: {error}.",))
    from .key_table import all_keys  # imports the whole app, for those alone who have a file

    return keymap_of(text, path, all_keys())


def keymap_of(text: str, path: Path, known: Sequence[Key]) -> Keymap:
    """Return what a file says, with a sentence for each thing that is wrong in it."""
    try:
        given = tomllib.loads(text).get("keys", {})
    except tomllib.TOMLDecodeError as error:
        return Keymap(faults=(f"{path} is no TOML: {error}.",))
    if not isinstance(given, dict):
        return Keymap(faults=(f"`keys` in {path} is no table: begin it with `[keys]`.",))
    ids = {key.id for key in known}
    told = [(id, keys, _fault(id, keys, ids)) for id, keys in _flat(given)]
    faults = [fault for _, _, fault in told if fault]
    taken = {id: str(keys) for id, keys, fault in told if not fault}
    return Keymap(taken, tuple(f"{path}: {fault}" for fault in (*faults, *_clashes(taken, known))))


def _flat(given: dict[str, object], before: str = "") -> Iterable[tuple[str, object]]:
    """Yield ids and keys: `app.jump` without quotes is a table in a table to TOML, and means the same here."""
    for name, value in given.items():
        if isinstance(value, dict):
            yield from _flat(value, f"{before}{name}.")
        else:
            yield f"{before}{name}", value


def _fault(id: str, keys: object, ids: set[str]) -> str:
    """Return what is wrong with one line; empty where nothing is."""
    if id not in ids:
        near = nearest(id, ids)
        return f"there is no key `{id}`" + (f"; `{near}` is similar." if near else "; `clew tui --keys` lists them.")
    if not isinstance(keys, str) or not keys.strip() or any(not key.strip() for key in keys.split(",")):
        return f'`{id}` needs keys as in "ctrl+j", or "f2,ctrl+1" for two.'
    return ""


def _clashes(taken: dict[str, str], known: Sequence[Key]) -> Iterable[str]:
    """Yield what would be pressed for two things in one place."""
    keys = {key.id: taken.get(key.id, key.keys) for key in known}
    owners = {key.id: key.owner for key in known}
    for id in taken:
        for other in keys:
            both = set(keys[id].split(",")) & set(keys[other].split(","))
            if other != id and owners[other] == owners[id] and both and not (other in taken and other < id):
                yield f"`{min(both)}` is both `{id}` and `{other}`."
