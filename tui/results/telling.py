"""What is said of an answer: how many rows, how long it took, as of when, and every note that the engine gave."""

from __future__ import annotations

from collections.abc import Iterator

from textual.content import Content

from ...engine.answers.counting import wait_for_vectors
from ...engine.answers.display import one_line, visible
from ...engine.answers.folding import fold
from ...errors import ClewError, QueryError
from ..desk import Answer

MOST_NOTES = 4
"""Lines of notes that are shown above the rows; the rest are a key away, with the statement."""
LONG = 1_000


def headline(answer: Answer, width: int, beside: str = "") -> Content:
    """Return the first line of an answer. beside: what else holds of what is shown, as its order."""
    rows = answer.rows
    took = f"{answer.seconds * 1000:,.0f} ms"
    if rows is None:
        said, style = f"✗ after {took}", "$text-error bold"
    else:
        count = len(rows)
        what = "plan" if rows.explanation is not None and not count else f"{count:,} row{'' if count == 1 else 's'}"
        said, style = f"{what}  {took}", "bold"
    when = "" if answer.moment is None else f"as of {answer.moment:%Y-%m-%d %H:%M}"
    parts = [part for part in (when, beside) if part]
    return Content.assemble((said, style), *((f"  {part}", "$foreground-muted") for part in parts)).truncate(width)


def notes_of(answer: Answer) -> Iterator[str]:
    """Yield what a person should know about an answer, whole."""
    rows = answer.rows
    if rows is None:
        return
    if not len(rows) and rows.explanation is None:
        yield "Nothing relevant." if "rank" in rows.columns else "No rows."
    yield from rows.notes
    if rows.pending:
        yield wait_for_vectors(rows.pending)


def notes_shown(answer: Answer, width: int) -> list[Content]:
    """Return the notes as lines; the last says how many have no room."""
    lines = [
        f"{'·' if not number else ' '} {line}"
        for note in notes_of(answer)
        for number, line in enumerate(fold(one_line(visible(note), LONG), max(1, width - 2)))
    ]
    if len(lines) > MOST_NOTES:
        lines = [*lines[: MOST_NOTES - 1], f"· and {len(lines) - MOST_NOTES + 1} lines more: `n` shows all"]
    return [Content.styled(line, "$text-warning") for line in lines]


def error_text(error: ClewError, width: int) -> str:
    """Return an error as it is said where it stands alone: with the place in the statement that it is about."""
    return error.render(width) if isinstance(error, QueryError) else str(error)
