"""Checking: all that is surely wrong with a text, in place, and nothing that is not."""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path

import pytest
from clew.dsl import ast
from clew.dsl.checking.check import check
from clew.dsl.checking.diagnostic import Diagnostic, line_and_column
from clew.dsl.checking.recovery import without_clause_at
from clew.dsl.compiler import compile
from clew.dsl.json_form.catalogs import catalog_from_json, catalog_to_json
from clew.dsl.parsing.bounds import TextLimits
from clew.dsl.parsing.parser import parse
from clew.dsl.parsing.script import split
from clew.dsl.printing.printer import print_statement
from clew.engine.asking.catalog import CATALOG
from clew.errors import ClewError, ParseError, QueryError
from hypothesis import given, settings
from hypothesis import strategies as st
from statement_trees import QUIET, STATEMENTS

BAD = Path(__file__).parents[1] / "golden" / "dsl" / "parse" / "bad.txt"
TWICE = "RECALL 5\nFOR 'x'\nSINCE yesterday\nLIMIT 3"
"""The one text among those of one mistake that has two: it says twice how many it wants."""


def said(text: str, severity: str = "error") -> list[tuple[str, str]]:
    """Return what is found: the part of the text, and the first words of the message."""
    found = [each for each in check(text, CATALOG) if each.severity == severity]
    return [(text[each.span.start : each.span.end], each.message) for each in found]


def single_mistakes() -> list[str]:
    texts = [entry.partition("\n=>\n")[0] for entry in BAD.read_text(encoding="utf-8").split("\n----\n")]
    return [text for text in texts if text != TWICE and len(split(text)) == 1]


def first_error(text: str) -> ClewError | None:
    try:
        compile(text, CATALOG)
    except ClewError as error:
        return error
    return None


@pytest.mark.parametrize("text", single_mistakes(), ids=lambda text: " ".join(text.split())[:50])
def test_one_mistake_is_one_finding(text: str) -> None:
    """A text with one mistake gets the error that running it would raise, and no other that follows from it."""
    error = first_error(text)
    found = [each for each in check(text, CATALOG) if each.severity == "error"]
    assert [each.message for each in found] == ([] if error is None else [error.message])


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ("RECALL 5 FOR budget TYPE fact WHERE m.step = PARETO BY relevance LIMIT 5", ["budget", "PARETO", "LIMIT 5"]),
        ("RECALL FOR TYPE fact SINCE tomorrow LIMIT 3", ["TYPE", "tomorrow"]),
        ("RECALL WHERE m.step > 1 FOR 'x' TYPE fact LIMIT 3 RETURN m", ["FOR", "RETURN m"]),
        ("MATCH (m:Memory) WHERE m.step == 3 WITH m.id RETURN m LIMIT 'x'", ["==", "m.id", "'x'"]),
        ("MATCH (m:Memry)-[:CAUSD]->(b) WHERE m.foo > 1 RETURN b.imprtance, q.x, q.y ORDER BY z",
         ["Memry", "-[:CAUSD]->", "m.foo", "b.imprtance", "q", "z"]),
        ("RECALL FOR 'x' USING balnced AT LEAST relevnce 0.3 PARETO BY recncy, confidnce LIMIT 'x'",
         ["'x'"]),
        ("RECALL FOR 'x' USING balnced AT LEAST relevnce 0.3 PARETO BY recncy, confidnce",
         ["balnced", "relevnce 0.3", "recncy", "confidnce"]),
        ("RETURN 1; RETURN (2; RETURN 3 +; RECAL 4; RETURN 5", ["(", ";", "RECAL"]),
        ("RECALL WHERE m.step > 'x' AND size(m.step) > 1 AND nosuch(1) RETURN m.nothing",
         ["m.step > 'x'", "size(m.step)", "nosuch(1)", "m.nothing"]),
        ("recall for budget type fact limit", ["budget"]),
        ("TRACE CAUSES OF 'a' VIA CAUSD, FOLOWS WHERE m.foo = 1", ["CAUSD", "m.foo"]),
        ("MATCH (a:Memory) WHERE any(x IN a.tags WHERE x = z) AND EXISTS { (a)-->(:Nix) } RETURN a.q",
         ["z", "Nix", "a.q"]),
        ("REMEMBER {txt: 'x', importence: 0.5, pinned: true, pinned: false}", ["txt", "importence", "pinned"]),
        ("LINK 'a' -[CAUSED {wait: 0.5, reson: 'x'}]-> 'b'", ["wait", "reson"]),
        ("DEFINE STRATEGY a AS USING balnced", ["balnced"]),
    ],
)  # fmt: skip
def test_every_mistake_is_found(text: str, wrong: list[str]) -> None:
    """Several mistakes in one text are found in one go, each at its place."""
    assert [part for part, _ in said(text)] == wrong, check(text, CATALOG)


