"""The language reference cannot lie: its examples run, its answers are compared, its tables are those of the engine.

`CLEW_UPDATE_GOLDEN=1 pytest` writes the answers and the generated tables anew: read them as a user would.
"""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from pathlib import Path

import clew
import pytest
from clew.dsl.building.recall import RecallQuery
from clew.dsl.completion import meanings
from clew.dsl.parsing.build_recall import CLAUSES
from clew.errors import CapabilityError, ClewError, QueryError, UnsupportedError
from manual import functions, page, tables, world
from manual.page import INDEX, PAGES, Block, text_of

UPDATES = bool(os.environ.get("CLEW_UPDATE_GOLDEN"))
RECALL, ERRORS, LINEAGE, FUNCTIONS, PYTHON = (
    page.DOCS / "language" / f"{name}.md" for name in ("recall", "errors", "lineage", "functions", "python")
)

Opened = Callable[[], AbstractContextManager[world.World]]


@pytest.fixture(scope="module")
def opened(tmp_path_factory: pytest.TempPathFactory) -> Opened:
    """Return what opens a fresh copy of the reference's store."""
    made = tmp_path_factory.mktemp("made")
    world.make_store(made)

    def fresh() -> AbstractContextManager[world.World]:
        folder = tmp_path_factory.mktemp("page")
        shutil.copytree(made / world.STORE, folder / world.STORE)
        return world.world(folder)

    return fresh


@pytest.fixture(scope="module")
def memory(opened: Opened) -> Iterator[clew.Engine]:
    with opened() as here:
        yield here.memory


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.name)
def test_a_page_says_what_comes(path: Path, opened: Opened, memory: clew.Engine) -> None:
    """Every block runs, in order; what stands below it is what it gives; tables are those of the engine."""

    def answer(block: Block) -> str:
        said = here.answer(block)
        assert said.count("\n") > 1 or block.said is not None or block.kind != "clew" or block.file, block.code
        return said

    text = text_of(path)
    with opened() as here:
        made = page.answered(page.with_tables(text, tables.tables()), answer)
    if path == FUNCTIONS:
        made = functions.with_functions(made, memory)
    if UPDATES:
        path.write_text(made, encoding="utf-8", newline="\n")
    else:
        assert made == text


def test_every_block_is_one_that_is_tested() -> None:
    """No block is in a language that no test here takes, and most statements show their answer."""
    for path in PAGES:
        kinds = re.findall(r"^```(\w+)$", text_of(path), re.MULTILINE)
        blocks = page.blocks(text_of(path))
        assert set(kinds) <= {"python", "clew", "sh", "text", "json"}
        assert len(blocks) == sum(kind in ("python", "clew", "sh") for kind in kinds)
        assert sum(block.said is not None for block in blocks) == len(kinds) - len(blocks)


# ---- nothing is forgotten ------------------------------------------------------------------------


def test_every_statement_is_listed() -> None:
    """The tables of statements name each statement once, and each has a section where the table points to."""
    listed = {name for names in tables.AT_HOME.values() for name in names.split()}
    assert listed == {name for name in meanings.STATEMENTS if " " not in name}
    links = re.findall(r"^\| \[(\w+)\]\((language/\w+\.md)#\w+\)", text_of(INDEX), re.MULTILINE)
    assert {name for name, _ in links} == listed
    for name, target in links:
        assert name == "RECALL" or name in page.titles(text_of(page.DOCS / target), 2), name


def test_every_clause_of_a_recall_has_its_section() -> None:
    """Each clause has a section, in the order of the grammar, with its diagram and an example that uses it."""
    text = text_of(RECALL)
    assert page.titles(text, 3) == list(CLAUSES)
    for clause in CLAUSES:
        body = page.section(text, clause)
        assert clause == "PARETO BY" or "images/grammar/" in body
        assert any(clause in block.code for block in page.blocks(body)), clause


