"""Following logs that are still written: what is whole in them comes in by itself, until somebody says enough.

A log of lines whose importer says that they are only appended is read once, and its reader waits at the end of the file
(`tail`): what is written is there within a second, and nothing is read twice, however long it runs. Any other log, and
several together, are looked at (`watch`) and imported again when they have changed and then stood still for a look:
what is known is skipped, so that is the same, and only costs the reading.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from ..errors import ImportFailed
from .compression import is_packed
from .importing import LOOK_SECONDS, Live, import_file, recognise
from .reading import has_whole_line, is_of_lines
from .summary import Summary
from .targets import Store
from .watch import Watch


def follow(
    store: Store, paths: Sequence[Path], live: Live, *, format: str | None = None, **options: Any
) -> list[Summary]:
    """Import logs and go on as they grow, until `live.ended` says so; return a summary of each.

    options: as in `import_file`. Raises what that does.
    """
    options["format"] = format
    watch, changed = Watch(store, paths, options, live.told), True
    while True:
        if changed and len(paths) == 1 and _is_to_be_tailed(watch, paths[0], format):
            return [_tailed(watch, paths[0], live)]
        changed = watch.look()
        if live.ended():
            return list(watch.summaries.values())
        time.sleep(LOOK_SECONDS)


def _is_to_be_tailed(watch: Watch, path: Path, format: str | None) -> bool:
    """The same as `_can_be_tailed`, where a log that was imported before may be gone or another for a while."""
    try:
        return _can_be_tailed(path, format)
    except ImportFailed:
        if not watch.summaries:
            raise
        return False


def _can_be_tailed(path: Path, format: str | None) -> bool:
    """Say whether a log is one of lines by now: its first line has an end, and its importer says that others follow."""
    if path.is_dir() or is_packed(path) or not has_whole_line(path):
        return False
    return bool(getattr(recognise(path, format), "appended", False)) and is_of_lines(path)


def _tailed(watch: Watch, path: Path, live: Live) -> Summary:
    """Import a log from its beginning on, and stay with it. What was imported while it had only begun is known."""
    summary = import_file(watch.store, path, live=live, **watch.options)
    before = watch.summaries.get(path)
    if before is None:
        return summary
    before.then(summary)
    return before
