"""One finding: where it is, how grave, and what would work."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias, cast

from ...errors import LimitError, QueryError, Span

Severity: TypeAlias = Literal["error", "warning"]


@dataclass(frozen=True, slots=True)
class Diagnostic:
    """A finding in a text. `code` is stable; `suggestions` are names or words that could stand there.

    span: a half-open range of characters of the whole text; it may begin at its end, where something is missing.
    """

    severity: Severity
    span: Span
    code: str
    message: str
    hint: str | None = None
    suggestions: tuple[str, ...] = ()

    def shifted(self, by: int) -> Diagnostic:
        """Return the finding for a text that has so many characters before this one."""
        span = Span(self.span.start + by, self.span.end + by)
        return Diagnostic(self.severity, span, self.code, self.message, self.hint, self.suggestions)

    def render(self, text: str, name: str) -> str:
        """Return `name:line:column: severity[code]: message`, the line with a caret under the span, and the hint."""
        line, column = line_and_column(text, self.span.start)
        drawn = QueryError(self.message, text=text, span=self.span, hint=self.hint).render()
        return f"{name}:{line}:{column}: {self.severity}[{self.code}]: {drawn}"

    def to_json(self, text: str) -> dict[str, Any]:
        """Return the finding for tools: `span` in characters from 0, `start` and `end` as lines and columns from 1."""
        places = (line_and_column(text, place) for place in (self.span.start, self.span.end))
        start, end = ({"line": line, "column": column} for line, column in places)
        return {
            "severity": self.severity,
            "code": self.code,
            "message": self.message,
            "hint": self.hint,
            "span": {"start": self.span.start, "end": self.span.end},
            "start": start,
            "end": end,
            "suggestions": list(self.suggestions),
        }


def of_error(error: QueryError | LimitError, text: str) -> Diagnostic:
    """Return the finding that an error is. One that knows no place is of the whole text."""
    given = error.span if isinstance(error, QueryError) else _span(error.data.get("span"))
    near = error.data.get("suggestions") or error.data.get("expected") or ()
    suggestions = tuple(str(word).strip("`") for word in cast("Iterable[object]", near))
    return Diagnostic("error", given or Span(0, len(text)), error.code, error.message, error.hint, suggestions)


def line_and_column(text: str, place: int) -> tuple[int, int]:
    """Return the line and the column of a place, in characters, both from 1."""
    place = min(place, len(text))
    return text.count("\n", 0, place) + 1, place - (text.rfind("\n", 0, place) + 1) + 1


def _span(given: Any) -> Span | None:
    return None if given is None else Span(given["start"], given["end"])
