"""What a drill saw, as rows of a Markdown table, and the document that holds the rows of each drill's last run."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import chain
from pathlib import Path

from .apart import NAMES

BEGIN, END = "<!-- drills: begin -->", "<!-- drills: end -->"
DOCUMENT = Path(__file__).parents[3] / "docs" / "reliability.md"
HEAD = ("| Drill | What | Seen |", "|---|---|---|")


@dataclass(frozen=True, slots=True)
class Report:
    """What was done and seen: `(what, figure)`, in words that stand in a document. `missing` says what was left out."""

    name: str
    figures: tuple[tuple[str, str], ...]
    missing: tuple[str, ...] = ()

    def rows(self) -> list[str]:
        seen = [f"| {self.name} | {what} | {figure} |" for what, figure in self.figures]
        return [*seen, *(f"| {self.name} | left out | {what} |" for what in self.missing)]


def table(reports: Sequence[Report]) -> str:
    """Return the Markdown table of all."""
    return _table(row for report in reports for row in report.rows())


def write(report: Report, document: Path = DOCUMENT) -> None:
    """Put the rows of a drill between the marks of the document, in place of those it has there; the other drills keep
    theirs. Raises ValueError without marks.
    """
    before, begin, rest = document.read_text("utf-8").partition(BEGIN)
    written, end, after = rest.partition(END)
    if not (begin and end):
        raise ValueError(f"{document} has no marks {BEGIN} and {END}.")
    rows = {name: [line for line in written.splitlines() if line.startswith(f"| {name} |")] for name in NAMES}
    rows[report.name] = report.rows()
    document.write_text(f"{before}{BEGIN}\n{_table(chain.from_iterable(rows.values()))}\n{END}{after}", "utf-8")


def _table(rows: Iterable[str]) -> str:
    return "\n".join([*HEAD, *rows])
