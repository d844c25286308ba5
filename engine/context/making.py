"""A context from beginning to end: what was wanted is checked, then gathered, then packed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from ..answers.results import Context
from ..embedding.tokens import TokenCounter
from ..values import checks
from .fence import FRAME, frame_of
from .gathering import Fields, Source, gather
from .lines import LINE, line_of
from .packer import Style, pack
from .shares import shares_of

LARGEST = 2**63 - 1


@dataclass(frozen=True, slots=True)
class Wanted:
    """How a context is wanted. budget: tokens at most. shares, line, frame: None for our own."""

    budget: int
    shares: Mapping[str, float] | None = None
    line: str | None = None
    frame: str | None = None


def make_context(source: Source, need: str, fields: Fields, wanted: Wanted, count: TokenCounter) -> Context:
    """Return what helps with a need, packed. fields: the clauses of the recall.

    Raises MemoryInvalid for a budget, a share or a template that cannot be meant, and what a recall raises.
    """
    budget = checks.whole("budget", wanted.budget, LARGEST)
    shares = shares_of(wanted.shares)
    style = Style(
        line_of(LINE if wanted.line is None else wanted.line), frame_of(FRAME if wanted.frame is None else wanted.frame)
    )
    offers = gather(source, need, fields, shares)
    return pack(offers, need=need, budget=budget, shares=shares, style=style, count=count)
