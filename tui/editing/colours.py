"""A text in its colours, line by line: the language's own reading of it, as the shell and the editors' server have it.

Tree-sitter, which the widget would use, has no grammar of the language, and a second one would drift from the first.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Sequence
from functools import lru_cache

from ...dsl.checking.diagnostic import Diagnostic
from ...dsl.highlighting.highlight import Part, highlight
from ...dsl.parsing.script import regions

Coloured = tuple[int, int, str]
"""A part `[start, end)` of a line, and what it is."""

KINDS = (
    "comment", "keyword", "constant", "property", "label", "function", "parameter", "string", "number", "operator",
    "error",
)  # fmt: skip
"""The kinds that have a look of their own; all others are drawn as plain text."""


LONG = 3_000
"""Characters of a statement that is read within some ten milliseconds."""


@lru_cache(maxsize=256)
def _parts(statement: str) -> tuple[Part, ...]:
    """Return the parts of one statement. Kept, for a key changes one statement of a script."""
    return tuple(part for part in highlight(statement) if part[2] in KINDS)


def is_quick(text: str) -> bool:
    """Whether `coloured` takes no longer than a key may."""
    return len(text) <= LONG or all(end - start <= LONG for start, end in regions(text))


def coloured(text: str) -> dict[int, list[Coloured]]:
    """Return the parts of each line that has any, by its number from 0."""
    spans = ((start + a, start + b, kind) for start, end in regions(text) for a, b, kind in _parts(text[start:end]))
    return by_line(text, spans)


def underlined(text: str, findings: Iterable[Diagnostic]) -> dict[int, list[Coloured]]:
    """Return the places of findings, by line; what is missing at the end is marked under the last sign before it."""
    return by_line(text, (_seen(text, finding) for finding in findings))


def _seen(text: str, finding: Diagnostic) -> tuple[int, int, str]:
    start, end = finding.span.start, min(finding.span.end, len(text))
    if start >= len(text.rstrip()) or not text[start:end].strip():
        start = max(0, len(text[: max(start, 1)].rstrip()) - 1)
        end = start + 1
    return start, max(end, start + 1), finding.severity


def by_line(text: str, spans: Iterable[tuple[int, int, str]]) -> dict[int, list[Coloured]]:
    """Return spans of a text as parts of its lines; one that goes over several lines is a part of each."""
    lines = text.split("\n")
    starts = [0]
    for line in lines:
        starts.append(starts[-1] + len(line) + 1)
    found: dict[int, list[Coloured]] = {}
    for start, end, kind in spans:
        for number in range(bisect_right(starts, start) - 1, len(lines)):
            if starts[number] >= end:
                break
            found.setdefault(number, []).append(_inside(start, end, kind, starts[number], len(lines[number])))
    return found


def _inside(start: int, end: int, kind: str, line: int, length: int) -> Coloured:
    return max(0, start - line), min(end - line, length), kind


def finding_at(findings: Sequence[Diagnostic], offset: int) -> Diagnostic | None:
    """Return the finding at a place, else the gravest, the first of those."""
    here = [finding for finding in findings if finding.span.start <= offset <= finding.span.end]
    grave = [finding for finding in findings if finding.severity == "error"]
    return next(iter((*here, *grave, *findings)), None)
