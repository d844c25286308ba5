"""A value as a person types it where a parameter is asked for: on the command line, in the shell, in a form."""

from __future__ import annotations

import json
from typing import Any


def typed(value: str) -> Any:
    """Return a parameter's value: JSON (a number, true, a list, a quoted text) as what it is, anything else as a text.

    A text that looks like a number is quoted: `"007"`. A suffix for the type (`k:int=7`) was refused: JSON has a way to
    say it already.
    """
    try:
        return json.loads(value, parse_constant=_no_json)
    except (ValueError, RecursionError):
        return value


def _no_json(name: str) -> Any:
    """Refuse NaN and Infinity, which Python reads and JSON has not: such a word is a text."""
    raise ValueError(name)
