"""How many memories, in words: one is no plural, and what counts them says so everywhere in the same way."""

from __future__ import annotations


def memories(count: int) -> str:
    """Return `1 memory`, `2,000 memories`."""
    return "1 memory" if count == 1 else f"{count:,} memories"


def wait_for_vectors(count: int) -> str:
    """Return the sentence on memories that were found without their vectors. count: above 0."""
    how = "waits for its vector; words and graph found it." if count == 1 else None
    return f"{memories(count)} {how or 'wait for their vectors; words and graph found them.'}"
