"""Strings: case, blanks, parts. Positions count from 0."""

from __future__ import annotations

from collections.abc import Callable

from ....errors import EvaluationError
from ..limits import check_string
from ..values import Value, is_integer
from .function import Function, define, refuse


def replace(text: Value, search: Value, by: Value) -> str:
    text, search, by = (_string("replace", value) for value in (text, search, by))
    check_string(len(text) + text.count(search) * (len(by) - len(search)))
    return text.replace(search, by)


def substring(text: Value, start: Value, length: Value = None) -> str:
    first = _position("substring", start)
    if length is None:
        return _string("substring", text)[first:]
    return _string("substring", text)[first : first + _position("substring", length)]


def left(text: Value, length: Value) -> str:
    return _string("left", text)[: _position("left", length)]


def right(text: Value, length: Value) -> str:
    whole = _string("right", text)
    return whole[max(0, len(whole) - _position("right", length)) :]


def split(text: Value, separator: Value) -> list[Value]:
    """Without a separator: the single characters."""
    whole, mark = _string("split", text), _string("split", separator)
    return list[Value](whole.split(mark)) if mark else list[Value](whole)


def _string(function: str, value: Value) -> str:
    if isinstance(value, str):
        return value
    raise refuse(function, "a string", value)


def _position(function: str, value: Value) -> int:
    if not is_integer(value):
        raise refuse(function, "an integer", value)
    if value < 0:
        raise EvaluationError(f"`{function}` takes no negative number, and this is {value}.")
    return value


def _on_string(name: str, apply: Callable[[str], str], doc: str) -> Function:
    def run(value: Value) -> str:
        return apply(_string(name, value))

    return define(name, run, 1, doc, "STRING")


FUNCTIONS: tuple[Function, ...] = (
    _on_string("toUpper", str.upper, "the text in upper case"),
    _on_string("toLower", str.lower, "the text in lower case"),
    _on_string("upper", str.upper, "the same as `toUpper`"),
    _on_string("lower", str.lower, "the same as `toLower`"),
    _on_string("trim", str.strip, "the text without blanks at its ends"),
    _on_string("ltrim", str.lstrip, "the text without blanks at its start"),
    _on_string("rtrim", str.rstrip, "the text without blanks at its end"),
    define("replace", replace, 3, "the text with each occurrence of the second string replaced by the third", "STRING"),
    define("substring", substring, (2, 3), "the text from a position, of a length", "STRING"),
    define("left", left, 2, "the first characters", "STRING"),
    define("right", right, 2, "the last characters", "STRING"),
    define("split", split, 2, "the parts between the separators", "LIST<STRING>"),
)
