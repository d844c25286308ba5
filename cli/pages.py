"""How a memory, a list of them, counts and findings look in a terminal."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, cast

import click
from rich.cells import cell_len
from rich.text import Text

from ..engine.answers.cells import CELL_WIDTH, cell, when
from ..engine.answers.display import one_line, visible
from .look import of_output
from .paging import page
from .render import out
from .tables import fold, table

if TYPE_CHECKING:
    from ..engine.answers.links import LinkView
    from ..engine.care.doctor import Treatment
    from ..engine.care.findings import Finding
    from ..engine.values.model import Memory

LEAST_TEXT = 40
"""Cells that the text of a memory in a list has on the line of its id; where there are fewer, it has its own line."""

_LONG = ("id", "text", "action", "observation", "row")
_ORDINARY = {
    "namespace": "default",
    "importance": 0.5,
    "confidence": 1.0,
    "trust": 1.0,
    "valence": 0.0,
    "pinned": False,
    "tier": "active",
    "access_count": 0,
}
"""What a memory has unless somebody said otherwise; `--json` shows it all the same."""


def print_memory(memory: Memory, links: Sequence[LinkView]) -> None:
    """Print one memory: its fields that are set, its text, and its edges with the reason each was drawn for."""
    console = out()
    console.print(Text(visible(memory.id), style="bold"))
    fields = {k: v for k, v in memory.to_dict().items() if v not in (None, [], {}, "") and k not in _LONG}
    fields = {k: v for k, v in fields.items() if v != _ORDINARY.get(k)}
    for name, value in fields.items():
        console.print(Text.assemble((f"  {name:<14}", "dim"), _named(value)))
    for name in ("text",) if memory.action is None else ("action", "observation"):
        value = getattr(memory, name)
        if value:
            console.print(Text.assemble((f"\n{name}\n", "dim"), visible(value)))
    if links:
        console.print(Text("\nlinks", style="dim"))
    for link in links:
        arrow = f"<-[{link.type}]-" if link.incoming else f"-[{link.type}]->"
        reason = f"  {visible(link.reason)}" if link.reason else ""
        mark = "  (inferred)" if link.inferred else ""
        console.print(Text.assemble(f"  {arrow} ", (visible(link.other), "bold"), (reason + mark, "dim")))


def _named(value: Any) -> str:
    """Return a field's value; of a list of names, the names."""
    return visible(", ".join(map(str, value))) if isinstance(value, list) else cell(value)


def print_list(memories: Sequence[Memory], width: int | None = None) -> None:
    """Print memories, each on a line; on a narrow terminal each on two, for a text needs room to be read."""
    look = of_output(width)
    rows = [
        (visible(memory.id), when(memory.at), visible(memory.type), one_line(memory.text, 2 * CELL_WIDTH))
        for memory in memories
    ]
    others = max((sum(cell_len(part) + 3 for part in row[:3]) for row in rows), default=0)
    if look.width is not None and look.width - others < LEAST_TEXT:
        lines = _in_two_lines(rows, look.width)
    else:
        lines = table(("id", "when", "type", "text"), rows, look)
    page(line + "\n" for line in lines)


def _in_two_lines(rows: Sequence[tuple[str, str, str, str]], width: int) -> Iterator[str]:
    for id, at, type, text in rows:
        yield f"{id}  {at}  {type}"
        first, *rest = fold(text, width - 4)
        yield f"   {first}{'…' if rest else ''}"


def print_stats(stats: Mapping[str, Any]) -> None:
    console = out()
    for name, value in stats.items():
        shown = f"{value:,}" if isinstance(value, int) else cell(value)
        console.print(Text.assemble((f"{name.replace('_', ' '):<20}", "dim"), shown))


def print_findings(findings: Sequence[Finding], fine: str) -> None:
    """Print what was found with its cure, or that nothing was."""
    for finding in findings:
        click.echo(f"{finding.kind}: {visible(finding.message)} {finding.cure}".rstrip())
    if not findings:
        click.echo(fine)


def print_treatment(treatment: Treatment) -> None:
    """Print what was done, and what is left."""
    for done in treatment.done:
        click.echo(f"done: {visible(done)}")
    print_findings(treatment.left, "Nothing is wrong.")


def print_info(found: Mapping[str, Any]) -> None:
    """Print plain data as a list of names and values, what is inside something a step further right."""
    console = out()
    for depth, name, value in _flat(found, 0):
        label = f"{'  ' * depth}{visible(name) if depth else name.replace('_', ' '):<20} "
        shown = "" if value is None else f"{value:,}" if isinstance(value, int) else cell(value)
        console.print(Text.assemble((label, "dim"), shown), soft_wrap=True)


def _flat(found: Mapping[str, Any], depth: int) -> Iterator[tuple[int, str, Any]]:
    for name, value in found.items():
        if isinstance(value, dict):
            yield depth, name, None
            yield from _flat(cast("dict[str, Any]", value), depth + 1)
        else:
            yield depth, name, value
