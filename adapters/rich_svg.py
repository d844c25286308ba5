"""SVG as Rich and Textual export it, fit to be kept: a reader's machine fetches nothing, and shows its own font."""

from __future__ import annotations

import re

_FETCHED = re.compile(r"\s*(@font-face \{.*?\}|<!--.*?-->)", re.DOTALL)


def without_web_fonts(svg: str) -> str:
    """Return the SVG without the fonts that it would fetch, and without its maker's comment: both name hosts."""
    return _FETCHED.sub("", svg)
