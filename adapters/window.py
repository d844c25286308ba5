"""A long array of JSON, a value at a time: the part of a text that is held, and how it moves on.

The window grows until the value that comes next fits, and lets go of what was taken. A value that is broken is gone
past like any other: where it ends is told by its brackets.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from typing import Any

from .compression import Text
from .structure import end_of_value

CHUNK = 1 << 20
"""Characters read at a time. A value longer than that doubles the window until it fits."""

LONGEST = 1 << 26
"""Characters of one value or one line: several times what a memory may have. A longer one is left out, by name."""

LOOKAHEAD = 3
"""Characters held behind a value before it is taken as whole: `1e+` may be the beginning of a longer number."""

SPACE = " \t\r\n"
"""What JSON knows as white space; other blank characters are no part of it."""

DECODER = json.JSONDecoder()

_BETWEEN = re.compile(rf"[{SPACE},]*")


@dataclass(slots=True)
class Window:
    """The part of a file that is held. What stands before `at` was taken, and is let go when more is read."""

    source: Text
    text: str = ""
    at: int = 0

    def next(self) -> str:
        """Go to the next value and return its first character. Raises EOFError where there is none."""
        while True:
            self.at = _BETWEEN.match(self.text, self.at).end()  # pyright: ignore[reportOptionalMemberAccess]
            if self.at < len(self.text):
                return self.text[self.at]
            if not self._more():
                raise EOFError

    def skip(self, mark: str) -> None:
        """Go past a mark that comes next."""
        self.next()
        self.at += len(mark)

    def at_end(self) -> bool:
        try:
            self.next()
        except EOFError:
            return True
        return False

    def take(self) -> Any:
        """Take one value and go past it, also where it is broken.

        Raises ValueError or RecursionError for a broken value, EOFError for one that the file does not end, BufferError
        for one that is longer than LONGEST.
        """
        value, error, end = self._parse()
        while (end is None or end > len(self.text) - LOOKAHEAD) and self._more():
            if end is None and len(self.text) > LONGEST:
                raise BufferError
            value, error, end = self._parse()
        if end is None:
            raise EOFError
        self.at = end
        if error is not None:
            raise error
        return value

    def _parse(self) -> tuple[Any, Exception | None, int | None]:
        try:
            value, end = DECODER.raw_decode(self.text, self.at)
        except json.JSONDecodeError as error:
            inside = json.JSONDecodeError(error.msg, "", error.pos - self.at)
            return None, inside, end_of_value(self.text, self.at)
        except (ValueError, RecursionError) as error:
            return None, error, end_of_value(self.text, self.at)
        return value, None, end

    def _more(self) -> bool:
        """Read on, at least as much as is held: so a value of any length costs a few times its length."""
        new = self.source.file.read(max(CHUNK, len(self.text) - self.at))
        if new:
            self.text, self.at = self.text[self.at :] + new, 0
        return bool(new)
