"""What a store is: versions, model, sizes, counts. Cheap: no graph is opened, no vector and no text is read."""

from __future__ import annotations

import shutil
import time
from dataclasses import asdict
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

from ...errors import StoreError
from ..embedding.port import Fingerprint
from ..graph.graph_engines import chosen
from ..journal import files
from ..journal.journal import Journal
from ..journal.settings import FINGERPRINT, SOURCE
from ..projection.snapshot import snapshots
from ..values.times import to_iso
from .folder import bytes_of, entries


def info(journal: Journal) -> dict[str, Any]:
    """Return it as plain data, ready for JSON. Sizes in bytes, times in UTC."""
    counts, room = journal.counts(), journal.room()
    return {
        "path": str(journal.path),
        "versions": versions(journal),
        "model": _model(journal),
        "events": counts.events,
        "memories": counts.memories,
        "forgotten": counts.forgotten,
        "vectors": counts.vectors,
        "pending": counts.pending,
        "namespaces": {
            one.namespace: {"memories": one.memories, "forgotten": one.forgotten} for one in journal.members()
        },
        "bytes": {**_sizes(journal.path), "total": bytes_of(journal.path)},
        "live_bytes": room.live,
        "free_pages_bytes": room.free,
        "disk_free_bytes": shutil.disk_usage(journal.path).free,
        "snapshot": _snapshot(journal),
    }


def versions(journal: Journal) -> dict[str, str]:
    """Return the versions of Clew, of the journal's tables, of SQLite and of the graph engine."""
    try:
        graph = chosen().package
    except StoreError as error:  # a wrong name, or one that is not installed: all else can be told
        return {"clew": _installed("clew"), **journal.versions(), "graph": error.message}
    return {"clew": _installed("clew"), **journal.versions(), graph: _installed(graph)}


def _model(journal: Journal) -> dict[str, Any]:
    """Return the fingerprint of the store's model, how it is found, and the one that is to come."""
    kept, coming = journal.setting(FINGERPRINT), journal.staging().progress()
    found: dict[str, Any] = {} if kept is None else asdict(Fingerprint.from_json(kept))
    source = journal.setting(SOURCE)
    if source is not None:
        found["source"] = source
    if coming is not None:
        found["coming"] = {**asdict(Fingerprint.from_json(coming.model)), "done": coming.done, "total": coming.total}
    return found


def _sizes(store: Path) -> dict[str, int]:
    """Return what each file weighs; private folders of processes as one."""
    found: dict[str, int] = {}
    for path in entries(store):
        inside = entries(path) if path.name == files.SNAPSHOTS else [path]
        found |= {str(one.relative_to(store)): bytes_of(one) for one in inside}
    return found


def _snapshot(journal: Journal) -> dict[str, Any] | None:
    """Return the newest snapshot's event, how far it is behind, and its age; None where there is none."""
    newest = next((one for one in snapshots(journal.path / files.SNAPSHOTS) if one.path.is_file()), None)
    if newest is None:
        return None
    made = newest.path.stat().st_mtime
    return {
        "seq": newest.seq,
        "behind": journal.head() - newest.seq,
        "made_at": to_iso(int(made * 1_000_000)),
        "age_seconds": round(max(0.0, time.time() - made)),
    }


def _installed(package: str) -> str:
    try:
        return version(package)
    except PackageNotFoundError:
        return "not installed"
