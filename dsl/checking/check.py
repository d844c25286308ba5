"""A script to everything that is wrong with it: each statement on its own, and in each as much as can be told for sure.

A parse error ends no statement: the clause that holds it is painted over, and the rest is read. Only a statement that
parses is bound, for a clause that could not be read may bind the names that others use.
"""

from __future__ import annotations

from ...errors import CapabilityError, LimitError, QueryError, Span
from .. import ast, trees
from ..binding.mistaken import mistaken_names
from ..binding.names import index_of
from ..catalog import Catalog
from ..compiler import compile_statement
from ..parsing.bounds import DEFAULT, TextLimits
from ..parsing.parser import parse
from ..parsing.script import split
from ..plan import Plan
from .diagnostic import Diagnostic, of_error
from .held import Held, held_by_none
from .mending import without
from .recovery import without_clause_at
from .warnings import of_fronts, of_names, warnings_of

MOST = 20
"""How many errors are collected of one statement: whoever made more will look again."""


def check(
    text: str, catalog: Catalog, limits: TextLimits = DEFAULT, held: Held | None = None
) -> tuple[Diagnostic, ...]:
    """Return what is wrong with the statements of a text, in the order of their places; nothing is raised.

    A statement that writes is checked like any other. Without errors, a statement has its warnings. held: what the
    store has that it is for.
    """
    found = [
        diagnostic.shifted(piece.start)
        for piece in split(text)
        for diagnostic in check_statement(piece.text, catalog, limits, held)
    ]
    return tuple(sorted(found, key=lambda diagnostic: (diagnostic.span.start, diagnostic.span.end)))


def check_statement(
    text: str, catalog: Catalog, limits: TextLimits = DEFAULT, held: Held | None = None
) -> list[Diagnostic]:
    """Return what is wrong with the text of one statement."""
    try:
        tree, errors = _parsed(text, limits)
        plan = None
        if tree is not None and not errors:
            plan, errors = _compiled(tree, catalog)
    except LimitError as error:
        return [of_error(error, text)]
    if errors or tree is None:
        return [of_error(error, text) for error in errors]
    slips = () if held is None else held_by_none(tree, held)
    named = tuple(of_names(mistaken_names(trees.walk(tree), index_of(catalog))))
    fronts = () if plan is None else plan.warnings[: len(plan.warnings) - len(named)]
    unused = [one for one in warnings_of(tree) if one.span not in {other.span for other in named}]
    return [*unused, *named, *slips, *of_fronts(tree, fronts)]


def _parsed(text: str, limits: TextLimits) -> tuple[ast.Statement | None, list[QueryError]]:
    """Return the tree of what could be read, and the errors of what could not."""
    errors: list[QueryError] = []
    rest: str | None = text
    while rest is not None and len(errors) < MOST:
        try:
            return parse(rest, limits), errors
        except QueryError as error:
            place = _place(error)
            if errors and not _place(errors[-1]) < place < len(rest.rstrip()):
                break  # nothing was gained, or the end is missing because of what was painted over
            errors.append(error)
            rest = without_clause_at(rest, place)
    return None, errors


def _compiled(tree: ast.Statement, catalog: Catalog) -> tuple[Plan | None, list[QueryError]]:
    """Return the plan, or the errors of what does not fit the catalog, each said once."""
    errors: dict[str, QueryError] = {}
    mended: set[Span] = set()
    rest: ast.Statement | None = tree
    while rest is not None and len(errors) < MOST:
        try:
            plan = compile_statement(rest, catalog)
            return (None if errors else plan), list(errors.values())
        except CapabilityError:
            break
        except QueryError as error:
            span = error.span or tree.span
            if span in mended:
                break  # taking it out once did not help
            errors.setdefault(error.message, error)
            mended.add(span)
            rest = without(rest, span)
    return None, list(errors.values())


def _place(error: QueryError) -> int:
    return 0 if error.span is None else error.span.start
