"""What a statement takes, held against what is given: each parameter must be given, and no others.

A value that nothing takes is mostly a name misspelt, so it is an error too, and the nearest name is told. Where the
statement was written as text the error points at the parameter in it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import cast

from ...dsl import ast, trees
from ...dsl.diagnosis.suggest import nearest
from ...dsl.parsing.parser import parse
from ...dsl.plan import Plan
from ...errors import ParameterError, QueryError, Span
from ..answers.results import Front, Rows
from .recall_record import RecallRecord


def named(given: object) -> Mapping[str, object]:
    """Return what was given as parameters. Raises ParameterError where it is no mapping of names."""
    if not isinstance(given, Mapping):
        kind = type(given).__name__
        raise ParameterError(f"Parameters are a mapping of names, and not a {kind}.", hint='As in `{"task": "T1"}`.')
    names = cast("Mapping[object, object]", given)
    for name in names:
        if not isinstance(name, str):
            raise ParameterError(
                f"A parameter's name is a string, and not {name!r:.60}.", hint='As in `{"task": "T1"}`.'
            )
    return cast("Mapping[str, object]", given)


def with_records(given: Mapping[str, object]) -> Mapping[str, object]:
    """Return parameters with each answer, and each record of a recall, as the plain data of that record."""
    return {name: _plain(value) for name, value in named(given).items()}


def _plain(value: object) -> object:
    record = value.record if isinstance(value, Front | Rows) else value
    return record.to_dict() if isinstance(record, RecallRecord) else value


def check_parameters(plan: Plan, given: Mapping[str, object]) -> None:
    """Raise ParameterError for a parameter that is missing, for one that is not taken, and for what holds none."""
    named(given)
    missing = [name for name in plan.parameters if name not in given]
    unused = [name for name in given if name not in plan.parameters]
    if missing:
        near = nearest(missing[0], unused)
        instead = f" `{near}` is given, and nothing takes it." if near else ""
        raise _error(plan, f"The parameter ${missing[0]} is missing.{instead}", missing[0], missing[0])
    if unused:
        near = nearest(unused[0], plan.parameters)
        instead = f"; ${near} is similar" if near else ""
        raise _error(plan, f"The parameter ${unused[0]} is not used{instead}.", unused[0], near)


def _error(plan: Plan, message: str, name: str, pointed: str | None) -> ParameterError:
    listed = ", ".join(f"${taken}" for taken in plan.parameters) or "none"
    span = None if pointed is None else _place(plan.text, pointed)
    text = plan.text if span is not None else None
    return ParameterError(message, text=text, span=span, hint=f"The statement takes {listed}.", name=name)


def _place(text: str, name: str) -> Span | None:
    """Return where a parameter stands first in a text; None where there is no such text: a tree has no places."""
    try:
        found = [node for node in trees.walk(parse(text)) if isinstance(node, ast.Parameter) and node.name == name]
    except QueryError:
        return None
    return min((node.span for node in found), key=lambda span: span.start, default=None)
