"""A few lines below the editor: what is wrong at the cursor and what would work, or what stands there."""

from __future__ import annotations

from textual.content import Content

from ...dsl.checking.diagnostic import Diagnostic
from ...dsl.completion.hover import Hover
from ...dsl.completion.items import Completion
from ...engine.answers.display import one_line, visible
from ...engine.answers.folding import fold

LINES = 3
LONG = 600
"""Characters of a sentence that is shown: no error of ours is longer, but a name in it may be."""


def of_finding(finding: Diagnostic, others: int, width: int) -> Content:
    """Return what is wrong, and a form that works. others: how many findings there are beside it."""
    sign, style = ("✗", "$text-error") if finding.severity == "error" else ("!", "$text-warning")
    more = f" (and {others} more)" if others else ""
    room = max(1, width - 2)
    said = fold(one_line(f"{finding.message}{more}", LONG), room)
    hint = fold(one_line(finding.hint, LONG), room) if finding.hint else []
    lines = [(f"{' ' if place else sign} {line}", style) for place, line in enumerate(said)]
    return _lines([*lines, *((f"  {line}", "$foreground-muted") for line in hint)])


def _lines(lines: list[tuple[str, str]]) -> Content:
    """Return as many lines as there is room for; where more are meant, the last one ends so."""
    shown = lines[:LINES]
    if len(lines) > LINES:
        text, style = shown[-1]
        shown[-1] = (f"{text[:-1]}…", style)
    return Content("\n").join(Content.styled(text, style) for text, style in shown)


def of_completion(item: Completion, width: int) -> Content:
    """Return what would be taken, and what it is."""
    said = item.doc or (item.detail if item.kind in ("memory", "snippet") else "")
    named = one_line(f"{item.kind}: {item.label}", width)
    return Content.assemble((named, "bold"), "\n", _muted(said, width))


def of_hover(found: Hover, width: int) -> Content:
    """Return what stands at the cursor."""
    return Content.assemble((one_line(found.title, width), "bold"), "\n", _muted(found.doc, width))


def _muted(text: str, width: int) -> tuple[str, str]:
    return one_line(text, width), "$foreground-muted"


def of_rest(pieces: int, width: int) -> Content:
    """Return how to go on, where nothing is to be said."""
    which = "the statement at the cursor" if pieces > 1 else "the statement"
    said = f"F5 runs {which}, ctrl+space completes, ctrl+r is what was asked before, ctrl+g what is saved."
    return Content.styled("\n".join(fold(visible(said), max(1, width))[:LINES]), "$foreground-muted")
