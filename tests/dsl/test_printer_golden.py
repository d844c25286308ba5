"""Golden statements, written in the language itself: `tests/golden/dsl/parse/*.clew`.

A case is a comment that states a claim, a statement, and its canonical text behind `//=>`. Each carries four
obligations: it parses, prints as written there, parses again to an equal tree, and has its spans inside the text.
`CLEW_UPDATE_GOLDEN=1 pytest` writes the canonical texts anew.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import NamedTuple

import pytest
from clew.dsl import ast
from clew.dsl.parsing.parser import parse
from clew.dsl.printing.printer import print_statement
from clew.dsl.trees import children

FOLDER = Path(__file__).parents[1] / "golden" / "dsl" / "parse"
FILES = sorted(FOLDER.glob("*.clew"))


class Case(NamedTuple):
    claim: str
    text: str
    canonical: str


def read(path: Path) -> list[Case]:
    return [case(block) for block in path.read_text(encoding="utf-8").strip().split("\n\n")]


def case(block: str) -> Case:
    claim, *lines = block.split("\n")
    text = "\n".join(line for line in lines if not line.startswith("//=>"))
    canonical = "\n".join(line.removeprefix("//=> ") for line in lines if line.startswith("//=>"))
    return Case(claim, text, canonical)


def write(path: Path) -> None:
    def block(case: Case) -> str:
        canonical = print_statement(parse(case.text))
        return "\n".join((case.claim, case.text, *(f"//=> {line}" for line in canonical.split("\n"))))

    path.write_text("\n\n".join(map(block, read(path))) + "\n", encoding="utf-8")


if os.environ.get("CLEW_UPDATE_GOLDEN"):
    for file in FILES:
        write(file)

CASES = [pytest.param(case, id=f"{file.stem}:{case.claim[3:60]}") for file in FILES for case in read(file)]


def test_there_is_a_file_for_each_room_of_the_language() -> None:
    """An empty folder would make every other test here pass by testing nothing."""
    assert {"expressions", "patterns", "recall", "lineage", "texts"} <= {file.stem for file in FILES}
    assert len(CASES) >= 60


@pytest.mark.parametrize("case", CASES)
def test_a_statement_has_one_canonical_text(case: Case) -> None:
    """Parsing and printing gives the text behind `//=>`."""
    assert print_statement(parse(case.text)) == case.canonical


@pytest.mark.parametrize("case", CASES)
def test_the_canonical_text_means_the_same(case: Case) -> None:
    """The canonical text parses to an equal tree and prints as itself; so does the text on one line."""
    tree = parse(case.text)
    again = parse(case.canonical)
    assert again == tree
    assert print_statement(again) == case.canonical
    assert parse(print_statement(tree, width=10_000)) == tree
    assert parse(print_statement(tree, width=1)) == tree


@pytest.mark.parametrize("case", CASES)
def test_every_span_lies_inside_its_parent(case: Case) -> None:
    """A node's span is not empty, lies in the text, and holds the spans of what stands in it."""
    tree = parse(case.text)
    assert 0 <= tree.span.start < tree.span.end <= len(case.text)
    stack: list[ast.Node] = [tree]
    while stack:
        node = stack.pop()
        for child in children(node):
            assert node.span.start <= child.span.start < child.span.end <= node.span.end, (node, child)
            stack.append(child)
