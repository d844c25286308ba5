"""Whatever is written, compiling it gives a plan or an error of Clew's own, and gives it soon."""

from __future__ import annotations

import re
import time
from pathlib import Path

import pytest
from clew.dsl import ast, compile, compile_statement
from clew.engine.asking.catalog import CATALOG
from clew.errors import ClewError, LimitError
from hypothesis import given, settings
from hypothesis import strategies as st

FOLDER = Path(__file__).parents[1] / "golden" / "dsl"
TEXTS = [
    "\n".join(line for line in block.split("\n") if not line.startswith("//"))
    for path in sorted(FOLDER.rglob("*.clew"))
    for block in path.read_text(encoding="utf-8").strip().split("\n\n")
]
WORDS = sorted({word for text in TEXTS for word in re.findall(r"\w+|[^\w\s]", text)})


@st.composite
def mutated(draw: st.DrawFn) -> str:
    """Return a golden statement with a few of its words dropped, doubled, or replaced by words of others."""
    words = re.findall(r"'[^']*'|\s+|\w+|[^\w\s]", draw(st.sampled_from(TEXTS)))
    for _ in range(draw(st.integers(1, 4))):
        place = draw(st.integers(0, len(words) - 1))
        words[place] = draw(st.sampled_from(["", words[place] * 2, draw(st.sampled_from(WORDS))]))
    return "".join(words)


@settings(max_examples=300, deadline=None)
@given(mutated())
def test_nothing_but_clew_errors_comes_out(text: str) -> None:
    """A mutated statement compiles, or raises an error with a sentence, and with a place in the text if it has one."""
    try:
        compile(text, CATALOG)
    except ClewError as error:
        assert error.message
        span = getattr(error, "span", None)
        assert span is None or 0 <= span.start <= span.end <= len(text) + 1


def test_a_tree_too_deep_is_a_limit() -> None:
    """A tree that was built by a program may be deeper than any text, and is refused in words."""
    expr: ast.Expr = ast.Literal(True)
    for _ in range(5_000):
        expr = ast.Unary("NOT", expr)
    query = ast.Query((ast.Return(ast.Projection((ast.Item(expr, "x"),))),))
    with pytest.raises(LimitError):
        compile_statement(query, CATALOG)


def test_long_lists_compile_soon() -> None:
    """A list of ten thousand numbers, written out, costs less than two seconds."""
    text = f"MATCH (m:Memory) WHERE m.step IN [{', '.join(map(str, range(9_000)))}] RETURN m.id"
    start = time.process_time()
    compile(text, CATALOG)
    assert time.process_time() - start < 10  # blow-ups take minutes
