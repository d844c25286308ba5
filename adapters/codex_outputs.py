"""What a command of Codex printed, out of the envelope that says how it ended. Pure.

    {"output": "...", "metadata": {"exit_code": 0, "duration_seconds": 0.1}}     at first: JSON as text
    Exit code: 0 / Wall time: 0.1 seconds / Output: / ...                        later: lines before it

What an exit code says is believed: a search that finds `error:` in a file did not fail.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from .calls import as_text
from .content_blocks import Result
from .messages import SCALES, Message

EXIT = re.compile(r"^(?:Exit code: |Process exited with code )(-?\d{1,9})$", re.MULTILINE)
"""How newer outputs say how a command ended, before what it printed."""

HEAD = 400
"""Characters in which they say so."""


def dressed(message: Message, at: int | None, about: Mapping[str, Any]) -> Message:
    """Return a message with its time, its surroundings, and its results unpacked."""
    unpacked = [_unpacked(result) for result in message.results]
    outcome = {key: value for _, told in unpacked for key, value in told.items()}
    results = tuple(result for result, _ in unpacked)
    return replace(message, at=at if message.at is None else message.at, results=results, meta={**about, **outcome})


def _unpacked(result: Result) -> tuple[Result, dict[str, Any]]:
    """Return a result with its words alone, and what its envelope says of how the command ended."""
    said, told = result.said, _envelope(result.said)
    if told is not None:
        said, metadata = as_text(told["output"]), told["metadata"] if isinstance(told["metadata"], dict) else {}
        code, seconds = metadata.get("exit_code"), metadata.get("duration_seconds")
    else:
        found = EXIT.search(said[:HEAD])
        code, seconds = None if found is None else int(found[1]), None
    outcome = {"exit_code": code} if _is_number(code) else {}
    failed = code != 0 if outcome else result.failed
    return Result(result.answers, said, failed), outcome | ({"seconds": seconds} if _is_number(seconds) else {})


def _envelope(said: str) -> dict[str, Any] | None:
    """Return the envelope that older outputs stand in, None where there is none."""
    if not said.startswith('{"'):
        return None
    try:
        told = json.loads(said)
    except (ValueError, RecursionError):
        return None
    return told if isinstance(told, dict) and {"output", "metadata"} <= set(told) else None


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and abs(value) < SCALES[-1][0]
