"""Whatever tree is printed, the text parses to the same tree: a property over trees drawn at random."""

from __future__ import annotations

from clew.dsl import ast
from clew.dsl.parsing.parser import parse
from clew.dsl.parsing.strings import quote, unquote
from clew.dsl.printing.expressions import print_expression
from clew.dsl.printing.printer import print_statement
from hypothesis import given
from hypothesis import strategies as st
from statement_trees import EXPRESSIONS, QUIET, STATEMENTS, TEXTS


@QUIET
@given(EXPRESSIONS)
def test_an_expression_survives_its_text(expression: ast.Expr) -> None:
    """Printing and parsing an expression gives it back."""
    text = f"RETURN {print_expression(expression)} AS x"
    statement = parse(text)
    assert isinstance(statement, ast.Query)
    last = statement.clauses[-1]
    assert isinstance(last, ast.Return)
    assert last.projection.items[0].expression == expression, text


@QUIET
@given(STATEMENTS, st.sampled_from([1, 60, 10_000]), st.sampled_from([None, False, True]))
def test_a_statement_survives_its_text(statement: ast.Statement, width: int, profile: bool | None) -> None:
    """Printing and parsing a statement gives it back, on one line or on many."""
    tree = statement if profile is None else ast.Explain(statement, profile)
    assert parse(print_statement(tree, width)) == tree


@QUIET
@given(TEXTS)
def test_a_text_survives_its_quotes(text: str) -> None:
    """Quoting and reading a text gives it back, whatever is in it."""
    assert unquote(quote(text)) == text
