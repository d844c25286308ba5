"""The objective space: what it holds, what can be chosen in it, and that it needs its store no more."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import clew
import numpy as np
import pytest
from awaiting import run
from clew.engine.answers.space import Axis, Choice, Space
from clew.engine.asking.strategies import RECENT
from clew.engine.handle.asynchronous import AsyncEngine
from clew.engine.handle.engine import Engine
from clew.errors import BindError, ParameterError, ParseError, QueryError
from hypothesis import given, settings
from hypothesis import strategies as st

pytestmark = pytest.mark.slow

NEED = "RECALL 3 FOR 'the press jams'"
LEVELS = f"{NEED} PARETO BY relevance TOLERANCE 0.02 PRIOR TO recency TOLERANCE 0.05 ORDER FRONT BY sum"


def filled(path: Path) -> Engine:
    memory = clew.open(path, background=False)
    for number in range(12):
        memory.remember(
            f"note {number}: the press jams when the feed is {'wet ' * (number % 4)}",
            id=f"m{number}",
            type="lesson" if number % 2 else "rumour",
            task=f"T{number % 3}",
            importance=number / 12,
            at=f"2024-03-{number + 1:02}",
        )
    return memory


@pytest.fixture
def memory(tmp_path: Path) -> Iterator[Engine]:
    with filled(tmp_path / "a.clew") as engine:
        yield engine


# ---- what it holds ---------------------------------------------------------------------------------


def test_every_objective_with_a_meaning_is_an_axis(memory: Engine) -> None:
    """Those that the statement trades come first; what needs a need or anchors is there only with them."""
    space = memory.space(f"{NEED} PARETO BY cost, recency")
    assert [axis.name for axis in space.axes][:2] == ["cost", "recency"]
    assert {"relevance", "information", "importance", "value"} <= {axis.name for axis in space.axes}
    assert not {"coherence", "provenance"} & {axis.name for axis in space.axes}
    near = memory.space(f"{NEED} NEAR m1 PARETO BY cost, recency")
    assert {"coherence", "provenance"} <= {axis.name for axis in near.axes}
    assert "relevance" not in {axis.name for axis in memory.space("RECALL 3").axes}


def test_axes_say_how_they_are_read(memory: Engine) -> None:
    """Units and directions: of cost and of what is traded by MIN less is better, and a moment is one."""
    axes = memory.space("RECALL PARETO BY m.at MIN, m.importance MAX, cost").axes
    assert axes[:3] == (Axis("m.at", "time", True), Axis("m.importance", "", False), Axis("cost", "tokens", True))


def test_points_are_the_memories(memory: Engine) -> None:
    """Ids, texts, types, arms and values stand side by side; values are not turned round."""
    space = memory.space(f"{NEED} PARETO BY relevance, cost")
    assert len(space) == len(space.texts) == len(space.types) == len(space.values) == 12
    for i, id in enumerate(space.ids):
        assert (space.texts[i], space.types[i]) == (memory.get(id).text, memory.get(id).type)
    assert space.values[:, space.axis("cost")].min() > 1
    assert {"vector", "words"} <= set(space.arms) and all(len(arm) == 12 for arm in space.arms.values())


def test_the_choice_is_what_the_statement_says(memory: Engine) -> None:
    """Clauses and a strategy's defaults are read off; tolerances that differ stand beside the least."""
    clauses = "PARETO BY recency TOLERANCE 0.1, cost TOLERANCE 0.1 ORDER FRONT BY cost"
    assert memory.space(f"RECALL 4 {clauses}").choice == Choice(("recency", "cost"), 0.1, 4, "cost")
    levels = memory.space(LEVELS).choice
    assert (levels.objectives, levels.then, levels.order) == (("relevance",), (("recency",),), "sum")
    assert (levels.tolerance, levels.tolerances) == (0.02, {"recency": 0.05})
    defaults, recent = memory.space(f"{NEED} USING recent").choice, RECENT
    assert (defaults.objectives, defaults.order, defaults.k) == (recent.objectives, recent.order, 3)
    assert {name: defaults.step(name) for name in recent.objectives} == dict(recent.tolerance)
    ranked = memory.space("RECALL 4 RANK BY 0.5 * recency - cost").choice
    assert ranked.weights == {"recency": 0.5, "cost": -1.0}
    assert memory.space("RECALL 4 RANK BY recency * cost").choice.weights == {"recency * cost": 1.0}


def test_nothing_is_a_space_too(memory: Engine) -> None:
    """A recall that finds nothing has a space without points, and everything can be asked of it."""
    space = memory.space("RECALL TASK nowhere")
    assert len(space) == 0 and space.values.shape == (0, len(space.axes))
    assert space.staircase("recency", "cost").shape == (0, 2)
    assert len(space.choose(replace(space.choice, objectives=("cost", "recency")))) == 0


# ---- dominance -------------------------------------------------------------------------------------


def beats(a: np.ndarray, b: np.ndarray) -> bool:
    return bool((a >= b).all() and (a > b).any())


