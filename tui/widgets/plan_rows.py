"""A plan as rows: a stage a line, with how many rows came in and went out, and its share of the time as a bar.

Pure: a tree, a width in, rows out. What else is said of a stage stands below, for the one under the cursor.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import ceil, log

from rich.cells import cell_len
from textual.content import Content

from ...dsl.explaining.meanings import MEANINGS
from ...dsl.explaining.tree import Branch, Report, walked
from ...engine.answers.cells import BAR_CELLS, bar
from ...engine.answers.display import one_line
from ...engine.answers.folding import fold_all
from .lines import Row

FIGURES = 36
"""Columns for rows in and out, milliseconds and their bar."""
ROOMY = 100
"""Columns from which rows have a bar of their own."""


def plan_rows(tree: Sequence[Branch], width: int) -> list[Row]:
    """Return the tree as rows; the key of a stage is its number in `walked`."""
    ran = [branch.report for branch in walked(tree) if branch.report is not None]
    total = sum(branch.report.seconds for branch in tree if branch.report is not None)
    most = max((max(report.rows_in, report.rows_out) for report in ran), default=0)
    number = iter(range(10**6))

    def lines(branches: Sequence[Branch], before: str) -> Iterator[Row]:
        for branch in branches:
            head, rest = ("└─ ", "   ") if branch.last else ("├─ ", "│  ")
            key = f"stage {next(number)}"
            yield Row(_line(before + head, branch, width, total, most, bool(ran)), key=key, words=in_words(branch))
            for label, inside in branch.inside:
                yield Row(Content.styled(f"{before}{rest}  {label}", "$foreground-muted"))
                yield from lines(inside, f"{before}{rest}  ")

    return list(lines(tree, ""))


def in_words(branch: Branch) -> str:
    """Return a stage in words: what it is, how many rows came in and went out, and what lies inside it."""
    name, report = branch.said.title.partition("  ")[0], branch.report
    plural = "" if report is not None and report.rows_in == 1 else "s"
    rows = () if report is None else (f"{report.rows_in:,} row{plural} in", f"{report.rows_out:,} out")
    return ", ".join((name, *rows, *(f"with {label}" for label, _ in branch.inside)))


def _line(before: str, branch: Branch, width: int, total: float, most: int, ran: bool) -> Content:
    roomy = width >= ROOMY
    room = width - (FIGURES + (BAR_CELLS + 2 if roomy else 0) if ran else 0) - cell_len(before)
    name, _, rest = branch.said.title.partition("  ")
    title = Content.assemble((one_line(name, 40), "bold"), f"  {one_line(rest, 300)}" if rest else "")
    title = title.truncate(max(8, room - 1), ellipsis=True)
    if branch.report is None:
        return Content.assemble((before, "$foreground-muted"), title)
    gap = " " * max(1, room - title.cell_length)
    return Content.assemble((before, "$foreground-muted"), title, gap, _figures(branch.report, total, most, roomy))


def _figures(report: Report, total: float, most: int, roomy: bool) -> Content:
    share = 0.0 if total <= 0 else min(1.0, report.seconds / total)
    parts: list[str | tuple[str, str]] = [f"{report.rows_in:>7,} → {report.rows_out:<7,}"]
    if roomy:
        parts.append((f"{share_bar(report.rows_out, most)}  ", "$foreground-muted"))
    milliseconds = f"{1000 * report.seconds:>7.1f} ms "
    return Content.assemble(*parts, milliseconds, (bar(share), "$text-warning" if share >= 0.5 else "$text-primary"))


def share_bar(count: int, most: int) -> str:
    """Return rows as a bar of BAR_CELLS cells, by the logarithm: 5 of 100,000 are seen too, and none are none."""
    if not most or not count:
        return " " * BAR_CELLS
    return bar(max(1 / (8 * BAR_CELLS), log(1 + count) / log(1 + most)))


def stage_rows(branch: Branch, width: int) -> list[Row]:
    """Return what is said of one stage: its meaning, its title whole, every detail, and what PROFILE found."""
    said, report = branch.said, branch.report
    rows = [Row(Content.styled(line, "bold")) for line in fold_all(MEANINGS[type(branch.stage)], width)]
    rows += [Row(Content(line)) for line in fold_all(" ".join(said.title.split("  ")), width)]
    found = ((said.found, report.found),) if report is not None and report.found else ()
    for label, text in (*found, *said.details):
        for number, line in enumerate(fold_all(text, max(8, width - 15))):
            name = one_line(label, 13) if number == 0 else ""
            rows.append(Row(Content.assemble((f"  {name:<13}", "$foreground-muted"), line)))
    return rows


def told(seconds: float, stages: int) -> str:
    """Return how long it all took."""
    return f"{stages:,} stages  ·  {ceil(1000 * seconds):,} ms"
