"""Every error that Clew raises, drawn once.

    ClewError                     one sentence, a stable code, a hint that works
    |-- QueryError                a query that cannot be run; carries the span (a ValueError)
    |   |-- ParseError            the text is not in the language
    |   |-- BindError             a name, a type or an arity does not fit the catalog
    |   |-- UnsupportedError      understood, and not done here; names the nearest form that works
    |   |-- ParameterError        a parameter is missing, unused or of the wrong type
    |   |-- EvaluationError       the text was fine and a value it met was not
    |   |-- CapabilityError       a read was asked to write (a PermissionError)
    |   `-- IdNotFound            an id in the text that no memory has (a MemoryNotFound)
    |-- LimitError                a bound was met: text length, nesting, rows, bytes, time; or it was cancelled
    |-- StoreError
    |   |-- StoreNotFound         no store at this path (a FileNotFoundError)
    |   |-- StoreExists           something is there already (a FileExistsError)
    |   |-- StoreBusy             another process holds the write lock for too long (a TimeoutError)
    |   |-- StoreClosed           used after close, or in a child made by fork
    |   |-- StoreDamaged          the journal fails its own checks
    |   `-- ProjectionError       a private projection failed; it is rebuilt, nothing is lost
    |-- MemoryNotFound            no such id (a KeyError)
    |-- MemoryInvalid             a memory that cannot be kept as it is (a ValueError)
    |   `-- MemoryTooLarge        it meets a bound (a LimitError)
    |-- EmbeddingError
    |   |-- ModelMissing          the model is not on this machine
    |   `-- ModelChanged          the store was embedded by another model
    |-- LLMError              a language model failed, or its answer was refused
    `-- ImportFailed              a log that no importer recognises, or one that broke half-way

A leaf refines the builtin that a caller would expect, so `except ValueError` works too. Leaves carry data, not only
words.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Span:
    """A half-open range `[start, end)` of characters in a query text."""

    start: int
    end: int


class ClewError(Exception):
    """The root. `message` is one sentence; `hint` says what would work; `code` is stable across releases."""

    code = "clew"

    def __init__(self, message: str, *, hint: str | None = None, code: str | None = None, **data: Any) -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint
        self.data = data
        if code is not None:
            self.code = code

    def __str__(self) -> str:
        return self.message if self.hint is None else f"{self.message} {self.hint}"

    def to_json(self) -> dict[str, Any]:
        """Return `{class, code, message, hint, ...data}`, for tools."""
        return {
            "class": type(self).__name__,
            "code": self.code,
            "message": self.message,
            "hint": self.hint,
            **self.data,
        }


class QueryError(ClewError, ValueError):
    """A query that cannot be run. `text` and `span` point at the place; `render()` draws it."""

    code = "query"

    def __init__(
        self,
        message: str,
        *,
        text: str | None = None,
        span: Span | None = None,
        hint: str | None = None,
        code: str | None = None,
        **data: Any,
    ) -> None:
        super().__init__(message, hint=hint, code=code, **data)
        self.text = text
        self.span = span

    def locate(self, text: str) -> QueryError:
        """Give the error its text, where a stage that knew only the span raised it."""
        self.text = self.text if self.text is not None else text
        return self

    def render(self, width: int | None = None) -> str:
        """Return the message, the line as written with a caret under the span, and the hint.

        width: columns for the line; of a longer one, what stands about the place is shown. None is `LINE_SHOWN`.
        """
        parts = [self.message]
        if self.text is not None and self.span is not None:
            parts.append(_excerpt(self.text, self.span, LINE_SHOWN if width is None else max(16, width - GUTTER - 2)))
        if self.hint:
            parts.append(self.hint)
        return "\n".join(parts)

    def to_json(self) -> dict[str, Any]:
        span = None if self.span is None else {"start": self.span.start, "end": self.span.end}
        return {**super().to_json(), "span": span}


class ParseError(QueryError):
    code = "parse"


class BindError(QueryError):
    code = "bind"


class UnsupportedError(QueryError):
    code = "unsupported"


class ParameterError(QueryError):
    code = "parameter"


class EvaluationError(QueryError):
    code = "evaluation"


class CapabilityError(QueryError, PermissionError):
    code = "capability"


class LimitError(ClewError):
    """A bound was met, or whoever waited does no longer. `data` has the bound's name, `bound` and what was `found`."""

    code = "limit"


class StoreError(ClewError):
    """A store that cannot be opened, read or written; nothing of it was changed."""

    code = "store"


class StoreNotFound(StoreError, FileNotFoundError):
    code = "store.not_found"


class StoreExists(StoreError, FileExistsError):
    code = "store.exists"


class StoreBusy(StoreError, TimeoutError):
    code = "store.busy"


class StoreClosed(StoreError):
    code = "store.closed"


class StoreDamaged(StoreError):
    code = "store.damaged"


class ProjectionError(StoreError):
    code = "store.projection"


class MemoryNotFound(ClewError, KeyError):
    code = "memory.not_found"


class IdNotFound(QueryError, MemoryNotFound):
    code = "memory.not_found"


class MemoryInvalid(ClewError, ValueError):
    code = "memory.invalid"


class MemoryTooLarge(MemoryInvalid, LimitError):
    code = "memory.too_large"


class EmbeddingError(ClewError):
    code = "embedding"


class ModelMissing(EmbeddingError):
    code = "embedding.missing"


class ModelChanged(EmbeddingError):
    code = "embedding.changed"


class LLMError(ClewError):
    code = "llm"


class ImportFailed(ClewError):
    code = "import"


LINE_SHOWN = 400
"""Of a longer line only so many characters about the place are shown: who pastes a megabyte wants no two of them."""
GUTTER = 7
"""Columns before the line, for its number."""


def _excerpt(text: str, span: Span, most: int) -> str:
    """Return the line that holds `span.start`, numbered, with carets under the span's part of it."""
    start = min(span.start, len(text))
    first = text.rfind("\n", 0, start) + 1
    last = text.find("\n", first)
    line, before = _window(text[first : last if last >= 0 else len(text)], start - first, most)
    number = text.count("\n", 0, first) + 1
    width = max(1, min(span.end - start, len(line) - before))
    gutter = f"{number:>4} | "
    pad = "".join("\t" if c == "\t" else " " for c in line[:before])
    return f"{gutter}{line}\n{' ' * (len(gutter) - 2)}| {pad}{'^' * width}"


def _window(line: str, place: int, most: int) -> tuple[str, int]:
    """Return a line, or where it is too long what stands about a place in it, and where the place is in that."""
    if len(line) <= most:
        return line, place
    first = max(0, min(place - most // 2, len(line) - most))
    left, right = "…" if first else "", "…" if first + most < len(line) else ""
    return f"{left}{line[first : first + most]}{right}", place - first + len(left)
