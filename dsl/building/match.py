"""A pattern query, clause by clause, in the order in which it runs."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from ...errors import ParameterError
from .. import ast
from ..frozen import replace
from ..printing.printer import print_statement
from . import fragments, values
from .recall import columns_of
from .values import Count, Moment

EVERYTHING = ast.Return(ast.Projection((), star=True))


def match(pattern: str, *, as_of: Moment | None = None, valid_at: Moment | None = None) -> MatchQuery:
    """Begin a query with the pattern that is to be found: `"(m:Memory)-[:CAUSED]->(n)"`."""
    return MatchQuery(()).match(pattern, as_of=as_of, valid_at=valid_at)


@dataclass(frozen=True, slots=True)
class MatchQuery:
    """A pattern query that is being built. It can be run at any time; without `returning` it returns everything."""

    clauses: tuple[ast.Match | ast.Unwind | ast.With, ...]
    last: ast.Return = EVERYTHING

    @property
    def statement(self) -> ast.Query:
        return ast.Query((*self.clauses, self.last))

    def __str__(self) -> str:
        return print_statement(self.statement)

    def match(
        self,
        pattern: str,
        *,
        optional: bool = False,
        as_of: Moment | None = None,
        valid_at: Moment | None = None,
    ) -> MatchQuery:
        then, held = (None if time is None else values.moment(time, "A time") for time in (as_of, valid_at))
        return self._then(ast.Match(fragments.pattern(pattern), None, optional, then, held))

    def optional_match(self, pattern: str) -> MatchQuery:
        return self.match(pattern, optional=True)

    def unwind(self, source: object, variable: str) -> MatchQuery:
        """Make a row of each item of a list: a Python list, or the text of an expression."""
        items = fragments.expression(source) if isinstance(source, str) else values.value(source, "UNWIND")
        return self._then(ast.Unwind(items, variable))

    def with_(self, *columns: str, **named: str) -> MatchQuery:
        """Go on with these columns alone; those without an aggregate group: `with_("m.task AS t", n="count(*)")`."""
        return self._then(ast.With(columns_of(columns, named)))

    def where(self, condition: str, **given: object) -> MatchQuery:
        """Keep the rows of the last MATCH or WITH that a condition holds for; a second one holds as well.

        given: values of the condition's parameters; those that are not given stay open.
        """
        *before, clause = self.clauses
        if isinstance(clause, ast.Unwind):
            raise ParameterError("UNWIND takes no condition.", hint='Go on with `with_("x")`, and put it there.')
        added = values.filled(fragments.condition(condition), given, "condition")
        joined = added if clause.where is None else ast.Binary("AND", clause.where, added)
        return MatchQuery((*before, replace(clause, where=joined)), self.last)

    def returning(self, *columns: str, distinct: bool = False, **named: str) -> MatchQuery:
        """Return these columns: `returning("m.id", "n.id", together="count(*)")`."""
        return MatchQuery(self.clauses, ast.Return(replace(columns_of(columns, named), distinct=distinct)))

    def order_by(self, *keys: str) -> MatchQuery:
        """Order by these: `order_by("m.at DESC", "m.id")`."""
        return self._ending(order=fragments.order(fragments.listed(keys)))

    def pareto(
        self, *terms: str, partition_by: Iterable[str] = (), order: str | None = None, first_front_only: bool = False
    ) -> MatchQuery:
        """Order by fronts: `pareto("m.importance MAX", "length(p) MIN")`."""
        partition = tuple(fragments.expression(text) for text in partition_by)
        front = fragments.front(fragments.listed(terms))
        return self._ending(pareto=replace(front, partition=partition, order=order, first_front_only=first_front_only))

    def skip(self, n: Count) -> MatchQuery:
        return self._ending(skip=values.count(n, "SKIP"))

    def limit(self, n: Count) -> MatchQuery:
        return self._ending(limit=values.count(n, "LIMIT"))

    def _then(self, clause: ast.Match | ast.Unwind | ast.With) -> MatchQuery:
        return MatchQuery((*self.clauses, clause), self.last)

    def _ending(self, **fields: Any) -> MatchQuery:
        return MatchQuery(self.clauses, ast.Return(replace(self.last.projection, **fields)))