@pytest.mark.parametrize("tolerance", [0.0, 0.3])
def test_dominance_is_as_counted_again(memory: Engine, tolerance: float) -> None:
    """What dominates a point, and what it dominates, follow from the values that are shown."""
    space = memory.space("RECALL").choose(Choice(("importance", "recency", "cost"), tolerance, 5))
    columns = [space.values[:, space.axis(name)] for name in space.choice.objectives]
    gains = np.column_stack([columns[0], columns[1], -columns[2]])
    if tolerance:
        gains = -np.floor((gains.max(axis=0) - gains) / tolerance + 1e-9)
    for i in range(len(space)):
        assert space.dominators(i).tolist() == [j for j in range(len(space)) if beats(gains[j], gains[i])]
        assert space.dominated(i).tolist() == [j for j in range(len(space)) if beats(gains[i], gains[j])]


def test_a_sum_has_no_fronts_and_dominance_all_the_same(memory: Engine) -> None:
    """By RANK BY every front is 0, and dominance is told by the objectives of the choice."""
    space = memory.space("RECALL 4 RANK BY recency")
    assert not space.front.any() and sorted(space.place.tolist())[-4:] == [1, 2, 3, 4]
    newest = space.ids.index("m11")
    assert len(space.dominated(newest)) == 11 and not len(space.dominators(newest))


def by_hand(values: np.ndarray) -> Space:
    axes = (Axis("recency", "", False), Axis("cost", "tokens", True))
    named = tuple(map(str, range(len(values))))
    zeros = np.zeros(len(values), np.int64)
    return Space("RECALL", named, named, named, axes, values, {}, Choice(("recency",), 0.0, 1), zeros, zeros)


points = st.lists(st.tuples(st.integers(0, 5), st.integers(0, 5)), max_size=12)


@given(points)
@settings(max_examples=100)
def test_a_staircase_is_what_nothing_beats(pairs: list[tuple[int, int]]) -> None:
    """Of two axes exactly the points that no point beats, each once, the best of the first axis first."""
    values = np.array(pairs, np.float64).reshape(len(pairs), 2)
    gains = values * [1, -1]
    expected = {tuple(v) for v, g in zip(values, gains, strict=True) if not any(beats(other, g) for other in gains)}
    found = by_hand(values).staircase("recency", "cost")
    assert {tuple(point) for point in found} == expected and len(found) == len(expected)
    assert found[:, 0].tolist() == sorted(found[:, 0].tolist(), reverse=True)


def test_what_was_put_together_by_hand_cannot_choose() -> None:
    """A space without a recall behind it says so; nothing is dominated in it."""
    space = by_hand(np.ones((2, 2)))
    assert not len(space.dominators(0)) and not len(space.dominated(0))
    with pytest.raises(QueryError, match="by hand"):
        space.choose(space.choice)


# ---- choosing --------------------------------------------------------------------------------------


def test_choosing_needs_no_store(tmp_path: Path) -> None:
    """A space goes on after its store was closed, whatever it was diversified by."""
    with filled(tmp_path / "a.clew") as memory:
        spaces = [
            memory.space(f"{NEED} NEAR m1 {clause}")
            for clause in ("", *(f"DIVERSIFY BY {by}" for by in ("MMR", "information", "type", "cluster", "entity")))
        ]
    for space in spaces:
        names = tuple(axis.name for axis in space.axes)
        moved = space.choose(Choice(names, 0.1, 5, "sum"))
        assert len(moved.chosen) == 5 and moved.choice.objectives == names


def test_choosing_is_not_changed_by_what_is_written_later(memory: Engine) -> None:
    """A space is of one moment: what is remembered, forgotten or learned later is not in it."""
    space = memory.space(f"{NEED} PARETO BY value, recency DIVERSIFY BY entity")
    before = space.choose(replace(space.choice, k=12))
    memory.forget("m3")
    memory.remember("the press jams again", id="late", entities=["press"])
    memory.feedback("success", memories=["m1"])
    after = space.choose(replace(space.choice, k=12))
    assert before.ids == after.ids and before.place.tolist() == after.place.tolist()
    assert before.values.tolist() == after.values.tolist()


def test_a_learned_value_is_believed_from_what_is_computed(memory: Engine) -> None:
    """After lessons, `value` depends on the other objectives of a recall; a choice has it as its statement does."""
    for turn in range(6):
        front = memory.recall("the press jams", objectives=["relevance", "recency", "value"])
        memory.feedback(front, "success" if turn % 2 else "failure", used=[f"m{turn}"])
    space = memory.space(f"{NEED} PARETO BY value, relevance")
    columns = []
    for others in (("recency",), ("importance", "recency", "cost"), ("relevance",)):
        chosen = space.choose(Choice(("value", *others), 0.0, 12))
        rows = memory.query(chosen.statement).to_dicts()
        column = dict(zip(chosen.ids, chosen.values[:, chosen.axis("value")].tolist(), strict=True))
        assert {row["m"]["id"]: row["scores"]["value"] for row in rows} == column
        columns.append(column)
    assert columns[0] != columns[1] != columns[2]


