"""The objective space of a recall: run it to its floors once, and choose by what its own clauses say.

The first choice is made as every later one is, so there is one way from a choice to an answer. That it is the way of a
run is seen to by `held`, which calls what the stages call, and held by the tests.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

import numpy as np

from ...dsl import ast, trees
from ...dsl.binding.names import Index
from ...dsl.plan import Front, Plan, Rank
from ...dsl.planning.ranking import objectives_of
from ...dsl.planning.recall import front_warnings
from ...dsl.printing.printer import print_statement
from ...errors import QueryError
from ..answers.space import Choice, Space
from ..executor import trading
from ..executor.candidates import Candidates
from ..executor.emit import arms_of
from ..executor.held import Held
from ..executor.run import located
from ..executor.session import Session
from ..executor.valuing import VALUE
from ..retrieval.adjacency import Floats, Ints
from .choices import check, pareto_of, weighted_sum
from .ground import Ground, ground_of


@dataclass(frozen=True, slots=True, eq=False)
class _Chosen:
    """What a choice comes to. columns: by axis, (n,) for those admitted. ordered: those, the best first. taken: of
    these, the answer. traded: those in fronts, also where they are ordered by a sum.
    """

    ranking: Front | Rank
    columns: Mapping[str, Floats]
    admitted: Candidates
    traded: Candidates
    ordered: Candidates
    taken: Candidates


def space_of(recall: ast.Recall, plan: Plan, session: Session, index: Index, parameters: Mapping[str, Any]) -> Space:
    """Return the space of a recall that was compiled to a plan. Raises what running it raises."""
    ground, choice = ground_of(recall, plan, session, index, parameters)
    return replace(choose(ground, choice), **_asked(recall, parameters))


def choose(ground: Ground, choice: Choice) -> Space:
    """Return the space of a recall by a choice. It reads nothing but what is held. Raises QueryError."""
    check(choice, ground.axes, ground.terms)
    with located(ground.text):
        found = _chosen(ground, choice)
    at: list[int] = ground.held.at(found.admitted).tolist()
    return Space(
        **_asked(_stated(ground.recall, choice.k, found.ranking), ground.parameters),
        ids=tuple([ground.ids[place] for place in at]),
        texts=tuple([ground.texts[place] for place in at]),
        types=tuple([ground.types[place] for place in at]),
        axes=ground.axes,
        values=np.column_stack([found.columns[axis.name] for axis in ground.axes]),
        arms=arms_of(found.admitted),
        choice=choice,
        front=_fronts(found),
        place=_placed(found.taken, found.admitted, np.arange(1, len(found.taken) + 1)),
        notes=(*front_warnings((found.ranking,)), *ground.warnings, *found.taken.notes),
        traded=found.traded.traded,
        remade=partial(choose, ground),
    )


def _chosen(ground: Ground, choice: Choice) -> _Chosen:
    held, front = ground.held, Front(pareto_of(choice, ground.terms, ground.front))
    ranking = front if choice.weights is None else Rank(weighted_sum(choice.weights, ground.terms))
    names = objectives_of(ground.bound, ranking, ground.index)
    admitted = held.admitted(names)
    columns = dict(_columns(ground, choice, admitted, names))
    _check_weights(choice, held, admitted, names)
    traded = held.traded(list(_axes(front.pareto, choice, columns)), choice.order, admitted, names)
    ordered = traded if choice.weights is None else trading.ranked(_merit(choice.weights, columns), admitted)
    return _Chosen(ranking, columns, admitted, traded, ordered, held.taken(ordered, choice.k))


def _columns(
    ground: Ground, choice: Choice, admitted: Candidates, names: tuple[str, ...]
) -> Iterator[tuple[str, Floats]]:
    """Yield what the admitted candidates have on each axis. A value that nobody chooses by is as the recall has it."""
    names = names if VALUE in names else ground.own
    chosen_by = {*(name for level in choice.levels for name in level), *(choice.weights or ())}
    for axis in ground.axes:
        of = ground.held.column if axis.name in chosen_by else ground.held.shown
        yield axis.name, of(axis.name, admitted, names)


def _axes(pareto: ast.ParetoBy, choice: Choice, columns: Mapping[str, Floats]) -> Iterator[trading.Axis]:
    """Yield the terms of a front with what they come to."""
    for level, (names, terms) in enumerate(zip(choice.levels, pareto.levels, strict=True)):
        for name, term in zip(names, terms, strict=True):
            yield trading.Axis(term, level, choice.step(name), columns[name])


def _check_weights(choice: Choice, held: Held, admitted: Candidates, names: tuple[str, ...]) -> None:
    """Raise QueryError where a weighted sum would add up what is no number: alone, a time can rank too."""
    for name, weight in (choice.weights or {}).items():
        if (weight != 1.0 or len(choice.weights or ()) > 1) and not held.is_number(name, admitted, names):
            raise QueryError(
                f"`{name}` is no number, so it has no weight in a sum.", hint="Trade it, or rank by it alone."
            )


def _merit(weights: Mapping[str, float], columns: Mapping[str, Floats]) -> Floats:
    """Return the weighted sum, (n,), added up in the order of the weights, as the expression is."""
    first, *others = (weight * columns[name] for name, weight in weights.items())
    return sum(others, first)


def _fronts(found: _Chosen) -> Ints:
    """Return (n,) the front of each, from 1; 0 where nothing was traded."""
    of_front = found.ordered.front
    if of_front is None or isinstance(found.ranking, Rank):
        return np.zeros(len(found.admitted), np.int64)
    return _placed(found.ordered, found.admitted, of_front.astype(np.int64))


def _placed(some: Candidates, every: Candidates, values: Ints) -> Ints:
    """Return a value for each of some candidates where it stands among all, (n,) int64, and 0 for the others."""
    placed = np.zeros(len(every), np.int64)
    placed[np.searchsorted(every.rows, some.rows)] = values
    return placed


def _stated(recall: ast.Recall, k: int, ranking: Front | Rank) -> ast.Recall:
    """Return the recall with the clauses of a choice."""
    pareto, rank = (ranking.pareto, None) if isinstance(ranking, Front) else (None, ranking.expression)
    return replace(recall, count=ast.Literal(int(k)), limit=None, pareto=pareto, rank=rank)


def _asked(recall: ast.Recall, parameters: Mapping[str, Any]) -> dict[str, Any]:
    """Return a recall as text, with those of the parameters that it takes."""
    taken = {node.name for node in trees.walk(recall) if isinstance(node, ast.Parameter)}
    return {
        "statement": print_statement(recall),
        "parameters": {name: value for name, value in parameters.items() if name in taken},
    }
