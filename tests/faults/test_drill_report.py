"""The table of what the drills saw."""

from __future__ import annotations

from pathlib import Path

import pytest
from drills.report import BEGIN, END, Report, write


def test_a_drill_replaces_its_own_rows_alone(tmp_path: Path) -> None:
    """A drill that is run again takes the place of its own rows, and the rows of the others and the text stay."""
    document = tmp_path / "reliability.md"
    document.write_text(f"before\n{BEGIN}\n(not run yet)\n{END}\nafter\n", "utf-8")
    write(Report("leaks", (("growth", "0"),)), document)
    write(Report("kills", (("killed", "3"), ("lost", "0")), missing=("a disk",)), document)
    write(Report("leaks", (("growth", "1"),)), document)
    assert document.read_text("utf-8").splitlines() == [
        "before",
        BEGIN,
        "| Drill | What | Seen |",
        "|---|---|---|",
        "| kills | killed | 3 |",
        "| kills | lost | 0 |",
        "| kills | left out | a disk |",
        "| leaks | growth | 1 |",
        END,
        "after",
    ]


def test_a_document_without_marks_is_left_alone(tmp_path: Path) -> None:
    """Rows go between the marks or nowhere."""
    document = tmp_path / "reliability.md"
    document.write_text(f"before\n{BEGIN}\nno end\n", "utf-8")
    with pytest.raises(ValueError, match="no marks"):
        write(Report("leaks", ()), document)
    assert document.read_text("utf-8") == f"before\n{BEGIN}\nno end\n"
