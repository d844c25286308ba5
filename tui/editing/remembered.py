"""What was asked before, as something to pick: what came of it, how long it took, when, and the statement."""

from __future__ import annotations

from datetime import datetime

from textual.content import Content

from ...engine.answers.display import one_line
from .history import Entry
from .picker import Choice

LINE = 200


def asked_before(entries: list[Entry]) -> list[Choice[Entry]]:
    """Return what was asked as choices: what came of it, when, how long it took, and the statement."""
    return [_asked(entry) for entry in entries]


def _asked(entry: Entry) -> Choice[Entry]:
    fine = entry.outcome == "rows"
    came = f"{entry.rows:,} rows" if fine else one_line(entry.outcome, 18)
    when = datetime.fromtimestamp(max(0.0, min(entry.at, 2**32))).strftime("%m-%d %H:%M")
    parts = (
        ("✓ " if fine else "✗ ", "$text-success" if fine else "$text-error"),
        (f"{came:>12} {entry.took * 1000:>7,.0f} ms  {when}  ", "$foreground-muted"),
        one_line(entry.text, LINE),
    )
    return Choice(entry, Content.assemble(*parts), f"{entry.text} {entry.store} {entry.outcome}", entry.text)
