"""What a drill saw, as rows of a Markdown table, and the document that holds the table of the last full run."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

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
    return "\n".join([*HEAD, *(row for report in reports for row in report.rows())])


def write(text: str, document: Path = DOCUMENT) -> None:
    """Put a text between the marks of the document, in place of what stands there. Raises ValueError without marks."""
    before, begin, rest = document.read_text("utf-8").partition(BEGIN)
    _, end, after = rest.partition(END)
    if not (begin and end):
        raise ValueError(f"{document} has no marks {BEGIN} and {END}.")
    document.write_text(f"{before}{BEGIN}\n{text}\n{END}{after}", "utf-8")