@pytest.mark.parametrize(
    ("text", "warned"),
    [
        ("MATCH (a)-[r:CAUSED]->(b) RETURN a, b", [("-[r:CAUSED]->", "The name `r` is never used.")]),
        ("MATCH (a:Memory)-[r]->(b) RETURN *", []),
        ("MATCH (m:Memory) WHERE m.task = null RETURN m", [("m.task = null", "A comparison with null is never true.")]),
        ("MATCH (m:Memory) WITH m, m.step AS s RETURN m", [("WITH m, m.step AS s", "The name `s` is never used.")]),
        ("MATCH (a:Memory), (b:Task) WHERE a.task = b.name RETURN a, b", []),
        ("MATCH (a:Memory), (a)-->(b) RETURN a, b", []),
        ("RECALL FOR 'x' PARETO BY relevance, recency, importance, confidence, cost", [(
            "PARETO BY relevance, recency, importance, confidence, cost",
            "A front of 5 objectives holds nearly every row.",
        )]),
        ("RECALL AS x FOR 'x'", []),
    ],
)  # fmt: skip
def test_what_was_hardly_meant(text: str, warned: list[tuple[str, str]]) -> None:
    """A text without errors gets its warnings, and one that is fine gets none."""
    assert said(text) == []
    assert said(text, "warning") == warned


def test_patterns_that_multiply() -> None:
    """Two patterns that nothing joins are pointed out, at the second."""
    ((part, message),) = said("MATCH (a:Memory), (b:Task) RETURN a, b", "warning")
    assert part == "(b:Task)" and message.startswith("Nothing joins this pattern")


def test_statements_that_write_are_checked_like_others() -> None:
    """Writing is no error here: nothing is run."""
    assert said("REMEMBER {text: 'x'}; PIN 'a'; FORGET 'b'") == []
    assert [part for part, _ in said("REMEMBER {text: }; PIN 5")] == ["}", "5"]


@QUIET
@given(STATEMENTS)
def test_a_statement_of_the_language_has_no_parse_error(tree: ast.Statement) -> None:
    """Whatever can be printed is read, and what is found is about its names; each finding lies in the text."""
    text = print_statement(tree)
    for each in check(text, CATALOG):
        assert each.code != "parse"
        assert 0 <= each.span.start <= each.span.end <= len(text) + 1


@settings(max_examples=60, deadline=None)
@given(st.lists(st.sampled_from(["RECALL", "5", "FOR", "'x'", "WHERE", "m.x", "=", "MATCH", "(", "(a)", "-->", "RETURN",
                                 "TYPE", "fact", "LIMIT", ",", "WITH", "AS", "a", "'", ";", "/*", "//", "\n", "}"]),
                max_size=14))  # fmt: skip
def test_any_text_can_be_checked(words: list[str]) -> None:
    """Nothing is raised, findings are in order and in the text, and the first error is the one that running raises."""
    text = " ".join(words)
    found = check(text, CATALOG)
    assert list(found) == sorted(found, key=lambda each: (each.span.start, each.span.end))
    assert all(0 <= each.span.start <= each.span.end <= len(text) + 1 for each in found)
    if len(pieces := split(text)) == 1:
        error = first_error(pieces[0].text)
        assert error is None or isinstance(error, QueryError)
        errors = {each.message for each in found if each.severity == "error"}
        assert (error is None or error.code == "capability") if not errors else error and error.message in errors


