"""One store, opened once a process, however often it is asked for, and closed when the last who asked lets go.

A store is known by its journal's file (device and inode), not by its path: links, relative paths and a renamed folder
lead to the same. A folder that was deleted and made again is another store.
"""

from __future__ import annotations

import os
import threading
from pathlib import Path

from ..errors import ModelChanged
from .embedding.resolve import EmbedderSpec, resolve
from .journal import files
from .journal.journal import Journal
from .store import Store

Identity = tuple[int, int]


class Lease:
    """A share in an open store. `end` lets go of it; ending twice does nothing."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self._process = os.getpid()
        self._ended = False

    def end(self) -> None:
        """Let go; the last one closes the store. In a child made by fork nothing happens: it is the parent's."""
        if self._process != os.getpid():
            return
        with _lock:
            if self._ended:
                return
            self._ended = True
            last = _drop(self.store)
        if last:
            self.store.close()


def lease(path: Path | str, *, create: bool, embedder: EmbedderSpec) -> Lease:
    """Open a store, or share in it where this process has it open.

    Raises what `Journal.open` and `resolve` do, and ModelChanged where it is open here with another embedder.
    """
    with _lock:
        store = _found(path)
        if store is None:
            store = _opened(path, create, embedder)
            _stores[_identity(store.journal.path)] = store
        else:
            _agree(store, embedder)
        _shares[store] = _shares.get(store, 0) + 1
        return Lease(store)


def _opened(path: Path | str, create: bool, embedder: EmbedderSpec) -> Store:
    journal = Journal.open(Path(path), create=create)
    try:
        return Store(journal, resolve(embedder))
    except BaseException:
        journal.close()
        raise


def _found(path: Path | str) -> Store | None:
    place = files.place_of(path)
    return _stores.get(_identity(place)) if files.is_store(place) else None


def _identity(store: Path) -> Identity:
    status = files.journal_file(store).stat()
    return status.st_dev, status.st_ino


def _agree(store: Store, spec: EmbedderSpec) -> None:
    """Raise ModelChanged where a caller names another embedder than the store is open with; None names none."""
    if spec is None or spec is store.embedder:
        return
    wanted, known = resolve(spec), store.embedder
    if wanted == known or wanted.fingerprint.agrees_with(known.fingerprint):
        return
    raise ModelChanged(
        f"The store is open in this process with {known.fingerprint.name}, and this is {wanted.fingerprint.name}.",
        hint="Open it with the same, or close it first.",
        store=known.fingerprint.name,
        given=wanted.fingerprint.name,
    )


def _drop(store: Store) -> bool:
    """Take one share back, and say whether it was the last."""
    _shares[store] -= 1
    if _shares[store]:
        return False
    del _shares[store]
    for identity in [identity for identity, known in _stores.items() if known is store]:
        del _stores[identity]
    return True


_lock = threading.RLock()  # reentrant: a handle may be collected, and so let go, while this thread opens another
_stores: dict[Identity, Store] = {}
_shares: dict[Store, int] = {}


def _forget_all() -> None:
    """In a child made by fork every store is the parent's, and the lock may be held by a thread that is not there."""
    global _lock
    _lock = threading.RLock()
    _stores.clear()
    _shares.clear()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_forget_all)
