"""What a projection asks of the journal it follows."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from ..values.model import Event


class Embedded(Protocol):
    """Vectors and their memories. number: where a later reading goes on from. matrix: (n, d) float32, unit norm."""

    @property
    def number(self) -> int: ...
    @property
    def rows(self) -> NDArray[np.int64]: ...
    @property
    def matrix(self) -> NDArray[np.float32]: ...


class Source(Protocol):
    """A journal: events in order, and the vectors of the memories that they brought."""

    path: Path
    """The folder of the store."""

    def version(self) -> int:
        """Return a number that differs whenever anything was committed. Called before every query: cheap."""
        ...

    def head(self) -> int:
        """Return the number of the last event."""
        ...

    def events(self, after: int = 0) -> Iterator[Event]: ...

    def history(self, seq: int) -> str:
        """Name the history up to an event, so that no other journal, and no other past of this one, has that name."""
        ...

    def vectors(self, after: int = 0) -> Embedded:
        """Return the vectors written after number `after`."""
        ...

    def setting(self, name: str) -> str | None: ...
