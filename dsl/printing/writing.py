"""The statements that write, and those that speak of other statements, as text: one line for each clause."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from .. import ast
from ..parsing.strings import back_quote, print_name
from .expressions import print_expression
from .parts import print_names, print_slot_name, print_values
from .recall import ranking_clauses, recall_clauses

# ---- statements about statements -----------------------------------------------------------------


def explanation(statement: ast.Why | ast.Compare | ast.Run | ast.Show) -> str:
    match statement:
        case ast.Why(memory, within, negated):
            return f"WHY {'NOT ' if negated else ''}{print_expression(memory)} IN {print_origin(within)}"
        case ast.Compare(recall, before, after):
            return (
                f"COMPARE {print_origin(recall)} AS OF {print_expression(before)} WITH AS OF {print_expression(after)}"
            )
        case ast.Run(name, arguments, named):
            given = [*map(print_expression, arguments), *(f"{_argument(n)}: {print_expression(v)}" for n, v in named)]
            return f"RUN {print_name(name)}" + (f"({', '.join(given)})" if given else "")
        case ast.Show(what):
            return f"SHOW {what}"


def _argument(name: str) -> str:
    """`RUN name(null: 1)` would give null by place."""
    return back_quote(name) if name.upper() in ("NULL", "TRUE", "FALSE") else print_name(name)


def print_origin(of: ast.Expr | ast.Recall) -> str:
    return f"({' '.join(recall_clauses(of))})" if isinstance(of, ast.Recall) else print_expression(of)


# ---- statements that write -----------------------------------------------------------------------


def writing(statement: ast.Writing) -> Iterator[str]:
    match statement:
        case ast.Remember(fields, causes, supersedes, name):
            yield f"REMEMBER {print_expression(fields)}"
            yield from _words("CAUSED BY", ", ".join(map(_cause, causes)))
            yield from _words("SUPERSEDES", print_values(supersedes))
            yield from _words("AS", "" if name is None else print_expression(name))
        case ast.Link(source, type_, target, properties, removed):
            inside = print_name(type_) + (f" {print_expression(properties)}" if properties is not None else "")
            ends = f"{print_expression(source)} -[{inside}]-> {print_expression(target)}"
            yield f"{'UNLINK' if removed else 'LINK'} {ends}"
        case ast.Reinforce(memories, by):
            yield f"REINFORCE {print_values(memories)}" + ("" if by is None else f" BY {print_expression(by)}")
        case ast.Pin(memories, pinned):
            yield f"{'PIN' if pinned else 'UNPIN'} {print_values(memories)}"
        case ast.Feedback(outcome, recall, memories):
            of = f"MEMORY {print_values(memories)}" if recall is None else f"RECALL {print_expression(recall)}"
            yield f"FEEDBACK OUTCOME {print_slot_name(outcome)} FOR {of}"
        case ast.Retire(kind, memories, where, dry_run):
            which = f"WHERE {print_expression(where)}" if where is not None else print_values(memories)
            yield f"{kind} {which}{' DRY RUN' if dry_run else ''}"
        case ast.Consolidate(tasks, where, dry_run):
            which = f"WHERE {print_expression(where)}" if where is not None else f"TASK {print_names(tasks)}"
            yield f"CONSOLIDATE {which}{' DRY RUN' if dry_run else ''}"
        case ast.DefineTag() | ast.DefineType() | ast.DefineStrategy():
            yield from _definition(statement)
        case ast.DefineIntent():
            yield intent_head(statement)
        case ast.Drop(kind, name):
            yield f"DROP {kind} {print_slot_name(name)}"


def intent_head(intent: ast.DefineIntent) -> str:
    """Return what stands before the statement that an intent saves."""
    parameters = ", ".join(map(_parameter, intent.parameters))
    listed = f"({parameters})" if parameters else ""
    return f"DEFINE INTENT {print_name(intent.name)}{listed}{_described(intent.description)} AS"


def _definition(statement: ast.DefineTag | ast.DefineType | ast.DefineStrategy) -> Iterator[str]:
    match statement:
        case ast.DefineTag(name, under, description):
            above = "" if under is None else f" UNDER {print_slot_name(under)}"
            yield f"DEFINE TAG {print_slot_name(name)}{above}{_described(description)}"
        case ast.DefineType(name, description, half_life):
            life = "" if half_life is None else f" HALF LIFE {print_expression(half_life)}"
            yield f"DEFINE TYPE {print_slot_name(name)}{_described(description)}{life}"
        case ast.DefineStrategy(name, clauses, description):
            yield f"DEFINE STRATEGY {print_name(name)}{_described(description)} AS"
            yield from _words("", ranking_clauses(clauses))


def _cause(cause: ast.Cause) -> str:
    reason = "" if cause.reason is None else f" BECAUSE {print_expression(cause.reason)}"
    return print_expression(cause.memory) + reason


def _parameter(parameter: ast.IntentParameter) -> str:
    default = "" if parameter.default is None else f" = {print_expression(parameter.default)}"
    return f"${parameter.name}{default}"


def _described(description: ast.Expr | None) -> str:
    return "" if description is None else f" DESCRIBED {print_expression(description)}"


def _words(words: str, lines: str | Iterable[str]) -> Iterator[str]:
    for line in [lines] if isinstance(lines, str) else lines:
        if line:
            yield f"  {words} {line}" if words else f"  {line}"
