"""How an older journal becomes one of this version: in one transaction, at its first opening.

Whoever is killed in the middle leaves the old version whole, and the next opening begins again. A migration that
changes rows which were there before keeps a copy of the old store beside the new one; one that only adds needs none.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from ...errors import StoreDamaged, StoreError
from . import copies, files, literal_check, schema
from .sqlite_border import Connection


@dataclass(frozen=True, slots=True)
class Migration:
    """What opening a store would do to it. copy: where the old one would be kept; None where nothing is rewritten."""

    found: int
    """The version that the store has."""
    wanted: int
    """The version of this release."""
    copy: Path | None = None

    @property
    def needed(self) -> bool:
        return self.found < self.wanted


def upgrade(connection: Connection) -> None:
    """Bring the journal of an older version to this one.

    Raises what `schema.version_of` does, and StoreError where the store is old and its folder lets nobody write.
    """
    coming = planned(connection)
    schema.share(connection)
    if not coming.needed:
        return
    if not connection.shared:
        raise StoreError(
            f"{connection.path} has version {coming.found}, and is read-only.",
            hint="Open it once where it may be written, to bring it to this version.",
        )
    if coming.copy is not None and not files.is_store(coming.copy):
        copies.copy(connection, coming.copy)
    with connection.transaction():
        schema.migrate(connection, schema.version_of(connection))  # another process may have been quicker
        with suppress(StoreDamaged):  # which `verify` tells of; a store is not refused for what can be made anew
            literal_check.mend(connection)  # by the rules of this release, as whatever it writes from now on


def planned(connection: Connection) -> Migration:
    """Return what `upgrade` would do. Raises what `schema.version_of` does."""
    found, wanted = schema.version_of(connection), schema.VERSION
    rewrites = not schema.REWRITES.isdisjoint(range(found + 1, wanted + 1))
    return Migration(found, wanted, _copy_of(connection, found) if rewrites else None)


def look(store: Path) -> Migration:
    """Return what opening a store would do to it, without doing it. Raises StoreNotFound, StoreDamaged, StoreError."""
    connection = Connection(files.journal_file(files.place_of(store)))
    try:
        return planned(connection)
    finally:
        connection.close()


def _copy_of(connection: Connection, version: int) -> Path:
    """Return where the old version is kept: named by its last event, so that a second try finds what the first made."""
    store = connection.path.parent
    head: int = connection.value("SELECT coalesce(max(seq), 0) FROM events")
    return store.with_name(f"{store.stem}.v{version}-{head}{store.suffix}")
