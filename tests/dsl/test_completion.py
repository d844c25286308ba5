"""Completion: whatever is offered parses further, names fit their place, and a broken text is no hindrance."""

from __future__ import annotations

import time
from statistics import median

import pytest
from clew.dsl import ast
from clew.dsl.completion.complete import complete
from clew.dsl.completion.hover import hover
from clew.dsl.completion.items import Known
from clew.dsl.completion.meanings import meaning_of
from clew.dsl.completion.situation import situation_at
from clew.dsl.diagnosis.examples import QUERY_CLAUSES, RECALL_CLAUSES, STATEMENTS
from clew.dsl.parsing.build_recall import CLAUSES
from clew.dsl.parsing.cursor import Cursor
from clew.dsl.parsing.parser import parse
from clew.dsl.printing.printer import print_statement
from clew.engine.asking.catalog import CATALOG
from hypothesis import given, settings
from hypothesis import strategies as st
from statement_trees import QUIET
from statement_trees import STATEMENTS as TREES

SAYINGS = (("m-1", "Vendor C quotes 40 EUR"), ("it's", "We take vendor C"))


def like(typed: str) -> list[tuple[str, str]]:
    return [(id, said) for id, said in SAYINGS if id.startswith(typed) or typed in said]


KNOWN = Known(
    tasks=("T1", "T2-0"), tags=("budget", "a b"), types=("decision", "fact"), intents=("daily",), memories=like
)


def offered(marked: str, kind: str | None = None) -> list[str]:
    """Return the texts that are offered where `|` stands last in a text."""
    before, _, behind = marked.rpartition("|")
    items = complete(before + behind, len(before), CATALOG, KNOWN).items
    return [item.text for item in items if kind in (None, item.kind)]


@QUIET
@given(TREES, st.data())
def test_whatever_is_offered_parses_further(tree: ast.Statement, data: st.DataObject) -> None:
    """At any place of any statement, each offered text can be put there, and the parser goes on."""
    text = print_statement(tree)
    at = data.draw(st.integers(0, len(text)))
    here = situation_at(text, at)
    found = complete(text, at, CATALOG, KNOWN)
    assert found.span.end == at
    for item in found.items if here is not None else ():
        assert here is not None
        Cursor.after(here.stem + item.text)


@settings(max_examples=60, deadline=None)
@given(st.text("RECALL FOR'x\"`$(){}[]|:;.,-<>=/*\nmWHERE", max_size=30), st.data())
def test_no_text_is_too_broken(text: str, data: st.DataObject) -> None:
    """Completion and hover raise nothing, whatever the text and wherever the cursor."""
    at = data.draw(st.integers(0, len(text)))
    assert complete(text, at, CATALOG).span.end == at
    hover(text, at, CATALOG)


@pytest.mark.parametrize(
    ("marked", "first"),
    [
        ("|", "RECALL"),
        ("RETURN 1; REC|", "RECALL"),
        ("RECALL 5 |", "AS"),
        ("RECALL 5 FOR 'x' TYPE fact pa|", "PARETO BY"),
        ("RECALL 5 FOR 'x' TYPE |", "decision"),
        ("RECALL TASK 'T1', '|", "'T1'"),
        ("RECALL INTENT a|", "'a b'"),
        ("RECALL 5 FOR 'x' WHERE m.imp|", "importance"),
        ("RECALL AS x WHERE x.i|", "id"),
        ("RECALL WHERE m.type = |", "'decision'"),
        ("RECALL WHERE m.type IN ['decision', '|", "'decision'"),
        ("RECALL 5 FOR 'x' USING re|", "recent"),
        ("RECALL FOR 'x' PARETO BY relevance, coh|", "coherence"),
        ("RECALL FOR 'x' PARETO BY relevance ORDER FRONT BY |", "knee"),
        ("RECALL FOR 'x' AT LEAST |", "relevance"),
        ("RECALL FOR 'x' RETURN scores.rec|", "recency"),
        ("MATCH (a:|", "Memory"),
        ("MATCH (a:Memory)-[:CA|", "CAUSED"),
        ("MATCH (a:Memory {ty|", "type"),
        ("MATCH (a:Memory {type: |", "'decision'"),
        ("MATCH (t:Task)<-[:IN_TASK]-(m) WHERE m.obs|", "observation"),
        ("MATCH (a)-[c:CAUSED]->(b) RETURN c.we|", "weight"),
        ("MATCH (a) RETURN a.id AS name ORDER BY na|", "name"),
        ("MATCH (alpha) WITH alpha AS beta RETURN be|", "beta"),
        ("RETURN [item IN [1] WHERE it|", "item"),
        ("RETURN toUp|", "toUpper("),
        ("TRACE CAUSES OF 'a' VIA F|", "FOLLOWS"),
        ("RUN |", "daily"),
        ("LINK 'a' -[CON|", "CONTRADICTS"),
        ("REMEMBER {act|", "action"),
        ("FORGET WHERE m.ta|", "task"),
        ("RECALL FOR $|; RECALL FOR $need", "$need"),
        ("RECALL SINCE 3 ho|", "HOUR"),
    ],
)
def test_what_comes_first(marked: str, first: str) -> None:
    """At each place the likeliest is offered first."""
    assert offered(marked)[:1] == [first]


