"""The tables of the reference that are the engine's own data, by the names of their markers."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping

import clew.errors
from clew.cli.shell.commands import COMMANDS
from clew.dsl.catalog import StrategyDef
from clew.dsl.completion import meanings
from clew.dsl.parsing.build_recall import CLAUSES
from clew.engine.asking.strategies import OBJECTIVES, STRATEGIES
from clew.engine.values.schema import EDGES, MEMORY, NODES

NEEDS = {"": "-", "need": "FOR, INTENT or ABOUT", "near": "NEAR", "text": "FOR"}

AT_HOME = {
    "statements/asking": "RECALL TRACE WHY COMPARE RUN SHOW EXPLAIN PROFILE",
    "statements/writing": "REMEMBER LINK UNLINK REINFORCE PIN UNPIN FEEDBACK "
    "FORGET RESTORE PURGE CONSOLIDATE DEFINE DROP",
}
"""Statements by the table that they stand in; a test holds that none is missing."""

PLACES = {
    "RECALL": "recall.md",
    "TRACE": "lineage.md",
    "RUN": "saved.md",
    "DEFINE": "saved.md",
    "DROP": "saved.md",
    "SHOW": "saved.md",
    "WHY": "explanations.md",
    "COMPARE": "explanations.md",
    "EXPLAIN": "explanations.md",
    "PROFILE": "explanations.md",
}
"""The page of each statement; that of the others is `writing.md`."""


def table(head: Iterable[str], rows: Iterable[Iterable[str]]) -> str:
    head = tuple(head)
    lines = (head, ("---",) * len(head), *rows)
    return "".join(f"| {' | '.join(cell.replace('|', chr(92) + '|') for cell in line)} |\n" for line in lines)


def tables() -> dict[str, str]:
    """Return every table, by its name."""
    return {
        **{name: _statements(words.split()) for name, words in AT_HOME.items()},
        "clauses": table(
            ("clause", "meaning"),
            ((f"[{words}](#{_anchor(words)})", meanings.RECALL_CLAUSES[words]) for words in CLAUSES),
        ),
        "query clauses": _meanings(meanings.QUERY_CLAUSES),
        "objectives": table(
            ("objective", "better", "meaning", "needs"),
            ((f"`{o.name}`", "more" if o.sense == "MAX" else "less", o.doc, NEEDS[o.needs]) for o in OBJECTIVES),
        ),
        "strategies": table(
            ("strategy", "trades", "then", "order", "rows", "candidates", "half-life", "for"),
            map(_strategy, STRATEGIES),
        ),
        "labels": table(("label", "what it is"), ((f"`{node.label}`", node.doc) for node in NODES)),
        "edges": table(
            ("edge", "meaning", "which end is earlier"),
            ((f"`(:{e.source})-[:{e.type}]->(:{e.target})`", e.doc, e.earlier.replace("neither", "-")) for e in EDGES),
        ),
        "properties": table(
            ("property", "type", "meaning"), ((f"`{p.name}`", f"`{p.type}`", p.doc) for p in MEMORY.properties)
        ),
        "errors": table(("class", "code", "meaning"), _errors()),
        "shell": table(("command", "what it does"), ((f"`\\{c.usage}`", c.doc) for c in COMMANDS.values())),
    }


def _errors() -> Iterator[tuple[str, str, str]]:
    """Yield the tree of errors as its module draws it, but for the classes that only gather others."""
    for name, meaning in re.findall(r"^[ |`-]*-- (\w+) +(.+)$", clew.errors.__doc__ or "", re.MULTILINE):
        yield f"`{name}`", f"`{getattr(clew.errors, name).code}`", meaning


def _statements(names: Iterable[str]) -> str:
    return table(
        ("statement", "meaning"),
        (
            (f"[{name}](language/{PLACES.get(name, 'writing.md')}#{name.lower()})", meanings.STATEMENTS[name])
            for name in names
        ),
    )


def _meanings(said: Mapping[str, str]) -> str:
    return table(("clause", "meaning"), ((f"`{words}`", meaning) for words, meaning in said.items()))


def _anchor(words: str) -> str:
    return words.lower().replace(" ", "-")


def _strategy(strategy: StrategyDef) -> tuple[str, ...]:
    return (
        f"`{strategy.name}`",
        ", ".join(strategy.objectives),
        ", ".join(strategy.then) or "-",
        strategy.order,
        str(strategy.k),
        str(strategy.candidates),
        f"{strategy.half_life_days:g} days",
        strategy.doc,
    )
