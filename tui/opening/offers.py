"""What can be opened, for what was typed so far: recent stores, what lies in a folder, a store to be made."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Literal, TypeAlias

from ...engine.journal.files import JOURNAL
from ...engine.values.model import DEFAULT_NAMESPACE
from .recent import Recent

Kind: TypeAlias = Literal["store", "gone", "folder", "make", "demo"]
MOST = 200
"""So many of a folder are offered; more are found by typing."""
LOOKED_AT = 5_000
"""So many entries of a folder are looked at: one with a million would not end."""


@dataclass(frozen=True, slots=True)
class Offer:
    """kind: what choosing it does. path: of it. note: what is told beside it."""

    kind: Kind
    path: Path
    namespace: str = DEFAULT_NAMESPACE
    note: str = ""


def shown_path(path: Path) -> str:
    """Return a path as a person would write it: from the current folder, or from home."""
    for base, begin in ((_current(), ""), (Path("~").expanduser(), "~/")):
        if base is not None and path != base and path.is_relative_to(base):
            return f"{begin}{path.relative_to(base)}"
    return str(path)


def offers_for(typed: str, recent: Sequence[Recent]) -> list[Offer]:
    """Return what can be opened. Reads one folder; what the system does not let one read is not there.

    Nothing typed: recent stores, the stores of the current folder, the demo's. Else what the path that is typed begins,
    stores before folders, and at last a store to be made there.
    """
    typed = typed.strip()
    if not typed:
        known = list(_recent(recent))
        paths = {offer.path for offer in known}
        folder = _current()
        lying = [] if folder is None else _inside(folder, "")
        here = (offer for offer in lying if offer.kind == "store" and offer.path not in paths)
        return [*known, *here, Offer("demo", Path(), note="a month of a real agent's work, 184 memories")]
    path = _straight(Path(typed).expanduser().absolute())
    folder, begun = (path, "") if typed.endswith(("/", ".")) and path.is_dir() else (path.parent, path.name)
    found = _inside(folder, begun)
    return found if _is_there(path) else [*found, _made_at(path)]


def _straight(path: Path) -> Path:
    """Return a path without `..`, where it leads to the same place: behind a link that is another."""
    straight = Path(os.path.normpath(path))
    written, meant = (path, straight) if _is_there(path) else (path.parent, straight.parent)
    try:
        return straight if written.samefile(meant) else path
    except (OSError, ValueError):
        return path


def _current() -> Path | None:
    """Return the current folder; None where it was removed."""
    try:
        return Path.cwd()
    except OSError:
        return None


def _recent(recent: Sequence[Recent]) -> Iterator[Offer]:
    for store in recent:
        path = Path(store.path)
        note = store.at[:10] if store.namespace == DEFAULT_NAMESPACE else f"{store.at[:10]}  {store.namespace}"
        yield Offer("store" if _is_store(path) else "gone", path, store.namespace, note)


def _inside(folder: Path, begun: str) -> list[Offer]:
    """Return the stores and folders in a folder whose names begin so; hidden ones only where that is typed."""
    try:
        paths = [path for path in islice(folder.iterdir(), LOOKED_AT) if _fits(path, begun)]
    except (OSError, ValueError):
        return []
    offers = [Offer("store" if _is_store(path) else "folder", path) for path in sorted(paths)]
    return sorted(offers, key=lambda offer: offer.kind != "store")[:MOST]


def _fits(path: Path, begun: str) -> bool:
    hidden = path.name.startswith(".") and not begun.startswith(".")
    try:
        return path.name.lower().startswith(begun.lower()) and not hidden and path.is_dir()
    except OSError:
        return False


def _made_at(path: Path) -> Offer:
    """Offer to make a store; a name without an ending gets the usual one."""
    return Offer("make", path if path.suffix else path.with_name(f"{path.name}.clew"))


def _is_there(path: Path) -> bool:
    try:
        return path.exists()
    except (OSError, ValueError):
        return False


def _is_store(path: Path) -> bool:
    try:
        return (path / JOURNAL).is_file()
    except (OSError, ValueError):
        return False
