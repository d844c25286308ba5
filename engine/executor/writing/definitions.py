"""DEFINE and DROP: what a name stands for, from now on."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from typing import Any, cast

from ....dsl import ast, trees
from ....dsl.binding.saved import saved_intent, saved_strategy
from ....dsl.catalog import Catalog
from ....dsl.plan import Define
from ....errors import BindError, MemoryInvalid, MemoryNotFound, QueryError
from ...values.model import Definition, DefinitionKind
from ...writing.scribe import Defined
from ..half_lives import days_of
from ..session import Session
from ..table import Table
from .hands import Hands, misfit, table

COLUMNS = ("kind", "name", "change")


def define(stage: Define, hands: Hands) -> Table:
    """Keep one definition; one that stands already writes nothing, and says so."""
    one = definition_of(stage, hands.session)
    try:
        return told(hands.scribe.define([one], hands.operation), hands)
    except MemoryInvalid as error:
        raise misfit(error, stage.statement) from None


def told(defined: Sequence[Defined], hands: Hands) -> Table:
    if all(one.change == "unchanged" for one in defined):
        hands.notes.append("All of it stands already; nothing was changed.")
    return table(COLUMNS, defined)


def definition_of(stage: Define, session: Session) -> Definition:
    """Return what a statement defines, its parameters filled."""
    statement = stage.statement
    description = None if statement.description is None else session.text(statement.description, "DESCRIBED")
    match statement:
        case ast.DefineIntent(name=name):
            return Definition("intent", name, stage.text, description)
        case ast.DefineStrategy(name=name):
            return Definition("strategy", name, stage.text, description)
        case ast.DefineTag(name=name, under=under):
            broader = None if under is None else session.text(under, "UNDER")
            return Definition("tag", session.text(name, "TAG"), None, description, broader)
        case ast.DefineType(name=name, half_life=half_life):
            days = None if half_life is None else days_of(half_life, session)
            return Definition("type", session.text(name, "TYPE"), None, description, None, days)


def drop(statement: ast.Drop, hands: Hands) -> Table:
    """Let a name stand for nothing. Raises BindError for one that stands for nothing already."""
    name, kind = hands.session.text(statement.name, "DROP"), cast(DefinitionKind, statement.kind.lower())
    try:
        dropped = hands.scribe.drop(kind, name, hands.operation)
    except MemoryNotFound as error:
        data: dict[str, Any] = error.data
        raise BindError(error.message, span=statement.name.span, hint=error.hint, **data) from None
    users = [f"{user} `{other}`" for user, other in _users(kind, name, hands.session.catalog) if other != name]
    if users:
        hands.notes.append(f"Used by the {', the '.join(users)}, which cannot be run until it is defined again.")
    return table(COLUMNS, [dropped])


def _users(kind: DefinitionKind, name: str, catalog: Catalog) -> Iterator[tuple[str, str]]:
    """Yield the saved statements that name an intent or a strategy.

    Dropping it is not refused for their sake: what use one another would have to go in one order and come in another,
    and a name that is missing is said where it is missed.
    """
    saved = [("intent", one.name, saved_intent, one.text) for one in catalog.intents]
    saved += [("strategy", one.name, saved_strategy, one.text) for one in catalog.strategies if one.text]
    for user, other, read, text in saved if kind in ("intent", "strategy") else ():
        with suppress(QueryError):  # what cannot be read uses nothing
            if any(_names(node, kind, name) for node in trees.walk(read(other, text))):
                yield user, other


def _names(node: ast.Node, kind: DefinitionKind, name: str) -> bool:
    if kind == "intent":
        return isinstance(node, ast.Run) and node.name == name
    return isinstance(node, ast.Recall) and ast.Literal(name) in (node.using, node.rival)
