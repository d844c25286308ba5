"""What is shown before anything was asked: statements to begin with, made from what the store has.

An example that finds something teaches more than a page; one about names that are not there teaches nothing.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from textual.content import Content

from ...dsl.parsing.strings import quote
from ...engine.answers.display import one_line
from ...engine.answers.folding import fold, fold_all
from ...engine.asking.vocabulary import known_in
from ..widgets.lines import Row

if TYPE_CHECKING:
    from ...engine.handle.engine import Engine
    from ...engine.values.model import Memory

LOOKED_AT = 200
"""Newest memories among which one with causes is looked for."""
WORDS = 6
"""Words of a memory that an example asks for."""


@dataclass(frozen=True, slots=True)
class Example:
    text: str
    says: str


def examples_in(engine: Engine) -> tuple[Example, ...]:
    """Return three statements that find something in a store; none where it is empty. Reads the store."""
    newest = engine.list(limit=1, newest=True)
    return tuple(_examples(engine, newest[0])) if newest else ()


def _examples(engine: Engine, newest: Memory) -> Iterator[Example]:
    tasks = known_in(engine).tasks[:1]
    inside = f" TASK {quote(tasks[0])}" if tasks else ""
    words = " ".join(one_line(newest.text, 200).removesuffix("…").split()[:WORDS])
    yield Example(f"RECALL 5 FOR {quote(words)}", "what helps with a need, the best trade-offs first")
    caused = _caused(engine)
    if caused is not None:
        yield Example(f"TRACE CAUSES OF {quote(caused)}", "what led to a memory")
    else:
        yield Example(f"RECALL 5{inside} SINCE 7 DAYS RANK BY recency", "what happened last")
    yield Example("MATCH (m:Memory) RETURN m.type AS type, count(*) AS n ORDER BY n DESC", "a pattern, counted")


def _caused(engine: Engine) -> str | None:
    """Return the newest of the last memories that has a cause; None where none has."""
    memories = engine.list(limit=LOOKED_AT, newest=True)
    return next(
        (m.id for m in memories if any(link.type == "CAUSED" and link.incoming for link in engine.links(m.id))), None
    )


def as_rows(examples: tuple[Example, ...], width: int) -> list[Row]:
    """Return what an empty table says: the examples, each of which can be chosen; or what to do with an empty store."""
    if not examples:
        lines = (
            "This store holds no memory yet. Memories come into it",
            "",
            "  from Python, memory.remember('Vendor C quoted 40 EUR');",
            "  from a log of an agent, `clew import STORE LOG`;",
            "  from here, started with --write: REMEMBER {text: 'Vendor C quoted 40 EUR'}.",
        )
        return [Row(Content(part)) for line in lines for part in fold_all(line, max(1, width))]
    said = "Nothing was asked yet. To begin with, enter puts one of these into the editor:"
    rows = [Row(Content(part)) for part in fold(said, max(1, width))] + [Row(Content(""))]
    for place, example in enumerate(examples):
        rows.append(Row(Content.assemble("  ", (one_line(example.text, 300), "bold")), key=str(place)))
        rows.append(Row(Content.styled(f"    {example.says}", "$foreground-muted")))
    return rows
