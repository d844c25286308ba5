"""Highlighting: any text in kinds, without a gap, and each word what it is in its place."""

from __future__ import annotations

from itertools import pairwise

import pytest
from clew.dsl import ast
from clew.dsl.highlighting.highlight import highlight
from clew.dsl.parsing.lexemes import read, scan
from clew.dsl.parsing.script import regions, split
from clew.dsl.parsing.vocabulary import keywords
from clew.dsl.printing.printer import print_statement
from hypothesis import given, settings
from hypothesis import strategies as st
from statement_trees import QUIET, STATEMENTS

ANY = st.one_of(st.text(max_size=40), st.text("RECALL FOR'x\"`$(){}[]|:;.,-<>=/*\nm5_", max_size=40))


def kinds(text: str) -> list[tuple[str, str]]:
    return [(text[start:end], kind) for start, end, kind in highlight(text) if kind != "blank"]


@settings(max_examples=150, deadline=None)
@given(ANY)
def test_any_text_is_covered(text: str) -> None:
    """Whatever the text, the parts touch, cover it, and none is empty."""
    parts = highlight(text)
    assert [start for start, _, _ in parts] == [0, *(end for _, end, _ in parts[:-1])] if parts else text == ""
    assert (parts[-1][1] if parts else 0) == len(text)
    assert all(start < end for start, end, _ in parts)


@QUIET
@given(STATEMENTS)
def test_a_statement_has_no_error_in_it(tree: ast.Statement) -> None:
    """In a text that parses nothing is an error, and every word that the parser takes for a keyword is one."""
    text = print_statement(tree)
    parts = {start: kind for start, _, kind in highlight(text)}
    assert "error" not in parts.values()
    for lexeme in read(text):
        if lexeme.terminal in keywords():
            assert parts[lexeme.start] in ("keyword", "constant", "function")


@settings(max_examples=100, deadline=None)
@given(ANY)
def test_two_ways_to_divide_a_script_agree(text: str) -> None:
    """The quick division at `;` finds what the lexer finds, and each statement is found once."""
    marks = [lexeme.start for lexeme in scan(text) if lexeme.terminal == "SEMICOLON"]
    ends = [end for _, end in regions(text)]
    assert [end - 1 for end in ends if text[end - 1] == ";" and end - 1 in marks] == marks
    assert all(one[1] == other[0] for one, other in pairwise(regions(text)))
    words = [lexeme for lexeme in scan(text) if not lexeme.aside and lexeme.terminal != "SEMICOLON"]
    pieces = split(text)
    assert all(sum(piece.start <= word.start < piece.end for piece in pieces) == 1 for word in words)
    assert all(text[piece.start : piece.end] == piece.text == piece.text.strip() for piece in pieces)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("RECALL 5 // x", [("RECALL", "keyword"), ("5", "number"), ("// x", "comment")]),
        ("m.type", [("m", "name"), (".", "punctuation"), ("type", "property")]),
        ("RETURN type", [("RETURN", "keyword"), ("type", "name")]),
        ("RECALL TYPE fact", [("RECALL", "keyword"), ("TYPE", "keyword"), ("fact", "name")]),
        ("RETURN null", [("RETURN", "keyword"), ("null", "constant")]),
        ("RECALL FOR budget", [("RECALL", "keyword"), ("FOR", "keyword"), ("budget", "name")]),
        ("RETURN 'open", [("RETURN", "keyword"), ("'open", "error")]),
        ("RETURN ¿", [("RETURN", "keyword"), ("¿", "error")]),
        ("RETURN $p", [("RETURN", "keyword"), ("$p", "parameter")]),
    ],
)
def test_each_word_is_what_it_is_in_its_place(text: str, expected: list[tuple[str, str]]) -> None:
    """A word of the language is a name where a name is due, and broken texts are coloured as far as they go."""
    assert kinds(text) == expected


def test_patterns_have_labels_and_keys() -> None:
    """Labels and the types of edges, keys of maps, functions and their names are told apart."""
    text = "MATCH (a:Memory|Task {type: b.c})-[r:CAUSED|FOLLOWS*1..3]->(d) WHERE a:!Tag RETURN [x IN xs | size(x)]"
    found = dict(kinds(text))
    assert [word for word, kind in kinds(text) if kind == "label"] == ["Memory", "Task", "CAUSED", "FOLLOWS", "Tag"]
    assert (found["type"], found["c"], found["size"], found["x"]) == ("property", "property", "function", "name")


def test_statements_behind_a_broken_one_are_read_as_ever() -> None:
    """Each statement of a script is read on its own."""
    assert kinds("RETURN ((; RECALL type")[-2:] == [("RECALL", "keyword"), ("type", "keyword")]
    assert kinds("RETURN ((; RETURN type")[-2:] == [("RETURN", "keyword"), ("type", "name")]


def test_pygments_finds_the_lexer() -> None:
    """Pygments lexes the language with it, and gives the text back."""
    pygments = pytest.importorskip("pygments")
    from clew.adapters.pygments_lexer import ClewLexer
    from pygments.formatters import NullFormatter
    from pygments.token import Keyword, Name

    text = "RECALL 5 FOR 'x' WHERE m.type = 'fact'\n"
    tokens = list(ClewLexer().get_tokens(text))
    assert (Keyword, "RECALL") in tokens and (Name.Attribute, "type") in tokens
    assert pygments.highlight(text, ClewLexer(), NullFormatter()) == text