def test_places_are_those_of_the_whole_text() -> None:
    """In a script each finding is at its own line and column, and drawn with it."""
    text = "RETURN 1;\n\n// second\nRETURN  m.x;"
    (found,) = check(text, CATALOG)
    assert line_and_column(text, found.span.start) == (4, 9)
    lines = found.render(text, "a.clew").split("\n")
    assert lines[0] == "a.clew:4:9: error[bind]: There is no variable `m`."
    assert lines[1:3] == ["   4 | RETURN  m.x;", "     |         ^"]
    assert found.to_json(text)["start"] == {"line": 4, "column": 9}


def test_suggestions_are_names_that_could_stand_there() -> None:
    """A misspelt name has the near one as data; an unread word what could have stood."""
    assert check("MATCH (m:Memory) RETURN m.imprtance", CATALOG)[0].suggestions == ("importance",)
    assert "CAUSES OF" in check("TRACE 'a'", CATALOG)[0].suggestions


def test_a_text_too_large_is_one_finding() -> None:
    """A limit is a finding like another, with its place."""
    (found,) = check("RETURN " + "(" * 5000, CATALOG)
    assert found.code == "limit.query_nesting" and found.severity == "error"
    assert check("RETURN 1", CATALOG, TextLimits(chars=3))[0].code == "limit.query_chars"


def test_a_clause_is_painted_over_in_place() -> None:
    """The clause that is wrong turns into blanks of the same length, lines kept; what cannot be told apart stays."""
    text = "RECALL 5 FOR\n budget TYPE fact"
    assert without_clause_at(text, text.index("budget")) == "RECALL 5    \n        TYPE fact"
    assert without_clause_at("RECAL 5 FOR", 0) is None


# ---- the catalog as a file -------------------------------------------------------------------------


def test_a_catalog_survives_its_json() -> None:
    """The whole built-in catalog goes to JSON and comes back equal; a check with it finds the same."""
    again = catalog_from_json(json.loads(json.dumps(catalog_to_json(CATALOG))))
    assert again == CATALOG
    text = "MATCH (m:Memory) RETURN m.imprtance"
    assert check(text, again) == check(text, CATALOG)


def test_a_small_catalog_by_hand() -> None:
    """What is left out is empty: a catalog of one label, with what every label has, and no functions."""
    kept = [asdict(each) for each in CATALOG.nodes[1].properties]
    made = catalog_from_json({"nodes": [{"label": "Page", "properties": kept, "doc": "a page"}]})
    assert check("MATCH (p:Page) RETURN p", made) == ()
    assert [each.message for each in check("MATCH (p:Memory) RETURN p", made)] == ["There is no label `Memory`."]


@pytest.mark.parametrize(
    ("value", "path"),
    [
        ({"nods": []}, "$.nods"),
        ({"nodes": [{"label": 1}]}, "$.nodes[0].label"),
        ({"nodes": [{"label": "A"}]}, "$.nodes[0]"),
        ({"catalog": {"objectives": [{"name": "x", "sense": "MOST", "doc": ""}]}}, "$.catalog.objectives[0].sense"),
        ([], ""),
    ],
)
def test_a_catalog_is_read_strictly(value: object, path: str) -> None:
    """What does not fit is an error that names its place."""
    with pytest.raises(ParseError) as caught:
        catalog_from_json(value)  # type: ignore[arg-type] - wrong on purpose
    assert caught.value.data.get("path", "") == path


def test_a_finding_is_plain_data() -> None:
    """Findings are values: equal, and fit for a set."""
    one, other = check("RETURN x", CATALOG), check("RETURN x", CATALOG)
    assert one == other and len({*one, *other}) == 1
    assert isinstance(one[0], Diagnostic) and parse("RETURN 1")


def test_a_name_where_a_type_was_meant_is_one_finding() -> None:
    """`-[CAUSED]->` calls any edge so: one warning, at the edge, and a note where it is run; a type is none."""
    text = "MATCH (m:Memory)-[CAUSED]->(n) RETURN m, n"
    (found,) = check(text, CATALOG)
    assert (found.code, text[found.span.start : found.span.end]) == ("name_like_type", "-[CAUSED]->")
    assert compile(text, CATALOG).warnings == (f"{found.message} {found.hint}",)
    assert said("MATCH (Memory)-[:CAUSED]->(n) RETURN Memory, n", "warning")[0][1].startswith("`Memory` is the name of")
    assert check("MATCH (m:Memory)-[c:CAUSED]->(n) RETURN m, c, n", CATALOG) == ()
