"""`Limits`: what one caller may ask of the machine, each bound with its name, its unit, and the reason for its default.

    clew.open(path, limits=Limits(rows=100_000))        for a handle
    engine.query(text, seconds=5)                        for one call

A bound that is met is a LimitError that says which, how far, and how it is raised. Those that hold in a thread are
ambient, as `cancel` is and for the same reason: a string is joined a dozen calls below whoever allowed its length.

Bounds that nobody can raise stand where they hold (a tree deeper than the passes can walk ends the interpreter,
whatever a caller allows); docs/limits.md lists both kinds, and a test holds it to the code.
"""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field, fields
from typing import Any

from ...dsl.parsing.bounds import DEFAULT as TEXT
from ...dsl.parsing.bounds import TextLimits
from ...errors import LimitError, MemoryTooLarge


def _bound(default: Any, unit: str, why: str) -> Any:
    return field(default=default, metadata={"unit": unit, "why": why})


@dataclass(frozen=True, slots=True)
class Limits:
    """The most that is allowed of each, at least 1. `describe` gives units and reasons; docs/limits.md has them all."""

    # What is kept.
    memory_chars: int = _bound(4_000_000, "characters", "a text is indexed in one step that nothing stops: 0.4 s")
    name_chars: int = _bound(4_096, "characters", "as long as the longest path; what is longer is a text")
    names: int = _bound(10_000, "items", "tags, entities, causes, ids in one list: an edge each, in one event")
    meta_chars: int = _bound(1_000_000, "characters of JSON", "user fields are read whole when one is asked for")
    transaction_memories: int = _bound(50_000, "memories", "they take 3 s to write, and other writers wait for 5 s")
    # What is read.
    query_chars: int = _bound(TEXT.chars, "characters", "a long need in quotes has room")
    query_tokens: int = _bound(TEXT.tokens, "words and signs", "at 10 us each they are read in a quarter of a second")
    query_items: int = _bound(TEXT.items, "items of one literal list or map", "more is data, and goes as a parameter")
    # What a query makes.
    seconds: float = _bound(60.0, "seconds", "what takes longer is a mistake more often than a question")
    rows: int = _bound(2_000_000, "rows between two stages", "300 MB of narrow rows; all pairs of 1,400")
    table_bytes: int = _bound(1 << 29, "bytes of a stage's rows", "two stages' are there at a time")
    made_bytes: int = _bound(1 << 30, "bytes of lists and texts", "what expressions make and read in all, kept or not")
    list_items: int = _bound(2_000_000, "items of one list", "80 MB of integers, and as many as there may be rows")
    string_chars: int = _bound(16_000_000, "characters of one string", "four times the longest memory")
    pattern_chars: int = _bound(1_000, "characters of a pattern", "RE2 takes time with text times pattern")
    front_rows: int = _bound(200_000, "rows of a front of 4 objectives", "time grows with the square: half a minute")

    def __post_init__(self) -> None:
        for bound in fields(self):
            value: object = getattr(self, bound.name)
            whole = isinstance(value, int) or (bound.name == "seconds" and isinstance(value, float))
            if isinstance(value, bool) or not whole or not value > 0:  # pyright: ignore
                raise ValueError(f"`{bound.name}` is a number of {bound.metadata['unit']} above 0, not {value!r}.")

    def of_text(self) -> TextLimits:
        """Return the bounds of a query's text, as the language takes them."""
        return TextLimits(self.query_chars, self.query_tokens, self.query_items)


def describe(name: str) -> tuple[Any, str, str]:
    """Return (default, unit, reason) of a bound."""
    bound = next(bound for bound in fields(Limits) if bound.name == name)
    return bound.default, bound.metadata["unit"], bound.metadata["why"]


DEFAULTS = Limits()

_current: ContextVar[Limits] = ContextVar("clew.limits", default=DEFAULTS)


def current() -> Limits:
    """Return the limits that hold in this thread."""
    return _current.get()


@contextmanager
def limited(limits: Limits | None) -> Generator[None]:
    """Let these limits hold in the block; None for those that hold already."""
    token = _current.set(_current.get() if limits is None else limits)
    try:
        yield
    finally:
        _current.reset(token)


def hold(name: str, found: int, what: str, hint: str = "", code: str | None = None) -> None:
    """Raise LimitError where `found` is more than the bound `name`; `what` begins the sentence that says so."""
    bound = getattr(_current.get(), name)
    if found > bound:
        raise LimitError(**_said(name, bound, found, what, hint), code=code or f"limit.{name}")


def hold_memory(name: str, found: int, field: str, hint: str) -> None:
    """Raise MemoryTooLarge where a field of a memory is larger than the bound `name`."""
    bound = getattr(_current.get(), name)
    if found > bound:
        unit = describe(name)[1]
        said = _said(name, bound, found, f"`{field}` has {found:,} {unit}", hint)
        raise MemoryTooLarge(**said, field=field)


def _said(name: str, bound: int, found: int, what: str, hint: str) -> dict[str, Any]:
    way = f"`limits=Limits({name}=...)` raises this bound, for a handle or for one call; so does `--limit {name}=...`."
    hint = f"{hint} {way}".strip()
    return {"message": f"{what}; {bound:,} is the most.", "hint": hint, "limit": name, "bound": bound, "found": found}
