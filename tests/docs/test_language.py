"""The language reference cannot lie: its examples run, its answers are compared, its tables are those of the engine.

`CLEW_UPDATE_GOLDEN=1 pytest` writes the answers and the generated tables anew: read them as a user would.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator, Mapping
from datetime import datetime
from pathlib import Path
from typing import Any

import clew
import pytest
from clew.dsl.catalog import StrategyDef
from clew.dsl.diagnosis import refused
from clew.dsl.parsing.build_recall import CLAUSES
from clew.engine.catalog import CATALOG
from clew.engine.schema import EDGES, MEMORY, NODES
from clew.engine.strategies import OBJECTIVES, STRATEGIES
from clew.errors import ClewError, QueryError, UnsupportedError

ROOT = Path(__file__).resolve().parents[2]
PAGE = ROOT / "docs" / "language.md"
EXAMPLE = re.compile(r"^```clew\n(.*?)^```\n(?:```text\n(.*?)^```\n)?", re.MULTILINE | re.DOTALL)
GIVEN = {"k": 3, "need": "the price of a seat", "task": "T1", "since": "2024-03-01"}
UPDATES = bool(os.environ.get("CLEW_UPDATE_GOLDEN"))


# ---- what the page should say --------------------------------------------------------------------


def table(head: Iterable[str], rows: Iterable[Iterable[str]]) -> str:
    head = tuple(head)
    lines = (head, ("---",) * len(head), *rows)
    return "".join(f"| {' | '.join(line)} |\n" for line in lines)


def tables() -> dict[str, str]:
    """Return the tables that are the engine's own data, by the name of their marker."""
    return {
        "objectives": table(
            ("objective", "better", "meaning"),
            ((f"`{o.name}`", "more" if o.sense == "MAX" else "less", o.doc) for o in OBJECTIVES),
        ),
        "strategies": table(
            ("strategy", "trades", "then", "order", "rows", "half-life", "for"),
            (
                (
                    f"`{s.name}`",
                    ", ".join(s.objectives),
                    ", ".join(s.then) or "-",
                    s.order,
                    str(s.k),
                    half_life(s),
                    s.doc,
                )
                for s in STRATEGIES
            ),
        ),
        "labels": "".join(f"| `{node.label}` | {node.doc} |\n" for node in NODES),
        "edges": table(
            ("edge", "meaning", "which end is earlier"),
            ((f"`(:{e.source})-[:{e.type}]->(:{e.target})`", e.doc, e.earlier.replace("neither", "-")) for e in EDGES),
        ),
        "properties": table(
            ("property", "type", "meaning"), ((f"`{p.name}`", f"`{p.type}`", p.doc) for p in MEMORY.properties)
        ),
    }


def half_life(strategy: StrategyDef) -> str:
    return f"{strategy.half_life_days:g} days"


def answer(engine: clew.Engine, query: str) -> str:
    """Return what the page shows of an answer: columns and rows, an explanation, or an error."""
    try:
        rows = engine.query(query, {name: value for name, value in GIVEN.items() if f"${name}" in query})
    except QueryError as error:
        return f"{error.render()}\n"
    if rows.explanation is not None:
        return f"{rows.explanation.rstrip()}\n"
    return aligned([list(rows.columns), *([cell(value) for value in row.values()] for row in rows)])


def cell(value: Any) -> str:
    match value:
        case None:
            return "null"
        case bool():
            return str(value).lower()
        case float():
            return f"{value:.2f}"
        case datetime():
            return f"{value:%Y-%m-%d %H:%M}"
        case {"id": str(name)}:
            return f"(the memory {name})"
        case Mapping():
            return ", ".join(f"{name} {cell(inner)}" for name, inner in value.items())
        case list():
            return f"[{', '.join(map(cell, value))}]"
        case _:
            return str(value)


def aligned(lines: list[list[str]]) -> str:
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    padded = ("  ".join(text.ljust(width) for text, width in zip(line, widths, strict=True)) for line in lines)
    return "".join(f"{line.rstrip()}\n" for line in padded)


def rewritten(page: str, engine: clew.Engine) -> str:
    """Return the page with its answers and its generated tables made anew."""
    for name, text in tables().items():
        pattern = rf"(<!-- {name}:begin -->\n).*?(<!-- {name}:end -->)"
        page = re.sub(pattern, lambda found, text=text: found[1] + text + found[2], page, flags=re.DOTALL)

    def shown(found: re.Match[str]) -> str:
        asked = f"```clew\n{found[1]}```\n"
        return asked if found[2] is None else f"{asked}```text\n{answer(engine, found[1])}```\n"

    return EXAMPLE.sub(shown, page)


# ---- the page ------------------------------------------------------------------------------------


def section(title: str) -> str:
    return re.split(r"^## ", PAGE.read_text(encoding="utf-8").partition(f"\n## {title}\n")[2], flags=re.MULTILINE)[0]


def cells(title: str) -> Iterator[list[str]]:
    """Yield the rows of the tables of a section, without their heads."""
    body = re.sub(r"^.*\n\| ---.*\n", "", section(title), flags=re.MULTILINE)
    yield from (
        [part.strip() for part in line.strip("|").split(" | ")] for line in body.splitlines() if line[:1] == "|"
    )


def code(text: str) -> str:
    return text.strip("`")


