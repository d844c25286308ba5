"""The stores that were opened last, newest first: for whoever starts the app without saying which."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from ...engine.values.model import DEFAULT_NAMESPACE
from ...engine.values.times import now, to_iso
from ..kept import keep, recall

NAME = "stores"
MOST = 20
"""So many are kept: a list that is longer is not read."""


@dataclass(frozen=True, slots=True)
class Recent:
    """A store that was open. at: when it was opened last, ISO 8601 in UTC."""

    path: str
    namespace: str = DEFAULT_NAMESPACE
    at: str = ""


def recent_stores() -> tuple[Recent, ...]:
    """Return the stores that were opened last. Whether they are there still is not looked at."""
    kept = recall(NAME)
    return tuple(_read(kept)) if isinstance(kept, list) else ()


def note_opened(path: Path, namespace: str) -> None:
    """Remember that a store was opened now."""
    opened = Recent(str(path), namespace, to_iso(now()))
    others = (store for store in recent_stores() if (store.path, store.namespace) != (opened.path, opened.namespace))
    keep(NAME, [asdict(store) for store in (opened, *others)][:MOST])


def _read(kept: list[Any]) -> Iterator[Recent]:
    """Yield what can be read; a line that somebody else wrote costs itself alone."""
    for entry in kept[:MOST]:
        if isinstance(entry, dict) and isinstance(entry.get("path"), str):
            texts = {name: entry[name] for name in ("path", "namespace", "at") if isinstance(entry.get(name), str)}
            yield Recent(**texts)
