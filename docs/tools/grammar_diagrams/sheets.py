"""Which diagrams there are, and what is drawn in each: a rule that has a diagram is a box elsewhere, any other rule is
drawn in place. So each rule is shown once, and none can be forgotten.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from .reading import Grammar
from .shapes import Fork, Loop, Maybe, Name, Row, Shape, Word, fork, mapped, names_in, row

WHOLE = {
    # statements
    "start": "text",
    "_readable": "statement that reads",
    "_writing": "statement that writes",
    "explain": "EXPLAIN",
    "profile": "PROFILE",
    "query": "query",
    "union": "UNION",
    "match": "MATCH",
    "unwind": "UNWIND",
    "with_clause": "WITH",
    "return_clause": "RETURN",
    "where": "WHERE",
    "as_of": "AS OF",
    "valid_at": "VALID AT",
    "columns": "columns",
    "item": "column",
    "order_by": "ORDER BY",
    "skip": "SKIP",
    "limit": "LIMIT",
    "pareto_by": "PARETO BY",
    "pareto_term": "axis",
    # recall and lineage
    "recall": "RECALL",
    "scope": "which memories",
    "ranking": "in what order",
    "trace": "TRACE",
    "trace_path": "TRACE PATH",
    "origin": "origin",
    "via": "VIA",
    "depth": "DEPTH",
    # explanations
    "why": "WHY",
    "compare": "COMPARE",
    "run": "RUN",
    "show": "SHOW",
    # writing
    "remember": "REMEMBER",
    "link": "LINK",
    "reinforce": "REINFORCE",
    "pin": "PIN",
    "feedback": "FEEDBACK",
    "retire": "FORGET",
    "consolidate": "CONSOLIDATE",
    "define_intent": "DEFINE INTENT",
    "define_strategy": "DEFINE STRATEGY",
    "define_tag": "DEFINE TAG",
    "define_type": "DEFINE TYPE",
    "drop": "DROP",
    # patterns
    "patterns": "patterns",
    "chain": "path",
    "node": "node",
    "_edge": "edge",
    "types": "edge types",
    "hops": "hops",
    "labels": "labels",
    "_label_not": "label",
    # expressions
    "expression": "expression",
    "comparison": "condition",
    "sum": "sum",
    "postfix": "operand",
    "atom": "value",
    "group": "brackets",
    "list": "list",
    "map": "map",
    "projection_of": "map projection",
    "case": "CASE",
    "_asked": "subquery",
    # slots
    "names": "names",
    "name_or_value": "name",
    "texts": "texts",
    "value": "quoted text",
    "count": "count",
    "number": "number",
    "range": "range",
    "time": "time",
    "unit": "unit",
    "constant": "constant",
}
"""Rules with a diagram of their own, and what is written in the box that stands for one."""

SAME = {"edge_spaced": "_edge"}
"""Rules that say the same as another, but for blanks."""

EACH = ("scope", "ranking")
"""Rules of clauses: each of their ways has a diagram, and stands at most once, in the order of the grammar."""

TERMINALS = {
    "NAME": Name("NAME"),
    "PARAMETER": Name("PARAMETER"),
    "STRING": Name("STRING"),
    "FLOAT": Name("FLOAT"),
    "INTEGER": Name("INTEGER"),
    "EDGE": Fork((Word("-->"), Word("<--"), Word("--"))),
    "EDGE_OPEN": Fork((Word("-["), Word("<-["))),
    "EDGE_OPEN_SPACED": Fork((Word("- ["), Word("<- ["))),
    "ARROW": Word("->"),
    "COMPARISON": Fork(tuple(map(Word, ("=", "<>", "<", "<=", ">", ">=")))),
}
"""How a terminal that is a pattern is drawn: as what is typed, else as a box."""

BOXES = {
    "NAME": "bare name",
    "PARAMETER": "$parameter",
    "STRING": "'text'",
    "FLOAT": "1.5",
    "INTEGER": "7",
}


@dataclass(frozen=True, slots=True)
class Sheet:
    """One diagram. file: without its suffix. title: what it shows."""

    file: str
    title: str
    shape: Shape


def sheets(grammar: Grammar) -> Iterator[Sheet]:
    """Yield every diagram of the grammar. Raises ValueError for a rule that holds itself and has none of its own."""
    for rule, title in WHOLE.items():
        shape = _once(expanded(rule, grammar))
        if rule in EACH:
            clauses = {_title(way): way for way in _ways(shape)}
            yield from (
                Sheet(_file(f"recall {clause}"), clause, way)
                for clause, way in clauses.items()
                if not isinstance(way, Name)
            )
            shape = Row(tuple(Maybe(Name(clause)) for clause in clauses))
        yield Sheet(_file(title), title, shape)


def _once(shape: Shape) -> Shape:
    """Return a shape without the loops around clauses: their box says that each of them stands at most once."""
    match shape:
        case Loop(Name(rule) as clauses, None) if rule in EACH:
            return clauses
        case Row(parts):
            return Row(tuple(map(_once, parts)))
        case Maybe(part):
            return Maybe(_once(part))
        case _:
            return shape


def _ways(shape: Shape) -> tuple[Shape, ...]:
    return shape.ways if isinstance(shape, Fork) else (shape,)


def _file(title: str) -> str:
    return title.lower().replace(" ", "-")


def _title(clause: Shape) -> str:
    return WHOLE[clause.rule] if isinstance(clause, Name) else " ".join(_first_words(clause))


def _first_words(shape: Shape) -> Iterator[str]:
    for part in shape.parts if isinstance(shape, Row) else (shape,):
        if not isinstance(part, Word):
            return
        yield part.text


# ---- rules in place of their names ---------------------------------------------------------------


def expanded(rule: str, grammar: Grammar, way: tuple[str, ...] = ()) -> Shape:
    """Return a rule with those in it that have no diagram drawn in place, and with loops where it holds itself."""
    if rule in way:
        raise ValueError(f"The rule `{rule}` holds itself: it needs a diagram of its own.")

    def in_place(name: Name) -> Shape:
        name = Name(SAME.get(name.rule, name.rule))
        if name.rule == rule or name.rule in WHOLE:
            return name
        if name.rule in grammar.patterns:
            pattern = grammar.patterns[name.rule]
            return pattern if isinstance(pattern, Word) else TERMINALS[name.rule]
        return expanded(name.rule, grammar, (*way, rule))

    shape = unrolled(rule, mapped(grammar.rules[rule], in_place))
    if rule not in WHOLE and rule in names_in(shape):
        raise ValueError(f"The rule `{rule}` holds itself: it needs a diagram of its own.")
    return shape


def unrolled(rule: str, shape: Shape) -> Shape:
    """Return a rule that begins or ends with itself as a loop: `r: x | r "," x` is `x ("," x)*`."""
    own = Name(rule)
    ways = [way.parts if isinstance(way, Row) else (way,) for way in _ways(shape)]
    before = [row(*way[:-1]) for way in ways if len(way) > 1 and way[-1] == own and way[0] != own]
    behind = [row(*way[1:]) for way in ways if len(way) > 1 and way[0] == own]
    plain = [row(*way) for way in ways if own not in (way[0], way[-1])]
    if not before and not behind:
        return shape
    looped = [Maybe(Loop(fork(*before)))] if before else []
    after = [Maybe(Loop(fork(*behind)))] if behind else []
    return row(*looped, fork(*plain), *after)
