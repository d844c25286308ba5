"""What must hold of any text: a plan or a complete error of ours; and what can be printed reads the same again."""

from __future__ import annotations

import time

from clew.dsl.compiler import compile
from clew.dsl.parsing.parser import parse
from clew.dsl.printing.printer import print_statement
from clew.engine.asking.catalog import CATALOG
from clew.errors import ClewError, LimitError, ParseError, QueryError


def check(text: str) -> tuple[str, float]:
    """Return what came of a text, after how many seconds of the processor. Raises AssertionError, and whatever else
    gets out.
    """
    start = time.process_time()
    try:
        compile(text, CATALOG)
    except ClewError as error:
        seconds = time.process_time() - start
        _check_error(error, text)
        if not isinstance(error, ParseError | LimitError):
            check_round(text)
        return type(error).__name__, seconds
    seconds = time.process_time() - start
    check_round(text)
    return "plan", seconds


def check_round(text: str) -> None:
    """Hold a text that parses to its law: AST to text to AST is the identity."""
    try:
        statement = parse(text)
    except (QueryError, LimitError):
        return
    assert parse(print_statement(statement)) == statement, text


def _check_error(error: ClewError, text: str) -> None:
    """Hold an error to what each owes: a sentence with its end, a place inside the text, and a form for tools."""
    assert error.message.rstrip().endswith("."), error.message
    assert error.to_json()["class"] == type(error).__name__
    if isinstance(error, QueryError):
        assert error.span is not None, error.message
        assert 0 <= error.span.start <= error.span.end <= len(text) + 1, error.message
        assert error.text == text and error.render()
    else:
        assert isinstance(error, LimitError) and error.hint, error.message
