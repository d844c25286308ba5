"""Lines into rooms: four sections within one budget, each memory once, and never a token too many.

A line is counted by itself, for the room that it takes, and the whole text once it is put together, for a counter need
not add up (`"a" + "b"` may be one token, or five). Where the whole is above the budget after all, the line that came in
last goes, until it is not: whatever counts, the bound holds.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from ..answers.results import Context
from ..embedding.tokens import TokenCounter, counted
from .excerpt import Excerpts
from .fence import Fence
from .lines import Offer, Writer, said, unreasoned
from .shares import SECTIONS, Section, Shares
from .templates import Template

MOST_OF_ONE = 0.7
LEAST_OF_ONE = 250
"""Of the room of a section, the most that an excerpt of one memory may take, and tokens that it may take of however
small a room; a memory that fits whole may take all of it.

Measured on provenance, 100 needs each scoped and open, the literal in the text at 300 / 500 / 1000 tokens: an excerpt
of half the room at most, or 100 tokens, 31 / 65 / 95 and 29 / 61 / 85; of 0.7, or 250 tokens, 58 / 68 / 95 and
56 / 62 / 85; of all of it 61 / 65 / 95 and 58 / 64 / 85. LoCoMo's turns are short, and the same.
"""

LEAST_SAID = 15
"""Tokens of its text below which a cut memory says nothing, and is left out."""

WIDEST_TOKEN = 100
"""Characters of a token that are thought possible: a text that is longer than its room by more is not counted whole."""

SHRINKING = (0.95, 0.85, 0.7, 0.5, 0.3)
"""Of the characters that should fit, what is tried: tokens are not spread evenly over a text."""

CLAIMS: tuple[Section, ...] = ("pinned", "selection", "recent", "summary")
"""In the order in which sections take their room. The selection comes before the newest steps: what is in both stands
there whole, and would be an excerpt here.
"""

Offers = Mapping[Section, Sequence[Offer]]


@dataclass(frozen=True, slots=True)
class Style:
    """How it is to look."""

    line: Template
    frame: Template


def pack(offers: Offers, *, need: str = "", budget: int, shares: Shares, style: Style, count: TokenCounter) -> Context:
    """Return the packed text, its exact tokens (at most `budget`), and what is in it.

    offers: by section, in the order in which they claim room. need: what excerpts are to speak of. Read they are in the
    order of SECTIONS, what is in the selection by claim, all else by time. A budget that has no room for
    anything gives an empty text.
    """
    counter = Counter(count)
    fence = Fence(
        style.frame, [text for section in SECTIONS for offer in offers.get(section, ()) for text in _told(offer)]
    )
    packing = _Packing(
        Writer(style.line, fence, Excerpts(need)), counter, offers, budget - counter.of(fence.around([])) - 1
    )
    packing.fill(shares)
    return _fitting(packing, fence, budget)


class Counter:
    """A counter that is asked once for each text, and held to whole numbers. Raises MemoryInvalid."""

    def __init__(self, count: TokenCounter) -> None:
        self._count = count
        self._known: dict[str, int] = {}

    def of(self, text: str) -> int:
        if text not in self._known:
            self._known[text] = counted(text, self._count)
        return self._known[text]


@dataclass(frozen=True, slots=True)
class _Entry:
    offer: Offer
    section: Section
    rank: int
    text: str


@dataclass(slots=True)
class _Packing:
    """A context in the making. left: tokens that no line has taken. entries: in the order in which they came in."""

    writer: Writer
    counter: Counter
    offers: Offers
    left: int
    entries: list[_Entry] = field(default_factory=list[_Entry])
    known: set[str] = field(default_factory=set[str])

    def fill(self, shares: Shares) -> None:
        """Give each section its room, in the order that `shares` tells."""
        whole = max(0, self.left)
        kept = {section: int(whole * shares[section]) for section in SECTIONS if self.offers.get(section)}
        for section in (*CLAIMS, *CLAIMS):
            kept.pop(section, None)  # it has its turn now, and what it leaves is for those that follow
            if shares[section] > 0.0:
                self._take(section, self.left - sum(kept.values()))

    def _take(self, section: Section, room: int) -> None:
        """Take what fits into `room` tokens, in order. One that does not fit lets later ones try."""
        most, left = max(LEAST_OF_ONE, int(room * MOST_OF_ONE)), min(room, self.left)
        for rank, offer in enumerate(self.offers.get(section, ())):
            if left <= 0:
                return
            text = None if offer.memory.id in self.known else self._line(offer, section, left, most)
            if text is not None:
                cost = self.counter.of(text) + 1
                self.entries.append(_Entry(offer, section, rank, text))
                self.known.add(offer.memory.id)
                self.left, left = self.left - cost, left - cost

    def _line(self, offer: Offer, section: Section, room: int, most: int) -> str | None:
        """Return a line of fewer than `room` tokens: whole, else without its reason, else an excerpt of fewer than
        `most` tokens too; None if that says too little.
        """
        room = room if offer.most is None else min(room, offer.most)
        plain = unreasoned(offer)
        if len(_longest(offer)) <= room * WIDEST_TOKEN:
            for text in (self.writer.line(offer, section), self.writer.line(plain, section)):
                if self.counter.of(text) < room:
                    return text
        room = min(room, most)
        left = room - self.counter.of(self.writer.bare(offer, section)) - 1
        return self._cut(plain, section, room, left) if left >= LEAST_SAID else None

    def _cut(self, offer: Offer, section: Section, room: int, left: int) -> str | None:
        head = _longest(offer)[: room * WIDEST_TOKEN]
        fitting = len(head) * left / max(1, self.counter.of(head))
        for share in SHRINKING:
            text = self.writer.line(offer, section, int(fitting * share))
            if self.counter.of(text) < room:
                return text
        return None


def _fitting(packing: _Packing, fence: Fence, budget: int) -> Context:
    """Return what was packed, less the lines that the whole has no room for."""
    offered = len({offer.memory.id for section in SECTIONS for offer in packing.offers.get(section, ())})
    entries = packing.entries
    while entries:
        ordered = [entry for section in SECTIONS for entry in _read(section, entries)]
        text = fence.around(entry.text for entry in ordered)
        tokens = packing.counter.of(text)
        if tokens <= budget:
            ids = tuple(entry.offer.memory.id for entry in ordered)
            return Context(text, tokens, ids, offered - len(ids), _sections(ordered))
        entries = entries[:-1]
    return Context("", 0, (), offered, _sections(()))


def _read(section: Section, entries: Iterable[_Entry]) -> list[_Entry]:
    """Return the entries of a section as they are read: the selection by rank, all else by time."""
    mine = [entry for entry in entries if entry.section == section]
    if section == "selection":
        return sorted(mine, key=lambda entry: entry.rank)
    return sorted(mine, key=lambda entry: (entry.offer.memory.at, entry.offer.memory.row))


def _sections(entries: Iterable[_Entry]) -> Mapping[str, tuple[str, ...]]:
    found: dict[str, tuple[str, ...]] = dict.fromkeys(SECTIONS, ())
    for entry in entries:
        found[entry.section] += (entry.offer.memory.id,)
    return found


def _longest(offer: Offer) -> str:
    """Return the longest text that a line may have to hold."""
    return max(said(offer.memory), offer.memory.text, key=len)


def _told(offer: Offer) -> tuple[str, ...]:
    """Return everything stored that a line may tell."""
    memory = offer.memory
    names = (memory.id, *memory.types, memory.task or "", memory.agent or "", offer.reason, offer.why, offer.mark)
    return (memory.text, memory.action or "", memory.observation or "", *names)
