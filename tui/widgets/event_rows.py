"""The events of a journal as rows, read by the page as they are seen; what is after the moment is muted."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, overload

from textual.content import Content

from ...engine.answers.display import one_line
from ...engine.values.times import from_micros
from ..events import told
from .lines import Row

if TYPE_CHECKING:
    from ...engine.asking.moments import Moments
    from ...engine.values.model import Event


class EventRows(Sequence[Row]):
    """read: the events that were read, by number."""

    def __init__(self, moments: Moments, read: Mapping[int, Event], here: int, width: int) -> None:
        self.moments, self.read = moments, read
        self._here, self._width = here, width

    def __len__(self) -> int:
        return len(self.moments)

    @overload
    def __getitem__(self, index: int) -> Row: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[Row]: ...
    def __getitem__(self, index: int | slice) -> Row | Sequence[Row]:
        if isinstance(index, slice):
            return [self[place] for place in range(*index.indices(len(self)))]
        if not 0 <= index < len(self):
            raise IndexError(index)
        seq = int(self.moments.seq[index])
        event = self.read.get(seq)
        if event is None:
            return Row(Content.styled("…", "$foreground-muted"), key=f"event {seq}")
        return _row(event, self._width, later=index > self._here)

    def unread(self, seen: range) -> list[int]:
        """Return the numbers of the events that are seen and not read yet."""
        return [seq for place in seen if (seq := int(self.moments.seq[place])) not in self.read]


def _row(event: Event, width: int, *, later: bool) -> Row:
    what = told(event)
    dim = "$foreground-muted" if later else ""
    moment = from_micros(event.recorded_at)
    parts = (
        (f"{'·' if later else ' '}{moment:%m-%d %H:%M:%S} ", "$foreground-muted"),
        (f"{what.verb:<11}", dim),
        (f"{one_line(what.about, 40)}  " if what.about else "", dim or "bold"),
        (one_line(what.detail, max(20, width)) if what.detail else "", dim),
    )
    return Row(Content.assemble(*parts), key=f"event {event.seq}", id=what.about)
