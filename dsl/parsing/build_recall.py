"""Building RECALL and TRACE.

The grammar lets the clauses of a recall come in any order and any number; here they are put into their fields, and one
that is out of place is told where it goes. Spelling the order out in the grammar was refused: its error could only list
what may follow, and thirty optional parts in a row make a parse table ten times as large.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from ...errors import Span
from .. import ast
from .build_base import Children, around, end_of, gathered, name_of, only, start_of, wrong

# Each clause: its words, and the field it fills. The order is that of execution, and the only one that is accepted.
CLAUSES: dict[str, str] = {
    "AS": "variable",
    "FOR": "need",
    "EXCLUDING": "excluding",
    "INTENT": "intents",
    "ABOUT": "about",
    "REQUIRING": "requiring",
    "DOING": "doing",
    "TYPE": "types",
    "IN NAMESPACE": "namespaces",
    "TASK": "tasks",
    "STEPS": "steps",
    "SINCE": "since",
    "UNTIL": "until",
    "BETWEEN": "between",
    "AS OF": "as_of",
    "VALID AT": "valid_at",
    "MIN TRUST": "min_trust",
    "WITH ARCHIVED": "with_archived",
    "WITHOUT INFERENCE": "without_inference",
    "NEAR": "near",
    "MATCH": "patterns",
    "WHERE": "where",
    "CANDIDATES": "candidates",
    "USING": "using",
    "HALF LIFE": "half_life",
    "DECAY": "decay",
    "EXPLORE": "explore",
    "AT LEAST": "floors",
    "PARETO BY": "pareto",
    "RANK BY": "rank",
    "DIVERSIFY BY": "diversify",
    "BUDGET": "budget",
    "EXPAND": "expand",
    "RETURN": "returning",
    "LIMIT": "limit",
}
_ORDER = {words: place for place, words in enumerate(CLAUSES)}
_LISTS = {"EXCLUDING", "INTENT", "ABOUT", "REQUIRING", "DOING", "TYPE", "IN NAMESPACE", "TASK", "NEAR", "MATCH"}
_BEGINNINGS = ("MATCH",)
"""Clauses whose word begins a statement too."""
_EITHER_OR = (("SINCE", "BETWEEN"), ("UNTIL", "BETWEEN"), ("PARETO BY", "RANK BY"))


@dataclass(frozen=True, slots=True)
class Part:
    """One clause of a recall as it was read."""

    words: str
    value: Any
    span: Span


@dataclass(frozen=True, slots=True)
class Range:
    """`low..high` as it was written; `exact` where there was one number only."""

    low: ast.Expr | None
    high: ast.Expr | None
    span: Span
    exact: bool = False


class RecallBuilder:
    """One method for each rule and alias of `grammar/recall.lark`."""

    def recall(self, children: Children) -> ast.Recall:
        _, count, *parts = children
        check_order(parts)
        fields = fields_of(parts)
        if count is not None and "limit" in fields:
            raise wrong(
                "This recall says twice how many memories it wants.",
                parts[-1].span,
                "Write `RECALL 5` or `LIMIT 5`, not both.",
            )
        name: ast.Name | None = fields.pop("variable", None)
        called: dict[str, Any] = {} if name is None else {"variable": name.name, "spans": (name.span,)}
        return ast.Recall(count, **fields, **called, span=around(children))

    # ---- clauses ----

    def clause(self, children: Children) -> Part:
        """The common form: the words of the clause, then what it says."""
        *words, value = children
        return Part(" ".join(words).upper(), value, around(children))

    def called(self, children: Children) -> Part:
        return Part("AS", ast.Name(name_of(children[1]), span=around(children[1:])), around(children))

    def between(self, children: Children) -> Part:
        return Part("BETWEEN", (children[1], children[3]), around(children))

    def steps(self, children: Children) -> Part:
        return Part("STEPS", (children[1].low, children[1].high), around(children))

    def with_archived(self, children: Children) -> Part:
        return Part("WITH ARCHIVED", True, around(children))

    def without_inference(self, children: Children) -> Part:
        return Part("WITHOUT INFERENCE", True, around(children))

    def pareto(self, children: Children) -> Part:
        return Part("PARETO BY", children[0], around(children))

    def using(self, children: Children) -> Part:
        return Part("USING", children[1], around(children))

    def budget(self, children: Children) -> Part:
        return Part("BUDGET", children[1], around(children))

    # ---- what a clause says ----

    exclusions = floors = expansions = names = texts = strategies = staticmethod(gathered)

    def exclusion(self, children: Children) -> ast.Exclusion:
        hard, text = children
        return ast.Exclusion(text, hard is not None, span=Span(start_of(hard or text), end_of(text)))

    def active(self, children: Children) -> ast.Near:
        return ast.Near(active=children[0], span=around(children))

    def anchors(self, children: Children) -> ast.Near:
        return ast.Near(children[0], span=around(children))

    def floor(self, children: Children) -> ast.Floor:
        return ast.Floor(name_of(children[0]), children[1], span=around(children))

    def diversity(self, children: Children) -> ast.Diversify:
        return ast.Diversify(name_of(children[0]), children[1], span=around(children))

    def expansion(self, children: Children) -> ast.Expand:
        direction: Any = children[0].upper()
        return ast.Expand(direction, children[1], span=around(children))

    def returned(self, children: Children) -> ast.Projection:
        distinct, columns = children
        return ast.Projection(columns.items, columns.star, distinct, span=columns.span)

    # ---- slots ----

    def bare_name(self, children: Children) -> ast.Literal:
        return ast.Literal(name_of(children[0]), span=around(children))

    def range_exact(self, children: Children) -> Range:
        return Range(children[0], children[0], around(children), exact=True)

    def range_open(self, children: Children) -> Range:
        low, dots, high = children
        return Range(low, high, Span(start_of(low or dots), end_of(high or dots)))

    def span_of_time(self, children: Children) -> ast.Ago:
        unit: Any = children[1].upper().rstrip("S") + "S"
        return ast.Ago(children[0], unit, span=around(children))

    unit = staticmethod(only)


# ---- the order of clauses ------------------------------------------------------------------------


def misplaced(words: str, after: str) -> tuple[str, str]:
    """Return what to say of a clause that was found behind one that it should precede, and where it goes."""
    place = _ORDER[words]
    before = [other for other in CLAUSES if _ORDER[other] < place][-3:]
    behind = [other for other in CLAUSES if _ORDER[other] > place][:3]
    goes = f"after {_listed(before)} and before {_listed(behind)}" if before else f"before {_listed(behind)}"
    another = " Another statement begins behind `;`." if words in _BEGINNINGS else ""
    return f"`{words}` goes before `{after}` in a recall.", f"It stands {goes}.{another}"


def fields_of(parts: Iterable[Part]) -> dict[str, Any]:
    """Return the fields that clauses fill: USING two, where a strategy is tried against another."""
    fields = {CLAUSES[part.words]: part.value for part in parts}
    return fields | dict(zip(("using", "rival"), fields.pop("using", ()), strict=False))


def check_order(parts: list[Part]) -> None:
    """Raise ParseError for a clause that is written twice, out of its place, or beside one that excludes it."""
    seen: dict[str, Part] = {}
    latest: Part | None = None
    for part in parts:
        if part.words in seen:
            raise wrong(f"`{part.words}` is written twice in this recall.", part.span, _join_hint(part.words))
        if latest is not None and _ORDER[part.words] < _ORDER[latest.words]:
            first = next(other for other in parts if _ORDER[other.words] > _ORDER[part.words])
            message, hint = misplaced(part.words, first.words)
            raise wrong(message, part.span, hint)
        seen[part.words] = latest = part
    for one, other in _EITHER_OR:
        if one in seen and other in seen:
            raise wrong(f"`{one}` and `{other}` exclude each other.", seen[other].span, "Keep the one that you mean.")


def _join_hint(words: str) -> str:
    if words == "WHERE":
        return "Join conditions with AND."
    if words in _LISTS:
        return f"List all of it after one `{words}`, with commas between."
    return "Keep the one that you mean."


def _listed(words: list[str]) -> str:
    return ", ".join(f"`{word}`" for word in words)
