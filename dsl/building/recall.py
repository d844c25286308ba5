"""A recall, clause by clause: each method is the clause of its name, and returns another builder."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import timedelta
from typing import Any, Literal

from ...errors import ParameterError
from .. import ast
from ..frozen import replace
from ..printing.printer import print_statement
from . import fragments, values
from .values import Count, Moment, Name, Names, Number


def recall(need: Name | None = None, k: Count | None = None) -> RecallQuery:
    """Begin a recall of the `k` memories that help most with a need; the strategy says how many where `k` does not."""
    statement = ast.Recall(
        count=None if k is None else values.count(k, "k"), need=None if need is None else values.text(need, "A need")
    )
    return RecallQuery(statement)


@dataclass(frozen=True, slots=True)
class RecallQuery:
    """A recall that is being built, and can be run as it is: `memory.query(...)` takes it. Its text is `str(it)`."""

    statement: ast.Recall

    def __str__(self) -> str:
        return print_statement(self.statement)

    # ---- what is needed ----

    def named(self, variable: str) -> RecallQuery:
        """Call the memory something else than `m` in conditions and columns."""
        return self._with(variable=variable)

    def excluding(self, *texts: Name, hard: bool = False) -> RecallQuery:
        """Stay away from what these say; `hard` drops whatever matches them."""
        given = tuple(ast.Exclusion(values.text(text, "EXCLUDING"), hard) for text in texts)
        return self._with(excluding=self.statement.excluding + given)

    def intent(self, *tags: Names) -> RecallQuery:
        return self._adding("intents", tags, "INTENT")

    def about(self, *entities: Names) -> RecallQuery:
        return self._adding("about", entities, "ABOUT")

    def requiring(self, *words: Names) -> RecallQuery:
        return self._adding("requiring", words, "REQUIRING")

    # ---- which memories ----

    def doing(self, *action_types: Names) -> RecallQuery:
        return self._adding("doing", action_types, "DOING")

    def type(self, *types: Names) -> RecallQuery:
        return self._adding("types", types, "TYPE")

    def namespace(self, *namespaces: Names) -> RecallQuery:
        return self._adding("namespaces", namespaces, "IN NAMESPACE")

    def task(self, *tasks: Names) -> RecallQuery:
        return self._adding("tasks", tasks, "TASK")

    def steps(self, first: Count | None = None, last: Count | None = None) -> RecallQuery:
        low, high = (None if end is None else values.count(end, "STEPS") for end in (first, last))
        return self._with(steps=(low, high))

    def since(self, moment: Moment) -> RecallQuery:
        """Keep what happened then or later; a timedelta is time before the reference time."""
        return self._with(since=values.moment(moment, "SINCE"))

    def until(self, moment: Moment) -> RecallQuery:
        return self._with(until=values.moment(moment, "UNTIL"))

    def between(self, first: Moment, last: Moment) -> RecallQuery:
        return self._with(between=(values.moment(first, "BETWEEN"), values.moment(last, "BETWEEN")))

    def as_of(self, moment: Moment) -> RecallQuery:
        """Ask as the store would have answered then."""
        return self._with(as_of=values.moment(moment, "AS OF"))

    def valid_at(self, moment: Moment) -> RecallQuery:
        return self._with(valid_at=values.moment(moment, "VALID AT"))

    def min_trust(self, least: Number) -> RecallQuery:
        return self._with(min_trust=values.number(least, "MIN TRUST"))

    def with_archived(self) -> RecallQuery:
        return self._with(with_archived=True)

    def without_inference(self) -> RecallQuery:
        """Go by the words of the need alone: nothing is guessed from them."""
        return self._with(without_inference=True)

    def near(self, *ids: Names) -> RecallQuery:
        """Say what is at hand: the anchors of coherence."""
        return self._with(near=ast.Near(values.texts(ids, "NEAR")))

    def near_active(self, n: Count) -> RecallQuery:
        """Take the n newest memories of the tasks, else of the session, as what is at hand."""
        return self._with(near=ast.Near(active=values.count(n, "NEAR ACTIVE")))

    def match(self, pattern: str) -> RecallQuery:
        return self._with(patterns=self.statement.patterns + fragments.pattern(pattern))

    def where(self, condition: str, **given: object) -> RecallQuery:
        """Keep what a condition holds for; a second one holds as well. given: values of its parameters."""
        added = values.filled(fragments.condition(condition), given, "condition")
        where = self.statement.where
        return self._with(where=added if where is None else ast.Binary("AND", where, added))

    # ---- in what order, and what of them ----

    def candidates(self, n: Count) -> RecallQuery:
        return self._with(candidates=values.count(n, "CANDIDATES"))

    def using(self, strategy: str, rival: str | None = None) -> RecallQuery:
        """Choose by a strategy; or by one of two, drawn for each recall, to see which does better."""
        other = None if rival is None else values.text(rival, "USING")
        return self._with(using=values.text(strategy, "USING"), rival=other)

    def half_life(self, span: timedelta | ast.Ago) -> RecallQuery:
        """Let recency halve after a timedelta; types that have a half-life of their own keep it."""
        return self._with(half_life=values.span(span, "HALF LIFE"))

    def decay(self, curve: str) -> RecallQuery:
        """Let recency fall as `exponential`, `linear` or `power`."""
        return self._with(decay=values.text(curve, "DECAY"))

    def explore(self, way: str) -> RecallQuery:
        """Take a value that is believed by its `mean`, its upper bound (`ucb`), or one draw (`thompson`)."""
        return self._with(explore=values.text(way, "EXPLORE"))

    def at_least(self, **floors: Number) -> RecallQuery:
        """Leave out what does not reach these: `at_least(relevance=0.3)`."""
        added = tuple(ast.Floor(name, values.number(least, name)) for name, least in floors.items())
        return self._with(floors=self.statement.floors + added)

    def pareto(
        self,
        *terms: str,
        partition_by: Iterable[str] = (),
        order: str | None = None,
        first_front_only: bool = False,
    ) -> RecallQuery:
        """Trade these against each other: `"recency"`, `"cost MIN TOLERANCE 20"`, `"m.importance MAX"`."""
        front = fragments.front(fragments.listed(terms))
        partition = tuple(fragments.expression(text) for text in partition_by)
        return self._with(
            pareto=replace(front, partition=partition, order=order, first_front_only=first_front_only), rank=None
        )

    def rank_by(self, expression: str) -> RecallQuery:
        return self._with(rank=fragments.expression(expression), pareto=None)

    def diversify(
        self, by: Literal["information", "type", "task", "entity", "cluster", "MMR"], trade: Number | None = None
    ) -> RecallQuery:
        share = None if trade is None else values.number(trade, "DIVERSIFY BY")
        return self._with(diversify=ast.Diversify(by, share))

    def budget(self, tokens: Count) -> RecallQuery:
        return self._with(budget=values.count(tokens, "BUDGET"))

    def expand(
        self, *, causes: Count | None = None, effects: Count | None = None, steps: Count | None = None
    ) -> RecallQuery:
        """Bring what surrounds each hit, so many edges far."""
        given = {"CAUSES": causes, "EFFECTS": effects, "STEPS": steps}
        asked: Any = [(direction, depth) for direction, depth in given.items() if depth is not None]
        if not asked:
            raise ParameterError("EXPAND brings causes, effects or steps.", hint="As in `expand(causes=1)`.")
        return self._with(expand=tuple(ast.Expand(to, values.count(depth, "EXPAND")) for to, depth in asked))

    def returning(self, *columns: str, **named: str) -> RecallQuery:
        """Return these columns: `returning("m.id", "front", score="scores.relevance")`."""
        return self._with(returning=columns_of(columns, named))

    def limit(self, n: Count) -> RecallQuery:
        return self._with(limit=values.count(n, "LIMIT"), count=None)

    # ---- inside ----

    def _with(self, **fields: Any) -> RecallQuery:
        return RecallQuery(replace(self.statement, **fields))

    def _adding(self, field: str, names: Iterable[Names], where: str) -> RecallQuery:
        return self._with(**{field: getattr(self.statement, field) + values.texts(names, where)})


def columns_of(columns: Iterable[str], named: dict[str, str]) -> ast.Projection:
    """Return what is returned: texts as they stand behind RETURN, then expressions under names."""
    parts = [fragments.columns(column) for column in columns]
    written = [item for part in parts for item in part.items]
    star = any(part.star for part in parts)
    called = [ast.Item(fragments.expression(text), name, text) for name, text in named.items()]
    return ast.Projection((*written, *called), star)
