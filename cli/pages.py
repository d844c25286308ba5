"""How a memory, a list of them, counts and findings look in a terminal."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import click
from rich.table import Table
from rich.text import Text

from ..engine.display import one_line, visible
from .render import CELL_WIDTH, cell, out, when

if TYPE_CHECKING:
    from ..engine.health import Finding
    from ..engine.links import LinkView
    from ..engine.model import Memory

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


def print_list(memories: Sequence[Memory]) -> None:
    console = out()
    table = Table(show_edge=False, header_style="bold", pad_edge=False)
    for name in ("id", "when", "type", "text"):
        table.add_column(name, overflow="fold", no_wrap=name in ("id", "when"))
    for memory in memories:
        table.add_row(
            Text(visible(memory.id)),
            Text(when(memory.at)),
            Text(visible(memory.type)),
            Text(one_line(memory.text, 2 * CELL_WIDTH)),
        )
    console.print(table)


def print_stats(stats: Mapping[str, Any]) -> None:
    console = out()
    for name, value in stats.items():
        shown = f"{value:,}" if isinstance(value, int) else cell(value)
        console.print(Text.assemble((f"{name.replace('_', ' '):<20}", "dim"), shown))


def print_findings(findings: Sequence[Finding], fine: str) -> int:
    """Print what was found with its cure; return the exit code: 0 where nothing is wrong, 3 where something is."""
    for finding in findings:
        click.echo(f"{finding.kind}: {visible(finding.message)} {finding.cure}".rstrip())
    if not findings:
        click.echo(fine)
    return 3 if any(finding.serious for finding in findings) else 0
