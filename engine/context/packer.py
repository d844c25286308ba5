"""Lines into rooms: four sections within one budget, each memory once, and never a token too many.

A line is counted by itself, for the room that it takes, and the whole text once it is put together, for a counter need
not add up (`"a" + "b"` may be one token, or five). Where the whole is above the budget after all, the line that came in
last goes, until it is not: whatever counts, the bound holds.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from ...errors import MemoryInvalid
from ..answers.results import Context
from ..embedding.tokens import TokenCounter
from .fence import Fence
from .lines import Offer, Writer, said, unreasoned
from .shares import SECTIONS, Section, Shares
from .templates import Template

MOST_OF_ONE = 0.5
"""Of the room of a section, the most that one memory may take; a longer one is cut and says so."""

LEAST_WHOLE = 100
"""Tokens that one memory may take of however small a room."""

LEAST_SAID = 15
"""Tokens of its text below which a cut memory says nothing, and is left out."""

WIDEST_TOKEN = 100
"""Characters of a token that are thought possible: a text that is longer than its room by more is not counted whole."""

SHRINKING = (0.95, 0.85, 0.7, 0.5, 0.3)
"""Of the characters that should fit, what is tried: tokens are not spread evenly over a text."""

Offers = Mapping[Section, Sequence[Offer]]


@dataclass(frozen=True, slots=True)
class Style:
    """How it is to look."""

    line: Template
    frame: Template


def pack(offers: Offers, *, budget: int, shares: Shares, style: Style, count: TokenCounter) -> Context:
    """Return the packed text, its exact tokens (at most `budget`), and what is in it.

    offers: by section, in the order in which they claim room. Read they are in the order of SECTIONS, what is in the
    selection by claim, all else by time. A budget that has no room for anything gives an empty text.
    """
    counter = Counter(count)
    fence = Fence(
        style.frame, [text for section in SECTIONS for offer in offers.get(section, ()) for text in _told(offer)]
    )
    packing = _Packing(Writer(style.line, fence), counter, offers, budget - counter.of(fence.around([])) - 1)
    packing.fill(shares)
    return _fitting(packing, fence, budget)


class Counter:
    """A counter that is asked once for each text, and held to whole numbers. Raises MemoryInvalid."""

    def __init__(self, count: TokenCounter) -> None:
        self._count = count
        self._known: dict[str, int] = {}

    def of(self, text: str) -> int:
        if text not in self._known:
            self._known[text] = _whole(self._count(text))
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
        own = {section: int(whole * shares[section]) for section in SECTIONS}
        kept = own["summary"] if self.offers.get("summary") else 0
        order: Sequence[tuple[Section, Callable[[], int]]] = (
            ("pinned", lambda: max(own["pinned"], min(whole, LEAST_WHOLE))),
            ("recent", lambda: own["recent"]),
            ("selection", lambda: self.left - kept),
            ("summary", lambda: self.left),
            ("selection", lambda: self.left),
            ("recent", lambda: self.left),
            ("pinned", lambda: self.left),
        )
        for section, room in order:
            if shares[section] > 0.0:
                self._take(section, room())

    def _take(self, section: Section, room: int) -> None:
        """Take what fits into `room` tokens, in order. One that does not fit lets later ones try."""
        most, left = max(LEAST_WHOLE, int(room * MOST_OF_ONE)), min(room, self.left)
        for rank, offer in enumerate(self.offers.get(section, ())):
            if left <= 0:
                return
            text = None if offer.memory.id in self.known else self._line(offer, section, min(most, left))
            if text is not None:
                cost = self.counter.of(text) + 1
                self.entries.append(_Entry(offer, section, rank, text))
                self.known.add(offer.memory.id)
                self.left, left = self.left - cost, left - cost

    def _line(self, offer: Offer, section: Section, room: int) -> str | None:
        """Return a line of fewer than `room` tokens: whole, else without its reason, else cut; None if too little."""
        room = room if offer.most is None else min(room, offer.most)
        plain = unreasoned(offer)
        if len(_longest(offer)) <= room * WIDEST_TOKEN:
            for text in (self.writer.line(offer, section), self.writer.line(plain, section)):
                if self.counter.of(text) < room:
                    return text
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
    return Context("", 0, (), offered)


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


def _whole(tokens: object) -> int:
    """Return what a caller's counter gave."""
    if isinstance(tokens, bool) or not isinstance(tokens, int) or tokens < 0:
        raise MemoryInvalid(
            f"`tokens` counted {tokens!r:.40}, and not a whole number from 0.", hint="As in `len(encode(text))`."
        )
    return tokens
