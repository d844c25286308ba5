"""Building the statements that write, and those that speak of other statements."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import Any, cast

from ...errors import Span
from .. import ast
from .build_base import Children, around, gathered, name_of, only, wrong
from .build_recall import Part, check_order, fields_of

RANKING = (
    *("CANDIDATES", "USING", "HALF LIFE", "DECAY", "EXPLORE", "AT LEAST", "PARETO BY", "RANK BY", "DIVERSIFY BY"),
    *("BUDGET", "EXPAND", "LIMIT"),
)
"""The clauses of a recall that a strategy may hold: how to choose, and not from what."""

OUTCOMES = ("success", "failure")


@dataclass(frozen=True, slots=True)
class Named:
    """`name: value` among the arguments of RUN."""

    name: str
    value: ast.Expr
    span: Span


class ExplanationBuilder:
    """One method for each rule of `grammar/explanations.lark`."""

    def why(self, children: Children) -> ast.Why:
        _, negated, memory, _, within = children
        return ast.Why(memory, within, negated is not None, span=around(children))

    def compare(self, children: Children) -> ast.Compare:
        _, recall, before, _, after = children
        if recall.as_of is not None:
            raise wrong(
                "The recall that is compared names its own moment.",
                recall.as_of.span,
                "Leave AS OF out of the brackets: `COMPARE (RECALL ...) AS OF $then WITH AS OF $now`.",
            )
        return ast.Compare(recall, before, after, span=around(children))

    def run(self, children: Children) -> ast.Run:
        given = _gathered_in(children)
        named = [argument for argument in given if isinstance(argument, Named)]
        by_place = [argument for argument in given if not isinstance(argument, Named)]
        if given != (*by_place, *named):
            late = next(b for a, b in pairwise(given) if isinstance(a, Named) and not isinstance(b, Named))
            raise wrong(
                "An argument by place stands behind one by name.",
                late.span,
                "Give those by place first: `RUN name('x', b: 3)`.",
            )
        pairs = tuple((argument.name, argument.value) for argument in named)
        return ast.Run(name_of(children[1]), tuple(by_place), pairs, span=around(children))

    def argument_named(self, children: Children) -> Named:
        return Named(name_of(children[0]), children[1], around(children))

    def show(self, children: Children) -> ast.Show:
        what: Any = children[1].upper()
        return ast.Show(what, span=around(children))

    arguments = staticmethod(gathered)


class WritingBuilder:
    """One method for each rule of `grammar/writing.lark`."""

    # ---- memories and edges ----

    def remember(self, children: Children) -> ast.Remember:
        _, fields, causes, supersedes, name = children
        return ast.Remember(fields, causes or (), supersedes or (), name, span=around(children))

    def cause(self, children: Children) -> ast.Cause:
        return ast.Cause(children[0], children[1], span=around(children))

    def remembered_as(self, children: Children) -> ast.Parameter:
        return ast.Parameter(children[-1].value[1:], span=around(children))

    def link(self, children: Children) -> ast.Link:
        word, left, opening, type_, properties, _, closing, right = children
        from_left, from_right = closing.value.endswith(">"), opening.value.startswith("<")
        span = around(children)
        if from_left == from_right:
            raise wrong("An edge that is drawn has one direction.", span, "For example `LINK 'a' -[CAUSED]-> 'b'`.")
        removed = word.upper() == "UNLINK"
        if removed and properties is not None:
            raise wrong("An edge is taken back by its type and its ends.", properties.span, "Leave the map out.")
        source, target = (left, right) if from_left else (right, left)
        return ast.Link(source, name_of(type_), target, properties, removed, span=span, spans=(around([type_]),))

    caused_by = supersedes = staticmethod(gathered)

    # ---- what is thought of memories ----

    def reinforce(self, children: Children) -> ast.Reinforce:
        return ast.Reinforce(children[1], children[3], span=around(children))

    def pin(self, children: Children) -> ast.Pin:
        return ast.Pin(children[1], children[0].upper() == "PIN", span=around(children))

    def feedback(self, children: Children) -> ast.Feedback:
        _, _, outcome, _, kind, of = children
        if isinstance(outcome, ast.Literal) and isinstance(outcome.value, str) and outcome.value not in OUTCOMES:
            raise wrong(
                f"`{outcome.value}` is no outcome.",
                outcome.span,
                "Write `success`, `failure`, or a number from 0 to 1.",
            )
        by_recall = kind.upper() == "RECALL"
        recall, memories = (of, ()) if by_recall else (None, of)
        return ast.Feedback(outcome, recall, memories, span=around(children))

    # ---- the life of memories ----

    def retire(self, children: Children) -> ast.Retire:
        word, which, dry_run = children
        kind: Any = word.upper()
        memories, where = _either(which)
        if kind == "RESTORE" and where is not None:
            raise wrong(
                "RESTORE takes ids: a condition speaks of what is there.", where.span, "For example `RESTORE 'id'`."
            )
        return ast.Retire(kind, memories, where, dry_run is not None, span=around(children))

    def consolidate(self, children: Children) -> ast.Consolidate:
        _, which, dry_run = children
        tasks, where = _either(which)
        return ast.Consolidate(tasks, where, dry_run is not None, span=around(children))

    of_tasks = staticmethod(only)
    dry_run = staticmethod(gathered)

    # ---- definitions ----

    def define_intent(self, children: Children) -> ast.DefineIntent:
        _, _, name, *rest = children
        parameters = _gathered_in(rest)
        _check_parameters(parameters)
        described, statement = rest[-3], rest[-1]
        return ast.DefineIntent(name_of(name), parameters, statement, described, span=around(children))

    def intent_parameter(self, children: Children) -> ast.IntentParameter:
        return ast.IntentParameter(children[0].value[1:], children[1], span=around(children))

    def define_strategy(self, children: Children) -> ast.DefineStrategy:
        _, _, name, described, _, *parts = children
        return ast.DefineStrategy(name_of(name), _ranking(parts), described, span=around(children))

    def define_tag(self, children: Children) -> ast.DefineTag:
        return ast.DefineTag(*children[2:], span=around(children))

    def define_type(self, children: Children) -> ast.DefineType:
        return ast.DefineType(*children[2:], span=around(children))

    intent_parameters = staticmethod(gathered)
    described = under = staticmethod(only)

    def half_life(self, children: Children) -> ast.Ago:
        return children[-1]

    def drop(self, children: Children) -> ast.Drop:
        kind: Any = children[1].upper()
        return ast.Drop(kind, children[2], span=around(children))


def _gathered_in(parts: Children) -> tuple[Any, ...]:
    """Return what was gathered in brackets, if anything was."""
    return next((cast("tuple[Any, ...]", part) for part in parts if isinstance(part, tuple)), ())


def _either(which: Any) -> tuple[tuple[ast.Expr, ...], ast.Expr | None]:
    """Return ids, or a condition."""
    return (cast("tuple[ast.Expr, ...]", which), None) if isinstance(which, tuple) else ((), which)


def _check_parameters(parameters: tuple[ast.IntentParameter, ...]) -> None:
    seen: set[str] = set()
    for parameter in parameters:
        if parameter.name in seen:
            raise wrong(f"The parameter `${parameter.name}` is named twice.", parameter.span, "Name each once.")
        if isinstance(parameter.default, ast.Parameter):
            raise wrong("A default is a value, not a parameter.", parameter.default.span, "For example `$n = 5`.")
        seen.add(parameter.name)


def _ranking(parts: list[Part]) -> ast.Recall:
    check_order(parts)
    for part in parts:
        if part.words not in RANKING:
            may = ", ".join(f"`{words}`" for words in RANKING)
            raise wrong(f"`{part.words}` is no part of a strategy.", part.span, f"It may hold {may}.")
    return ast.Recall(**fields_of(parts), span=around(parts))
