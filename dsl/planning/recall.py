"""Lay out a recall: filters become a scan's condition, the need becomes arms, the strategy gives the defaults.

What the strategy gives is written into the plan as if it had been asked for, so EXPLAIN shows it and nothing is
decided where it cannot be seen.
"""

from __future__ import annotations

from collections.abc import Iterable

from .. import ast
from ..binding.names import Index
from ..binding.needs import has_need
from ..binding.ranking import ALL_COLUMNS
from ..catalog import Inferable, StrategyDef
from ..marks import AS_OF
from ..plan import (
    Admit,
    Anchors,
    Cut,
    Emit,
    Exclude,
    Front,
    Infer,
    Lexical,
    Mentioning,
    Require,
    Similar,
    Spread,
    Stage,
    Tagged,
    View,
)
from ..rewrite.scans import Stages
from .choosing import expanded, selected
from .conditions import scanned
from .filters import filters, scope, together
from .queries import projected
from .ranking import objectives_of, ranked_by
from .scans import Known, memory_node
from .scoring import scored

MANY_OBJECTIVES = 4
"""Above this a front says little: 200 random rows put 64 on front 1 of five objectives, and 105 of six."""


def lay_out_recall(recall: ast.Recall, index: Index) -> Stages:
    """Return the stages of a bound recall, its scan unfinished."""
    name = recall.variable or "m"
    strategy = index.strategies[strategy_name(recall)]
    ranked = ranked_by(recall, strategy, index)
    objectives = objectives_of(recall, ranked, index)
    known: Known = {name: memory_node(name), **dict.fromkeys(ALL_COLUMNS)}
    view = view_of(recall)
    returned = projected(recall.returning, None, known, index, view) if recall.returning is not None else ()
    return (
        _anchors(recall),
        *_filtered(recall, name, view, index),
        *_required(recall),
        *_arms(recall, strategy),
        *_cut(recall, strategy),
        scored(recall, strategy, objectives, index),
        *_admitted(recall, strategy),
        ranked,
        selected(recall, strategy),
        *expanded(recall, name, together(scope(recall, ast.Name(name)))),
        Emit(name),
        *returned,
    )


def strategy_name(recall: ast.Recall) -> str:
    return str(recall.using.value) if isinstance(recall.using, ast.Literal) else "default"


def front_warnings(stages: Iterable[Stage]) -> tuple[str, ...]:
    """Return a sentence for each front that trades so many objectives that nearly every row is on it."""
    return tuple(
        f"A front of {len(level)} objectives holds nearly every row: trade {MANY_OBJECTIVES} at most, or use PRIOR TO."
        for stage in stages
        if isinstance(stage, Front)
        for level in stage.pareto.levels
        if len(level) > MANY_OBJECTIVES
    )


# ---- which memories ------------------------------------------------------------------------------


def _anchors(recall: ast.Recall) -> Anchors:
    near = recall.near or ast.Near()
    return Anchors(near.ids, near.active, recall.tasks, recall.namespaces, recall.as_of)


def view_of(recall: ast.Recall) -> View:
    """Return what the recall sees. The first stage settles AS OF: a span means another moment after it than before."""
    as_of = None if recall.as_of is None else ast.Parameter(AS_OF, span=recall.as_of.span)
    return View(as_of, recall.valid_at, recall.namespaces)


def _filtered(recall: ast.Recall, name: str, view: View, index: Index) -> Stages:
    where = together(filters(recall, ast.Name(name)), recall.where)
    return scanned(recall.patterns, where, {}, view, index, memory=name)


def _required(recall: ast.Recall) -> Stages:
    return (Require(recall.requiring),) if recall.requiring else ()


# ---- how relevant --------------------------------------------------------------------------------


def _arms(recall: ast.Recall, strategy: StrategyDef) -> Iterable[Stage]:
    if recall.need is not None:
        yield Similar(recall.need)
        yield Lexical(recall.need)
        if strategy.infers and not recall.without_inference:
            given = _given(recall)
            yield Infer(recall.need, tuple(part for part in strategy.infers if part not in given), given)
    if recall.intents:
        yield Tagged(recall.intents)
    if recall.about:
        yield Mentioning(recall.about)
    if recall.excluding:
        yield Exclude(recall.excluding)
    if has_need(recall):
        yield Spread(recall.need)


def _given(recall: ast.Recall) -> tuple[Inferable, ...]:
    """Return what clauses say, and so is not guessed at."""
    times = (recall.since, recall.until, recall.between, recall.as_of, recall.valid_at)
    said: dict[Inferable, bool] = {
        "time": any(time is not None for time in times),
        "intents": bool(recall.intents),
        "entities": bool(recall.about),
        "types": bool(recall.types),
    }
    return tuple(part for part, is_said in said.items() if is_said)


def _cut(recall: ast.Recall, strategy: StrategyDef) -> Stages:
    """Return the cut by relevance; without a need nothing is more relevant than anything else, and all go on."""
    if not has_need(recall):
        return ()
    count = recall.candidates if recall.candidates is not None else ast.Literal(strategy.candidates)
    return (Cut(count, strategy.routes),)


def _admitted(recall: ast.Recall, strategy: StrategyDef) -> Stages:
    """Return the floors: those that are written, and the strategy's for relevance where none is written for it."""
    floors = {floor.objective: floor.least for floor in recall.floors}
    if has_need(recall) and strategy.floor > 0:
        floors.setdefault("relevance", ast.Literal(strategy.floor))
    return (Admit(tuple(floors.items())),) if floors else ()
