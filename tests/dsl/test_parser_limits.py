"""A text too large gets a LimitError at once, and never a RecursionError."""

from __future__ import annotations

import time
from dataclasses import asdict

import pytest
from clew.dsl.parsing.bounds import DEFAULT, TextLimits
from clew.dsl.parsing.limits import MAX_NESTING
from clew.dsl.parsing.parser import parse
from clew.dsl.printing.printer import print_statement
from clew.errors import LimitError, ParseError

LONG = DEFAULT.chars - 1_000
# Wrong texts on which a careless regular expression would take time with the square of their length.
WRONG_AND_LONG = {
    "comments that never end": "RETURN 1" + "/*" * (LONG // 2),
    "one long name": "RECALL 5 ABOUT " + "a" * LONG + "-C",
    "one long word": "x" * LONG,
    "quotes": "RETURN " + "'\"" * (LONG // 2),
    "blanks at the end": "RETURN 1 2" + " " * LONG,
    "blanks in the middle": "RECALL 5 IN" + " " * LONG + "NAMESPACE",
    "calls": "RETURN count(" + "a" * LONG + ")-",
    "digits": "RETURN " + "1" * LONG + "x",
    "escapes": "RETURN '" + "\\" * LONG,
}
TOO_LARGE = {
    "square brackets": "RETURN " + "[" * 10_000 + "]" * 10_000,
    "round brackets": "RETURN " + "(" * 10_000 + "1" + ")" * 10_000,
    "maps": "RETURN " + "{a: " * 10_000 + "1" + "}" * 10_000,
    "brackets that are never closed": "RETURN " + "(" * 10_000,
    "a megabyte in quotes": "RETURN '" + "x" * 2**20 + "'",
    "a megabyte of blanks": "RETURN 1" + " " * 2**20,
    "a list of numbers": "RETURN [" + "1," * 99_999 + "1]",
    "a list in RECALL": "RECALL TYPE " + ", ".join(["fact"] * 100_000),
    "a sum": "RETURN " + "+".join("1" * 50_000),
    "a shorter sum": "RETURN " + "+".join("1" * 5_000),
    "a chain of OR": "MATCH (a) WHERE " + " OR ".join(["a.x = 1"] * 1_000) + " RETURN a",
    "NOT": "RETURN " + "NOT " * 5_000 + "true",
    "minus": "RETURN " + "-" * 5_000 + "x",
    "an index of an index": "RETURN x" + "[0]" * 5_000,
    "a property of a property": "RETURN x" + ".y" * 5_000,
    "labels": "MATCH (a:" + "!" * 5_000 + "A) RETURN a",
    "labels in brackets": "MATCH (a:" + "(" * 5_000 + "A" + ")" * 5_000 + ") RETURN a",
    "CASE in CASE": "RETURN " + "CASE WHEN " * 3_000 + "1" + " THEN 1 END" * 3_000,
    "EXISTS in EXISTS": "MATCH (a) WHERE " + "EXISTS { (a) WHERE " * 2_000 + "true" + " }" * 2_000 + " RETURN a",
    "IS NULL": "RETURN 1" + " IS NULL" * 5_000,
    "nested on both sides": "RETURN " + "(1+" * 90 + "1" + "+1)" * 90,
}


@pytest.mark.parametrize("text", TOO_LARGE.values(), ids=TOO_LARGE.keys())
def test_what_is_too_large_is_refused_quickly(text: str) -> None:
    """The error comes within a second on any machine, names the bound, and points into the text."""
    started = time.process_time()
    with pytest.raises(LimitError) as caught:
        parse(text)
    assert time.process_time() - started < 10  # blow-ups take minutes
    said = caught.value.to_json()
    bounds = {f"query_{name}": bound for name, bound in asdict(DEFAULT).items()} | {"query_nesting": MAX_NESTING}
    assert said["bound"] == bounds[said["limit"]] < said["found"]
    assert 0 <= said["span"]["start"] < len(text)
    assert caught.value.hint


@pytest.mark.parametrize("text", WRONG_AND_LONG.values(), ids=WRONG_AND_LONG.keys())
def test_a_long_mistake_is_told_quickly(text: str) -> None:
    """Saying what is wrong takes no longer than reading would have."""
    started = time.process_time()
    with pytest.raises((ParseError, LimitError)):
        parse(text)
    assert time.process_time() - started < 10  # blow-ups take minutes


def test_what_is_just_within_the_bounds_is_read() -> None:
    """The bounds refuse nothing that lies inside them."""
    parse("RETURN [" + ", ".join(["1"] * (DEFAULT.items - 1)) + "]")
    parse(f"RETURN '{'x' * (DEFAULT.chars - 100)}'")
    parse("MATCH (a) WHERE " + " OR ".join(["a.x = 1"] * (MAX_NESTING - 10)) + " RETURN a")
    parse("RETURN " + "[" * (MAX_NESTING - 10) + "]" * (MAX_NESTING - 10))


def test_brackets_in_texts_and_comments_do_not_count() -> None:
    """Only brackets of the statement itself nest."""
    parse(f"RETURN '{'(' * 500}', \"{'[' * 500}\" // {'{' * 500}\n/* {'(' * 500} */")


def test_the_deepest_tree_can_be_printed() -> None:
    """The passes that walk a tree by recursion have room for the deepest one that is let through."""
    for text in ("RETURN " + "-(" * 45 + "x" + ")" * 45, "RETURN " + "[" * 90 + "]" * 90, "RETURN x" + ".y" * 90):
        tree = parse(text)
        assert parse(print_statement(tree)) == tree
        hash(tree)
        repr(tree)


def test_closing_brackets_alone_are_wrong_and_not_large() -> None:
    """Brackets that were never opened do not nest."""
    with pytest.raises(ParseError):
        parse("RETURN " + ")" * 10_000)


def test_a_caller_may_allow_more_or_less() -> None:
    """The bounds are handed in; those of another call do not hold for this one."""
    listed = "RETURN [" + ", ".join(["1"] * 20_000) + "]"
    parse(listed, TextLimits(tokens=100_000, items=100_000))
    for few in (TextLimits(chars=10), TextLimits(tokens=5), TextLimits(items=2)):
        with pytest.raises(LimitError, match="query"):
            parse("RETURN [1, 2, 3, 4]", few)
    with pytest.raises(LimitError):
        parse(listed)
