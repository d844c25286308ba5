"""What every room is: it mirrors the desk, reads without holding the screen up, and can be told to stop."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable
from contextlib import AbstractContextManager
from typing import TYPE_CHECKING, ClassVar, TypeVar, cast

from textual.binding import Binding
from textual.containers import Container

from ...errors import ClewError
from ..desk import Desk
from ..messages import Say

if TYPE_CHECKING:
    from ...engine.handle.asynchronous import AsyncEngine
    from ..app import ClewApp
    from ..guiding.commands import Command

T = TypeVar("T")


class Room(Container):
    """A room keeps what a person set in it (a scroll, a zoom, an unfinished text); the rest is on the desk."""

    HELP: ClassVar[str | None] = None
    """Markdown that F1 shows."""

    FIRST: ClassVar[str]
    """What a person uses first here, as a selector of style sheets."""

    WITHOUT: ClassVar[frozenset[str]] = frozenset()
    """The actions that do something where the room has nothing to show."""

    desk: Desk | None = None
    """The desk that was mirrored last; None before the first time."""

    @property
    def memory(self) -> AsyncEngine:
        return cast("ClewApp", self.app).memory

    @property
    def writable(self) -> bool:
        """Whether the app was started with `--write`."""
        return cast("ClewApp", self.app).writable

    def holding_keys(self) -> AbstractContextManager[None]:
        """Within the block, keys wait: what they are for opens only then."""
        return cast("ClewApp", self.app).holding_keys()

    @property
    def is_here(self) -> bool:
        """Whether the room stands still: what was awaited may come when it is being taken down, its parts first."""
        return self.is_attached and not self._pruning

    def see(self, desk: Desk) -> None:
        """Mirror a desk; what this one had last is handed on, so that only what differs is drawn anew."""
        before, self.desk = self.desk, desk
        self.mirror(desk, before)

    def mirror(self, desk: Desk, before: Desk | None) -> None:
        """Show what is on the desk. Called when the room is entered, and whenever the desk changes while it is seen."""
        raise NotImplementedError  # by each room

    def read(self, call: Callable[[], Awaitable[T]], then: Callable[[T], object], group: str = "read") -> None:
        """Await a call of the engine and hand its outcome to `then`, on the loop; a newer one of a group ends an older.

        An error of ours is said in its own sentence. Escape ends it (`stop`).
        """

        async def work() -> None:
            try:
                found = await call()
            except ClewError as error:
                self.post_message(Say(str(error), "error"))
            else:
                if self.is_here:
                    then(found)

        self.run_worker(work, group=group, exclusive=True, exit_on_error=True)

    def show_nothing(self, nothing: bool) -> None:
        """Take down, or put back, what makes no sense where the room has nothing to show: parts, and keys."""
        if nothing != self.has_class("-nothing"):
            self.set_class(nothing, "-nothing")
            self.refresh_bindings()

    def hint(self, binding: Binding) -> str:
        """Return what the key line says of a key of the room or of a part of it; "" where it is left out."""
        idle = self.has_class("-nothing") and binding.action not in self.WITHOUT
        return binding.description if binding.show and not idle else ""

    def focus_first(self) -> None:
        """Focus what a person uses first here, at once; called when the room is entered."""
        self.screen.set_focus(self.query_one(self.FIRST))

    def commands(self) -> Iterable[Command]:
        """Return what the palette offers of this room beside its keys; asked whenever it opens, of every room made."""
        return ()

    def stop(self) -> bool:
        """End what the room waits for; return whether there was anything."""
        return bool(self.workers.cancel_node(self))
