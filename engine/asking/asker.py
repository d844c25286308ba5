"""Asking: a statement or a recall is compiled, run on the store as it stands, and answered.

Apart from the engine, and imported when something is first asked: whoever only writes does not wait for the language,
the evaluator and the numeric core to be loaded, which is most of what a short-lived process would do.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache, partial
from typing import Any, Protocol, TypeAlias, TypeVar, cast

from ...dsl import ast
from ...dsl.binding.names import Index
from ...dsl.binding.rivals import alternatives
from ...dsl.binding.run import resolve
from ...dsl.catalog import Catalog
from ...dsl.compiler import compile as compile_text
from ...dsl.compiler import compile_statement, compile_within
from ...dsl.diagnosis.refused import written
from ...dsl.parsing.parser import parse
from ...dsl.plan import Define, Plan
from ...dsl.planning.recall import strategy_name
from ...errors import QueryError
from ..answers.results import Front, Rows
from ..answers.space import Space
from ..embedding.tokens import TokenCounter
from ..executor.answers import front_of, question_of, recorded_of, rows_of
from ..executor.explaining.replay import replay
from ..executor.foretelling import can_foretell, foretold
from ..executor.run import Outcome, explained, run
from ..executor.session import Memo, Session
from ..executor.writing.definitions import definition_of
from ..executor.writing.run import find, perform
from ..handle.store import Store
from ..learning.lessons import Lesson
from ..llm.helper import Helper
from ..need.inferred import Inferred
from ..projection.state import View
from ..projection.vectors import VectorMatrix
from ..running.limits import current
from ..values.model import Definition, Event
from ..writing.definitions import Definitions
from ..writing.scribe import Scribe
from .choosing import index_for
from .drawing import settled
from .parameters import check_parameters, with_records
from .reasons import Reasons
from .recall_arguments import recall_of
from .recall_record import RecallRecord, recorded
from .spaces import space_of

T = TypeVar("T")


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
        of_json = "A tree in JSON is read by `statement_from_json` of `clew.dsl.json_form.statements`."
        raise QueryError(
            f"A statement is a text, a builder or a tree, and not a {kind}.",
            hint=of_json if isinstance(query, dict) else "As in `clew.recall('x')`.",
        )
    return cast(ast.Statement, statement)


def recall_asked(query: Asked, index: Index, drawn: str = "") -> ast.Recall:
    """Return the recall that a statement asks for: RUN resolved, and of two strategies the one that was drawn."""
    statement = _statement(query)
    if isinstance(statement, ast.Explain):
        statement = statement.statement
    if isinstance(statement, ast.Run):
        statement = resolve(statement, index).statement
    assert isinstance(statement, ast.Recall)
    able = alternatives(statement, index)
    if drawn:
        return next(one for one in able if strategy_name(one) == drawn)
    return able[0] if len(able) == 1 else statement


def _statement(query: Asked) -> ast.Statement:
    return _parsed(query) if isinstance(query, str) else built(query)


@lru_cache(maxsize=128)
def _parsed(text: str) -> ast.Statement:
    """Return what a text says that was compiled already. Kept, as plans are: an agent asks the same few again."""
    return parse(text)


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

    def __init__(
        self, store: Store, scribe: Scribe, definitions: Definitions, tokens: TokenCounter, helper: Helper | None = None
    ) -> None:
        self._store = store
        self._helper = helper
        self._scribe = scribe
        self._definitions = definitions
        self._tokens = tokens
        self._moment: _Moment | None = None

    def lessons(self) -> list[Lesson]:
        """Return the outcomes that were told in the namespace, in order."""
        self._store.projection.drain()
        return list(self._store.projection.view.lessons.of((self._scribe.namespace,)))

    def told(self) -> list[Event]:
        """Return the feedback events of the namespace, in order."""
        events = self._store.journal.of_kind("feedback")
        return [event for event in events if event.namespace == self._scribe.namespace]

    def plan(self, query: Asked) -> Plan:
        catalog = self._definitions.catalog
        if isinstance(query, str):
            return compile_text(query, catalog, current().of_text())
        return compile_statement(built(query), catalog)

    def query(self, query: Asked, parameters: Mapping[str, Any]) -> Rows:
        plan = self._plan(query, parameters)
        if writes(plan):
            raise written(plan.text)
        return self._rows(query, plan, with_records(parameters))

    def execute(self, query: Asked, parameters: Mapping[str, Any], operation: str | None) -> Rows:
        plan = self._plan(query, parameters)
        parameters = with_records(parameters)
        return (
            rows_of(self._write(plan, parameters, operation)) if writes(plan) else self._rows(query, plan, parameters)
        )

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
        plan, drawn = self._settled(self._plan(statement, {}), {})
        outcome = self._run(plan, {})
        front = front_of(outcome, self._store.journal.memories)
        asked = recall_asked(statement, index_for(self.catalog, {}), drawn)
        return replace(front, question=question_of(outcome, asked, self.why_recorded, plan.trial))

    def space(self, query: Asked, parameters: Mapping[str, Any]) -> Space:
        """Return the objective space of a RECALL, or of a RUN that stands for one."""
        plan = self._plan(query, parameters)
        if plan.kind != "recall":
            raise QueryError("Only a RECALL has an objective space.", hint="As in `RECALL 10 FOR 'a need'`.")
        parameters = with_records(parameters)
        check_parameters(plan, parameters)
        plan, drawn = self._settled(plan, parameters)
        self._store.fresh()
        with self._store.projection.reading() as view:
            index = index_for(self.catalog, parameters)
            recall = recall_asked(query, index, drawn)
            return space_of(recall, plan, self._session(view, parameters), index, parameters)

    def why(
        self, id: str, within: str | Builder | Front | Rows | RecallRecord | None, fields: Mapping[str, Any]
    ) -> Reasons:
        """Return what is known of a memory in a recall, which runs for that. Fields go with a need alone."""
        match within:
            case RecallRecord():
                return self.why_recorded(id, within)
            case Front() | Rows():
                return self.why_recorded(id, within.record)
            case None | str():
                return self._why(ast.Why(ast.Literal(id), recall_of(within, **fields)), {})
            case _:
                return self._why(ast.Why(ast.Literal(id), _recall(within)), {})

    def why_recorded(self, id: str, record: RecallRecord) -> Reasons:
        """Return what is known of a memory in a recall that was recorded."""
        return self._why(ast.Why(ast.Literal(id), ast.Parameter("record")), {"record": record})

    def _why(self, statement: ast.Why, parameters: Mapping[str, Any]) -> Reasons:
        reasons = self._run(self._plan(statement, parameters), parameters).reasons
        assert reasons is not None
        return reasons

    def looking(self, plan: Plan, look: Callable[[Plan, Session], T]) -> T:
        """Return what is seen by whoever walks a plan without parameters, on the store as it stands."""
        self._store.fresh()
        with self._store.projection.reading() as view:
            return look(plan, self._session(view, {}))

    def _plan(self, query: Asked, parameters: Mapping[str, Any]) -> Plan:
        """Return the plan of a statement; where a recall in it is USING auto, by what the need calls for."""
        plan = self.plan(query)
        if not plan.by_need:
            return plan
        index = index_for(self.catalog, parameters)
        return compile_within(index, _statement(query), query if isinstance(query, str) else "")

    def _settled(self, plan: Plan, parameters: Mapping[str, Any]) -> tuple[Plan, str]:
        """Return what is run of a plan, and the strategy that was drawn for it, if one was."""
        if plan.rival is None:
            return plan, ""
        return settled(plan, parameters, self._scribe.namespace, self._store.journal.head(), self.lessons())

    def _rows(self, query: Asked, plan: Plan, parameters: Mapping[str, Any]) -> Rows:
        """Return the answer to what reads; that to a RECALL can make a record of itself."""
        plan, drawn = self._settled(plan, parameters)
        outcome = self._run(plan, parameters)
        rows = rows_of(outcome)
        if plan.kind != "recall" or outcome.emitted is None:
            return rows
        asked = recall_asked(query, index_for(self.catalog, parameters), drawn)
        question = question_of(outcome, asked, self.why_recorded, plan.trial)
        record = partial(recorded, question, dict(parameters), rows.stages, recorded_of(outcome))
        return replace(rows, recorder=record)

    def _run(self, plan: Plan, parameters: Mapping[str, Any]) -> Outcome:
        plan, _ = self._settled(plan, parameters)
        if plan.mode == "explain":
            return explained(plan, self._foretold(plan, parameters))
        check_parameters(plan, parameters)
        pending = self._store.fresh()
        with self._store.projection.reading() as view:
            again = replay(plan, parameters, self.catalog, self._store.journal, view.seq)
            if again is None:
                return run(plan, self._session(view, parameters), pending)
            return again.compared(run(again.plan, again.asked(self._session(view, again.parameters)), pending))

    def _foretold(self, plan: Plan, parameters: Mapping[str, Any]) -> Inferred | None:
        """Return what EXPLAIN says is inferred from the need, which reads names and no memory."""
        if not can_foretell(plan):
            return None
        self._store.fresh()
        with self._store.projection.reading() as view:
            return foretold(plan, self._session(view, parameters))

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
            helper=self._helper,
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