@pytest.mark.parametrize(
    "marked",
    [
        "RECALL 5 // for|",
        "RECALL 5 /* for|",
        "RECALL 5|",
        "RECALL 'x'|",
        "MATCH (a)-[|",
        "UNWIND [1] AS |",
        "RECALL FOR '|",
    ],
)
def test_where_nothing_is_offered(marked: str) -> None:
    """In comments, behind finished texts and numbers, and where only something new can stand, nothing is offered."""
    assert offered(marked) == []


@pytest.mark.parametrize(
    "marked",
    [
        "RECALL 5 FOR budget TYPE fact WHERE m.ta|",
        "RECALL 5 FOR 'x' WHERE m.x == m.ta|",
        "MATCH (a:Memory WHERE a.x = 1 MATCH (m) RETURN ??; MATCH (m:Memory) RETURN m.ta|",
        "MATCH (m:Memory) RETURN m.ta| FROM WHERE (((",
    ],
)
def test_a_slip_elsewhere_is_no_hindrance(marked: str) -> None:
    """What is broken before the cursor, or behind it, does not change what is offered there."""
    assert offered(marked)[0] in ("task", "tags")


def test_clauses_come_in_their_order_and_once() -> None:
    """A recall is offered the clauses that can still come, in the order of execution; none that excludes another."""
    clauses = offered("RECALL 5 FOR 'x' TASK 'T1' SINCE 3 DAYS |", "keyword")
    assert "TASK" not in clauses and "FOR" not in clauses and "BETWEEN" not in clauses and "LIMIT" not in clauses
    assert clauses == [words for words in CLAUSES if words in clauses]
    assert clauses[0] == "UNTIL" and clauses[-1] == "RETURN"
    assert "WHERE" not in offered("DEFINE STRATEGY s AS LIMIT 3 |", "keyword")
    assert "LIMIT" in offered("RECALL FOR 'x' |", "keyword")


def test_a_form_of_each_clause_is_offered() -> None:
    """Behind the keywords stand whole clauses, which parse where they are put."""
    forms = offered("RECALL FOR 'x' |", "snippet")
    assert RECALL_CLAUSES["PARETO BY"] in forms
    for form in forms:
        parse(f"RECALL FOR 'x' {form}")
    assert STATEMENTS["RECALL"] in offered("|", "snippet")


def test_a_form_names_only_what_is_there() -> None:
    """A task, a tag, an intent in a form is one that the store has; where it has none, or none is open, the word is
    offered alone.
    """
    known = Known(tasks=("T 7",), tags=("rent",), intents=("bills",), namespaces=("main",))
    some = {item.text for item in complete("RECALL FOR 'x' ", 15, CATALOG, known).items if item.kind == "snippet"}
    assert {"TASK 'T 7'", "INTENT rent", "IN NAMESPACE main"} <= some
    assert not any(form.startswith(("ABOUT", "DOING", "TYPE")) for form in some)
    assert "RUN bills" in {item.text for item in complete("", 0, CATALOG, known).items}
    none = [item.text for text in ("RECALL FOR 'x' ", "") for item in complete(text, len(text), CATALOG).items]
    assert "TASK" in none and not any(form.startswith(("TASK ", "INTENT ", "ABOUT ", "RUN ", "DROP ")) for form in none)


def test_a_completion_says_what_it_is() -> None:
    """Keywords, properties and functions have a sentence; a function has its arity."""
    (found,) = [i for i in complete("RETURN size", 11, CATALOG).items if i.text == "size("]
    assert found.detail == "1 argument" and found.doc
    (word,) = [i for i in complete("RECALL BUDG", 11, CATALOG).items if i.text == "BUDGET"] or [None]
    assert word is None or "tokens" in word.doc
    assert complete("RECALL CAND", 11, CATALOG).items[0].doc == meaning_of("CANDIDATES", "RECALL")


