"""Reading a log a record or a line at a time, however long it is, and whatever in it is broken.

A file of JSON is an array of values, lines of values, or one value; the caller sees the same stream of records, with a
`Bad` in the place of each that cannot be read. The standard parser reads each value from a growing window: an event
parser was refused, because it changes what numbers and duplicate keys mean (here the last of two equal keys stands, as
in Python). `NaN` and `Infinity`, which JSON has not and Python writes, are read as the numbers that they are; where a
memory cannot keep them, the importing loop makes them null.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from itertools import count
from pathlib import Path
from typing import Any, NamedTuple

from ..errors import ImportFailed
from .compression import Text, opened
from .protocol import Bad, Head, Source
from .structure import closed, end_of_value
from .window import CHUNK, DECODER, LONGEST, SPACE, Window

HEAD = 1 << 18
"""Characters that are looked at to recognise a file (5 ms)."""

ODD = 0.1
"""The share of characters that no text has, from which on a file is no text."""

MARK = "\ufeff"
"""The byte order mark, which stands in the middle where files that begin with one were joined, or a log was rotated."""

_EMPTY = re.compile(rf"(?:\[[{SPACE},]*\][{SPACE},]*)?")
_ODD = re.compile("[\0-\x08\x0e-\x1a\x1c-\x1f\ufffd]")


@dataclass(frozen=True, slots=True)
class Record:
    """One value of a file: its number from 1, and how far the file has been read, in bytes.

    `line`: it is a line by itself, so that others may be appended to the file later.
    """

    number: int
    value: Any
    position: int
    line: bool = False


class Line(NamedTuple):
    """One line of a file without its end: its number from 1, and how far the file has been read, in bytes."""

    number: int
    text: str
    position: int


def records(source: Source) -> Iterator[Record | Bad]:
    """Yield the records of a file in order, whole ones and bad ones. Raises ImportFailed where it cannot be read."""
    way = _way_of_reading(source.path) if source.tail is None else _lines
    number = 0
    with opened(source.path, source.tail) as text:
        for record in way(text):
            number = record.number
            yield record
        if (damage := text.damage()) is not None:
            yield Bad(number + 1, damage, text.position())


def lines(source: Source) -> Iterator[Line]:
    """Yield the lines of a file; one of more than LONGEST characters comes in pieces. Raises ImportFailed where it
    cannot be read, after the last line where what it is packed in is damaged.
    """
    with opened(source.path, source.tail) as text:
        for number, line in enumerate(iter(partial(text.file.readline, LONGEST), ""), start=1):
            yield Line(number, line.rstrip("\r\n"), text.position())
        if (damage := text.damage()) is not None:
            raise ImportFailed(damage, path=str(source.path))


def head_of(path: Path) -> Head | None:
    """Return the beginning of a file or a folder; None for a file without any record. Raises ImportFailed.

    The first value is the first that can be read. Of a long one it is the beginning: what stands before the last comma
    of the first HEAD characters.
    """
    if path.is_dir():
        return Head(path)
    with opened(path) as text:
        head = (_next_line(text) + text.file.read(HEAD))[:HEAD]
        if not head and (damage := text.damage()) is not None:
            raise ImportFailed(damage, path=str(path))
    if _EMPTY.fullmatch(head):
        return None
    return Head(path, "" if _is_binary(head) else head, _first_value(head))


def is_of_lines(path: Path) -> bool:
    """Say whether a file is read a line at a time, so that it may grow. Raises ImportFailed."""
    return _way_of_reading(path) is _lines


def text_of(value: Any) -> str:
    """Return a value as text: a string as it is, nothing as nothing, anything else as JSON."""
    if value is None:
        return ""
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, sort_keys=True)


def has_whole_line(path: Path) -> bool:
    """Say whether the first line that is not blank has come to its end. Raises ImportFailed."""
    with opened(path) as text:
        return _next_line(text).endswith("\n")


def _way_of_reading(path: Path) -> Callable[[Text], Iterator[Record | Bad]]:
    """Tell by the first two lines: a value that spans lines leaves both broken; lines of arrays are whole arrays."""
    with opened(path) as text:
        first, second = _next_line(text), _next_line(text)
    if first.startswith("[") and not (second and _is_json(first)):
        return _array
    spans_lines = len(first) < CHUNK and not _is_json(first) and not _is_json(second)
    return _one if first and spans_lines else _lines


def _first_value(head: str) -> Any:
    """Return the first value that can be read, None where there is none."""
    for text in _beginnings(head):
        try:
            return DECODER.raw_decode(text)[0]
        except (ValueError, RecursionError):
            continue
    return None


def _is_binary(head: str) -> bool:
    """Say whether a beginning is no text: a database, a picture."""
    beginning = head[: CHUNK >> 8]
    return len(_ODD.findall(beginning)) > ODD * len(beginning)


def _beginnings(head: str) -> Iterator[str]:
    """Yield where the first value may be: at once; closed, where it is cut; after a broken one, as in a rotated log."""
    body = head.removeprefix("[").lstrip(SPACE)
    yield body
    yield closed(body)
    end = end_of_value(body, 0) if body != head else body.find("\n")
    yield body[end:].lstrip(SPACE + ",")


def _next_line(text: Text) -> str:
    """Return the next line that is not blank, at most CHUNK characters of it; nothing at the end of the file."""
    while (line := text.file.readline(CHUNK)) and not line.strip(SPACE):
        pass
    return line.lstrip(SPACE)


def _is_json(text: str) -> bool:
    try:
        json.loads(text)
    except (ValueError, RecursionError):
        return False
    return True


def _one(text: Text) -> Iterator[Record | Bad]:
    value = text.file.read(LONGEST + 1)
    yield _record(1, partial(json.loads, value), text) if len(value) <= LONGEST else _too_long(1, text)


def _lines(text: Text) -> Iterator[Record | Bad]:
    number = 0
    for line in iter(partial(text.file.readline, LONGEST + 1), ""):
        line = line.removeprefix(MARK)
        if not line.strip(SPACE):
            continue
        number += 1
        if len(line) <= LONGEST:
            yield _record(number, partial(json.loads, line), text, line=True)
        else:
            while line and not line.endswith("\n"):
                line = text.file.readline(CHUNK)
            yield _too_long(number, text)


def _array(text: Text) -> Iterator[Record | Bad]:
    """Yield the elements of one top-level array. Between elements any white space and commas are taken."""
    window, number = Window(text), 1
    try:
        window.skip("[")
        for number in count(1):
            if window.next() == "]":
                break
            yield _record(number, window.take, text)
        window.skip("]")
    except EOFError:
        yield Bad(number, "The file ends before this record does: it was cut off.", text.position())
        return
    except BufferError:
        yield _too_long(number, text, " What follows it was not read.")
        return
    if not window.at_end():
        yield Bad(number, "Something follows the end of the array, and was not read.", text.position())


def _record(number: int, parse: Callable[[], Any], text: Text, line: bool = False) -> Record | Bad:
    try:
        return Record(number, parse(), text.position(), line)
    except json.JSONDecodeError as error:
        reason = f"This is not JSON: {error.msg} (character {error.pos + 1})."
    except ValueError:  # Python's bound on the digits of a whole number
        reason = "It holds a number with too many digits."
    except RecursionError:
        reason = "It is nested too deeply."
    return Bad(number, reason, text.position())


def _too_long(number: int, text: Text, then: str = "") -> Bad:
    return Bad(number, f"It has more than {LONGEST:,} characters, the most that are held.{then}", text.position())
