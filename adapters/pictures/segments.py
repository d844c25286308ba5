"""What a picture in text is made of: lines of segments, each a text and the name of its role.

A role says what something is, as `box` or `path`, and never how it looks: the terminal, the app and the SVG each have
their own colours for it. The texts of a line, joined, are the line; the empty role is for what lies between.
"""

from __future__ import annotations

from typing import TypeAlias

Segment: TypeAlias = tuple[str, str]
"""(text, role)."""

Line: TypeAlias = tuple[Segment, ...]
