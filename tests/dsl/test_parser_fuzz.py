"""Whatever the text, the parser gives a statement or a complete error, and never anything else."""

from __future__ import annotations

import re
from pathlib import Path

from clew.dsl.parsing.parser import parse
from clew.dsl.printing.printer import print_statement
from clew.errors import LimitError, QueryError
from hypothesis import given, settings
from hypothesis import strategies as st

GOLDEN = Path(__file__).parents[1] / "golden" / "dsl" / "parse"
PIECE = re.compile(r"'(?:[^'\\]|\\.)*'|\w+|\s+|[^\w\s]")
LINES = [
    line
    for file in sorted(GOLDEN.glob("*.clew"))
    for line in file.read_text(encoding="utf-8").splitlines()
    if line and not line.startswith("//")
]
PIECES = [PIECE.findall(line) for line in LINES]
ODD = st.sampled_from([*"'\"`/*-<>[](){}$:;.,|!%&#=é1 ", "\\", "\x00", "\ud800", "​", "–", "==", "RETURN", "FOR", "0x"])


@st.composite
def damaged(draw: st.DrawFn) -> str:
    """A golden statement with pieces of it left out, doubled, or replaced by pieces of another or by odd signs."""
    pieces = list(draw(st.sampled_from(PIECES)))
    for _ in range(draw(st.integers(1, 3))):
        at = draw(st.integers(0, len(pieces)))
        other = draw(st.one_of(ODD, st.sampled_from(PIECES).flatmap(st.sampled_from)))
        pieces[at : at + draw(st.integers(0, 2))] = draw(st.sampled_from([[other], [], [other, " "]]))
    return "".join(pieces)


def check(text: str) -> None:
    try:
        statement = parse(text)
    except QueryError as error:
        assert error.text == text and error.hint and error.message.endswith(".")
        assert error.span is not None and 0 <= error.span.start <= error.span.end <= len(text) + 1
        assert error.render() and error.to_json()
    except LimitError:
        pass
    else:
        assert parse(print_statement(statement)) == statement


@settings(max_examples=150, deadline=None)
@given(damaged())
def test_a_damaged_statement_is_read_or_refused(text: str) -> None:
    """Changes to a right statement give a statement that survives its text, or an error that is complete."""
    check(text)


@settings(max_examples=80, deadline=None)
@given(st.text(max_size=40))
def test_any_text_is_read_or_refused(text: str) -> None:
    """So does any text at all."""
    check(text)
