"""What came of all cases, as a table by the kit's folders of features, and the document that holds it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from .verdict import Outcome, Verdict

BEGIN, END = "<!-- tck: begin -->", "<!-- tck: end -->"
DOCUMENT = Path(__file__).parents[3] / "docs" / "conformance.md"
COLUMNS: tuple[Outcome, ...] = ("right", "refused", "other error", "wrong", "beyond", "absent")
HEAD = (
    "| Folder of features | Cases | Right | Refused | Another error | Wrong | Beyond the schema | Graph not at hand |",
    "|---|--:|--:|--:|--:|--:|--:|--:|",
)


def table(verdicts: Sequence[Verdict]) -> str:
    """Return the table: a row for each folder, then one for those that ask of no graph, and one for all."""
    folders = sorted({verdict.case.folder for verdict in verdicts})
    rows = [_row(folder, (v for v in verdicts if v.case.folder == folder)) for folder in folders]
    plain = _row("**need no graph**", (v for v in verdicts if not v.case.needs_graph))
    return "\n".join([*HEAD, *rows, plain, _row("**all**", verdicts), "", *_shares(verdicts)])


def _row(name: str, verdicts: Iterable[Verdict]) -> str:
    found = Counter(verdict.outcome for verdict in verdicts)
    cells = [str(found[outcome] or "") for outcome in COLUMNS]
    return f"| {name} | {found.total()} | {' | '.join(cells)} |"


def _shares(verdicts: Sequence[Verdict]) -> Iterator[str]:
    giving = [v for v in verdicts if not v.case.error]
    failing = [v for v in verdicts if v.case.error]
    parsed = sum(v.parsed for v in giving)
    right = sum(v.outcome == "right" for v in failing)
    yield f"Of {len(giving):,} queries that give rows, {parsed:,} are read. Of {len(failing):,} that are wrong, "
    yield f"{right:,} get an error of the right kind that points at the place."


def write(text: str, document: Path = DOCUMENT) -> None:
    """Put a text between the marks of the document, in place of what stands there."""
    before, _, after = _parts(document)
    document.write_text(f"{before}{BEGIN}\n{text}\n{END}{after}", "utf-8")


def written(document: Path = DOCUMENT) -> str:
    """Return the table that the document holds."""
    return _parts(document)[1].strip("\n")


def _parts(document: Path) -> tuple[str, str, str]:
    before, begin, rest = document.read_text("utf-8").partition(BEGIN)
    table, end, after = rest.partition(END)
    if not (begin and end):
        raise ValueError(f"{document} has no marks {BEGIN} and {END}.")
    return before, table, after
