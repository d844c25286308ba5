"""A copy of a journal that others may be writing to: as it is at one moment, checked, and a single file.

A copy is not in WAL mode, so it can lie on any disk, also one that may only be read; opening it as a store brings that
mode back. It is read from its first byte to its last before it gets its name: a backup that nobody ever read is a hope.
"""

from __future__ import annotations

from collections.abc import Callable, Generator
from contextlib import contextmanager
from pathlib import Path

from ...errors import StoreDamaged, StoreError
from . import files
from .finding import DERIVED, Finding
from .sqlite_border import Connection
from .verify import verify


def copy(source: Connection, store: Path, put: Callable[[Path, Path], object] = Path.rename) -> int:
    """Make `store` a copy, whole or not at all; return its last event's number.

    put: as in `files.appearing`. Raises StoreExists, StoreError, and StoreDamaged where the events of the copy are not
    what was written: then its source is damaged, or the disk that it was written to.
    """
    with files.appearing(store, put) as file, _named(file, store):
        target = Connection(file, durable=False)
        try:
            source.copy_to(target)
            target.run("PRAGMA journal_mode = DELETE")
            refuse_if_damaged(target, source.path.parent)
            return target.value("SELECT coalesce(max(seq), 0) FROM events")
        finally:
            target.close()


@contextmanager
def _named(file: Path, store: Path) -> Generator[None]:
    """Let an error about a file that has no name yet be about the store that it is to become."""
    try:
        yield
    except StoreError as error:
        if type(error) is not StoreError or str(file) not in error.message:
            raise
        hint = "Nothing was made; free some room there, or choose another disk."
        raise StoreError(error.message.replace(str(file), str(store)), hint=hint, **error.data) from error


def refuse_if_damaged(connection: Connection, named: Path) -> None:
    """Read the whole journal, and raise StoreDamaged where an event is lost; what is derived can be made again."""
    lost = losses(verify(connection))
    if lost:
        raise StoreDamaged(
            f"{named} is damaged: {lost[0].message}",
            hint="Nothing was made of it; `clew verify` names every damage.",
            findings=[finding.message for finding in lost],
        )


def losses(findings: list[Finding]) -> list[Finding]:
    """Return the findings that are losses, and not only something to be made again from the events."""
    return [finding for finding in findings if finding.kind not in DERIVED]
