"""Logs that are imported again when they have changed: those that cannot be read on from where they ended."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from ..errors import ImportFailed
from .folders import find_logs
from .importing import import_file
from .protocol import Bad
from .registry import Registry
from .summary import Summary
from .targets import Store

Stamps = dict[str, tuple[int, int, int]]
"""Of each file of a log: its inode, its size in bytes, and the nanosecond of its last change."""


@dataclass(slots=True)
class Watch:
    """What is watched. options: as in `import_file`. told: called with the summary of a log that was imported.

    summaries: of each log, over all its imports.
    """

    store: Store
    paths: Sequence[Path]
    options: dict[str, Any]
    told: Callable[[Summary], None]
    summaries: dict[Path, Summary] = field(default_factory=dict[Path, Summary])
    _seen: dict[Path, Stamps] = field(default_factory=dict[Path, Stamps])
    _imported: dict[Path, Stamps] = field(default_factory=dict[Path, Stamps])

    def look(self) -> bool:
        """Import what has changed and stood still since the last look, at the first one all; return whether any had."""
        changed = False
        for path in self.paths:
            now = _stamps(path)
            before, self._seen[path] = self._seen.get(path, now), now
            if now == before != self._imported.get(path):
                self._imported[path] = now
                self._import(path)
                changed = True
        return changed

    def _import(self, path: Path) -> None:
        """Import the logs of one path that have changed. What fails later than at first is told at the end."""
        first = path not in self.summaries and not self.summaries
        try:
            logs = find_logs([path], self.options.get("format"), Registry()).logs
        except ImportFailed:
            if first:
                raise
            return
        for log in logs:
            now = _stamps(log.path)
            if log.path == path or now != self._imported.get(log.path):
                self._imported[log.path] = now
                self._import_log(log.path, {**self.options, "format": log.format})

    def _import_log(self, path: Path, options: dict[str, Any]) -> None:
        before = self.summaries.get(path)
        try:
            summary = import_file(self.store, path, **options)
        except ImportFailed as error:
            if before is None:
                raise
            summary = Summary(str(path), before.format)
            summary.refuse(Bad(0, error.message, 0))
        if before is None:
            self.summaries[path] = summary
        else:
            before.then(summary)
        self.told(self.summaries[path])


def _stamps(path: Path) -> Stamps:
    """Return how a file or a folder is now: nothing, where it is not there, as while it is replaced."""
    files = [path] if not path.is_dir() else [Path(place, name) for place, _, names in os.walk(path) for name in names]
    return {str(file): stamp for file in files if (stamp := _stamp(file)) is not None}


def _stamp(file: Path) -> tuple[int, int, int] | None:
    try:
        status = file.stat()
    except OSError:
        return None
    return status.st_ino, status.st_size, status.st_mtime_ns
