"""The formatter: the same statements, every comment, one style, and nothing to change the second time."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from clew.dsl import ast
from clew.dsl.formatting.formatter import format_text
from clew.dsl.formatting.words import words_of
from clew.dsl.parsing.lexemes import COMMENT, scan
from clew.dsl.parsing.parser import parse
from clew.dsl.parsing.script import split
from clew.dsl.printing.printer import print_statement
from clew.errors import LimitError, ParseError
from hypothesis import given
from hypothesis import strategies as st
from statement_trees import QUIET, STATEMENTS

pytestmark = pytest.mark.slow

GOLDEN = Path(__file__).parents[1] / "golden" / "dsl" / "format" / "cases.txt"
COMMENTS = st.sampled_from(
    ["/* a */", "// b\n", "\n// c\n", "\n\n/* d */\n", "/* e\n f */", "/**/", "// g\n// h\n", "\n"]
)


def comments_of(text: str) -> list[str]:
    """Return the comments of a text, without the blanks that end their lines."""
    pieces = [text[x.start : x.end] for x in scan(text) if x.terminal == COMMENT]
    return ["\n".join(line.rstrip() for line in piece.split("\n")) for piece in pieces]


@st.composite
def commented(draw: st.DrawFn) -> tuple[str, ast.Statement]:
    """Draw a statement with comments at gaps between its words, and the tree that it says."""
    tree = draw(STATEMENTS)
    words = words_of(print_statement(tree))
    put = draw(st.dictionaries(st.integers(0, len(words)), COMMENTS, max_size=5))
    text = "".join(f" {put.get(place, '')} {word.lead}{word.text}" for place, word in enumerate(words))
    return f"{text} {put.get(len(words), '')}", tree


@QUIET
@given(commented(), st.sampled_from([20, 60, 100, 10_000]))
def test_comments_anywhere_are_kept(written: tuple[str, ast.Statement], width: int) -> None:
    """Wherever comments stand, all are there afterwards, in order, in the same tree; a second time changes nothing."""
    text, tree = written
    made = format_text(text, width)
    assert parse(made) == tree
    assert comments_of(made) == comments_of(text)
    assert format_text(made, width) == made


@QUIET
@given(st.lists(commented(), max_size=3), st.sampled_from(["", ";", "; // behind", ";\n\n\n"]))
def test_a_script_keeps_its_statements_and_comments(written: list[tuple[str, ast.Statement]], last: str) -> None:
    """Several statements with comments stay several, with all of their comments."""
    text = ";\n".join(text for text, _ in written) + (last if written else "")
    made = format_text(text)
    assert [parse(piece.text) for piece in split(made)] == [tree for _, tree in written]
    assert comments_of(made) == comments_of(text)
    assert format_text(made) == made


@QUIET
@given(STATEMENTS)
def test_without_comments_it_is_the_printers_text(tree: ast.Statement) -> None:
    """Where no line of the printer is too wide, its text is what is written."""
    printed = print_statement(tree)
    if all(len(line) <= 100 for line in printed.split("\n")):
        assert format_text(printed) == printed + "\n"


def read() -> list[tuple[str, str, str]]:
    """Return `(claim, text, made)` of each case: a claim behind `#`, a text, `=>`, what is made of it, `----`."""
    blocks = GOLDEN.read_text(encoding="utf-8").split("\n----\n")[:-1]
    parts = [block.removeprefix("# ").partition("\n") for block in blocks]
    texts = [(claim, *rest.partition("\n=>\n")[::2]) for claim, _, rest in parts]
    return [(claim, text, made) for claim, text, made in texts]


if os.environ.get("CLEW_UPDATE_GOLDEN"):
    entries = (f"# {claim}\n{text}\n=>\n{format_text(text)}\n----\n" for claim, text, _ in read())
    GOLDEN.write_text("".join(entries), encoding="utf-8")
CASES = read()


def test_there_are_cases() -> None:
    """The golden file is read, and each case is another text."""
    assert len({text for _, text, _ in CASES}) == len(CASES) >= 8


@pytest.mark.parametrize(("text", "made"), [case[1:] for case in CASES], ids=[case[0] for case in CASES])
def test_the_style(text: str, made: str) -> None:
    """Each text is written in the one way that the golden file shows."""
    assert format_text(text) == made
    assert format_text(made) == made


def test_nothing_stays_nothing() -> None:
    """A text of blanks has no line."""
    assert format_text(" \n ") == format_text("") == ""


def test_a_text_that_does_not_parse_is_refused_with_its_place() -> None:
    """The error of any statement points into the whole text."""
    text = "RETURN 1;\n// next\nRETURN (2"
    with pytest.raises(ParseError) as caught:
        format_text(text)
    assert caught.value.text == text and caught.value.span is not None
    assert text[caught.value.span.start] == "("
    assert "   3 | RETURN (2" in caught.value.render()
    with pytest.raises(LimitError):
        format_text("RETURN " + "(" * 5000)


def test_deep_and_long_statements_are_formatted() -> None:
    """Brackets as deep as the parser takes, and a list of thousands, neither overflow nor take long."""
    deep = "RETURN " + "[" * 90 + "'" + "x" * 120 + "'" + "]" * 90
    assert parse(format_text(deep)) == parse(deep)
    long = "RETURN [" + ", ".join(f"'item {n}'" for n in range(1000)) + "] AS xs // all"
    made = format_text(long)
    assert max(map(len, made.split("\n"))) <= 100
    assert format_text(made) == made
