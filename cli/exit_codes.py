"""Exit codes: the one table of what a command ends with, for scripts that ask why.

0  done
1  a query, a memory or a log that cannot be taken as it is
2  usage: an argument, an option, a file that cannot be read or written
3  the store: not there, damaged, busy, or without its model
4  a limit was met, or the time was up
130  interrupted from the keyboard
"""

from __future__ import annotations

from ..errors import ClewError, EmbeddingError, LimitError, StoreError

DONE, QUERY, USAGE, STORE, LIMIT, INTERRUPTED = 0, 1, 2, 3, 4, 130

_KINDS: tuple[tuple[type[ClewError], int], ...] = (
    (LimitError, LIMIT),  # first: a memory that is too large is invalid as well
    (StoreError, STORE),
    (EmbeddingError, STORE),
    (ClewError, QUERY),
)


def exit_code(error: ClewError) -> int:
    """Return the code that a command ends with after this error."""
    return next(code for kind, code in _KINDS if isinstance(error, kind))
