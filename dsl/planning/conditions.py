"""The condition of a MATCH or a RECALL: what its scan tests, and what can be tested only once queries were asked.

Behind a MATCH the second kind may follow as stages of its own. Behind an OPTIONAL MATCH it may not: a row that fails it
is no match, and is filled with null where it was the last. Nor may it in a recall, whose next stages carry candidates
and not rows. There the stages stand inside the scan.
"""

from __future__ import annotations

from .. import ast, trees
from ..binding.names import Index
from ..plan import Tested, View
from ..rewrite.empty_walks import draws_maybe_nothing
from ..rewrite.pushable import Reach, pushable
from ..rewrite.scans import Stages, scope_of, subqueries
from .lookups import filtered, row_number
from .scans import Known, memory_node, nodes_drawn, scan


def scanned(
    patterns: tuple[ast.PathPattern, ...],
    where: ast.Expr | None,
    known: Known,
    view: View,
    index: Index,
    *,
    optional: bool = False,
    memory: str | None = None,
) -> Stages:
    """Return the scan of bound patterns on rows that bind `known`, and the stages that test what it cannot."""
    if memory is not None and draws_maybe_nothing(patterns):
        patterns, where = _as_test(patterns, where, memory)
    now, later = _split(where, patterns, known, index, past=view.as_of is not None)
    drawn = {**known, **nodes_drawn(patterns)}
    inside = _tested(later, drawn, view, index) if optional or memory is not None else None
    made = scan(patterns, now, known, optional=optional, view=view, memory=memory, tested=inside)
    return (made,) if inside is not None else (made, *filtered(later, drawn, view, index))


def _split(
    where: ast.Expr | None, patterns: tuple[ast.PathPattern, ...], known: Known, index: Index, *, past: bool
) -> tuple[ast.Expr | None, tuple[ast.Expr, ...]]:
    """Return what the scan tests of a condition, and the parts that are tested later."""
    if not subqueries(where):
        return where, ()
    parts = trees.conjuncts(where)
    later = tuple(part for part in parts if not _is_for_the_scan(part, patterns, known, index, past=past))
    return trees.conjunction(part for part in parts if part not in later), later


def _as_test(
    patterns: tuple[ast.PathPattern, ...], where: ast.Expr | None, memory: str
) -> tuple[tuple[ast.PathPattern, ...], ast.Expr | None]:
    """Return the memory alone, and what is asked of it: that the patterns are there, which in a recall only filter."""
    parts = trees.conjuncts(where)
    own = tuple(part for part in parts if trees.free_names(part) <= {memory} and not subqueries(part))
    wider = trees.conjunction(part for part in parts if part not in own)
    drawn = ast.Subquery("EXISTS", ast.Query((ast.Match(patterns, wider),)), span=patterns[0].span)
    return (ast.PathPattern((memory_node(memory),), ()),), trees.conjunction((*own, drawn))


def _tested(parts: tuple[ast.Expr, ...], drawn: Known, view: View, index: Index) -> Tested | None:
    """Return the tests that stand inside a scan; they carry which of the asking rows each row is for."""
    if not parts:
        return None
    number = row_number(drawn)
    return Tested(number, filtered(parts, {**drawn, number: None}, view, index))


def _is_for_the_scan(
    part: ast.Expr, patterns: tuple[ast.PathPattern, ...], known: Known, index: Index, *, past: bool
) -> bool:
    """Return whether a condition holds no pattern, or one that the graph engine can look for itself.

    What such a pattern takes of earlier rows must be drawn by the MATCH too.
    """
    if not subqueries(part):
        return True
    drawn = set(trees.pattern_names(patterns))
    taken = trees.free_names(part) & known.keys()
    return taken <= drawn and pushable(part, Reach(scope_of(patterns, index), index, past=past))
