"""The grammar of the Clew language, as data.

One file for each room of the language. They are joined into one text, in this order, rather than imported into each
other: expressions hold patterns and patterns hold expressions, and `%import` would give every rule a second name.
"""

from __future__ import annotations

from importlib import resources

ROOMS = ("statements", "recall", "lineage", "explanations", "writing", "patterns", "expressions", "terminals")


def source() -> str:
    """Return the whole grammar, in Lark's notation."""
    here = resources.files(__name__)
    return "\n".join(here.joinpath(f"{room}.lark").read_text(encoding="utf-8") for room in ROOMS)
