"""Our four themes, beside Textual's own: dark, light, high contrast, and one without any colour.

NO_COLOR (no-color.org) means the last, whatever was chosen: then only bold, reverse and shapes tell things apart.
"""

from __future__ import annotations

import os
from collections.abc import Collection

from textual.theme import Theme

from ...dsl.diagnosis.suggest import nearest
from ...errors import ClewError
from ..kept import keep, recall

NAME = "theme"
DEFAULT, PLAIN = "clew-dark", "clew-plain"

THEMES = (
    Theme(
        name=DEFAULT,
        primary="#7aa2c9",
        secondary="#8f8bc4",
        accent="#e0a458",
        warning="#e0a458",
        error="#d9746c",
        success="#8fb573",
        foreground="#d8dbe0",
        background="#14171c",
        surface="#1a1e25",
        panel="#222832",
        variables={
            "foreground-muted": "#a3a9b2",
            "block-cursor-background": "#35506b",
            "block-cursor-foreground": "#ffffff",
        },
    ),
    Theme(
        name="clew-light",
        primary="#2f6690",
        secondary="#5f5aa2",
        accent="#985007",
        warning="#985007",
        error="#a8322a",
        success="#40702a",
        foreground="#20242a",
        background="#faf9f6",
        surface="#f3f1ec",
        panel="#e7e4dc",
        dark=False,
        variables={
            "foreground-muted": "#565c64",
            "block-cursor-background": "#b4cde2",
            "block-cursor-foreground": "#10151a",
        },
    ),
    Theme(
        name="clew-contrast",
        primary="#5cc8ff",
        secondary="#c9a6ff",
        accent="#ffd60a",
        warning="#ffd60a",
        error="#ff8a80",
        success="#7dff8a",
        foreground="#ffffff",
        background="#000000",
        surface="#000000",
        panel="#1a1a1a",
        text_alpha=1.0,
        variables={
            "text-muted": "#e0e0e0",
            "text-disabled": "#c0c0c0",
            "foreground-muted": "#e0e0e0",
            "block-cursor-background": "#ffd60a",
            "block-cursor-foreground": "#000000",
            "block-cursor-text-style": "bold",
            "border-blurred": "#8a8a8a",
        },
    ),
    Theme(
        name=PLAIN,
        primary="#ffffff",
        foreground="#ffffff",
        background="#000000",
        variables={
            "block-cursor-text-style": "reverse",
            "block-cursor-blurred-text-style": "underline",
            "input-cursor-text-style": "reverse",
            "button-focus-text-style": "reverse",
        },
    ),
)


def chosen_theme(wanted: str | None, known: Collection[str]) -> str:
    """Return the theme to begin with: the one that is wanted, else the one of last time. NO_COLOR wins over both.

    Raises ClewError for a theme that is not known.
    """
    if wanted is not None and wanted not in known:
        near = nearest(wanted, known)
        hint = f"`{near}` is similar." if near else f"There are: {', '.join(sorted(known))}."
        raise ClewError(f"There is no theme `{wanted}`.", hint=hint, theme=wanted)
    if os.environ.get("NO_COLOR"):
        return PLAIN
    kept = recall(NAME)
    return wanted or (kept if isinstance(kept, str) and kept in known else DEFAULT)


def remember_theme(name: str) -> None:
    """Begin with this theme the next time."""
    keep(NAME, name)
