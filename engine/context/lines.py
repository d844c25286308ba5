"""One memory as a line that a model reads well: who it is, what was done and seen, and last why it is here.

The reason goes first where room is short, then the end of the text; the id always stays. What a memory says of itself
is escaped by the fence, field by field; the words around the fields are the caller's own.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

from ..answers.results import Hit
from ..values.model import Memory
from .excerpt import Excerpts
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
    """Writes lines by one template, inside one fence; what is too long becomes an excerpt."""

    template: Template
    fence: Fence
    excerpts: Excerpts

    def line(self, offer: Offer, section: str, most: int | None = None) -> str:
        """Return the line of an offer. most: characters of each of its texts; of a longer one an excerpt."""
        return self.template.filled(self._values(offer, section, most))

    def bare(self, offer: Offer, section: str) -> str:
        """Return the line of an offer that says nothing."""
        return self.line(unreasoned(offer), section, 0)

    def _values(self, offer: Offer, section: str, most: int | None) -> Mapping[str, str]:
        """Return the fields that the template names, as they may stand in a line."""
        return {name: self._value(name, offer, section, most) for name in self.template.names}

    def _value(self, name: str, offer: Offer, section: str, most: int | None) -> str:
        if name in TEXTS:
            return self.fence.block(self._excerpt(TEXTS[name](offer.memory), most))
        if name == "because":
            return f" <{self.fence.name(offer.reason)}>" if offer.reason else ""
        return self.fence.name(section if name == "section" else NAMES[name](offer))

    def _excerpt(self, text: str, most: int | None) -> str:
        return text if most is None else self.excerpts.of(text, most)


def _place(offer: Offer) -> str:
    memory = offer.memory
    step = "" if memory.task is None or memory.step is None else f" step {memory.step}"
    where = f"{memory.task or ''}{step}"
    return ", ".join(part for part in (memory.type, offer.mark, memory.agent, where, _when(memory)) if part)


def _when(memory: Memory) -> str:
    return f"{memory.at:%Y-%m-%d %H:%M}"


NAMES: Mapping[str, Callable[[Offer], str]] = {
    "id": lambda offer: offer.memory.id,
    "type": lambda offer: offer.memory.type,
    "mark": lambda offer: offer.mark,
    "task": lambda offer: offer.memory.task or "",
    "step": lambda offer: "" if offer.memory.step is None else str(offer.memory.step),
    "agent": lambda offer: offer.memory.agent or "",
    "when": lambda offer: _when(offer.memory),
    "place": _place,
    "reason": lambda offer: offer.reason,
    "why": lambda offer: offer.why or offer.reason,
}
"""Fields that are one line."""

TEXTS: Mapping[str, Callable[[Memory], str]] = {
    "text": lambda memory: memory.text,
    "done": lambda memory: memory.action or "",
    "seen": lambda memory: memory.observation or "",
    "said": lambda memory: said(memory),
}
"""Fields that may be long."""


def unreasoned(offer: Offer) -> Offer:
    return replace(offer, reason="", why="")


def said(memory: Memory) -> str:
    """Return what was done and seen as one text; else the memory's text."""
    if memory.action is None or memory.observation is None or not memory.text.endswith(memory.observation):
        return memory.text
    return f"{memory.text[: len(memory.text) - len(memory.observation)].rstrip()} => {memory.observation}"


def reason_of(hit: Hit) -> str:
    """Return in a few words why a recall has a memory: what brought it most, and whether it is near."""
    if hit.expanded_from is not None:
        return f"beside {hit.expanded_from}"
    brought = sorted((arm for arm in ARMS if hit.arms.get(arm, 0.0) > FAINT), key=lambda arm: -hit.arms[arm])
    found = [ARMS[arm] for arm in brought[:1]]
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
