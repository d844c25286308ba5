"""One store, opened once a process, however often it is asked for, and closed when the last who asked lets go.

A store is known by its journal's file (device and inode), not by its path: links and relative paths lead to the same. A
folder that was deleted and made again is another store. One that was moved is opened anew at its new place, since its
rooms go by the old one; its handles there are refused by then (`Store.refuse_if_lost`).

The lock guards the table and nothing else: what takes time (SQLite waits up to 5 s for another process, an embedder may
be a network away) happens outside it, so that one store never waits for another. Two threads that open the same at the
same moment may both open it; the second to be done closes its own and shares the first's. A lock for each store was
refused: what it saves is rare, and it would have to be known before the store is.
"""

from __future__ import annotations

import atexit
import os
import threading
import weakref
from contextlib import suppress
from functools import cache
from pathlib import Path

from ...errors import EmbeddingError, ModelChanged, StoreDamaged
from ..embedding.port import Embedder, Fingerprint
from ..embedding.resolve import EmbedderSpec, resolve
from ..graph import graph_engines
from ..journal import files
from ..journal.files import Identity
from ..journal.journal import Journal
from ..journal.settings import FINGERPRINT
from ..writing.vectors import embedder_for, refuse_another
from .store import Store


class Lease:
    """A share in an open store. `end` lets go of it; ending twice does nothing. One that is lost ends by itself."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self._lost = weakref.finalize(self, _end_lost, store)
        self._lost.atexit = False  # `_close_all` does that, before any thread of the store could miss its files

    def end(self) -> None:
        """Let go; the last one closes the store. In a child made by fork nothing happens: it is the parent's."""
        if self._lost.detach() is not None:
            _drop(self.store)


def lease(path: Path | str, *, create: bool, embedder: EmbedderSpec) -> Lease:
    """Open a store, or share in it where this process has it open.

    Raises what `Journal.open` and `resolve` do, and ModelChanged where it is open here with another embedder.
    """
    place = files.place_of(path)
    share = _join(files.identity_of(place)) or _admit(_opened(place, create, embedder))
    try:
        _agree(share.store, embedder)
    except BaseException:
        share.end()
        raise
    return share


def _opened(place: Path, create: bool, embedder: EmbedderSpec) -> Store:
    graph_engines.chosen()  # a name that is none is refused before anything is made
    journal = Journal.open(place, create=create)
    try:
        chosen = embedder_for(journal, embedder)
        if embedder is not None:
            _refuse_another(journal, chosen)
        return Store(journal, chosen)
    except BaseException:
        journal.close()
        raise


def _refuse_another(journal: Journal, embedder: Embedder) -> None:
    """Raise ModelChanged where a caller names another embedder than the store's vectors are of: nobody who opens the
    store after it must get that one. One that does not know itself yet is held to them by the first question.
    """
    with suppress(StoreDamaged):  # of the setting; whoever opened it may have it mended
        kept = journal.setting(FINGERPRINT)
        given = _fingerprint_of(embedder) if kept is not None else None
        if kept is not None and given is not None:
            refuse_another(Fingerprint.from_json(kept), given)


def _fingerprint_of(embedder: Embedder) -> Fingerprint | None:
    try:
        return embedder.fingerprint
    except EmbeddingError:  # it may be a network away
        return None


def _agree(store: Store, spec: EmbedderSpec) -> None:
    """Hold the embedder that a caller names to the one that the store is open with; None names none.

    Where nobody has named that one, and the store's vectors are of this one, this one serves all from now on. Raises
    ModelChanged.
    """
    if spec is None or spec is store.embedder:
        return
    wanted, known = resolve(spec), store.embedder
    if wanted == known or wanted.fingerprint.agrees_with(known.fingerprint):
        return
    if store.vectorizer.goes_over_to(wanted):
        return
    raise ModelChanged(
        f"The store is open in this process with {known.fingerprint.name}, and this is {wanted.fingerprint.name}.",
        hint="Open it with the same, or close it first.",
        store=known.fingerprint.name,
        given=wanted.fingerprint.name,
    )


# ---- the table -------------------------------------------------------------------------------------


_lock = threading.RLock()  # reentrant: a signal's handler may open or close a store in the thread that is doing so
_stores: dict[Identity, Store] = {}
_shares: dict[Store, int] = {}


def _join(identity: Identity | None) -> Lease | None:
    """Return a share in the store that is open; None where none is, or it was moved since."""
    with _lock:
        store = None if identity is None else _stores.get(identity)
        if store is None or store.is_lost:
            return None
        return _share(store)


def _admit(store: Store) -> Lease:
    """Return a share in a store that was just opened, or in the same one where another thread was quicker."""
    _close_at_exit()
    with _lock:
        share = _join(store.identity)
        if share is None:
            if store.identity is not None:
                _stores[store.identity] = store
            return _share(store)
    store.close()
    return share


def _share(store: Store) -> Lease:
    _shares[store] = _shares.get(store, 0) + 1
    return Lease(store)


def _drop(store: Store) -> None:
    """Take one share back, and close the store with the last."""
    with _lock:
        left = _shares.pop(store, 0) - 1
        if left > 0:
            _shares[store] = left
        elif left == 0 and store.identity is not None and _stores.get(store.identity) is store:
            del _stores[store.identity]
    if left == 0:  # below: the parent's, or closed as the interpreter left
        store.close()


def _end_lost(store: Store) -> None:
    """Take back a share that nobody ended: in a thread of its own, since the collector runs in any, whatever it holds.

    Not in a daemon: the interpreter waits until the graph is closed.
    """
    if store in _shares:
        threading.Thread(target=_drop, args=(store,), name="clew-closer").start()


@cache
def _close_at_exit() -> None:
    """Close what is open when the interpreter ends: a thread inside the graph engine would end it by a signal.

    Asked for once a store is open, and so after the exit of `weakref.finalize`, before which it then runs: that one
    closes connections, used or not.
    """
    atexit.register(_close_all)


def _close_all() -> None:
    with _lock:
        left = list(_shares)
        _forget_all()
    for store in left:
        store.close()


def _forget_all() -> None:
    _stores.clear()
    _shares.clear()


def _after_fork() -> None:
    """In a child made by fork every store is the parent's, and the lock may be held by a thread that is not there."""
    global _lock
    _lock = threading.RLock()
    _forget_all()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_after_fork)
