"""One memory as a line that a model reads well: who it is, what was done and seen, and last why it is here.

The reason goes first where room is short, then the end of the text; the id always stays. What a memory says of itself
is escaped by the fence, field by field; the words around the fields are the caller's own.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from ..answers.results import Hit
from ..values.model import Memory
from .fence import Fence
from .templates import Template, template

LINE = "- {id} ({place}): {said}{because}"

LINE_FIELDS = {
    "id": "its id",
    "type": "its first type",
    "task": "its task",
    "step": "its step in the task",
    "agent": "who did or said it",
    "when": "when it happened, to the minute, UTC",
    "mark": "that it was superseded, and by what; nothing where it holds",
    "place": "type, mark, agent, task and step, when: those that it has",
    "text": "its text",
    "done": "its action",
    "seen": "its observation",
    "said": "what was done and what was seen, with an arrow between; else the text",
    "section": "pinned, summary, selection or recent",
    "reason": "why it is here, in a few words",
    "why": "why it is here, as the recall says it",
    "because": "the reason between angle brackets behind a blank; nothing where there is none",
}

CUT = " […]"
"""Ends a text that goes on."""


@dataclass(frozen=True, slots=True)
class Offer:
    """A memory that may come into a context.

    reason: why it is here, in a few words. why: all that the recall says of that. mark: what has to be known of it, and
    is never dropped. most: tokens that its line may take.
    """

    memory: Memory
    reason: str = ""
    why: str = ""
    mark: str = ""
    most: int | None = None


def line_of(text: object) -> Template:
    """Return a caller's line. Raises MemoryInvalid."""
    return template("line", text, LINE_FIELDS)


@dataclass(frozen=True, slots=True)
class Writer:
    """Writes lines by one template, inside one fence."""

    template: Template
    fence: Fence

    def line(self, offer: Offer, section: str, most: int | None = None) -> str:
        """Return the line of an offer. most: characters of each of its texts; what is longer is cut, and says so."""
        return self.template.filled(self._values(offer, section, most))

    def bare(self, offer: Offer, section: str) -> str:
        """Return the line of an offer that says nothing."""
        return self.line(unreasoned(offer), section, 0)

    def _values(self, offer: Offer, section: str, most: int | None) -> Mapping[str, str]:
        memory, name = offer.memory, self.fence.name
        step = "" if memory.step is None else str(memory.step)
        when = f"{memory.at:%Y-%m-%d %H:%M}"
        task = memory.task or ""
        place = f"{task} step {step}" if task and step else task
        reason = name(offer.reason)
        texts = {"text": memory.text, "done": memory.action, "seen": memory.observation, "said": said(memory)}
        return {
            "id": name(memory.id),
            "type": name(memory.type),
            "task": name(task),
            "step": step,
            "agent": name(memory.agent or ""),
            "when": when,
            "mark": name(offer.mark),
            "place": name(", ".join(part for part in (memory.type, offer.mark, memory.agent, place, when) if part)),
            "section": section,
            "reason": reason,
            "why": name(offer.why or offer.reason),
            "because": f" <{reason}>" if reason else "",
            **{field: self.fence.block(_cut(text or "", most)) for field, text in texts.items()},
        }


def unreasoned(offer: Offer) -> Offer:
    return replace(offer, reason="", why="")


def said(memory: Memory) -> str:
    """Return what was done and seen as one text; else the memory's text."""
    if memory.action is None or memory.observation is None or not memory.text.endswith(memory.observation):
        return memory.text
    return f"{memory.text[: len(memory.text) - len(memory.observation)].rstrip()} => {memory.observation}"


def reason_of(hit: Hit) -> str:
    """Return in a few words why a recall has a memory: what brought it, the strongest first."""
    if hit.expanded_from is not None:
        return f"beside {hit.expanded_from}"
    brought = sorted((arm for arm in ARMS if hit.arms.get(arm, 0.0) > FAINT), key=lambda arm: -hit.arms[arm])
    found = [ARMS[arm] for arm in brought[:2]]
    return ", ".join([*found, *(["near the work at hand"] if hit.scores.get("coherence", 0.0) >= CLOSE else [])])


ARMS = {
    "words": "same words",
    "vector": "same sense",
    "intent": "same intent",
    "entity": "same things",
    "spread": "beside a hit",
}
"""What each arm is called to somebody who knows no arms."""

FAINT = 0.3
"""Of an arm's score, what is not worth a word."""

CLOSE = 0.4
"""Coherence from which a memory is called near: a step and a half from what is at hand."""


def _cut(text: str, most: int | None) -> str:
    return text if most is None or len(text) <= most else text[:most].rstrip() + CUT
