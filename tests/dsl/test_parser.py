"""Texts become trees: what the golden statements cannot show, because it is not in the canonical text."""

from __future__ import annotations

import threading

import pytest
from clew import grammar
from clew.dsl import ast
from clew.dsl.diagnosis.examples import EXAMPLES
from clew.dsl.parsing.cursor import Cursor
from clew.dsl.parsing.lalr import build, lark
from clew.dsl.parsing.parser import parse
from clew.dsl.parsing.strings import READ_OTHERWISE
from clew.dsl.parsing.tree_builder import TreeBuilder
from clew.dsl.parsing.vocabulary import keywords
from clew.dsl.printing.printer import print_statement
from clew.errors import ParseError


def columns(text: str) -> tuple[ast.Item, ...]:
    statement = parse(text)
    assert isinstance(statement, ast.Query)
    last = statement.clauses[-1]
    assert isinstance(last, ast.Return)
    return last.projection.items


def test_the_grammar_has_no_conflict() -> None:
    """Lark's strict mode finds no two ways to read anything, and no two terminals for the same characters."""
    assert build(grammar.source(), strict=True).parse("RETURN 1") == parse("RETURN 1")


def test_every_rule_has_a_method_and_every_method_a_rule() -> None:
    """No rule of the grammar falls through to a raw parse tree, and the tree builder holds nothing that is not used."""
    built = {rule.alias or rule.origin.name for rule in lark().rules if not rule.options.expand1 or rule.alias}
    rules = {str(name) for name in built if not str(name).startswith("_")}
    methods = {name for name in dir(TreeBuilder) if not name.startswith("_")}
    assert rules == methods


@pytest.mark.parametrize("word", keywords())
def test_any_keyword_can_be_a_name(word: str) -> None:
    """Labels, types, keys, aliases, objectives and names in lists may be called as a keyword is, without quotes."""
    name = word.lower()
    parse(f"MATCH ({name}:{word})-[{name}x:{word} {{{word}: 1}}]->(:{word}) RETURN {name}x.{word} AS {name}")
    parse(f"RECALL AS {name}_ INTENT {name}, {word} TYPE {name} AT LEAST {name} 1 DIVERSIFY BY {name}")
    parse(f"TRACE CAUSES OF $p VIA {word}, {name}")
    assert parse(f"RECALL TYPE {name}") == ast.Recall(types=(ast.Literal(name),))


@pytest.mark.parametrize("word", keywords())
def test_a_variable_is_bare_unless_its_word_begins_something_else(word: str) -> None:
    """The printer puts back-quotes round a variable exactly where the parser would read its word as something else."""
    tree = ast.Query((ast.Return(ast.Projection((ast.Item(ast.Name(word)),))),))
    assert parse(print_statement(tree)) == tree
    bare = f"RETURN {word}"
    try:
        reads_bare = parse(bare) == tree
    except ParseError:
        reads_bare = False
    assert reads_bare or word in READ_OTHERWISE


def test_keywords_come_from_the_grammar() -> None:
    """The list of keywords holds the words of every clause, and nothing that is not a word."""
    words = {word for form in EXAMPLES for word in form.split()}
    assert words <= set(keywords())
    assert all(word.isalpha() and word.isupper() for word in keywords())
    assert len(set(keywords())) == len(keywords()) > 90


def test_what_may_come_next_is_exact() -> None:
    """`accepts` at a place lists what parses there, and nothing else."""
    assert Cursor.after("RECALL 5 FOR").accepts() == {"STRING", "PARAMETER"}
    assert Cursor.after("TRACE").accepts() == {"CAUSES", "EFFECTS", "LINEAGE", "HISTORY", "PATH"}
    assert "LIMIT" in Cursor.after("MATCH (a) RETURN a").accepts()
    assert "LIMIT" not in Cursor.after("MATCH (a)").accepts()


