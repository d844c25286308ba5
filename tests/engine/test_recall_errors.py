"""A recall or query that cannot run says what is wrong, of which parameter, and where in the text."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import clew
import pytest
from clew.engine.handle.engine import Engine
from clew.errors import IdNotFound, MemoryInvalid, MemoryNotFound, ParameterError, QueryError


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Engine]:
    with clew.open(tmp_path_factory.mktemp("errors"), background=False) as engine:
        for step in range(3):
            engine.remember(f"memory {step}", id=f"m{step}", task="T1", step=step, meta={"k": step})
        yield engine


@pytest.mark.parametrize(
    ("text", "value", "message"),
    [
        ("RECALL $p", "3", "RECALL takes a whole number from 0, and $p is '3'."),
        ("RECALL FOR $p", None, "FOR takes a string, and $p is null."),
        ("RECALL FOR 'x' INTENT $p", ["a", None], "INTENT takes strings, and $p holds null."),
        ("RECALL FOR 'x' CANDIDATES $p", 0, "CANDIDATES takes a whole number from 1, and $p is 0."),
        ("RECALL FOR 'x' AT LEAST relevance $p", True, "AT LEAST relevance takes a number, and $p is a boolean."),
        ("RECALL FOR 'x' AT LEAST relevance $p", 5, "AT LEAST relevance takes a number in [0, 1], and $p is 5.0."),
        ("RECALL PARETO BY recency TOLERANCE $p", -1, "TOLERANCE takes a number from 0, and $p is -1."),
        ("RECALL DOING $p", ["say", 1], "The parameter $p has to be a list of strings, and holds 1."),
        ("RECALL SINCE $p", "soon", "The parameter $p has to be a datetime with a zone"),
        ("TRACE CAUSES OF $p", ["m1"], "TRACE takes a string, and $p is a list."),
        ("MATCH (m:Memory) RETURN m LIMIT $p", 1.5, "LIMIT takes an integer from 0, and $p is 1.5."),
    ],
)
def test_a_parameter_of_a_wrong_type_is_named(store: Engine, text: str, value: object, message: str) -> None:
    """The error is a ParameterError that names the parameter, says what is due, and points at its place."""
    with pytest.raises(ParameterError) as caught:
        store.query(text, {"p": value})
    error = caught.value
    assert error.message.startswith(message)
    assert error.data["name"] == "p"
    assert error.span is not None
    assert text[error.span.start : error.span.end] == "$p"


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("MATCH (m:Memory) WHERE m.meta.k RETURN m", "m.meta.k"),
        ("RECALL FOR 'x' WHERE m.meta.k", "m.meta.k"),
        ("MATCH (m:Memory) WITH m WHERE m.meta RETURN m", "m.meta"),
        ("RECALL RANK BY 1 / 0", "1 / 0"),
        ("RECALL RANK BY m.text", "m.text"),
        ("RECALL 3 WHERE matches(m, [1])", "matches(m, [1])"),
        ("MATCH (m:Memory) RETURN similarity(m, m.meta)", "similarity(m, m.meta)"),
        ("MATCH (m:Memory) RETURN m.text PARETO BY m.text MAX", "m.text"),
    ],
)
def test_an_error_at_run_time_draws_its_place(store: Engine, text: str, place: str) -> None:
    """What only a value can show is shown like any other error: with the line, and carets under what failed."""
    with pytest.raises(QueryError) as caught:
        store.query(text)
    error = caught.value
    assert error.text == text
    assert error.span is not None
    assert text[error.span.start : error.span.end] == place
    assert "^" * len(place) in error.render()


@pytest.mark.parametrize(
    ("fields", "names"),
    [
        ({"k": "3"}, "`k`"),
        ({"k": -1}, "`k`"),
        ({"intent": 5}, "`intent`"),
        ({"about": [None]}, "`about`"),
        ({"steps": 3}, "`steps`"),
        ({"steps": (1,)}, "`steps`"),
        ({"steps": ("a", None)}, "`steps`"),
        ({"since": "soon"}, "`since`"),
        ({"floor": 2}, "`floor`"),
        ({"objectives": "relevance"}, "`objectives`"),
        ({"objectives": []}, "objective"),
        ({"order": "sum"}, "objective"),
        ({"using": ["default"]}, "`using`"),
        ({"near": "m1", "active": 2}, "`near`"),
    ],
)
def test_an_argument_that_does_not_fit_is_named(store: Engine, fields: dict[str, Any], names: str) -> None:
    """`Engine.recall` refuses an argument of a wrong type or range in one sentence that names it, and runs nothing."""
    with pytest.raises(MemoryInvalid, match=names):
        store.recall("x", **fields)


@pytest.mark.parametrize(
    ("call", "way"),
    [
        (lambda store: store.recall("memory", since="3 days"), "timedelta(days=3)"),
        (lambda store: store.forget(["m0", "m1"]), "`*ids` gives each by itself"),
        (lambda store: store.feedback("good", memories=["m0"]), "There is no outcome 'good'. Give `success`"),
    ],
)
def test_a_plain_slip_in_a_call_has_a_way_out(store: Engine, call: Callable[[Engine], object], way: str) -> None:
    """A span as a text, ids as one list, an outcome of one's own: each is refused with what works."""
    with pytest.raises(MemoryInvalid) as caught:
        call(store)
    assert way in str(caught.value)


def test_an_argument_may_be_none(store: Engine) -> None:
    """None is the same as leaving an argument out."""
    given = store.recall("memory", task=None, near=None, intent=None, since=None, steps=None, floor=None)
    assert given.ids == store.recall("memory").ids


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("RECALL FOR 'x' NEAR 'm1', 'm22'", "'m22'"),
        ("RECALL FOR 'x' NEAR $ids", "$ids"),
        ("TRACE CAUSES OF 'm22'", "'m22'"),
        ("TRACE PATH FROM 'm0' TO 'm22'", "'m22'"),
        ("COMPARE (RECALL NEAR 'm22') AS OF '2000-01-01' WITH AS OF '9000-01-01'", "'m22'"),
    ],
)
def test_an_id_that_no_memory_has_is_pointed_at(store: Engine, text: str, place: str) -> None:
    """The error is one about the query and one about the memory; it points at the id, and knows the nearest there
    is.
    """
    with pytest.raises(IdNotFound) as caught:
        store.query(text, {"ids": ["m1", "m22"]} if "$" in text else {})
    error = caught.value
    assert isinstance(error, QueryError) and isinstance(error, MemoryNotFound)
    assert error.span is not None and text[error.span.start : error.span.end] == place
    assert error.code == "memory.not_found" and error.data["id"] == "m22"
    assert error.hint == (
        "The nearest id is `m2`." if "COMPARE" not in text else "`clew list` shows the ids of a store."
    )
