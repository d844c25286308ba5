"""What a person may turn, and what turning it makes of a choice. Pure: a Choice in, a Choice out."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Literal, TypeAlias

from ...engine.answers.space import Axis, Choice, Space
from ...engine.asking.choices import ORDERS

Kind: TypeAlias = Literal["by", "axis", "tolerance", "k", "order"]

TOLERANCES = (0.0, 0.01, 0.02, 0.03, 0.05, 0.08, 0.1, 0.15, 0.2, 0.3, 0.5)
"""Where the slider of the tolerance stands: finer where a step more changes more."""

WEIGHTS = 20
"""Steps of a weight from 0 to its most."""

MOST_K = 1_000


@dataclass(frozen=True, slots=True)
class Setting:
    """One thing that can be turned. axis: of the kind "axis" alone."""

    kind: Kind
    axis: str = ""


def settings_of(space: Space) -> tuple[Setting, ...]:
    """Return what can be turned in a space: what a recall goes by, its axes, and how the choice is made."""
    fronts = space.choice.weights is None
    axes = (Setting("axis", axis.name) for axis in space.axes if fronts or axis.unit != "time")
    last: tuple[Kind, ...] = ("tolerance", "k", "order") if fronts else ("k",)
    return (Setting("by"), *axes, *map(Setting, last))


def turned(space: Space, setting: Setting, by: int) -> Choice:
    """Return the choice with a setting turned by so many steps, backwards where that is less than 0."""
    choice = space.choice
    match setting.kind:
        case "by":
            return replace(choice, weights=weights_of(space) if choice.weights is None else None)
        case "axis" if choice.weights is not None:
            return _weighed(space, setting.axis, by)
        case "axis":
            return _traded(choice, setting.axis, by)
        case "tolerance":
            return replace(choice, tolerance=_next(TOLERANCES, choice.tolerance, by))
        case "k":
            return replace(choice, k=max(1, min(MOST_K, choice.k + by)))
        case "order":
            names = (*ORDERS, *(name for level in choice.levels for name in level))
            at = names.index(choice.order) if choice.order in names else 0
            return replace(choice, order=names[(at + by) % len(names)])


def weights_of(space: Space) -> dict[str, float]:
    """Return weights to begin with: as much for each axis that is traded."""
    traded = [name for level in space.choice.levels for name in level]
    axes = [space.axes[space.axis(name)] for name in traded]
    return {axis.name: most_weight(axis) for axis in axes if axis.unit != "time"} or {"relevance": 1.0}


def most_weight(axis: Axis) -> float:
    """Return the largest weight of an axis: below 0 where less is better, and such that units weigh alike."""
    most = 0.001 if axis.unit == "tokens" else 1.0
    return -most if axis.lower_is_better else most


def state_of(choice: Choice, axis: str) -> int:
    """Return 0 for an axis that is not traded, 1 for one that is, 2 for one that decides among equals."""
    level = next((place for place, names in enumerate(choice.levels) if axis in names), -1)
    return min(level, 1) + 1


def described(choice: Choice, first: Choice) -> Iterator[str]:
    """Yield what of a choice is not as it was first."""
    if choice.levels != first.levels and choice.weights is None:
        yield " then ".join(", ".join(level) for level in choice.levels)
    if (choice.weights is None) != (first.weights is None):
        yield "fronts" if choice.weights is None else "a weighted sum"
    if choice.tolerance != first.tolerance:
        yield f"tolerance {choice.tolerance:g}"
    if choice.k != first.k:
        yield f"{choice.k:,} answers"
    if choice.order != first.order:
        yield f"ordered by {choice.order}"


def _traded(choice: Choice, axis: str, by: int) -> Choice:
    """Return a choice in which an axis is, in turn: not traded, traded, and what decides among equals."""
    state = (state_of(choice, axis) + by) % 3
    first = tuple(name for name in choice.objectives if name != axis)
    then = tuple(level for names in choice.then if (level := tuple(name for name in names if name != axis)))
    if state == 1 or (state == 2 and not first):  # nothing can be prior to nothing
        first = (*first, axis)
    elif state == 2:
        then = (*then, (axis,))
    return replace(choice, objectives=first, then=then) if first else choice


def _weighed(space: Space, axis: str, by: int) -> Choice:
    """Return a choice in which an axis weighs a step more or less; none is left out but by weighing nothing."""
    weights = dict(space.choice.weights or {})
    most = most_weight(space.axes[space.axis(axis)])
    step = round(weights.get(axis, 0.0) / most * WEIGHTS) + by
    weights[axis] = most * max(0, min(WEIGHTS, step)) / WEIGHTS
    left = {name: weight for name, weight in weights.items() if weight}
    return replace(space.choice, weights=left) if left else space.choice


def _next(stops: tuple[float, ...], value: float, by: int) -> float:
    """Return the stop after a value, or before it: a value between two stops goes to the nearer one on its way."""
    ahead = [stop for stop in stops if (stop > value + 1e-9 if by > 0 else stop < value - 1e-9)]
    if not ahead:
        return value
    ordered = ahead if by > 0 else ahead[::-1]
    return ordered[min(abs(by), len(ordered)) - 1]
