"""Texts that a widget must survive: markup, escapes, marks that turn a line around, wide and invisible characters.

`texts()` are 500, the same in every run. None of them may be read as markup, act on the terminal, or end the app.
"""

from __future__ import annotations

import random

SEEDS = (
    "[/]",
    "[red]",
    "[bold red on blue]x[/bold red on blue]",
    "[@click=app.quit]quit[/]",
    "[link=file:///etc/passwd]x[/link]",
    "\\[",
    "\\",
    "[",
    "]",
    "[[",
    "$primary",
    "[$primary]x",
    ":smiley:",
    "{x}",
    "%s",
    "\x1b[2J\x1b[H",
    "\x1b]0;title\x07",
    "\x1b]52;c;AAAA\x07",
    "\x9b31m",
    "\x00",
    "\x07\x08\x0b\x0c\x7f",
    "\r",
    "a\rb",
    "\r\n",
    "\n\n\n",
    "\t",
    "\u202etxt.exe",
    "\u2066a\u2069",
    "\u200b",
    "\u200d",
    "\ufeff",
    "\u2028",
    "\ud800",
    "\udfff\ud800",
    "\U000e0041",
    "記憶は全角",
    "👩‍👩‍👧‍👦",
    "e\u0301\u0301\u0301\u0301",
    "\u0e33",
    "﷽",
    "ا" * 50,
    "x" * 500,
    " ",
    "",
    "-",
    "0",
    "null",
    "'; DROP",
    "`",
    '"',
    "<b>x</b>",
    "|",
    "│",
)


def texts(count: int = 500, seed: int = 7) -> list[str]:
    """Return so many of them: each alone, then mixtures of up to six."""
    dice = random.Random(seed)
    mixed = ("".join(dice.choices(SEEDS, k=dice.randint(2, 6))) for _ in range(count))
    return [*SEEDS, *mixed][:count]
