"""openCypher's compatibility kit, and our own questions in its form: right, or refused with a reason; never wrong."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable
from pathlib import Path

import pytest
from clew.errors import BindError, EvaluationError, Span
from tck.cases import KIT, OWN, Case, read_cases
from tck.errors import is_due
from tck.report import table, written
from tck.values import canonical, in_any_order, read
from tck.verdict import Verdict, judge

pytestmark = pytest.mark.slow

REFUSED_AT_MOST = 1
"""Of the queries that need no graph and give rows. One asks for a time in a region's local mean time."""


@pytest.fixture(scope="session")
def verdicts(shared: Callable[[str], Path]) -> list[Verdict]:
    """Return what came of every query of the kit; it takes some ten seconds."""
    return [judge(case) for case in read_cases(shared(KIT))]


# ---- ours ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("case", list(read_cases(OWN)), ids=lambda case: case.query[:60])
def test_our_own_questions_are_answered(case: Case) -> None:
    """The whole way from text to rows, over a graph where there is one: just the rows, or the error, that are due."""
    verdict = judge(case)
    assert verdict.outcome == "right", verdict.said


def test_our_own_questions_cover_the_kit() -> None:
    """No folder of the kit is left to the kit alone, but for use cases, which are made of the others."""
    folders = {case.folder for case in read_cases(OWN)}
    assert {f"clauses/{name}" for name in ("match", "match-where", "return-orderby", "union", "with")} <= folders
    assert len(folders) >= 20


# ---- the kit's -----------------------------------------------------------------------------------


def test_the_kit_gets_no_wrong_answer(verdicts: list[Verdict]) -> None:
    """No query gives other rows than are due, or rows where an error is due."""
    assert [verdict for verdict in verdicts if verdict.outcome == "wrong"] == []


def test_what_needs_no_graph_is_right(verdicts: list[Verdict]) -> None:
    """In each folder nine of ten queries that need no graph are right; the others are refused, and nothing else."""
    plain = [verdict for verdict in verdicts if not verdict.case.needs_graph and not verdict.case.error]
    by_folder: dict[str, Counter[str]] = defaultdict(Counter)
    for verdict in plain:
        by_folder[verdict.case.folder][verdict.outcome] += 1
    assert {verdict.outcome for verdict in plain} <= {"right", "refused"}
    assert sum(verdict.outcome == "refused" for verdict in plain) <= REFUSED_AT_MOST
    assert all(found["right"] >= 0.9 * found.total() for found in by_folder.values()), by_folder


def test_what_gives_rows_is_read(verdicts: list[Verdict]) -> None:
    """At least 99 of 100 queries for which the kit expects rows parse."""
    giving = [verdict for verdict in verdicts if not verdict.case.error]
    assert sum(verdict.parsed for verdict in giving) >= 0.99 * len(giving) > 2_000


def test_what_is_wrong_gets_its_error(verdicts: list[Verdict]) -> None:
    """At least 99 of 100 queries that the kit calls wrong get an error of the right class, with a place."""
    failing = [verdict for verdict in verdicts if verdict.case.error]
    assert sum(verdict.outcome == "right" for verdict in failing) >= 0.99 * len(failing) > 450


def test_the_document_holds_this_table(verdicts: list[Verdict]) -> None:
    """`docs/conformance.md` says what this run saw; `make tck WRITE=1` writes it anew."""
    assert written() == table(verdicts)


# ---- the judge itself ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("1", "1.0"),
        ("'1'", "1"),
        ("true", "1"),
        ("null", "'null'"),
        ("[1, 2]", "[2, 1]"),
        ("(:A {x: 1})", "(:B {x: 1})"),
        ("(:A {x: 1})", "(:A {x: 1.0})"),
        ("[:T]", "['T']"),
        ("<(:A)-[:T]->(:B)>", "<(:A)<-[:T]-(:B)>"),
        ("{a: 1}", "{a: null}"),
        ("0.1", "0.10000000001"),
    ],
)
def test_values_that_differ_are_told_apart(one: str, other: str) -> None:
    """A judge that took these for the same would call wrong answers right."""
    assert read(one) != read(other)
    assert read(one) == read(one)


def test_the_order_of_items_counts_unless_said() -> None:
    """Lists are compared item by item; where the kit says so, as bags, at whatever depth."""
    assert in_any_order(read("[[1, 2], [3]]")) == in_any_order(canonical([[3], [2, 1]]))
    assert in_any_order(read("[[1, 2], [3]]")) != in_any_order(canonical([[1, 3], [2]]))


def test_an_error_counts_only_in_its_phase_and_with_a_place() -> None:
    """What the kit finds while compiling is no error of a run, and one that points nowhere is none at all."""
    said = "a SyntaxError should be raised at compile time: InvalidArgumentType"
    assert is_due(BindError("No.", span=Span(0, 1)), said)
    assert not is_due(BindError("No."), said)
    assert not is_due(EvaluationError("No.", span=Span(0, 1)), said)


def test_a_wrong_answer_is_called_wrong() -> None:
    """The judge says so where rows differ from what is due, where their order does, and where an error was due."""
    right = Case("f/F.feature", "UNWIND [1, 2] AS x RETURN x", columns=["x"], rows=[["2"], ["1"]])
    assert judge(right).outcome == "right"
    assert judge(Case("f/F.feature", right.query, columns=["x"], rows=[["1"], ["3"]])).outcome == "wrong"
    assert judge(Case("f/F.feature", right.query, columns=["x"], rows=right.rows, ordered=True)).outcome == "wrong"
    due = "a SyntaxError should be raised at compile time: UnexpectedSyntax"
    assert judge(Case("f/F.feature", right.query, error=due)).outcome == "wrong"
