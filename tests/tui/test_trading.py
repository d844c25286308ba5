"""What the room Front is made of, without a screen: where steps lead, and what turning a setting comes to."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import clew
import numpy as np
import pytest
from clew.engine.answers.space import Space
from clew.tui.trading import walking
from clew.tui.trading.knobs import told, track
from clew.tui.trading.settings import TOLERANCES, settings_of, state_of, turned
from clew.tui.trading.telling import changes
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st


@pytest.fixture(scope="module")
def space(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Space]:
    with clew.open(tmp_path_factory.mktemp("trading") / "a.clew", background=False) as memory:
        for number in range(24):
            text = f"{'fibre ' * (number % 5 + 1)} line {number}" + " and more words" * (number % 7)
            memory.remember(text, id=f"m{number}", importance=number % 9 / 9)
        yield memory.space("RECALL 5 FOR 'fibre line' PARETO BY relevance, importance, recency TOLERANCE 0.03")


@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(st.tuples(st.integers(0, 20), st.sampled_from([-5, -1, 1, 5])), max_size=12))
def test_any_turning_is_a_choice_that_a_recall_could_make(space: Space, turns: list[tuple[int, int]]) -> None:
    """However settings are turned, each choice can be made, and is never one that goes by nothing."""
    for place, by in turns:
        known = settings_of(space)
        space = space.choose(turned(space, known[place % len(known)], by))
        assert space.choice.objectives and (space.choice.weights is None or space.choice.weights)
        assert len(space.chosen) == min(space.choice.k, len(space))


@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.integers(0, 23), st.sampled_from([-1, 1]), st.data())
def test_steps_stay_among_the_points_and_on_their_front(space: Space, at: int, by: int, data: st.DataObject) -> None:
    """Along stays on the front; across goes to the one beside it, unless there is none; ranks go one by one."""
    x, y = (data.draw(st.sampled_from([axis.name for axis in space.axes])) for _ in "xy")
    assert space.front[walking.along(space, x, y, at, by)] == space.front[at]
    beside = space.front[walking.across(space, x, y, at, by)]
    assert beside == max(1, min(int(space.front.max()), space.front[at] + by))
    ranked = walking.ranked(space, at, by)
    assert space.place[ranked] == (max(1, min(5, space.place[at] + by)) if space.place[at] else 1)


def test_a_walk_along_a_front_comes_to_all_of_it_and_back(space: Space) -> None:
    """So many steps to the right from its left end see each of its points once; as many to the left lead back."""
    at = start = walking.along(space, "relevance", "recency", int(space.chosen[0]), -len(space))
    seen = [at]
    for _ in range(int((space.front == space.front[at]).sum()) - 1):
        at = walking.along(space, "relevance", "recency", at, 1)
        seen.append(at)
    assert sorted(seen) == np.flatnonzero(space.front == space.front[at]).tolist()
    assert walking.along(space, "relevance", "recency", at, -len(seen)) == start


def test_pointing_finds_what_is_near_and_nothing_that_is_far() -> None:
    """The nearest point within reach, a line counting as two columns; none where none is."""
    cells = np.array([[10, 5], [13, 5], [10, 9]])
    assert walking.pointed(cells, 11, 5) == 0 and walking.pointed(cells, 12, 5) == 1
    assert walking.pointed(cells, 10, 8) == 2 and walking.pointed(cells, 10, 7) is None
    assert walking.pointed(np.empty((0, 2), np.int64), 0, 0) is None


def test_an_axis_goes_round_its_three_states(space: Space) -> None:
    """Not traded, traded, among equals, and not traded again; and the same way back."""
    setting = next(one for one in settings_of(space) if one.axis == "cost")
    forward, states = space, []
    for _ in range(4):
        states.append(state_of(forward.choice, "cost"))
        forward = forward.choose(turned(forward, setting, 1))
    assert states == [0, 1, 2, 0]
    assert state_of(space.choose(turned(space, setting, -1)).choice, "cost") == 2


def test_the_tolerance_stops_at_both_ends_and_lands_between(space: Space) -> None:
    """From a value between two stops it goes to the next one on its way; at an end it stays."""
    setting = next(one for one in settings_of(space) if one.kind == "tolerance")
    space = space.choose(replace(space.choice, tolerance=0.04))
    assert turned(space, setting, 1).tolerance == 0.05 and turned(space, setting, -1).tolerance == 0.03
    assert turned(space, setting, 99).tolerance == TOLERANCES[-1] and turned(space, setting, -99).tolerance == 0.0


def test_changes_tell_each_memory_once(space: Space) -> None:
    """Who entered, left and moved between two choices: together all whose rank is another, each once."""
    other = space.choose(turned(space, settings_of(space)[0], 1))
    told_of = [row.id for row in changes(other, space, 80)]
    ranks = [{s.ids[point]: rank for rank, point in enumerate(s.chosen.tolist())} for s in (space, other)]
    differ = {id for id in ranks[0].keys() | ranks[1].keys() if ranks[0].get(id) != ranks[1].get(id)}
    assert set(told_of) == differ and len(told_of) == len(differ)
    assert changes(space, space, 80) == []


def test_settings_are_lines_of_their_own(space: Space) -> None:
    """Each says its name and where it stands; a slider is as long wherever it stands."""
    lines = [told(space, one, ("relevance", "recency")) for one in settings_of(space)]
    assert lines[1].startswith("● relevance") and " x " in lines[1] and "tolerance" in lines[-3]
    assert {len(track(share / 10)) for share in range(11)} == {8}


@given(st.permutations("abcd"), st.integers(0, 1), st.sampled_from(["", *"abcd"]))
def test_no_axis_is_drawn_twice(names: list[str], which: int, wanted: str) -> None:
    """Whichever axis is turned, and whatever is wanted for it, two different ones are drawn, and what is wanted is."""
    drawn = walking.other_axes((names[0], names[1]), which, names, wanted)
    assert drawn[0] != drawn[1]
    assert drawn[which] == wanted if wanted else drawn[1 - which] == names[1 - which]


def test_turning_an_axis_comes_to_every_other_one() -> None:
    """Turned again and again, an axis is each that the other is not, and then the first again."""
    pair, seen = ("a", "c"), []
    for _ in range(3):
        pair = walking.other_axes(pair, 0, ["a", "b", "c", "d"])
        seen.append(pair[0])
    assert seen == ["b", "d", "a"]
