"""What a selection of memories comes to: what is known, what was decided and why, what failed, what is open.

Every insight names the memories that say so. `text` is for a prompt, fenced as a context is; `str` is for a person.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass
from typing import Any, Literal, TypeAlias

from ..answers.display import one_line, visible
from .fence import FRAME, Fence, frame_of

Topic: TypeAlias = Literal["known", "decided", "failed", "open"]
Shown: TypeAlias = Callable[[str], str]

TITLES: Mapping[Topic, str] = {"known": "Known", "decided": "Decided", "failed": "Failed", "open": "Open"}

WIDTH = 400
"""Characters of an insight that a person is shown."""


@dataclass(frozen=True, slots=True)
class Insight:
    """text: a memory's own words, or what a model made of several. ids: the memories that say so, one at least.
    because: the memories that it came from. note: what else is known of it, in our own words.
    """

    text: str
    ids: tuple[str, ...]
    because: tuple[str, ...] = ()
    note: str = ""


@dataclass(frozen=True, slots=True)
class Insights:
    """What a selection comes to, each list in the order of the selection.

    by: who read it. notes: sentences that a person should see, as that a model was asked and failed.
    """

    known: tuple[Insight, ...] = ()
    decided: tuple[Insight, ...] = ()
    failed: tuple[Insight, ...] = ()
    open: tuple[Insight, ...] = ()
    by: Literal["rules", "model"] = "rules"
    notes: tuple[str, ...] = ()

    @property
    def ids(self) -> tuple[str, ...]:
        """Every memory that an insight rests on, once."""
        return tuple(dict.fromkeys(id_ for _, insight in self for id_ in (*insight.ids, *insight.because)))

    def __iter__(self) -> Iterator[tuple[Topic, Insight]]:
        return ((topic, insight) for topic in TITLES for insight in self.of(topic))

    @classmethod
    def told(
        cls, found: Mapping[Topic, Iterable[Insight]], by: Literal["rules", "model"], notes: Iterable[str] = ()
    ) -> Insights:
        """Return insights from lists by topic."""
        known, decided, failed, open_ = (tuple(found[topic]) for topic in TITLES)
        return cls(known, decided, failed, open_, by, tuple(notes))

    def of(self, topic: Topic) -> tuple[Insight, ...]:
        return getattr(self, topic)

    def to_dict(self) -> dict[str, Any]:
        """Return all of it as plain data."""
        found: dict[str, Any] = {topic: [_plain(insight) for insight in self.of(topic)] for topic in TITLES}
        return {**found, "ids": list(self.ids), "by": self.by, "notes": list(self.notes)}

    @property
    def text(self) -> str:
        """It as data in a prompt, between fences; nothing where there is nothing."""
        told = [text for _, each in self for text in (each.text, each.note, *each.ids, *each.because)]
        fence = Fence(frame_of(FRAME), told)
        return fence.around(_lines(self, fence.block, fence.name)) if told else ""

    def __str__(self) -> str:
        lines = _lines(self, lambda text: one_line(text, WIDTH), visible)
        return "\n".join(lines) or "Nothing that is known, decided, failed or open."


def _plain(insight: Insight) -> dict[str, Any]:
    found = asdict(insight)
    return {**found, "ids": list(insight.ids), "because": list(insight.because)}


def _lines(insights: Insights, block: Shown, name: Shown) -> Iterator[str]:
    for topic, title in TITLES.items():
        if found := insights.of(topic):
            yield f"{title}:"
            yield from (_line(insight, block, name) for insight in found)


def _line(insight: Insight, block: Shown, name: Shown) -> str:
    because = f"; because of {', '.join(map(name, insight.because))}" if insight.because else ""
    note = f"; {name(insight.note)}" if insight.note else ""
    return f"- {block(insight.text)} ({', '.join(map(name, insight.ids))}{because}{note})"
