"""What was asked, with what came of it: one file for all stores and all processes, for its owner alone.

Each entry is a line of JSON that is appended in one write, so that processes do not tear each other's lines; a line
that cannot be read is passed over. CLEW_HISTORY=off keeps nothing, and so does a statement that begins with a blank.
"""

from __future__ import annotations

import json
import os
import time
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import asdict, dataclass, field, fields
from pathlib import Path
from typing import Any, cast

from ...engine.answers.plain_json import json_text
from ...engine.running.locks import try_lock
from ..kept import state_folder, write_whole
from .entering import entered

VARIABLE = "CLEW_HISTORY"
PRIVATE_FILE, PRIVATE_FOLDER = 0o600, 0o700
MOST_READ = 2_000_000
"""Bytes at the end of the file that are read: some ten thousand statements."""
MOST_KEPT = 8_000_000
"""Bytes that the file may grow to; then its older half goes."""
WAITED = 0.2
"""Seconds that an entry waits for the file, if another process is shortening it."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One statement as it was asked.

    at: seconds since 1970. outcome: `rows`, `stopped`, or the code of the error. took: seconds.
    """

    text: str
    at: float
    outcome: str
    rows: int = 0
    took: float = 0.0
    store: str = ""
    parameters: Mapping[str, Any] = field(default_factory=dict[str, Any])


def history_file() -> Path:
    return state_folder() / "history.jsonl"


def is_kept(text: str) -> bool:
    """Whether a person wants a statement to be remembered."""
    return os.environ.get(VARIABLE, "").lower() != "off" and bool(text.strip()) and not text.startswith(" ")


def remember(entry: Entry) -> None:
    """Append an entry, where it is wanted and can be done."""
    if not is_kept(entry.text):
        return
    line = json_text(asdict(entry), ascii_only=True).encode() + b"\n"
    with suppress(OSError):
        path = history_file()
        path.parent.mkdir(parents=True, exist_ok=True, mode=PRIVATE_FOLDER)
        _append(path, line)
        if path.stat().st_size > MOST_KEPT:
            _shorten(path)


def _append(path: Path, line: bytes) -> None:
    """Write a line at the end, of the file that is there once its lock is held."""
    end = time.monotonic() + WAITED
    while True:
        handle = os.open(path, os.O_CREAT | os.O_APPEND | os.O_RDWR, PRIVATE_FILE)
        try:
            locked = try_lock(handle)
            is_there = path.exists() and os.path.samestat(path.stat(), os.fstat(handle))
            if (locked and is_there) or time.monotonic() > end:
                os.write(handle, line if _ends_whole(handle) else b"\n" + line)
                return
        finally:
            os.close(handle)
        time.sleep(0.005)


def _ends_whole(handle: int) -> bool:
    """Whether the last line is whole: a process that was killed in a write, or a full disk, leaves half of one."""
    size = os.fstat(handle).st_size
    os.lseek(handle, max(0, size - 1), os.SEEK_SET)  # what is written goes to the end all the same
    return not size or os.read(handle, 1) == b"\n"


def _shorten(path: Path) -> None:
    """Leave the newer half, unless another process does so now."""
    handle = os.open(path, os.O_RDWR)
    try:
        if try_lock(handle):
            lines = path.read_bytes()[-MOST_KEPT // 2 :].partition(b"\n")[2]
            write_whole(path, lines.decode("ascii", "replace"))
    finally:
        os.close(handle)


def recent(limit: int = 1_000) -> list[Entry]:
    """Return what was asked, the newest first, each text once."""
    found: dict[str, Entry] = {}
    for entry in _entries():
        found.setdefault(entry.text, entry)
        if len(found) == limit:
            break
    return list(found.values())


def _entries() -> Iterator[Entry]:
    try:
        with history_file().open("rb") as file:
            size = file.seek(0, os.SEEK_END)
            file.seek(max(0, size - MOST_READ))
            lines = file.read().split(b"\n")
    except OSError:
        return
    for line in reversed(lines):
        entry = _entry(line)
        if entry is not None:
            yield entry


_TYPES: dict[str, type | tuple[type, ...]] = {
    "text": str, "at": (int, float), "outcome": str, "rows": int, "took": (int, float), "store": str,
    "parameters": dict,
}  # fmt: skip


def _entry(line: bytes) -> Entry | None:
    try:
        value: Any = json.loads(line)
    except (ValueError, RecursionError):
        return None
    if not isinstance(value, dict):
        return None
    held = cast("dict[str, Any]", value)
    given = {f.name: held[f.name] for f in fields(Entry) if isinstance(held.get(f.name), _TYPES[f.name])}
    if not {"text", "at", "outcome"} <= given.keys():
        return None
    return Entry(**{**given, "text": entered(given["text"]).text, "outcome": entered(given["outcome"]).text})
