"""Every log with one fault in it: what an importer has to take, one place at a time."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from imported import ODD, changed, paths, without

EACH = 2
"""Odd values that are tried in each place; the next place takes the next ones, so that all come round."""


def faults(log: Any) -> Iterator[Any]:
    """Yield a log without each of its values, and with odd ones in the place of each."""
    for n, path in enumerate(list(paths(log))[1:]):
        yield without(log, path)
        for k in range(EACH):
            yield changed(log, path, ODD[(n * EACH + k) % len(ODD)])
