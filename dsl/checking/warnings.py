"""What is right and was hardly meant: names that nothing uses, comparisons that are never true, patterns that multiply.

Each rule is a function from a tree to findings. A rule speaks only where it is sure: a warning that is wrong once is
read no more.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from typing import Any, TypeAlias

from ...errors import Span
from .. import ast, trees
from ..binding.mistaken import Mistaken
from .diagnostic import Diagnostic

Rule: TypeAlias = Callable[[ast.Statement], Iterable[Diagnostic]]


def unused_names(tree: ast.Statement) -> Iterator[Diagnostic]:
    """A name that is bound and stands nowhere else. With `*` every name is returned."""
    nodes = list(trees.walk(tree))
    if any(isinstance(node, ast.Projection) and node.star for node in nodes):
        return
    memories = {node.variable or "m" for node in nodes if isinstance(node, ast.Recall)} | {"m"}
    used = Counter(name for node in nodes for name in _names(node))
    for node in nodes:
        for name, hint in _bound(node):
            if used[name] == 1 and name not in memories:
                yield _warning(node.span, "unused_name", f"The name `{name}` is never used.", hint)


def comparisons_with_null(tree: ast.Statement) -> Iterator[Diagnostic]:
    """`m.task = null` is null, whatever the task."""
    for node in trees.walk(tree):
        if isinstance(node, ast.Comparison) and ast.Literal(None) in (node.first, *(value for _, value in node.rest)):
            hint = "`IS NULL` and `IS NOT NULL` ask whether there is a value."
            yield _warning(node.span, "null_comparison", "A comparison with null is never true.", hint)


def unjoined_patterns(tree: ast.Statement) -> Iterator[Diagnostic]:
    """Two patterns of one MATCH that nothing joins: each match of one comes with each of the other."""
    for query in (node for node in trees.walk(tree) if isinstance(node, ast.Query)):
        known: set[str] = set()
        for clause in query.clauses:
            if isinstance(clause, ast.Match):
                yield from _unjoined(clause, known)
            known |= {name for node in trees.walk(clause) for name, _ in _bound(node)}


RULES: tuple[Rule, ...] = (unused_names, comparisons_with_null, unjoined_patterns)


def warnings_of(tree: ast.Statement) -> list[Diagnostic]:
    """Return what the rules find in the tree of a statement."""
    return [found for rule in RULES for found in rule(tree)]


def of_names(mistaken: Iterable[Mistaken]) -> Iterator[Diagnostic]:
    """Yield a warning for each name where a type or a label was meant."""
    return (_warning(one.span, "name_like_type", one.message, one.hint) for one in mistaken)


def of_fronts(tree: ast.Statement, sentences: Iterable[str]) -> Iterator[Diagnostic]:
    """Yield what a plan says of its fronts, at the front that it is about where there is one."""
    front = next((node.span for node in trees.walk(tree) if isinstance(node, ast.ParetoBy)), tree.span)
    for sentence in sentences:
        message, colon, advice = sentence.partition(": ")
        hint = f"{advice[:1].upper()}{advice[1:]}" if colon else None
        yield _warning(front, "front", f"{message}." if colon else message, hint)


def _unjoined(match: ast.Match, known: set[str]) -> Iterator[Diagnostic]:
    first, *rest = match.patterns
    joined = known | set(trees.pattern_names((first,)))
    waiting = list(rest)
    while near := [pattern for pattern in waiting if joined & set(trees.pattern_names((pattern,)))]:
        joined |= set(trees.pattern_names(near))
        waiting = [pattern for pattern in waiting if pattern not in near]
    if waiting and not _compared(match, joined):
        message = "Nothing joins this pattern to those before it, so each match comes with every one of theirs."
        yield _warning(waiting[0].span, "unjoined_patterns", message, "Draw an edge between them, or share a name.")


def _compared(match: ast.Match, joined: set[str]) -> bool:
    """Return whether the condition speaks of both sides at once."""
    named = (trees.free_names(part) for part in trees.conjuncts(match.where))
    return any(names & joined and names - joined for names in named)


def _bound(node: Any) -> Iterator[tuple[str, str]]:
    """Yield the names that a node binds for what comes behind it, each with what to do if nothing needs it."""
    match node:
        case ast.NodePattern(variable=str(name)):
            yield name, "A node needs no name: `(:Memory)`, `()`."
        case ast.EdgePattern(variable=str(name)):
            yield name, "An edge needs no name: `-[:CAUSED]->`, `-->`."
        case ast.PathPattern(variable=str(name)):
            yield name, "A pattern needs no name."
        case ast.Unwind(variable=name):
            yield name, "Leave it out, or return it."
        case ast.With(projection=projection):
            for item in projection.items:
                if item.alias is not None:
                    yield item.alias, "Leave it out of WITH."
        case _:
            pass


def _names(node: Any) -> Iterator[str]:
    """Yield the names that a node itself holds, whether it binds or uses them."""
    if isinstance(node, ast.Name):
        yield node.name
    yield from (name for name, _ in _bound(node))


def _warning(span: Span, code: str, message: str, hint: str | None) -> Diagnostic:
    return Diagnostic("warning", span, code, message, hint)