def test_every_clause_of_a_query_is_named() -> None:
    """What the table of meanings says of the clauses of a query, it says of each."""
    for clause in meanings.QUERY_CLAUSES:
        assert any(f"`{clause}`" in text_of(path) or f"## {clause}" in text_of(path) for path in PAGES), clause


def test_every_function_has_a_line_and_an_example() -> None:
    """The tables name each function of the catalog once, with its arity, and an example that calls it."""
    rows = functions.rows(text_of(FUNCTIONS))
    assert sorted(functions.name_of(row[0]) for row in rows) == sorted(functions.BY_NAME)
    for signature, example, *_ in rows:
        name = functions.name_of(signature)
        assert functions.arity_of(signature) == functions.arity(functions.BY_NAME[name]), signature
        assert f"{name}(" in example


def test_every_clause_has_a_method() -> None:
    """The table of builders names a method for each clause of a recall, and methods that there are."""
    rows = [row for row in page.cells(page.section(text_of(PYTHON), "Builders")) if len(row) == 2]
    assert [page.code(row[0]) for row in rows][1:] == [clause for clause in CLAUSES if clause != "FOR"]
    methods = {name for row in rows[1:] for name in re.findall(r"(\w+)\(", row[1])}
    assert methods == {name for name in vars(RecallQuery) if name[0] != "_"} - {"statement"}


# ---- what is said beside the examples ------------------------------------------------------------


@pytest.mark.parametrize(
    "row", page.cells(page.section(text_of(ERRORS), "What is refused, and what to write instead")), ids=lambda r: r[0]
)
def test_what_is_called_refused_is_refused(row: list[str], memory: clew.Engine) -> None:
    """Each is refused by name, with a hint."""
    with pytest.raises(QueryError) as caught:
        memory.execute(page.code(row[1]), {"s": "default"} if "$s" in row[1] else {})
    assert isinstance(caught.value, UnsupportedError | CapabilityError) and caught.value.hint


@pytest.mark.parametrize("row", page.cells(page.section(text_of(LINEAGE), "TRACE")), ids=lambda row: page.code(row[0]))
def test_every_form_of_trace_runs(row: list[str], memory: clew.Engine) -> None:
    """Each form in the table is a statement, once its ids are those of memories that there are."""
    text = page.code(row[0]).replace("'id'", "'offer'").replace("'a'", "'quote'").replace("'b'", "'paid'")
    assert len(memory.query(text))


def test_show_gives_the_columns_that_are_listed(memory: clew.Engine) -> None:
    """The table of SHOW names the columns that come."""
    for what, columns in page.cells(page.section(text_of(page.DOCS / "language" / "saved.md"), "SHOW")):
        for statement in what.split(", "):
            assert memory.query(page.code(statement)).columns == tuple(map(page.code, columns.split(", ")))


def test_a_store_of_another_process_has_no_active_memories(memory: clew.Engine) -> None:
    """NEAR ACTIVE without TASK finds what this process wrote, and asks for a task where that is nothing."""
    with pytest.raises(ClewError, match="whose memories are active"):
        memory.query("RECALL NEAR ACTIVE 2")


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.name)
def test_the_links_lead_somewhere(path: Path) -> None:
    """Each link is a file of the repository, and the anchor behind it a heading of that page."""
    for target in re.findall(r"\]\(([^)]+)\)", text_of(path)):
        file, _, anchor = target.partition("#")
        found = (path.parent / file).resolve() if file else path
        assert found.exists() and page.ROOT in found.parents, target
        if anchor:
            titles = [title for level in (1, 2, 3) for title in page.titles(text_of(found), level)]
            assert anchor in map(page.anchor, titles), target


def test_every_page_is_in_the_contents() -> None:
    """The first page lists each of the others."""
    listed = re.findall(r"^- \[.+\]\(language/(\w+\.md)\)", text_of(INDEX), re.MULTILINE)
    assert sorted(listed) == [path.name for path in PAGES[1:]]
