"""What the language understands and does not do yet, each with what does the work today.

Kept apart because several places need it: a statement that is right and refused, and a text that goes wrong inside one,
whose syntax is not worth learning first.
"""

from __future__ import annotations

import re

from ...errors import CapabilityError, Span, UnsupportedError
from .. import ast

WRITING = {
    "PURGE": "`FORGET` takes memories out of every query, reversibly; `PURGE ... DRY RUN` lists what would go.",
    "CONSOLIDATE": "Write the summary yourself: `REMEMBER {type: 'summary', text: '...'}`, "
    "and `LINK 'summary' -[SUMMARISES]-> 'id'`.",
}
_WRITING = re.compile(
    r"\b(?:REMEMBER|LINK|UNLINK|REINFORCE|PIN|UNPIN|FEEDBACK|FORGET|RESTORE|PURGE|CONSOLIDATE|DEFINE|DROP)\b", re.I
)


def written(text: str) -> CapabilityError:
    """Return the refusal of a plan that writes, at the word that says so."""
    word = _WRITING.search(text)
    return CapabilityError(
        "This statement writes, and a query only reads.",
        span=None if word is None else Span(*word.span()),
        text=text or None,
        hint="Run it by `execute` in Python, or with `--write` at the command line.",
    )


def unwritten(statement: ast.Retire | ast.Consolidate) -> UnsupportedError:
    """Return the refusal of a statement that writes and is not done yet."""
    word = statement.kind if isinstance(statement, ast.Retire) else "CONSOLIDATE"
    return UnsupportedError(f"`{word}` is not supported yet.", span=statement.span, hint=WRITING[word])
