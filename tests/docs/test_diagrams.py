"""The diagrams of the reference are those of the grammar: drawn from it, all of them, and no others."""

from __future__ import annotations

import random
import re
import sys

import pytest
from clew.dsl.parsing.lalr import WholeWords
from clew.grammar import source
from lark import Lark
from manual.page import DOCS, PAGES, text_of

sys.path.insert(0, str(DOCS / "tools"))  # as `make docs` does

from grammar_diagrams.__main__ import FOLDER, diagrams
from grammar_diagrams.reading import Grammar, read
from grammar_diagrams.shapes import Fork, Loop, Maybe, Name, Row, Shape, Word, names_in
from grammar_diagrams.sheets import EACH, SAME, TERMINALS, WHOLE, expanded, sheets

TYPED = {"NAME": "x", "PARAMETER": "$x", "STRING": "'x'", "FLOAT": "1.5", "INTEGER": "7"}
WALKS = 120
DEEPEST = 10


@pytest.fixture(scope="module")
def grammar() -> Grammar:
    return read(source())


def test_the_pictures_are_drawn_from_the_grammar() -> None:
    """`make docs` would change no picture, and add and remove none."""
    assert {path.name: path.read_text(encoding="utf-8") for path in FOLDER.iterdir()} == diagrams()


def test_each_picture_is_on_a_page() -> None:
    """Each is shown somewhere, and each that is shown is there."""
    shown = {name for path in PAGES for name in re.findall(r"images/grammar/([\w-]+\.svg)\)", text_of(path))}
    assert shown == set(diagrams())


def test_a_picture_fetches_nothing() -> None:
    """A reader's machine asks nobody for anything, and the colours fit a dark page and a light one."""
    for text in diagrams().values():
        assert set(re.findall(r"\w+://[^\s\"')]+", text)) == {"http://www.w3.org/2000/svg"}
        assert "prefers-color-scheme: dark" in text


def test_every_rule_is_drawn(grammar: Grammar) -> None:
    """Each rule of the grammar is drawn where it stands, or has a picture of its own; none is left out."""
    drawn: set[str] = set()
    to_see = {"start"}
    while to_see:
        rule = to_see.pop()
        drawn.add(rule)
        to_see |= names_in(grammar.rules[rule]) & set(grammar.rules) - drawn
    assert drawn == set(grammar.rules)
    assert {*WHOLE, *EACH, *SAME} <= drawn


def test_a_terminal_is_drawn_as_it_is_typed(grammar: Grammar) -> None:
    """What a picture shows for a pattern of the grammar, and what this test types for it, the pattern matches."""
    patterns = {name: pattern for name, pattern in grammar.patterns.items() if isinstance(pattern, str)}
    assert set(patterns) == set(TERMINALS)
    for name, pattern in patterns.items():
        for typed in spellings(TERMINALS[name]):
            assert re.fullmatch(pattern, typed), (name, typed)


def spellings(shape: Shape) -> list[str]:
    match shape:
        case Word(text):
            return [text]
        case Fork(ways):
            return [typed for way in ways for typed in spellings(way)]
        case Name(rule):
            return [TYPED[rule]]
        case _:
            raise AssertionError(shape)


def test_a_changed_grammar_changes_a_picture() -> None:
    """Another word in the grammar is another word in the picture of its rule."""
    before, after = (
        {sheet.file: sheet.shape for sheet in sheets(read(text))}
        for text in (source(), source().replace('"BECAUSE"i', '"SINCE"i ["IT"i]'))
    )
    assert {name for name in before if before[name] != after[name]} == {"remember"}


def test_whoever_follows_the_lines_writes_the_language(grammar: Grammar) -> None:
    """A text made by walking through the pictures is one that the grammar reads."""
    dice, shapes = random.Random(8), {rule: expanded(rule, grammar) for rule in WHOLE}
    reader = Lark(source(), parser="lalr", lexer="contextual", postlex=WholeWords())
    for _ in range(WALKS):
        reader.parse(walk(Name("start"), shapes, dice, 0))


def walk(shape: Shape, shapes: dict[str, Shape], dice: random.Random, depth: int) -> str:
    """Return a text along one way through the pictures, the shorter the deeper it is."""
    deep = depth >= DEEPEST
    match shape:
        case Word(text):
            return text
        case Name(rule):
            return TYPED[rule] if rule in TYPED else walk(shapes[rule], shapes, dice, depth + 1)
        case Row(parts):
            return " ".join(walk(part, shapes, dice, depth) for part in parts)
        case Fork(ways):
            return walk(ways[0] if deep else dice.choice(ways), shapes, dice, depth)
        case Maybe(part):
            return "" if deep or dice.random() < 0.5 else walk(part, shapes, dice, depth)
        case Loop(part, between):
            rounds = [walk(part, shapes, dice, depth)]
            if not deep and dice.random() < 0.3:
                rounds += [walk(one, shapes, dice, depth) for one in (between, part) if one is not None]
            return " ".join(rounds)
