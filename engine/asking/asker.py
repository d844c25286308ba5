"""Asking: a statement or a recall is compiled, run on the store as it stands, and answered.

Apart from the engine, and imported when something is first asked: whoever only writes does not wait for the language,
the evaluator and the numeric core to be loaded, which is most of what a short-lived process would do.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Protocol, TypeAlias, cast

from ...dsl import ast
from ...dsl.catalog import Catalog
from ...dsl.compiler import compile as compile_text
from ...dsl.compiler import compile_statement
from ...dsl.diagnosis.refused import written
from ...dsl.plan import Define, Plan
from ...errors import QueryError
from ..answers.results import Front, Rows
from ..embedding.tokens import TokenCounter
from ..executor.answers import front_of, question_of, rows_of
from ..executor.explaining.replay import replay
from ..executor.run import Outcome, explained, run
from ..executor.session import Memo, Session
from ..executor.writing.definitions import definition_of
from ..executor.writing.run import find, perform
from ..handle.store import Store
from ..projection.state import View
from ..projection.vectors import VectorMatrix
from ..running.limits import current
from ..values.model import Definition
from ..writing.definitions import Definitions
from ..writing.scribe import Scribe
from .parameters import check_parameters
from .reasons import Reasons
from .recall_arguments import recall_of
from .recall_record import RecallRecord


class Builder(Protocol):
    """What builds a statement: anything of `dsl/building`."""

    @property
    def statement(self) -> ast.Statement: ...


Asked: TypeAlias = str | ast.Statement | Builder
"""A statement as text, as a tree, or as what builds one."""


def built(query: object) -> ast.Statement:
    """Return the statement that is given as a tree, or by what builds one. Raises QueryError for anything else."""
    statement = query if isinstance(query, ast.Node) else getattr(query, "statement", None)
    if not isinstance(statement, ast.Node):
        kind = type(query).__name__
        raise QueryError(
            f"A statement is a text, a builder or a tree, and not a {kind}.", hint="As in `clew.recall('x')`."
        )
    return cast(ast.Statement, statement)


def _recall(query: object) -> ast.Recall:
    """Return the recall that is given. Raises QueryError for any other statement."""
    if isinstance(statement := built(query), ast.Recall):
        return statement
    raise QueryError("WHY asks about a recall, and this is another statement.", hint="As in `clew.recall('x')`.")


@dataclass(frozen=True, slots=True)
class _Moment:
    """What runs made that stays true until something is written, were it only a vector."""

    view: View
    vectors: VectorMatrix
    kept: Memo = field(default_factory=Memo)


class Asker:
    """Answers for one handle: in its namespace, and NEAR ACTIVE what its scribe wrote."""

    def __init__(self, store: Store, scribe: Scribe, definitions: Definitions, tokens: TokenCounter) -> None:
        self._store = store
        self._scribe = scribe
        self._definitions = definitions
        self._tokens = tokens
        self._moment: _Moment | None = None

    def plan(self, query: Asked) -> Plan:
        catalog = self._definitions.catalog
        if isinstance(query, str):
            return compile_text(query, catalog, current().of_text())
        return compile_statement(built(query), catalog)

    def query(self, query: Asked, parameters: Mapping[str, Any]) -> Rows:
        plan = self.plan(query)
        if writes(plan):
            raise written(plan.text)
        return rows_of(self._run(plan, parameters))

    def execute(self, query: Asked, parameters: Mapping[str, Any], operation: str | None) -> Rows:
        plan = self.plan(query)
        return rows_of(self._write(plan, parameters, operation) if writes(plan) else self._run(plan, parameters))

    @property
    def catalog(self) -> Catalog:
        return self._definitions.catalog

    def definition(self, text: str, *, beside: Sequence[Definition]) -> Definition:
        """Return what a DEFINE statement defines, tried out with others beside it. Raises QueryError."""
        stage = compile_text(text, self._definitions.with_others(beside), current().of_text()).stages[-1]
        assert isinstance(stage, Define)
        with self._store.projection.reading() as view:
            return definition_of(stage, self._session(view, {}))

    def recall(self, need: str | None, fields: Mapping[str, Any]) -> Front:
        statement = recall_of(need, **fields)
        outcome = self._run(compile_statement(statement, self.catalog), {})
        front = front_of(outcome, self._store.journal.memories)
        return replace(front, question=question_of(outcome, statement, self.why_recorded))

    def why(self, id: str, within: str | Builder | Front | RecallRecord | None, fields: Mapping[str, Any]) -> Reasons:
        """Return what is known of a memory in a recall, which runs for that. Fields go with a need alone."""
        match within:
            case RecallRecord():
                return self.why_recorded(id, within)
            case Front():
                return self.why_recorded(id, within.record)
            case None | str():
                return self._why(ast.Why(ast.Literal(id), recall_of(within, **fields)), {})
            case _:
                return self._why(ast.Why(ast.Literal(id), _recall(within)), {})

    def why_recorded(self, id: str, record: RecallRecord) -> Reasons:
        """Return what is known of a memory in a recall that was recorded."""
        return self._why(ast.Why(ast.Literal(id), ast.Parameter("record")), {"record": record})

    def _why(self, statement: ast.Why, parameters: Mapping[str, Any]) -> Reasons:
        reasons = self._run(compile_statement(statement, self.catalog), parameters).reasons
        assert reasons is not None
        return reasons

    def _run(self, plan: Plan, parameters: Mapping[str, Any]) -> Outcome:
        if plan.mode == "explain":
            return explained(plan)
        check_parameters(plan, parameters)
        pending = self._store.fresh()
        with self._store.projection.reading() as view:
            again = replay(plan, parameters, self.catalog, self._store.journal, view.seq)
            if again is None:
                return run(plan, self._session(view, parameters), pending)
            return again.compared(run(again.plan, again.asked(self._session(view, again.parameters)), pending))

    def _write(self, plan: Plan, parameters: Mapping[str, Any], operation: str | None) -> Outcome:
        check_parameters(plan, parameters)
        asks = len(plan.stages) > 1  # else nothing is looked for, and nobody has to catch up first
        pending = self._store.fresh() if asks else 0
        with self._store.projection.reading() as view:
            session = self._session(view, parameters)
            found = find(plan, session)
        return perform(plan, found, session, self._scribe, operation, pending)

    def _session(self, view: View, parameters: Mapping[str, Any]) -> Session:
        store = self._store
        return Session.begin(
            journal=store.journal,
            projection=store.projection,
            view=view,
            vectorizer=store.vectorizer,
            counter=self._tokens,
            namespaces=(self._scribe.namespace,),
            recent=tuple(self._scribe.recent),
            parameters=parameters,
            kept=self._kept_at(view),
            catalog=self._definitions.catalog,
        )

    def _kept_at(self, view: View) -> Memo:
        vectors, known = self._store.projection.vectors, self._moment
        if known is None or known.view is not view or known.vectors is not vectors:
            known = self._moment = _Moment(view, vectors)
        return known.kept


def writes(plan: Plan) -> bool:
    """Whether running the plan writes: EXPLAIN never does."""
    return plan.kind == "write" and plan.mode != "explain"