def test_a_column_without_alias_is_named_as_it_was_written() -> None:
    """The text of a column is cut from the query: blanks, case and brackets as they stood."""
    text = "RETURN m . text, COUNT( * ), (1+2)*3, (x), '四' + $p AS y, // not this\n 1"
    assert [item.text for item in columns(text)] == ["m . text", "COUNT( * )", "(1+2)*3", "(x)", "'四' + $p", "1"]


def test_spans_point_at_what_was_written() -> None:
    """A node's span cuts its own words out of the text."""
    text = "MATCH (a:Fact)-[r:CAUSED*1..2]->(b) WHERE a.x  IN [1, 2] RETURN size( b.tags )[0]"
    match = parse(text).clauses[0]  # type: ignore[union-attr] - it is one
    path = match.patterns[0]
    where = match.where
    assert cut(text, path) == "(a:Fact)-[r:CAUSED*1..2]->(b)"
    assert cut(text, path.nodes[0]) == "(a:Fact)" and cut(text, path.nodes[0].labels) == "Fact"
    assert cut(text, path.edges[0]) == "-[r:CAUSED*1..2]->" and cut(text, path.edges[0].hops) == "*1..2"
    assert cut(text, where) == "a.x  IN [1, 2]" and cut(text, where.right) == "[1, 2]"
    assert cut(text, columns(text)[0].expression) == "size( b.tags )[0]"
    recall = parse("RECALL 5 FOR 'x' SINCE 7  DAYS NEAR ACTIVE 3")
    assert isinstance(recall, ast.Recall)
    assert cut("RECALL 5 FOR 'x' SINCE 7  DAYS NEAR ACTIVE 3", recall.since) == "7  DAYS"


def cut(text: str, node: ast.Node | None) -> str:
    assert node is not None
    return text[node.span.start : node.span.end]


def test_equality_is_of_meaning() -> None:
    """Two writings of one statement are equal and hash alike; values that only look equal to Python are not."""
    one, two = parse("match (a) return a.x as x"), parse("MATCH  (a)\nRETURN a . x AS x;")
    assert one == two and hash(one) == hash(two)
    assert (
        len({parse(f"RETURN {value} AS x") for value in ("1", "1.0", "true", "'1'", "0", "false", "0.0", "-0.0")}) == 8
    )


def test_a_recall_has_a_field_for_each_clause() -> None:
    """What is written lands in its field, and what is not written stays empty."""
    tree = parse("RECALL 5 FOR $need EXCLUDING HARD 'x' TYPE fact STEPS 3.. SINCE 2 WEEKS NEAR 'a' EXPAND STEPS 2")
    assert tree == ast.Recall(
        count=ast.Literal(5),
        need=ast.Parameter("need"),
        excluding=(ast.Exclusion(ast.Literal("x"), hard=True),),
        types=(ast.Literal("fact"),),
        steps=(ast.Literal(3), None),
        since=ast.Ago(ast.Literal(2), "WEEKS"),
        near=ast.Near(ids=(ast.Literal("a"),)),
        expand=(ast.Expand("STEPS", ast.Literal(2)),),
    )


@pytest.mark.parametrize(
    "text", ["RECALL 5 LIMITED", "MATCH (a) RETURN a ASx", "MATCHED (a) RETURN a", "RECALL5", "RETURN 1OR 2"]
)
def test_a_keyword_is_a_whole_word(text: str) -> None:
    """A longer word never begins with a keyword."""
    with pytest.raises(ParseError):
        parse(text)


def test_threads_share_one_parser() -> None:
    """Parsing in several threads at once gives each its own column names."""
    found: dict[int, list[str]] = {}

    def work(number: int) -> None:
        for _ in range(30):
            found.setdefault(number, []).append(columns(f"RETURN {number} + {number}")[0].text)

    threads = [threading.Thread(target=work, args=(number,)) for number in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == {number: [f"{number} + {number}"] * 30 for number in range(4)}


def test_half_a_character_is_refused() -> None:
    """A lone surrogate could be neither stored nor asked for, so it does not get past the parser."""
    for text in ("RETURN 'a\ud800'", "RETURN '\\ud800'", "MATCH (`\udfff`) RETURN 1"):
        with pytest.raises(ParseError):
            parse(text)
