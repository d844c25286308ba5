"""Reading JSON that may be long, or broken, a record at a time.

A file is an array of values, lines of values, or one value; the caller sees the same stream of records, with a `Bad` in
the place of each that cannot be read. The standard parser reads each value from a growing window: an event parser was
refused, because it changes what numbers and duplicate keys mean (here the last of two equal keys stands, as in Python).

Bytes that are no UTF-8 become U+FFFD: one wrong byte in what a tool printed is no reason to lose the record.
"""

from __future__ import annotations

import json
import re
from codecs import BOM_UTF16_BE, BOM_UTF16_LE
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from io import TextIOWrapper
from itertools import count
from pathlib import Path
from typing import Any

from ..errors import ImportFailed
from .protocol import Bad, Source
from .structure import closed, end_of_value

CHUNK = 1 << 20
"""Characters read at a time. A value longer than that doubles the window until it fits."""

HEAD = 1 << 18
"""Characters that are looked at to recognise a file (5 ms)."""

LOOKAHEAD = 3
"""Characters held behind a value before it is taken as whole: `1e+` may be the beginning of a longer number."""

SPACE = " \t\r\n"
"""What JSON knows as white space; other blank characters are no part of it."""

_DECODER = json.JSONDecoder()
_BETWEEN = re.compile(rf"[{SPACE},]*")
_EMPTY = re.compile(rf"(?:\[[{SPACE},]*\][{SPACE},]*)?")


@dataclass(frozen=True, slots=True)
class Record:
    """One value of a file: its number from 1, and how far the file has been read, in bytes.

    `line`: it is a line by itself, so that others may be appended to the file later.
    """

    number: int
    value: Any
    position: int
    line: bool = False


def records(source: Source) -> Iterator[Record | Bad]:
    """Yield the records of a file in order, whole ones and bad ones. Raises ImportFailed where it cannot be read."""
    with _opened(source.path) as file:
        yield from _way_of_reading(file)(file)


def first_record(source: Source) -> Record | Bad | None:
    """Return the first record of a file that can be read, None for a file without any.

    Of a long one it is the beginning: what stands before the last comma of the first HEAD characters. Raises
    ImportFailed where the file cannot be read.
    """
    with _opened(source.path) as file:
        head = (_next_line(file) + file.read(HEAD))[:HEAD]
    for text in _beginnings(head):
        try:
            return Record(1, _DECODER.raw_decode(text)[0], 0)
        except (ValueError, RecursionError):
            continue
    return None if _EMPTY.fullmatch(head) else Bad(1, "This is not JSON.", 0)


def text_of(value: Any) -> str:
    """Return a value as text: a string as it is, nothing as nothing, anything else as JSON."""
    if value is None:
        return ""
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, sort_keys=True)


@contextmanager
def _opened(path: Path) -> Iterator[TextIOWrapper]:
    try:
        with path.open("rb") as file:
            utf16 = file.read(2) in (BOM_UTF16_LE, BOM_UTF16_BE)
        with path.open(encoding="utf-16" if utf16 else "utf-8-sig", errors="replace", newline="") as file:
            yield file
    except OSError as error:
        raise ImportFailed(f"{path} cannot be read: {error.strerror}.", path=str(path)) from error


def _bytes_read(file: TextIOWrapper) -> int:
    """Return how far the file under the text has been read: unlike a count of characters it ends at the file's size."""
    return file.buffer.tell()  # pyright: ignore[reportAttributeAccessIssue, reportUnknownVariableType]


def _way_of_reading(file: TextIOWrapper) -> Callable[[TextIOWrapper], Iterator[Record | Bad]]:
    """Tell by the first two lines: a value that spans lines leaves both broken; lines of arrays are whole arrays."""
    first, second = _next_line(file), _next_line(file)
    file.seek(0)
    if first.startswith("[") and not (second and _is_json(first)):
        return _array
    spans_lines = len(first) < CHUNK and not _is_json(first) and not _is_json(second)
    return _one if first and spans_lines else _lines


def _beginnings(head: str) -> Iterator[str]:
    """Yield where the first value may be: at once; closed, where it is cut; after a broken one, as in a rotated log."""
    body = head.removeprefix("[").lstrip(SPACE)
    yield body
    yield closed(body)
    end = end_of_value(body, 0) if body != head else body.find("\n")
    yield body[end:].lstrip(SPACE + ",")


def _next_line(file: TextIOWrapper) -> str:
    """Return the next line that is not blank, at most CHUNK characters of it; nothing at the end of the file."""
    while (line := file.readline(CHUNK)) and not line.strip(SPACE):
        pass
    return line.lstrip(SPACE)


def _is_json(text: str) -> bool:
    try:
        json.loads(text)
    except (ValueError, RecursionError):
        return False
    return True


def _one(file: TextIOWrapper) -> Iterator[Record | Bad]:
    yield _record(1, partial(json.loads, file.read()), file)


def _lines(file: TextIOWrapper) -> Iterator[Record | Bad]:
    lines = (line for line in file if line.strip(SPACE))
    for number, line in enumerate(lines, start=1):
        yield _record(number, partial(json.loads, line), file, line=True)


def _array(file: TextIOWrapper) -> Iterator[Record | Bad]:
    """Yield the elements of one top-level array. Between elements any white space and commas are taken."""
    window, number = _Window(file), 1
    try:
        window.skip("[")
        for number in count(1):
            if window.next() == "]":
                break
            yield _record(number, window.take, file)
        window.skip("]")
    except EOFError:
        yield Bad(number, "The file ends before this record does: it was cut off.", _bytes_read(file))
        return
    if not window.at_end():
        yield Bad(number, "Something follows the end of the array, and was not read.", _bytes_read(file))


def _record(number: int, parse: Callable[[], Any], file: TextIOWrapper, line: bool = False) -> Record | Bad:
    try:
        return Record(number, parse(), _bytes_read(file), line)
    except json.JSONDecodeError as error:
        reason = f"This is not JSON: {error.msg} (character {error.pos + 1})."
    except ValueError:  # Python's bound on the digits of a whole number
        reason = "It holds a number with too many digits."
    except RecursionError:
        reason = "It is nested too deeply."
    return Bad(number, reason, _bytes_read(file))


@dataclass(slots=True)
class _Window:
    """The part of a file that is held. What stands before `at` was taken, and is let go when more is read."""

    file: TextIOWrapper
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

        Raises ValueError or RecursionError for a broken value, EOFError for one that the file does not end.
        """
        value, error, end = self._parse()
        while (end is None or end > len(self.text) - LOOKAHEAD) and self._more():
            value, error, end = self._parse()
        if end is None:
            raise EOFError
        self.at = end
        if error is not None:
            raise error
        return value

    def _parse(self) -> tuple[Any, Exception | None, int | None]:
        try:
            value, end = _DECODER.raw_decode(self.text, self.at)
        except json.JSONDecodeError as error:
            inside = json.JSONDecodeError(error.msg, "", error.pos - self.at)
            return None, inside, end_of_value(self.text, self.at)
        except (ValueError, RecursionError) as error:
            return None, error, end_of_value(self.text, self.at)
        return value, None, end

    def _more(self) -> bool:
        """Read on, at least as much as is held: so a value of any length costs a few times its length."""
        new = self.file.read(max(CHUNK, len(self.text) - self.at))
        if new:
            self.text, self.at = self.text[self.at :] + new, 0
        return bool(new)
