"""Bind the statements that write: names and values held against the catalog, before anything is written.

A definition is bound as it will be used, so that what is broken is refused when it is defined and not when it is run.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from ...errors import BindError, Span
from .. import ast, trees
from ..catalog import IntentDef, StrategyDef
from ..frozen import replace
from .clauses import bind_query
from .expressions import closed
from .names import Index, index_of, unknown
from .patterns import Place
from .recall import MEMORY, bind_recall
from .run import filled, resolve
from .scope import Scope

FOUND = ("id", "type", "task", "text")
"""What is said of each memory that FORGET, RESTORE or PURGE meets."""

COLUMNS: Mapping[type, tuple[str, ...]] = {
    ast.Remember: ("id", "new"),
    ast.Link: ("type", "source", "target"),
    ast.Reinforce: ("id", "importance"),
    ast.Pin: ("id", "pinned"),
    ast.Feedback: ("id", "successes", "failures"),
    ast.Retire: FOUND,
    ast.Consolidate: FOUND,
    ast.DefineIntent: ("kind", "name", "change"),
    ast.DefineStrategy: ("kind", "name", "change"),
    ast.DefineTag: ("kind", "name", "change"),
    ast.DefineType: ("kind", "name", "change"),
    ast.Drop: ("kind", "name", "change"),
}

LINKED = ("reason", "weight")
"""What is said of an edge."""

INSTEAD = {"causes": "CAUSED BY 'id'", "supersedes": "SUPERSEDES 'id'", "operation": "execute(..., operation='...')"}
"""Fields of `remember` in Python that a statement says in another way."""


def bind_writing(statement: ast.Writing, index: Index) -> tuple[ast.Writing, tuple[str, ...]]:
    """Return the statement bound, and the names of its columns. Raises BindError, UnsupportedError."""
    rule = _RULES.get(type(statement))
    bound = statement if rule is None else rule(statement, index)
    return bound, COLUMNS[type(statement)]


def parameters_in(statement: ast.Writing) -> Any:
    """Return the parts of a statement whose parameters must be given: those of a saved statement are its own."""
    match statement:
        case ast.Remember(fields=fields, causes=causes, supersedes=supersedes):
            return fields, causes, supersedes
        case ast.DefineIntent(description=description) | ast.DefineStrategy(description=description):
            return (description,)
        case _:
            return statement


# ---- memories and edges --------------------------------------------------------------------------


def _remember(statement: ast.Remember, index: Index) -> ast.Remember:
    for name, span in _keys(statement.fields):
        if name not in index.catalog.fields:
            raise _no_field(name, span, index)
    return replace(statement, fields=_map(statement.fields, index, "REMEMBER"))


def _no_field(name: str, span: Span, index: Index) -> BindError:
    error = unknown("field", name, index.catalog.fields, span, of="of a memory")
    if name in INSTEAD:
        error.hint = f"Say it behind the map: `{INSTEAD[name]}`."
    elif "similar" not in (error.hint or ""):
        error.hint = f"Fields of your own go into `meta`: `meta: {{{name}: ...}}`."
    return error


def _link(statement: ast.Link, index: Index) -> ast.Link:
    joining = [name for name, edge in index.edges.items() if edge.source == edge.target == MEMORY]
    if statement.type not in joining:
        raise _not_joining(statement, joining, index)
    if statement.properties is None:
        return statement
    for name, span in _keys(statement.properties):
        if name not in LINKED:
            raise unknown("property", name, LINKED, span, of="of an edge that is drawn")
    return replace(statement, properties=_map(statement.properties, index, "LINK"))


def _not_joining(statement: ast.Link, joining: Sequence[str], index: Index) -> BindError:
    """Return the error for a type that joins no memories: one of other nodes is named as what it is."""
    span, known = statement.spans[0] if statement.spans else statement.span, index.edges.get(statement.type)
    if known is None:
        return unknown("edge", statement.type, joining, span, of="between memories", prefix=":")
    return BindError(
        f"`{known.type}` goes from {known.source} to {known.target}, and joins no two memories.",
        span=span,
        hint=f"Those that do: {', '.join(f'`{name}`' for name in joining)}.",
    )


def _keys(given: ast.MapLiteral) -> Iterable[tuple[str, Span]]:
    """Return each key with its place; in a map that was not read, that of the value."""
    spans = given.spans or tuple(value.span for _, value in given.entries)
    return zip((name for name, _ in given.entries), spans, strict=True)


def _map(given: ast.MapLiteral, index: Index, clause: str) -> ast.MapLiteral:
    """Return a map of closed values. Raises BindError for a key that is given twice."""
    place = Place(Scope(), index, clause)
    seen: set[str] = set()
    for name, span in _keys(given):
        if name in seen:
            raise BindError(f"`{name}` is given twice.", span=span, hint="Give it once.")
        seen.add(name)
    entries = tuple((name, closed(value, place, f"`{name}`")) for name, value in given.entries)
    return replace(given, entries=entries)


# ---- the life of memories ------------------------------------------------------------------------


def memories_where(where: ast.Expr, span: Span) -> ast.Query:
    """Return the query for the memories that a condition on `m` holds for."""
    drawn = ast.PathPattern((ast.NodePattern("m", ast.Label(MEMORY, span=span), span=span),), (), span=span)
    returned = ast.Return(ast.Projection((ast.Item(ast.Name("m", span=span), "m"),)))
    return ast.Query((ast.Match((drawn,), where, span=span), returned), span=span)


def _where(statement: Any, index: Index) -> Any:
    if statement.where is None:
        return statement
    query, _ = bind_query(memories_where(statement.where, statement.where.span), index)
    match = query.clauses[0]
    assert isinstance(match, ast.Match)
    return replace(statement, where=match.where)


# ---- definitions ---------------------------------------------------------------------------------


def _intent(statement: ast.DefineIntent, index: Index) -> ast.DefineIntent:
    """Check what can be seen without binding the saved statement: `in_use` gives that."""
    declared = {parameter.name: parameter for parameter in statement.parameters}
    used = {node.name: node for node in trees.walk(statement.statement) if isinstance(node, ast.Parameter)}
    for name, node in used.items():
        if name not in declared:
            raise BindError(
                f"`${name}` is no parameter of this intent.",
                span=node.span,
                hint=f"Name it behind the intent: `DEFINE INTENT {statement.name}({_listed((*declared, name))}) AS`.",
            )
    for name, parameter in declared.items():
        if name not in used:
            hint = "Leave it out, or use it."
            raise BindError(f"The statement does not use `${name}`.", span=parameter.span, hint=hint)
    return statement


def _strategy(statement: ast.DefineStrategy, index: Index) -> ast.DefineStrategy:
    known = index.strategies.get(statement.name)
    if known is not None and not known.text:
        raise BindError(
            f"`{statement.name}` is a built-in strategy.",
            span=statement.span,
            hint=f"Take another name; `USING {statement.name}` inside it begins with that one.",
        )
    parameter = next((node for node in trees.walk(statement.clauses) if isinstance(node, ast.Parameter)), None)
    if parameter is not None:
        hint = "Write the value; a recall that uses it may say something else."
        raise BindError("A strategy takes no parameters.", span=parameter.span, hint=hint)
    anything = (ast.Literal("anything"),)
    bind_recall(replace(statement.clauses, need=anything[0], near=ast.Near(anything)), index)
    return statement


def _listed(names: Iterable[str]) -> str:
    return ", ".join(f"${name}" for name in names)


def in_use(statement: ast.DefineIntent | ast.DefineStrategy, text: str, index: Index) -> tuple[ast.Readable, Index]:
    """Return a statement that uses a definition as it will be used, and the index that holds the definition.

    Whoever binds it finds what is wrong with the definition, a circle too.
    """
    catalog = index.catalog
    if isinstance(statement, ast.DefineIntent):
        others = tuple(intent for intent in catalog.intents if intent.name != statement.name)
        coming = index_of(replace(catalog, intents=(*others, IntentDef(statement.name, text))))
        defaults = {p.name: p.default for p in statement.parameters if p.default is not None}
        used = filled(statement.statement, defaults)
        if isinstance(used, ast.Run):
            resolve(used, coming, (statement.name,))  # a circle that it closes, and one step too deep, are its own
        return used, coming
    others = tuple(strategy for strategy in catalog.strategies if strategy.name != statement.name)
    base = index.strategies["default"]
    coming = index_of(replace(catalog, strategies=(*others, _named(base, statement.name, text))))
    anything = ast.Literal("anything")
    return ast.Recall(need=anything, near=ast.Near((anything,)), using=ast.Literal(statement.name)), coming


def _named(base: StrategyDef, name: str, text: str) -> StrategyDef:
    return replace(base, name=name, text=text, doc="")


_RULES: Mapping[type, Callable[[Any, Index], Any]] = {
    ast.Remember: _remember,
    ast.Link: _link,
    ast.Retire: _where,
    ast.Consolidate: _where,
    ast.DefineIntent: _intent,
    ast.DefineStrategy: _strategy,
}