@pytest.fixture(scope="module")
def engine(tmp_path_factory: pytest.TempPathFactory) -> Iterator[clew.Engine]:
    """The store that the page makes, made by the page's own program."""
    program = re.search(r"^```python\n(.*?)^```$", PAGE.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)
    assert program
    scope: dict[str, Any] = {}
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(tmp_path_factory.mktemp("reference"))
        exec(compile(program[1], "language.md", "exec"), scope)
        with scope["memory"] as opened:
            if UPDATES:
                PAGE.write_text(rewritten(PAGE.read_text(encoding="utf-8"), opened), encoding="utf-8")
            yield opened


EXAMPLES = [(found[1], found[2]) for found in EXAMPLE.finditer(PAGE.read_text(encoding="utf-8"))]
RECALLS = list(cells("RECALL, clause by clause"))
REFUSED = list(cells("Understood, and refused today"))


def test_every_block_is_one_that_is_tested() -> None:
    """There are examples enough, and no block in a language that no test here takes."""
    blocks = re.findall(r"^```(\w+)$", PAGE.read_text(encoding="utf-8"), re.MULTILINE)
    assert set(blocks) == {"python", "clew", "text"}
    assert blocks.count("clew") == len(EXAMPLES) >= 20
    assert blocks.count("text") == sum(said is not None for _, said in EXAMPLES) >= 20


@pytest.mark.parametrize(("query", "said"), EXAMPLES, ids=[query[:40] for query, _ in EXAMPLES])
def test_an_example_gives_the_answer_that_is_shown(query: str, said: str | None, engine: clew.Engine) -> None:
    """What stands below an example is its answer; an example without one finds something, or explains itself."""
    found = answer(engine, query)
    assert UPDATES or found == said if said is not None else len(found.splitlines()) > 1


def test_the_tables_are_the_engines(engine: clew.Engine) -> None:
    """The tables of objectives, strategies, labels, edges and properties hold what the engine holds."""
    page = PAGE.read_text(encoding="utf-8")
    for name, text in tables().items():
        assert f"<!-- {name}:begin -->\n{text}<!-- {name}:end -->" in page


def test_every_clause_of_a_recall_is_there_in_its_order() -> None:
    """The table of clauses is the grammar's list, in its order, but for those that are refused."""
    works = [words for words in CLAUSES if words not in refused.CLAUSES]
    assert [code(row[0]) for row in RECALLS] == ["RECALL", *works]


@pytest.mark.parametrize("row", RECALLS, ids=[code(row[0]) for row in RECALLS])
def test_the_example_of_a_clause_finds_something(row: list[str], engine: clew.Engine) -> None:
    """Each clause's example uses the clause, and has an answer."""
    clause, _, example = map(code, row)
    assert clause in example
    assert len(engine.query(example))


def test_every_function_is_named() -> None:
    """The table of functions names those of the catalog, and no others."""
    named = {code(name).partition("(")[0] for row in cells("Expressions and functions") for name in spans(row[1])}
    suffixes = {name for name in named if name.startswith(".")}
    bases = ("date", "datetime", "localdatetime", "time", "localtime")
    expanded = {f"{base}{suffix}" for base in bases for suffix in suffixes}
    assert (named - suffixes) | expanded == {function.name for function in CATALOG.functions}


def test_everything_that_is_refused_is_listed() -> None:
    """The table of what is refused names each refused clause and statement once."""
    assert [code(row[0]) for row in REFUSED] == [*refused.CLAUSES, *refused.STATEMENTS, "shortest paths"]


@pytest.mark.parametrize("row", REFUSED, ids=[code(row[0]) for row in REFUSED])
def test_what_is_called_refused_is_refused(row: list[str], engine: clew.Engine) -> None:
    """Each is refused by name, with a hint."""
    with pytest.raises(UnsupportedError) as caught:
        engine.query(code(row[1]))
    assert caught.value.hint


@pytest.mark.parametrize("row", list(cells("TRACE")), ids=lambda row: code(row[0]))
def test_every_form_of_trace_runs(row: list[str], engine: clew.Engine) -> None:
    """Each form in the table is a statement, once its ids are those of memories that there are."""
    text = code(row[0]).replace("'id'", "'offer'").replace("'a'", "'quote'").replace("'b'", "'paid'")
    assert len(engine.query(text))


def test_a_store_of_another_process_has_no_active_memories(engine: clew.Engine) -> None:
    """NEAR ACTIVE without TASK finds what this process wrote, and asks for a task where that is nothing."""
    path = engine.journal.path
    assert len(engine.query("RECALL NEAR ACTIVE 2"))
    with clew.open(path, background=False) as other, pytest.raises(ClewError, match="whose memories are active"):
        other.query("RECALL NEAR ACTIVE 2")


def test_the_links_lead_somewhere() -> None:
    """The table of contents names each section, in order."""
    page = PAGE.read_text(encoding="utf-8")
    titles = re.findall(r"^## (.+)$", page, re.MULTILINE)
    anchors = [re.sub(r"[^\w\s-]", "", title.lower()).replace(" ", "-") for title in titles]
    assert re.findall(r"^- \[(.+)\]\(#(.+)\)$", page, re.MULTILINE) == list(zip(titles, anchors, strict=True))


def spans(text: str) -> list[str]:
    return re.findall(r"`[^`]+`", text)
