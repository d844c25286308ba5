"""Bind RUN: the saved statement stands in its place, its parameters filled with what is given, or with their defaults.

From here on nothing knows that it was saved, but where an error points: into the saved text, and by its name.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from itertools import chain
from typing import Any

from ...errors import BindError
from .. import ast, trees
from ..frozen import replace
from ..parsing.strings import print_name
from .names import Index, unknown
from .saved import check_way, inside, saved_intent

NAME_LISTS = ("intents", "about", "requiring", "doing", "types", "namespaces", "tasks")
"""Clauses of a recall in which a list stands for its items."""


@dataclass(frozen=True, slots=True)
class Saved:
    """What a RUN comes to. name, text: of the intent that holds the statement."""

    statement: ast.Query | ast.Union | ast.Recall | ast.Trace | ast.Why | ast.Compare | ast.Show
    name: str
    text: str


def saved_in(saved: Saved | None) -> AbstractContextManager[None]:
    """Let an error of a block point into the text of what was saved, where there is one."""
    return nullcontext() if saved is None else inside("intent", saved.name, saved.text)


def resolve(run: ast.Run, index: Index, way: tuple[str, ...] = ()) -> Saved:
    """Return the statement that a RUN stands for; an intent may run another.

    Raises BindError for an intent that is not there, for arguments that do not fit it, and for one that runs itself.
    """
    intent = index.intents.get(run.name)
    if intent is None:
        others = [name for name in index.intents if name not in way]
        error = unknown("intent", run.name, others, run.span)
        error.hint = error.hint or f"Save one: `DEFINE INTENT {print_name(run.name)}($need) AS RECALL FOR $need`."
        raise error
    check_way("intent", run.name, way, run.span)
    definition = saved_intent(intent.name, intent.text)
    statement = filled(definition.statement, arguments(run, definition))
    if not isinstance(statement, ast.Run):
        return Saved(statement, intent.name, intent.text)
    with inside("intent", intent.name, intent.text):
        return resolve(statement, index, (*way, run.name))


def arguments(run: ast.Run, intent: ast.DefineIntent) -> dict[str, ast.Expr]:
    """Return the value of each parameter. Raises BindError where one is missing, unknown, or given twice."""
    names = [parameter.name for parameter in intent.parameters]
    if len(run.arguments) > len(names):
        extra = run.arguments[len(names)]
        raise BindError(f"`{run.name}` takes {_counted(len(names))}.", span=extra.span, hint=_form(intent))
    given = dict(zip(names, run.arguments, strict=False))
    for name, value in run.named:
        if name not in names:
            raise unknown("parameter", name, names, value.span, of=f"of `{run.name}`")
        if name in given:
            raise BindError(f"`{name}` is given twice.", span=value.span, hint="By its place, or by its name.")
        given[name] = value
    values = {parameter.name: parameter.default for parameter in intent.parameters} | given
    missing = [name for name, value in values.items() if value is None]
    if missing:
        raise BindError(f"`{run.name}` needs `{missing[0]}`.", span=run.span, hint=_form(intent))
    return {name: value for name, value in values.items() if value is not None}


def filled(statement: Any, values: Mapping[str, ast.Expr]) -> Any:
    """Return a statement with its parameters given by values; a list among names stands for its items."""
    result = trees.replace(statement, {ast.Parameter(name): value for name, value in values.items()})
    listed = any(isinstance(value, ast.ListLiteral) for value in values.values())
    return _spliced(result) if listed else result


def _spliced(node: Any) -> Any:
    if not isinstance(node, ast.Recall):
        return trees.rebuild(node, _spliced) if isinstance(node, ast.Node) else node
    recall = trees.rebuild(node, _spliced)
    lists: dict[str, Any] = {name: _flat(getattr(recall, name)) for name in NAME_LISTS}
    near = None if recall.near is None else replace(recall.near, ids=_flat(recall.near.ids))
    return replace(recall, **lists, near=near)


def _flat(names: Iterable[ast.Expr]) -> tuple[ast.Expr, ...]:
    return tuple(chain.from_iterable(map(_items, names)))


def _items(name: ast.Expr) -> Iterator[ast.Expr]:
    if isinstance(name, ast.ListLiteral):
        yield from (replace(item, span=name.span) for item in name.items)
    else:
        yield name


def _counted(count: int) -> str:
    return "no arguments" if count == 0 else "1 argument" if count == 1 else f"{count} arguments"


def _form(intent: ast.DefineIntent) -> str:
    """Return how the intent is run."""
    slots = [f"{p.name}: ..." if p.default is None else f"[{p.name}: ...]" for p in intent.parameters]
    listed = f"({', '.join(slots)})" if slots else ""
    return f"It is run as `RUN {print_name(intent.name)}{listed}`."