def test_every_clause_has_a_meaning() -> None:
    """The table of meanings has every clause and statement that the table of forms has."""
    assert all(meaning_of(words, "RECALL") for words in RECALL_CLAUSES)
    assert all(meaning_of(words) for words in (*QUERY_CLAUSES, *STATEMENTS))


@pytest.mark.parametrize(
    ("marked", "title"),
    [
        ("RECALL 5 PARETO B|Y relevance", "PARETO BY"),
        ("RECALL 5 PARETO BY rele|vance", "relevance, an objective (MAX)"),
        ("RECALL WHERE m.ty|pe = 'x'", "type: a string"),
        ("MATCH (m:Mem|ory) RETURN m", "Memory, a label"),
        ("MATCH (m)-[:CAU|SED]->(n) RETURN m", "CAUSED, an edge from Memory to Memory"),
        ("RETURN si|ze([1])", "size, 1 argument"),
        ("RETURN 1; RECALL USING rec|ent", "recent, a strategy"),
        ("RECALL 5 BUDG|ET 3", "BUDGET"),
    ],
)
def test_hover_says_what_stands_there(marked: str, title: str) -> None:
    """A clause, an objective, a property, a label, an edge, a function and a strategy are explained."""
    at = marked.index("|")
    found = hover(marked.replace("|", ""), at, CATALOG)
    assert found is not None and found.title == title and found.doc
    assert found.span.start < at < found.span.end


def test_hover_says_nothing_of_what_it_does_not_know() -> None:
    """A number, a blank, a comment and a name of the text's own have no meaning to tell."""
    text = "RECALL 5 // FOR\nAS x"
    assert [hover(text, at, CATALOG) for at in (7, 6, 12, len(text) - 1, len(text) + 5)] == [None] * 5


def test_it_is_quick() -> None:
    """An ordinary place takes well under the twenty milliseconds that a person would not notice (here with slack)."""
    complete("RECALL ", 7, CATALOG)

    def seconds(text: str) -> float:
        start = time.perf_counter()
        complete(text, len(text), CATALOG)
        return time.perf_counter() - start

    assert median(seconds("RECALL 5 FOR 'x' WHERE m.type = 'fact' AND m.") for _ in range(9)) < 0.1
    assert median(seconds("RETURN 1;\n" * 20_000 + "RECALL 5 FOR 'x' ") for _ in range(3)) < 1.0


@pytest.mark.parametrize(
    "text", ["", "RECALL ", "RECALL FOR 'x' ", "RECALL FOR 'x' PARETO BY ", "MATCH (m:Memory) RETURN c"]
)
def test_nothing_is_offered_twice(text: str) -> None:
    """Two completions that would put the same text are one."""
    texts = [item.text for item in complete(text, len(text), CATALOG, KNOWN).items]
    assert len(set(texts)) == len(texts)


@pytest.mark.parametrize(
    "before",
    [
        *("WHY ", "WHY NOT ", "RECALL NEAR ", "RECALL NEAR 'x', ", "TRACE CAUSES OF ", "TRACE PATH FROM ", "FORGET "),
        *("TRACE PATH FROM 'x' TO ", "PIN ", "REINFORCE 'x', ", "LINK ", "LINK 'x' -[CAUSED]-> ", "MATCH (m {id: "),
        *("MATCH (m) WHERE m.id = ", "REMEMBER {text: 'x'} CAUSED BY ", "FEEDBACK OUTCOME success FOR MEMORY "),
    ],
)
def test_ids_are_offered_where_one_is_due(before: str) -> None:
    """Where the id of a memory can stand, memories are offered by their ids, and by words of what they say."""
    assert set(offered(before + "|", "memory")) == {"'m-1'", '"it\'s"'}
    assert offered(before + "'m-|", "memory") == ["'m-1'"]
    assert offered(before + "'take|", "memory") == ['"it\'s"']


@pytest.mark.parametrize("before", ["RECALL FOR ", "RECALL TASK ", "RETURN NOT ", "RECALL TYPE ", "MATCH (m {task: "])
def test_no_id_is_offered_elsewhere(before: str) -> None:
    """Where a text or another name is due, no id is offered."""
    assert offered(before + "'|", "memory") == []
