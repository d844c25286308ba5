"""Where a journal lies: `name.clew/journal.sqlite`, a file for its owner alone (0600) in a directory like it (0700).

A store appears whole or not at all: it is made in a directory beside its place and renamed into it, so that neither a
kill in the middle nor a second process that makes the same store can leave half of one. One that takes the place of
another trades places with it in one step.
"""

from __future__ import annotations

import errno
import os
import re
import shutil
from collections.abc import Callable, Generator
from contextlib import contextmanager, suppress
from pathlib import Path

from ...errors import StoreClosed, StoreError, StoreExists, StoreNotFound
from ..running.locks import held, is_abandoned
from ..values.ids import new_id

JOURNAL = "journal.sqlite"
SNAPSHOTS = "snaps"
LOG = f"{JOURNAL}-wal"
SHARED = f"{JOURNAL}-shm"
HEAD = "journal.head"
ANSWERS = "answers"
OWN = frozenset({JOURNAL, LOG, SHARED, HEAD, f"{JOURNAL}-journal", SNAPSHOTS, ANSWERS})
"""What a store's folder holds; anything else was put there by somebody else."""

REFUSED = frozenset({errno.EROFS, errno.EACCES, errno.EPERM, errno.ENOSPC, errno.EDQUOT})
"""What the system says where nothing may be made, whatever is there already."""

Identity = tuple[int, int]
"""Device and inode: another file at the same path has another."""


def place_of(path: Path | str) -> Path:
    """Return a path from the root of the file system. Raises StoreError where that is not known."""
    try:
        return Path(path).absolute()
    except OSError as error:
        raise StoreError("The current directory is gone.", hint="Go to another, or give a whole path.") from error


def behind(store: Path) -> Path:
    """Return where a store lies itself, for a path that is a link to it: what is put in its place, or made beside it,
    goes there, and not to the link.
    """
    return Path(os.path.realpath(store)) if store.is_symlink() else store


def is_store(store: Path) -> bool:
    """Return whether a store is there. Raises StoreError where the system does not let one look, or know the path."""
    try:
        return (store / JOURNAL).is_file()
    except OSError as error:  # no permission, or too long a name
        raise StoreError(
            f"{str(store)[:200]!r} cannot be looked into: {error.strerror}.", hint="Check the path and its permissions."
        ) from error


def journal_file(store: Path) -> Path:
    """Return the path of the journal of an existing store. Raises StoreNotFound, or StoreError for a plain file."""
    if is_store(store):
        return store / JOURNAL
    if store.is_file():
        raise StoreError(f"{store} is a file.", hint="A store is a directory, as in `notes.clew`.")
    hint = f"Check the path, or make one there: `clew init {store}`."
    raise StoreNotFound(f"There is no store at {store}.", hint=hint)


def identity_of(store: Path) -> Identity | None:
    """Return which file the journal at this path is; None where there is none."""
    try:
        status = (store / JOURNAL).stat()
    except (OSError, ValueError):  # no path can hold NUL
        return None
    return status.st_dev, status.st_ino


def refuse_if_moved(store: Path, opened: Identity | None) -> None:
    """Raise StoreClosed where the journal at this path is not the one that was `opened`.

    SQLite goes on writing to a file that lies elsewhere by now, or nowhere, and nobody would ever read it. Costs a
    microsecond.
    """
    if identity_of(store) != opened:
        raise StoreClosed(
            f"The store at {store} was replaced, moved or removed while it was open.",
            hint="Nothing was written; open it again.",
            code="store.replaced",
        )


@contextmanager
def appearing(store: Path, put: Callable[[Path, Path], object] = Path.rename) -> Generator[Path, None, None]:
    """Yield the path of an empty file to fill; when the block ends well, `store` is there, and holds it as its journal.

    put: what brings the folder that was made to its place. The default is refused by the system where there is a file,
    or a folder that holds anything.
    Raises StoreExists where something is there already, also when it came meanwhile, and StoreError where the directory
    cannot be made. Nothing is left behind then.
    """
    if not store.name or "\0" in store.name:
        raise StoreError(f"{str(store)[:200]!r} is no path for a store.", hint="Give one as in `notes.clew`.")
    _refuse_inside(store)
    draft = draft_of(store)
    try:
        with _directory_errors(store):
            store.parent.mkdir(parents=True, exist_ok=True)
            draft.mkdir(mode=0o700)
        with held(draft):
            with _directory_errors(store):
                os.close(os.open(draft / JOURNAL, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o600))
            yield draft / JOURNAL
            with _directory_errors(store):
                _sync(draft / JOURNAL)
                put(draft, store)
                with suppress(OSError):  # some systems cannot open a directory, and need not
                    _sync(store.parent)
    finally:
        shutil.rmtree(draft, ignore_errors=True)


def _refuse_inside(store: Path) -> None:
    """Raise StoreError for a place inside another store: it would go with that one, as a backup that is none."""
    with _directory_errors(store):
        above = store.parent.resolve()
    outer = next((folder for folder in (above, *above.parents) if is_store(folder)), None)
    if outer is not None:
        raise StoreError(f"{store} lies inside the store {outer}.", hint="Choose a path outside of it.")


def holds_more(store: Path) -> bool:
    """Return whether something lies in a store's folder that is no part of a store."""
    return any(path.name not in OWN for path in store.iterdir())


def draft_of(store: Path) -> Path:
    """Return a new name beside a store, for a folder on its way to or from its place."""
    return store.with_name(f".{store.name}.{new_id()}")


def abandoned_drafts(store: Path) -> list[Path]:
    """Return the folders beside a store that somebody began to make, and was killed."""
    store = behind(store)
    name = re.compile(re.escape(f".{store.name}.") + "[0-9A-Z]{26}")
    try:
        beside = sorted(path for path in store.parent.iterdir() if name.fullmatch(path.name))
    except OSError:
        return []
    return [path for path in beside if is_abandoned(path)]


@contextmanager
def _directory_errors(store: Path) -> Generator[None, None, None]:
    try:
        yield
    except StoreError:  # StoreBusy is an OSError too
        raise
    except OSError as error:
        refused = error.errno in REFUSED
        if store.is_file():
            raise StoreExists(f"{store} is a file.", hint="A store is a directory, as in `notes.clew`.") from error
        if store.exists() and not refused:
            raise StoreExists(f"Something is at {store} already.", hint="Choose another path.") from error
        if store.is_symlink() and not refused:
            hint = f"Make the store there, or remove the link: it leads to {behind(store)}."
            raise StoreExists(f"{store} is a link to where nothing is.", hint=hint) from error
        raise StoreError(
            f"A store cannot be made at {store}: {error.strerror}.", hint="Choose another path."
        ) from error


def _sync(path: Path) -> None:
    """Make a file or a rename in a directory survive a power cut."""
    handle = os.open(path, os.O_RDONLY if path.is_dir() else os.O_RDWR)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