def test_a_tolerance_that_is_moved_up_moves_all(memory: Engine) -> None:
    """A step counts at least what the choice says, also where the strategy has given single axes their own."""
    choice = memory.space(LEVELS).choice
    assert (choice.step("relevance"), choice.step("recency"), choice.step("cost")) == (0.02, 0.05, 0.02)
    moved = replace(choice, tolerance=0.2)
    assert {moved.step(name) for name in ("relevance", "recency", "cost")} == {0.2}


def test_an_axis_stands_on_one_level(memory: Engine) -> None:
    """What is traded is taken off the later levels, so that a caller who only knows `objectives` may move it there."""
    choice = replace(memory.space(LEVELS).choice, objectives=("relevance", "recency"))
    assert choice.levels == (("relevance", "recency"),)


@pytest.mark.parametrize(
    ("moved", "said"),
    [
        ({"objectives": ("beauty",)}, "no axis `beauty`"),
        ({"objectives": ("coherence",)}, "no axis `coherence`"),
        ({"then": (("beauty",),)}, "no axis `beauty`"),
        ({"weights": {"beauty": 1.0}}, "no axis `beauty`"),
        ({"objectives": ()}, "Nothing is chosen by"),
        ({"weights": {}}, "Nothing is chosen by"),
        ({"tolerance": -0.1}, "from 0"),
        ({"tolerance": float("nan")}, "from 0"),
        ({"tolerances": {"recency": float("inf")}}, "from 0"),
        ({"weights": {"recency": float("nan")}}, "A weight is a number"),
        ({"k": -1}, "from 0"),
        ({"order": "beauty"}, "no order `beauty`"),
    ],
)
def test_a_choice_that_is_none_is_refused(memory: Engine, moved: dict[str, object], said: str) -> None:
    """Each wrong field is one sentence, with what would work."""
    space = memory.space(NEED)
    with pytest.raises(QueryError, match=said) as caught:
        space.choose(replace(space.choice, **moved))  # type: ignore[arg-type] - fields of a choice, wrong ones too
    assert caught.value.hint


# ---- asking ----------------------------------------------------------------------------------------


def test_text_tree_builder_and_saved_are_one(memory: Engine) -> None:
    """However a recall is asked, its space is the same; a saved one is run with its arguments."""
    text = memory.space("RECALL 3 FOR $need TASK T1", {"need": "the press jams"})
    built = memory.space(clew.recall("the press jams").task("T1").limit(3))
    memory.define_intent("jams", "RECALL 3 FOR $need TASK T1")
    saved = memory.space("RUN jams('the press jams')")
    assert text.ids == built.ids == saved.ids and len(text) == 4
    assert text.place.tolist() == built.place.tolist() == saved.place.tolist()
    assert text.parameters == {"need": "the press jams"} and saved.parameters == {}


def test_a_choice_takes_the_parameters_that_are_left(memory: Engine) -> None:
    """A count that was a parameter is written out by a choice, which then takes it no more."""
    space = memory.space("RECALL $k FOR $need", {"k": 2, "need": "the press jams"})
    moved = space.choose(replace(space.choice, k=4))
    assert (set(space.parameters), set(moved.parameters)) == ({"k", "need"}, {"need"})
    assert len(memory.query(moved.statement, moved.parameters)) == 4


def test_a_strategy_of_ones_own_is_chosen_in(memory: Engine) -> None:
    """What a defined strategy fills in is read off; clauses of a choice take its place."""
    memory.define_strategy("thrifty", "AT LEAST recency 0.5 RANK BY recency - 0.01 * cost LIMIT 2")
    space = memory.space("RECALL USING thrifty")
    assert space.choice.weights == {"recency": 1.0, "cost": -0.01} and space.choice.k == 2
    moved = space.choose(Choice(("cost", "recency"), 0.0, 5))
    rows = memory.query(moved.statement).to_dicts()
    assert [moved.ids[i] for i in moved.chosen] == [row["m"]["id"] for row in rows]
    assert all(row["scores"]["recency"] >= 0.5 for row in rows)


@pytest.mark.parametrize(
    ("asked", "error"),
    [
        ("MATCH (m:Memory) RETURN m", QueryError),
        ("FORGET 'm1'", QueryError),
        ("WHY m1 IN RECALL FOR 'x'", QueryError),
        ("RECAL 3", ParseError),
        ("RECALL PARETO BY beauty", BindError),
        ("RECALL TASK $task", ParameterError),
    ],
)
def test_what_is_no_recall_is_refused(memory: Engine, asked: str, error: type[Exception]) -> None:
    """Another statement has no space, and a slip is told as `query` tells it."""
    with pytest.raises(error):
        memory.space(asked)


def test_awaited_it_is_the_same(tmp_path: Path) -> None:
    """The handle for asyncio gives the space that the plain one does."""
    with filled(tmp_path / "a.clew"):
        pass

    async def work(memory: AsyncEngine) -> None:
        awaited, plain = await memory.space(NEED), memory.engine.space(NEED)
        assert (awaited.ids, awaited.place.tolist()) == (plain.ids, plain.place.tolist())

    run(work, tmp_path / "a.clew")
