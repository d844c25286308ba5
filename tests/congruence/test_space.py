"""The space of a recall and the recall itself are one answer, at first and after every choice."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any, TypeVar

import clew
import pytest
from clew.engine.answers.space import Choice, Space
from clew.engine.handle.engine import Engine
from clew.errors import QueryError
from hypothesis import given, settings
from hypothesis import strategies as st

T = TypeVar("T")

CLAUSES = {
    "k": ("", "0", "1", "5", "20", "400"),
    "need": ("", "FOR 'vendor budget'", "FOR 'a late refund'", "INTENT budget", "FOR 'xyzzy'", "ABOUT Q4"),
    "scope": ("", "", "TYPE error, fact", "TASK T1", "AS OF '2125-03-12'", "TYPE nothing"),
    "near": ("", "", "NEAR m100", "NEAR ACTIVE 3"),
    "where": ("WHERE m.step IS NOT NULL", "WHERE m.step IS NOT NULL AND m.importance > 0.2"),
    "using": ("", "", "USING recent", "USING survey", "USING recommend", "USING auto"),
    "floor": ("", "", "AT LEAST recency 0.4", "AT LEAST value 0.5"),
    "rank": (
        "",
        "",
        "PARETO BY recency, cost",
        "PARETO BY recency TOLERANCE 0.1, confidence PRIOR TO importance ORDER FRONT BY recency",
        "PARETO BY m.step MIN, m.at MAX, m.importance MAX ORDER FRONT BY importance",
        "PARETO BY cost MAX, cost MIN, recency * importance MAX",
        "PARETO BY importance PARTITION BY m.type ORDER FRONT BY crowding FIRST FRONT ONLY",
        "PARETO BY value, recency",
        "RANK BY recency",
        "RANK BY 0.3 * recency - 0.5 * importance + confidence",
        "RANK BY recency * importance",
    ),
    "diversify": ("", "", "DIVERSIFY BY task", "DIVERSIFY BY type", "DIVERSIFY BY cluster", "DIVERSIFY BY entity"),
    "budget": ("", "", "BUDGET 60 TOKENS", "BUDGET 900 TOKENS"),
}
recalls = st.builds(
    lambda *clauses: " ".join(filter(None, ("RECALL", *clauses))), *map(st.sampled_from, CLAUSES.values())
)


def answered(space: Space) -> list[tuple[str, int, dict[str, float]]]:
    """Return (id, front, objectives) of what a space answers, in order; a space without fronts says 1, as rows do."""
    names = [axis.name for axis in space.axes]
    return [
        (space.ids[i], max(1, int(space.front[i])), dict(zip(names, space.values[i].tolist(), strict=True)))
        for i in space.chosen
    ]


def same(store: Engine, space: Space, text: str, parameters: Mapping[str, Any]) -> None:
    """Hold a space to what `query` answers: the ids, their order, fronts, scores, arms and notes."""
    rows = store.query(text, parameters)
    found = answered(space)
    assert [(id, front) for id, front, _ in found] == [(row["m"]["id"], row["front"]) for row in rows], text
    for (_, _, scores), row in zip(found, rows, strict=True):
        computed = {name: value for name, value in row["scores"].items() if name not in ("value_sd", "rank")}
        assert computed == {name: scores[name] for name in computed}, text
    assert space.notes == rows.notes


@given(recalls)
@settings(max_examples=80)
def test_a_space_chooses_what_the_recall_answers(store: Engine, text: str) -> None:
    """Ids, order, fronts, scores and notes are those of `query`; and its own choice changes nothing."""
    space = store.space(text)
    same(store, space, text, {})
    again = space.choose(space.choice)
    assert answered(again) == answered(space)
    same(store, again, again.statement, {})


@pytest.mark.parametrize(
    "text",
    [
        "RECALL 8 FOR 'vendor budget' NEAR m100 PARETO BY information, relevance, provenance",
        "RECALL 8 FOR 'vendor budget' NEAR m100 PARETO BY relevance DIVERSIFY BY information",
        "RECALL 8 FOR 'vendor budget' PARETO BY relevance, information DIVERSIFY BY MMR 0.3 BUDGET 80 TOKENS",
        "RECALL 8 FOR 'vendor budget' NEAR m9 RANK BY 0.7 * relevance + 0.3 * coherence",
        "RECALL 8 FOR 'vendor budget' EXCLUDING 'refund', HARD 'cabin' AT LEAST relevance 0.3",
        "RECALL 8 FOR 'vendor budget' PARETO BY relevance, recency, cost, confidence, importance",
        "RECALL 8 FOR 'xyzzy' NEAR m100 PARETO BY relevance, coherence",
        "RECALL 8 FOR 'xyzzy' PARETO BY relevance",
        "RECALL FOR 'vendor' USING lookup OR recent",
        "EXPLAIN RECALL FOR 'vendor'",
    ],
)
def test_what_asks_for_a_need_is_answered_alike(store: Engine, text: str) -> None:
    """Information, provenance, exclusions, floors that nothing reaches, a drawn strategy: all are as in a run."""
    space = store.space(text)
    same(store, space, text.removeprefix("EXPLAIN "), {})


# ---- chosen anew -----------------------------------------------------------------------------------

GROUNDS = (
    "RECALL 6 FOR 'vendor budget' NEAR m100",
    "RECALL FOR 'a late refund' DIVERSIFY BY task",
    "RECALL 6 BUDGET 90 TOKENS",
    "RECALL 6 WHERE m.step IS NOT NULL PARETO BY m.step MIN, recency PARTITION BY m.task FIRST FRONT ONLY",
    "RECALL 6 FOR 'vendor' RANK BY relevance * recency",
    "RECALL 6 FOR 'xyzzy' NEAR m100 PARETO BY relevance",
)


@pytest.fixture(scope="module")
def spaces(store: Engine) -> Mapping[str, Space]:
    return {text: store.space(text) for text in GROUNDS}


@given(st.data(), st.sampled_from(GROUNDS))
@settings(max_examples=150)
def test_a_choice_is_the_recall_with_its_clauses(
    store: Engine, spaces: Mapping[str, Space], data: st.DataObject, text: str
) -> None:
    """Whatever is traded, by which tolerance, order and weights: the statement of a choice answers what it chose."""
    space = spaces[text].choose(data.draw(choices(spaces[text])))
    same(store, space, space.statement, space.parameters)


# ---- floors on what is believed --------------------------------------------------------------------

FLOORS = ("value 0.5", "value 0.6", "value 0.62, recency 0.2", "value 0.64, relevance 0.05", "value 0.56, cost 6")
FREE = (
    "m.importance + 1 MAX",
    "m.at MIN",
    "value * recency MAX",
    "CASE WHEN m.step IS NULL THEN value ELSE 10 / (1 + m.step) END MAX",
    "size([m IN m.tags WHERE m > 'a']) - value MIN",
    "m.step MAX",
)
GROUPS = ("", "PARTITION BY m.task", "PARTITION BY value > 0.52, m.type")
floored = st.builds(
    "RECALL 9 FOR 'vendor budget' NEAR m100 AT LEAST {} PARETO BY value, {}, {} {}".format,
    *map(st.sampled_from, (FLOORS, FREE, FREE, GROUPS)),
)


@pytest.fixture(scope="module")
def taught(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Engine]:
    """Return a store in which outcomes tell the value of memories, so that a choice may move it over a floor."""
    with clew.open(tmp_path_factory.mktemp("taught"), background=False) as engine:
        for number in range(24):
            told = {"task": f"T{number % 3}", "step": number if number % 7 else None, "tags": ["budget"][: number % 2]}
            text = f"vendor {number} asks for {'a budget ' * (number % 4)}and a refund"
            engine.remember(text, id=f"m{number}", importance=number / 24, at=f"2024-03-{number % 28 + 1:02}", **told)
        engine.remember("the budget of the vendor is at hand", id="m100", at="2024-03-29")
        for number in range(24):
            front = engine.recall("vendor budget", objectives=["relevance", "recency", "importance", "value"], k=24)
            engine.feedback(front, "success" if number > 11 else "failure", used=[f"m{number}"])
        yield engine


@given(st.data(), floored)
@settings(max_examples=30)
def test_floors_on_value_and_free_axes_follow_a_choice(taught: Engine, data: st.DataObject, text: str) -> None:
    """Whichever rows a choice lifts over a floor, expressions and groups are those of its statement; where a row has no
    value to go by, both say so.
    """
    space = told(lambda: taught.space(text))
    assert (space is None) == (told(lambda: taught.query(text)) is None)
    if space is None:
        return
    choice = data.draw(choices(space))
    moved = told(lambda: space.choose(choice))
    if moved is not None:
        same(taught, moved, moved.statement, moved.parameters)


def told(asked: Callable[[], T]) -> T | None:
    """Return an answer; None where some row has no value to go by, or none that can be added up."""
    try:
        return asked()
    except QueryError as error:
        assert re.search("in some row|no number", error.message) and error.text is not None
        return None


def choices(space: Space) -> st.SearchStrategy[Choice]:
    """Return choices that a person could make in a space, levels and single tolerances among them."""
    names = [axis.name for axis in space.axes]
    some = st.lists(st.sampled_from(names), min_size=1, max_size=4).map(tuple)
    steps = st.sampled_from((0.0, 0.02, 0.1, 0.5))
    weights = st.dictionaries(st.sampled_from(names), st.sampled_from((-1.0, 0.3, 0.7, 1.0)), min_size=1, max_size=3)
    orders = ["knee", "crowding", "sum", "either", "recency", "importance", "cost"]
    return st.builds(
        Choice,
        objectives=some,
        tolerance=steps,
        k=st.integers(0, 30),
        order=st.sampled_from(orders),
        weights=st.none() | weights,
        then=st.lists(some, max_size=2).map(tuple),
        tolerances=st.dictionaries(st.sampled_from(names), steps, max_size=2),
    )
