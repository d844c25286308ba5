"""Whatever the text, the compiler gives a plan or a complete error, soon, and never anything else."""

from __future__ import annotations

import pytest
from clew.dsl.parsing.cursor import Cursor
from clew.dsl.parsing.lalr import lark
from clew.errors import ClewError
from fuzz.__main__ import P99_AT_MOST, run
from fuzz.check import check
from fuzz.texts import corpus, texts
from hypothesis import given, settings
from hypothesis import strategies as st
from lark import UnexpectedInput

pytestmark = pytest.mark.slow

TEXTS, MANY = 8_000, 20_000
PARTS = 4


def hold(seed: int, count: int) -> None:
    """Hold the compiler to its promises by `count` texts of a seed."""
    kinds, times, faults = run(seed, count)
    assert faults == []
    assert set(kinds) >= {"plan", "ParseError", "BindError", "LimitError", "UnsupportedError"}
    assert sorted(times)[len(times) * 99 // 100] < P99_AT_MOST


@pytest.mark.parametrize("seed", range(PARTS))
def test_fuzzed_texts_are_read_or_refused(seed: int) -> None:
    """8,000 texts, most of them nearly right: complete typed errors, 99 of 100 by a tenth of a second's work."""
    hold(seed, TEXTS // PARTS)


@pytest.mark.full
@pytest.mark.parametrize("seed", range(PARTS))
def test_more_fuzzed_texts_are_too(seed: int) -> None:
    """20,000, which begin with those; `make fuzz` reads a million."""
    hold(seed, MANY // PARTS)


@settings(max_examples=80, deadline=None)
@given(st.text(max_size=40))
def test_any_text_is_read_or_refused(text: str) -> None:
    """So is any text that hypothesis thinks of, which looks for the smallest that is not."""
    check(text)


def test_the_corpus_is_right_and_whole() -> None:
    """What is damaged was right before, and holds each kind of statement, those that write too."""
    for word in ("MATCH", "RECALL", "TRACE", "WHY", "COMPARE", "SHOW", "RUN", "REMEMBER", "LINK", "FORGET", "DEFINE"):
        assert any(text.startswith(word) for text in corpus()), word


def test_what_can_come_next_is_what_the_parser_says() -> None:
    """Our own list of what could stand somewhere is the parser's, wherever a text goes wrong."""
    places = 0
    for text in texts(1, 400):
        try:
            lark().parse(text)
        except UnexpectedInput as error:
            inner = getattr(error, "interactive_parser", None)
            if inner is not None:
                places += 1
                assert Cursor(inner).accepts() == inner.accepts()
        except ClewError:
            pass
    assert places > 200
