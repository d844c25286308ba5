"""Whatever is given in the place of a statement, of parameters or of a name, the answer is an error of Clew's own."""

from __future__ import annotations

import math
from collections.abc import Iterator
from datetime import datetime, timedelta, timezone
from typing import Any

import clew
import pytest
from clew.errors import ClewError, ParameterError, QueryError, Span

WRONG = [None, math.nan, 3, b"RECALL", ["RECALL"], {"a": 1}, object()]


@pytest.fixture(scope="module")
def memory(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    with clew.open(tmp_path_factory.mktemp("asked") / "s.clew", embedder=lambda texts: [[1.0, 0.0]] * len(texts)) as it:
        it.remember("one", id="one")
        yield it


@pytest.mark.parametrize("wrong", WRONG)
@pytest.mark.parametrize("call", ["query", "execute", "execute_script", "plan"])
def test_what_is_no_statement_is_said_to_be_none(memory: Any, call: str, wrong: object) -> None:
    """A value that is no text, no builder and no tree is a QueryError, which names its kind."""
    with pytest.raises(QueryError, match=type(wrong).__name__):
        getattr(memory, call)(wrong)


@pytest.mark.parametrize("given", [3, ["a"], [1], "a", {1: 2}, math.nan, object()])
@pytest.mark.parametrize("call", ["query", "execute", "execute_script"])
def test_parameters_are_names(memory: Any, call: str, given: object) -> None:
    """Parameters that are no mapping from names are a ParameterError, even where the statement takes none."""
    with pytest.raises(ParameterError):
        getattr(memory, call)("RETURN 1 AS x", given)


def test_why_asks_about_a_recall(memory: Any) -> None:
    """WHY of what is no statement, and of a statement that is no recall, is a QueryError."""
    for wrong in (math.nan, ["x"], clew.match("(m:Memory)").returning("m.id")):
        with pytest.raises(QueryError):
            memory.why("one", wrong)


@pytest.mark.parametrize("wrong", WRONG)
def test_a_definition_has_a_name_and_a_statement(memory: Any, wrong: object) -> None:
    """A name that is no string, and a statement that is none, are errors, and nothing is defined."""
    before = memory.catalog
    for call in (
        lambda: memory.define_tag(wrong),
        lambda: memory.define_type(wrong),
        lambda: memory.define_intent("a", wrong),
        lambda: memory.define_strategy("a", wrong),
    ):
        with pytest.raises(ClewError):
            call()
    assert memory.catalog == before


@pytest.mark.parametrize("wrong", WRONG)
def test_a_builder_takes_texts_for_parts(wrong: Any) -> None:
    """A sort key and an axis that are no texts are ParameterErrors, as any other part is."""
    pattern = clew.match("(m:Memory)").returning("m.id")
    for call in (pattern.order_by, pattern.pareto, clew.recall("x").pareto):
        with pytest.raises(ParameterError):
            call(wrong)


def test_of_an_endless_line_only_what_matters_is_drawn() -> None:
    """The excerpt of a line of a megabyte is short, and its caret stands under the place."""
    text = f"first\n{'a' * 500_000}!{'b' * 500_000}\nlast"
    drawn = QueryError("Wrong.", text=text, span=Span(500_006, 500_007)).render().split("\n")
    assert all(len(line) < 500 for line in drawn)
    assert drawn[1][drawn[2].index("^")] == "!"
    assert drawn[1].startswith("   2 | …") and drawn[1].endswith("…")


@pytest.mark.parametrize("place", [0, 1, 199, 200, 201, 399, 400, 401, 799, 800])
def test_the_caret_stands_under_its_place_in_a_long_line(place: int) -> None:
    """Wherever the place is in a line that is too long to be shown, to its very end, the caret stands under it."""
    text = "".join(chr(0x4E00 + number) for number in range(800))
    _, line, carets = QueryError("Wrong.", text=text, span=Span(place, 10**9)).render().split("\n")
    assert (line + " ")[carets.index("^")] == (text + " ")[place]


FIRST = datetime(1, 1, 1, tzinfo=timezone(timedelta(hours=14)))
LAST = datetime(9999, 12, 31, 23, 59, tzinfo=timezone(timedelta(hours=-14)))


@pytest.mark.parametrize("time", [FIRST, LAST, FIRST.isoformat(), LAST.isoformat()])
@pytest.mark.parametrize("clause", ["SINCE $t", "UNTIL $t", "AS OF $t", "VALID AT $t", "WHERE m.at > datetime($t)"])
def test_a_time_whose_offset_leads_out_of_the_calendar_is_refused(memory: Any, clause: str, time: object) -> None:
    """The year 1 east of Greenwich, and 9999 west of it, are no times of UTC: a ParameterError says so."""
    with pytest.raises(ParameterError):
        memory.query(f"RECALL {clause}", {"t": time})


@pytest.mark.parametrize("time", [FIRST, LAST])
def test_no_builder_takes_a_time_out_of_the_calendar(memory: Any, time: datetime) -> None:
    """The same holds for a builder and for the arguments of `recall`."""
    with pytest.raises(ClewError):
        clew.recall("x").since(time)
    with pytest.raises(ClewError):
        memory.recall("x", since=time)


def test_a_long_need_is_a_need_and_speaks_of_no_memory(memory: Any) -> None:
    """Thirty thousand characters may be sought, and kept away from; what is longer than a text may be is told what to
    do about a question.
    """
    long = "vendor " * 4300
    assert memory.recall(long, excluding=long[:20_000], excluding_hard=["refunds " * 1000]).ids == []
    assert memory.recall(long).ids == ["one"] and "one" in memory.context(long).text
    with pytest.raises(ClewError, match="fewer words") as refused:
        memory.recall("x" * 5_000_000)
    assert "remember" not in str(refused.value)


@pytest.mark.parametrize("wrong", ["steps", ["steps"], 5, {"x" * 30_000: 1}, {"steps": "x" * 30_000}])
def test_how_far_it_expands_is_said_by_direction(memory: Any, wrong: object) -> None:
    """What is no direction with a number is refused in one short sentence about `expand`."""
    with pytest.raises(ClewError, match="`expand`") as refused:
        memory.recall("one", expand=wrong)
    assert len(str(refused.value)) < 250
