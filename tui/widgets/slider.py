"""A slider over the journal: how much was written when, as bars; where one stands, the marks, and the first and last.

▁▃█▂      ▁▅▂   ▁      █▆▁      one bar a column, two lines high
──────A───────▲─────────B──
2024-05-01 09:00      2024-05-03 14:00
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from textual.content import Content
from textual.events import Click, MouseScrollDown, MouseScrollUp
from textual.message import Message
from textual.widget import Widget

BARS = " ▁▂▃▄▅▆▇█"
HIGH = 2
"""Lines that the bars are high."""
FEW = 4
DAY = 86_400_000_000
Density = Callable[[int], Sequence[int]]
"""Counts, for so many columns: asked when it is drawn, for before there may be no width yet."""


@dataclass(frozen=True, slots=True)
class Span:
    """What a slider shows: from `since` to `until`, in microseconds, `since` before `until`."""

    since: int
    until: int

    def column(self, at: int, width: int) -> int:
        """Return the column of a moment, cut to what is seen."""
        return max(0, min(width - 1, (at - self.since) * width // (self.until + 1 - self.since)))

    def moment(self, column: int, width: int) -> int:
        """Return the last moment of a column."""
        behind = -(-(column + 1) * (self.until + 1 - self.since) // max(1, width))  # rounded up
        return self.since + behind - 1

    def zoomed(self, around: int, factor: float, whole: Span) -> Span:
        """Return a span `factor` times as long about a moment, within the whole; at least a millisecond."""
        length = min(whole.until - whole.since, max(1_000, int((self.until - self.since) * factor)))
        since = max(whole.since, min(around - length // 2, whole.until - length))
        return Span(since, since + max(1, length))


class Slider(Widget):
    """Drawn from what the room hands over; a click or the wheel asks the room to move."""

    DEFAULT_CSS = "Slider { height: 4; padding: 0 1; }"

    class Clicked(Message):
        """A place was clicked. at: microseconds."""

        def __init__(self, at: int) -> None:
            super().__init__()
            self.at = at

    class Turned(Message):
        """The wheel was turned. by: 1 forwards, -1 back."""

        def __init__(self, by: int) -> None:
            super().__init__()
            self.by = by

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self.span = Span(0, 1)
        self._density: Density = lambda width: ()
        self._here, self._marks = 0, {}

    def show(self, span: Span, density: Density, here: int, marks: Mapping[str, int]) -> None:
        """Show how much there is by column, and where one stands and what is marked, in microseconds."""
        self.span, self._density, self._here, self._marks = span, density, here, dict(marks)
        self.refresh()

    def render(self) -> Content:
        width = self.content_size.width
        ruler = ["─"] * width
        for name, at in sorted(self._marks.items()):
            ruler[self.span.column(at, width)] = name
        column = self.span.column(self._here, width)
        ruler[column] = "▲"
        lines = [
            *(Content.styled(line, "$text-primary") for line in bars(self._density(width), HIGH)),
            Content.assemble(
                ("".join(ruler[:column]), "$foreground-muted"),
                ("▲", "bold $text-accent"),
                ("".join(ruler[column + 1 :]), "$foreground-muted"),
            ),
            Content.styled(ends(self.span, width), "$foreground-muted"),
        ]
        return Content("\n").join(lines)

    def on_click(self, event: Click) -> None:
        column = event.x - self.styles.padding.left
        self.post_message(self.Clicked(self.span.moment(max(0, column), self.content_size.width)))

    def on_mouse_scroll_down(self, event: MouseScrollDown) -> None:
        event.stop()
        self.post_message(self.Turned(1))

    def on_mouse_scroll_up(self, event: MouseScrollUp) -> None:
        event.stop()
        self.post_message(self.Turned(-1))


def bars(counts: Sequence[int], high: int) -> list[str]:
    """Return counts as bars, `high` lines from above; where there is anything, at least an eighth is seen.

    A few events are no peak: the highest bar stands for `FEW` at least.
    """
    most = max(FEW, *counts, 0)
    steps = [0 if not count else max(1, round(count / most * high * 8)) for count in counts]
    return ["".join(BARS[max(0, min(8, step - 8 * line))] for step in steps) for line in reversed(range(high))]


def ends(span: Span, width: int) -> str:
    """Return first and last moment at the ends of a line, as exact as they differ."""
    first, last = (_told(at, span.until - span.since) for at in (span.since, span.until))
    return f"{first}{last:>{max(0, width - len(first))}}"[:width] if len(first) + len(last) < width else first[:width]


def _told(at: int, length: int) -> str:
    moment = datetime(1970, 1, 1) + timedelta(microseconds=at)
    if length >= 60 * DAY:
        return f"{moment:%Y-%m-%d}"
    return f"{moment:%Y-%m-%d %H:%M}" if length >= DAY // 24 else exact(moment)


def exact(moment: datetime) -> str:
    """Return a moment to the second, and with what it has beyond that."""
    fraction = f".{moment.microsecond:06d}" if moment.microsecond else ""
    return f"{moment:%Y-%m-%d %H:%M:%S}{fraction}"


def brief(moment: datetime) -> str:
    """Return a moment to the second, without its year."""
    return f"{moment:%m-%d %H:%M:%S}"
