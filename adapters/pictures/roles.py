"""What a part of a picture is, and how it looks: in a terminal by Rich's styles, on a page by colours of CSS.

A drawing names roles and never a colour, so one picture serves a terminal of sixteen colours, a theme, a page on white
and one on black. What matters can be told without colour too: the front has marks of its own, and the chosen numbers.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, TypeAlias, get_args

Role: TypeAlias = Literal[
    "blank",  # nothing
    "label",  # words around the picture
    "axis",  # lines and numbers of the axes
    "later",  # points on later fronts, or of no front
    "second",  # points on the front behind the first
    "step",  # the line along what nothing beats
    "front",  # points on front 1
    "under",  # what the cursor's point dominates
    "over",  # what dominates the cursor's point
    "chosen",  # what is answered
    "cursor",  # the point that is looked at
    "looked",  # its line, where points are lines
]
Segment: TypeAlias = tuple[str, Role]
"""A segment as `segments` has it, of these roles alone."""

Line: TypeAlias = tuple[Segment, ...]

ROLES: tuple[Role, ...] = get_args(Role)

STYLES: Mapping[str, str] = {
    "blank": "",
    "label": "",
    "axis": "dim",
    "later": "bright_black",
    "second": "blue",
    "step": "cyan",
    "front": "bold cyan",
    "under": "green",
    "over": "red",
    "chosen": "bold yellow",
    "cursor": "bold reverse",
    "looked": "bold",
}
"""Styles of Rich, and of Textual, from the sixteen colours that a person's own theme may have set."""

LIGHT: Mapping[str, str] = {
    "blank": "#1f2328",
    "label": "#1f2328",
    "axis": "#59636e",
    "later": "#818b98",
    "second": "#0969da",
    "step": "#1b7c83",
    "front": "#116068",
    "under": "#1a7f37",
    "over": "#cf222e",
    "chosen": "#9a3c00",
    "cursor": "#8250df",
    "looked": "#8250df",
}
"""Colours on a page that is white."""

DARK: Mapping[str, str] = {
    "blank": "#f0f6fc",
    "label": "#f0f6fc",
    "axis": "#9198a1",
    "later": "#6e7681",
    "second": "#4493f8",
    "step": "#39c5cf",
    "front": "#76e3ea",
    "under": "#3fb950",
    "over": "#f85149",
    "chosen": "#ffa657",
    "cursor": "#be8fff",
    "looked": "#be8fff",
}
"""Colours on a page that is nearly black."""
