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


@pytest.mark.parametrize("behind", ["(x IN [1] WHERE x)", "(1)", "()", "(*)", " ORDER BY 1", "[0]", ":A"])
def test_a_name_of_many_parts_is_read_or_refused_whatever_stands_behind_it(behind: str) -> None:
    """What follows a chain of a thousand properties is decided before its depth is known, and never by recursion."""
    for begun in ("RETURN single", "RECALL FOR 'x' RANK BY 0.3 * recency", "MATCH (x) RETURN x AS y ORDER BY count"):
        try:
            parse(begun + ".a" * 1_000 + behind)
        except (LimitError, ParseError) as error:
            assert error.to_json()["span"]


@pytest.mark.parametrize(
    "text",
    ["RETURN -9223372036854775808", "RETURN -/* a comment */ 9223372036854775808", "RETURN 2 ^ - 0x8000000000000000"],
)
def test_the_smallest_integer_is_read_wherever_its_minus_is_its_own(text: str) -> None:
    """-(2 ** 63) is an integer of 64 bits, whatever stands between the minus and the number."""
    tree = parse(text)
    assert parse(print_statement(tree)) == tree


@pytest.mark.parametrize(
    "text",
    [
        "RETURN -9223372036854775808 .name",
        "RETURN -9223372036854775808[0]",
        "RETURN -9223372036854775808:A",
        "RETURN 5 - 9223372036854775808",
        "RETURN 9223372036854775808",
    ],
)
def test_an_integer_beyond_64_bits_is_refused_where_the_minus_before_it_is_not_its_own(text: str) -> None:
    """2 ** 63 fits only behind its own minus: not where that belongs to more than the number, or takes it away."""
    with pytest.raises(ParseError, match="larger than 64 bits") as caught:
        parse(text)
    assert caught.value.span is not None and text[caught.value.span.start :].startswith("9223372036854775808")
