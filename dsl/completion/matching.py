"""Which items fit what is typed, and in which order."""

from __future__ import annotations

from collections.abc import Iterable

from .items import Completion

_QUOTES = "'\"`$"


def fitting(items: Iterable[Completion], typed: str) -> tuple[Completion, ...]:
    """Return the items that what is typed may become, the likeliest first, each text once.

    Those that begin with it come first, then those of which a later word does, then those that hold its letters in
    order, as `imp` is in `is_important`, and memories that say it. Equally good ones stay in their order.
    """
    wanted = typed.strip(_QUOTES).casefold()
    ranked = ((_rank_of(item, wanted), item) for item in items)
    kept = sorted(((rank, item) for rank, item in ranked if rank is not None), key=lambda pair: pair[0])
    return tuple({(item.text, item.kind): item for _, item in reversed(kept)}.values())[::-1]


def _rank_of(item: Completion, wanted: str) -> int | None:
    """Return how well an item fits. A memory fits in any case: it was found by what it says, where not by its id."""
    rank = _rank(item.label.casefold(), wanted)
    return 2 if rank is None and item.kind == "memory" else rank


def _rank(label: str, wanted: str) -> int | None:
    if label.startswith(wanted):
        return 0
    if any(word.startswith(wanted) for word in label.replace("_", " ").split()):
        return 1
    letters = iter(label)
    return 2 if len(wanted) > 1 and all(letter in letters for letter in wanted) else None
