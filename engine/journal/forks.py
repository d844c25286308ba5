"""What a fork must do with database connections: keep them still while it happens, and give them up in the child.

A child inherits open files but not the locks on them. A connection that the child merely leaves alone makes SQLite
believe that the child holds its parent's locks, and a store which the child then opens for itself loses its writes as
soon as the parent closes (seen on SQLite 3.40). So every connection is held between statements while the process
forks, and closed in the child before anything else runs there.
"""

from __future__ import annotations

import os
import threading
import weakref
from typing import Protocol


class Inheritable(Protocol):
    """What a child of this process would inherit, and must not use."""

    def hold(self) -> None:
        """Wait until nothing runs on it, and keep it so."""
        ...

    def let_go(self) -> None: ...

    def abandon(self) -> None:
        """Give it up, in the child."""
        ...


class ForkWatch:
    """All inheritable things of this process, for as long as somebody else keeps them."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._watched: weakref.WeakSet[Inheritable] = weakref.WeakSet()
        self._held: list[Inheritable] = []

    def add(self, thing: Inheritable) -> None:
        with self._lock:
            self._watched.add(thing)

    def before(self) -> None:
        self._lock.acquire()
        self._held = list(self._watched)
        for thing in self._held:
            thing.hold()

    def after_in_parent(self) -> None:
        for thing in self._held:
            thing.let_go()
        self._held = []
        self._lock.release()

    def after_in_child(self) -> None:
        inherited = list(self._watched)
        self.__init__()  # the lock was held by the parent's thread, or by one that is not here
        for thing in inherited:
            thing.abandon()


watch = ForkWatch()
if hasattr(os, "register_at_fork"):
    os.register_at_fork(before=watch.before, after_in_parent=watch.after_in_parent, after_in_child=watch.after_in_child)
