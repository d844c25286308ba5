"""Asking: a statement or a recall is compiled, run on the store as it stands, and answered.

Apart from the engine, and imported when something is first asked: whoever only writes does not wait for the language,
the evaluator and the numeric core to be loaded, which is most of what a short-lived process would do.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from ..dsl.compiler import compile as compile_text
from ..dsl.compiler import compile_statement
from ..dsl.plan import Plan
from ..errors import ParameterError
from .catalog import CATALOG
from .embedding.tokens import TokenCounter
from .executor.answers import front_of, rows_of
from .executor.run import Outcome, explained, run
from .executor.session import Memo, Session
from .projection.state import View
from .projection.vectors import VectorMatrix
from .recall_arguments import recall_of
from .results import Front, Rows
from .store import Store


@dataclass(frozen=True, slots=True)
class _Moment:
    """What runs made that stays true until something is written, were it only a vector."""

    view: View
    vectors: VectorMatrix
    kept: Memo = field(default_factory=Memo)


class Asker:
    """Answers for one handle: in its namespace, and NEAR ACTIVE what it wrote, whose rows `recent` gives."""

    def __init__(
        self, store: Store, namespace: str, tokens: TokenCounter, *, recent: Callable[[], Sequence[int]]
    ) -> None:
        self._store = store
        self._namespace = namespace
        self._tokens = tokens
        self._recent = recent
        self._moment: _Moment | None = None

    def plan(self, text: str) -> Plan:
        return compile_text(text, CATALOG)

    def query(self, text: str, parameters: Mapping[str, Any]) -> Rows:
        return rows_of(self._run(self.plan(text), parameters))

    def recall(self, need: str | None, fields: Mapping[str, Any]) -> Front:
        plan = compile_statement(recall_of(need, **fields), CATALOG)
        return front_of(self._run(plan, {}), self._store.journal.memories)

    def _run(self, plan: Plan, parameters: Mapping[str, Any]) -> Outcome:
        _check_parameters(plan, parameters)
        if plan.mode == "explain":
            return explained(plan)
        store = self._store
        pending = store.fresh()
        with store.projection.reading() as view:
            session = Session.begin(
                journal=store.journal,
                projection=store.projection,
                view=view,
                vectorizer=store.vectorizer,
                counter=self._tokens,
                namespaces=(self._namespace,),
                recent=tuple(self._recent()),
                parameters=parameters,
                kept=self._kept_at(view),
            )
            return run(plan, session, pending)

    def _kept_at(self, view: View) -> Memo:
        vectors, known = self._store.projection.vectors, self._moment
        if known is None or known.view is not view or known.vectors is not vectors:
            known = self._moment = _Moment(view, vectors)
        return known.kept


def _check_parameters(plan: Plan, given: Mapping[str, Any]) -> None:
    """Raise ParameterError for a parameter that is missing, and for one that the statement does not take."""
    takes = ", ".join(f"${name}" for name in plan.parameters) or "none"
    for name in plan.parameters:
        if name not in given:
            raise ParameterError(f"The parameter ${name} is missing.", hint=f"The statement takes {takes}.", name=name)
    for name in given:
        if name not in plan.parameters:
            raise ParameterError(f"The parameter ${name} is not used.", hint=f"The statement takes {takes}.", name=name)
