"""Trees of the language drawn at random, for whatever must hold of all of them."""

from __future__ import annotations

from dataclasses import replace

from clew.dsl import ast
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st

QUIET = settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow])

# Words that are keywords somewhere, words that are not, and names that need back-quotes.
NAMES = st.sampled_from(
    ["a", "m", "limit", "not", "count", "match", "of", "case", "when", "where", "四川", "a b", "x`y", "1st"]
)
KEYS = st.one_of(NAMES, st.sampled_from(["type", "in", "null"]))
TEXTS = st.text(st.characters(exclude_categories=["Cs"]), max_size=6)
PARAMETERS = st.builds(ast.Parameter, st.sampled_from(["p", "1", "limit"]))
WHOLE = st.builds(ast.Literal, st.integers(0, 2**63 - 1))
NUMBERS = st.builds(ast.Literal, st.one_of(st.integers(0, 99), st.floats(0, 1e6)))
COUNTS = st.one_of(WHOLE, PARAMETERS)
LITERALS = st.builds(
    ast.Literal,
    st.one_of(
        st.none(),
        st.booleans(),
        TEXTS,
        st.integers(-(2**63), 2**63 - 1),
        st.floats(allow_nan=False, allow_infinity=False),
    ),
)


def few(items: st.SearchStrategy, least: int = 0, most: int = 2) -> st.SearchStrategy:
    return st.lists(items, min_size=least, max_size=most).map(tuple)


def maybe(items: st.SearchStrategy) -> st.SearchStrategy:
    return st.one_of(st.none(), items)


# ---- patterns ------------------------------------------------------------------------------------

LABELS = st.recursive(
    st.one_of(st.builds(ast.Label, KEYS), st.just(ast.AnyLabel())),
    lambda inner: st.one_of(
        st.builds(ast.LabelNot, inner),
        st.builds(ast.LabelAnd, few(inner, 2, 3)),
        st.builds(ast.LabelOr, few(inner, 2, 3)),
    ),
    max_leaves=4,
)
HOPS = st.builds(ast.Hops, maybe(COUNTS), maybe(COUNTS))


def maps(value: st.SearchStrategy) -> st.SearchStrategy:
    return st.builds(ast.MapLiteral, few(st.tuples(KEYS, value)))


def named(part: ast.NodePattern | ast.EdgePattern) -> ast.NodePattern | ast.EdgePattern:
    """WHERE inside a node or an edge stands only where it has a name."""
    return part if part.variable is not None else replace(part, where=None)


def nodes(expression: st.SearchStrategy) -> st.SearchStrategy:
    return st.builds(ast.NodePattern, maybe(NAMES), maybe(LABELS), maybe(maps(expression)), maybe(expression)).map(
        named
    )


def edges(expression: st.SearchStrategy) -> st.SearchStrategy:
    direction = st.sampled_from(["left", "right", "both"])
    properties = maybe(maps(expression))
    return st.builds(
        ast.EdgePattern, maybe(NAMES), few(KEYS), direction, maybe(HOPS), properties, maybe(expression)
    ).map(named)


@st.composite
def paths(draw: st.DrawFn, expression: st.SearchStrategy, least: int = 0, selector: bool = True) -> ast.PathPattern:
    drawn = draw(few(edges(expression), least, 2))
    ends = draw(st.lists(nodes(expression), min_size=len(drawn) + 1, max_size=len(drawn) + 1))
    chosen = draw(st.sampled_from([None, "shortest", "all shortest"])) if selector else None
    return ast.PathPattern(tuple(ends), drawn, draw(maybe(NAMES)), chosen)


# ---- expressions ---------------------------------------------------------------------------------

BINARY = st.sampled_from(
    ["OR", "XOR", "AND", "+", "-", "*", "/", "%", "^", "IN", "STARTS WITH", "ENDS WITH", "CONTAINS", "=~"]
)
COMPARE = st.sampled_from(["=", "<>", "<", "<=", ">", ">="])


def negated(operator: str, operand: ast.Expr) -> ast.Expr:
    """A minus before an unsigned number is no tree of its own: the parser reads the number."""
    number = isinstance(operand, ast.Literal) and isinstance(operand.value, int | float)
    return ast.Unary("NOT" if operator == "-" and number else operator, operand)


def composed(inner: st.SearchStrategy) -> st.SearchStrategy:
    patterns = few(paths(inner), 1)
    entry = st.one_of(st.tuples(KEYS, inner), st.tuples(KEYS, st.none()), st.just(("*", None)))
    return st.one_of(
        st.builds(ast.Property, inner, KEYS),
        st.builds(ast.Index, inner, inner),
        st.builds(ast.Slice, inner, maybe(inner), maybe(inner)),
        st.builds(ast.ListLiteral, few(inner, 0, 3)),
        maps(inner),
        st.builds(ast.MapProjection, st.builds(ast.Name, NAMES), few(entry)),
        st.builds(negated, st.sampled_from(["NOT", "-", "+"]), inner),
        st.builds(ast.Binary, BINARY, inner, inner),
        st.builds(ast.Comparison, inner, few(st.tuples(COMPARE, inner), 1, 3)),
        st.builds(ast.IsNull, inner, st.booleans()),
        st.builds(ast.HasLabels, inner, LABELS),
        st.builds(ast.Call, st.sampled_from(["f", "size", "count", "exists", "date.trunc", "a b.c"]), few(inner)),
        st.builds(ast.Call, st.just("count"), few(inner, 1, 1), st.just(True)),
        st.just(ast.Call("count", (), star=True)),
        st.builds(ast.Case, maybe(inner), few(st.tuples(inner, inner), 1), maybe(inner)),
        st.builds(ast.ListComprehension, NAMES, inner, maybe(inner), maybe(inner)),
        st.builds(ast.PatternComprehension, paths(inner, 1, selector=False), maybe(inner), inner),
        st.builds(ast.Quantifier, st.sampled_from(["all", "any", "none", "single"]), NAMES, inner, maybe(inner)),
        st.builds(ast.Reduce, NAMES, inner, NAMES, inner, inner),
        st.builds(ast.Exists, patterns, maybe(inner)),
        st.builds(ast.CountPattern, patterns, maybe(inner)),
        st.builds(ast.Subquery, st.sampled_from(["EXISTS", "COUNT", "COLLECT"]), asked(inner)),
    )


def asked(inner: st.SearchStrategy) -> st.SearchStrategy:
    """Queries in an expression."""
    match = st.builds(ast.Match, few(paths(inner), 1), maybe(inner), st.booleans())
    unwind = st.builds(ast.Unwind, inner, KEYS)
    last = st.builds(lambda value, alias: ast.Return(ast.Projection((ast.Item(value, alias),))), inner, KEYS)
    query = st.builds(lambda first, last: ast.Query((first, last)), st.one_of(match, unwind), last)
    return st.one_of(query, st.builds(ast.Union, few(query, 2, 2), st.booleans()))


EXPRESSIONS = st.recursive(st.one_of(LITERALS, PARAMETERS, st.builds(ast.Name, NAMES)), composed, max_leaves=6)

# ---- statements ----------------------------------------------------------------------------------

WORDS = st.one_of(st.builds(ast.Literal, TEXTS), PARAMETERS)
UNITS = st.sampled_from(["SECONDS", "MINUTES", "HOURS", "DAYS", "WEEKS", "MONTHS", "YEARS"])
TIMES = st.one_of(WORDS, st.builds(ast.Ago, st.one_of(NUMBERS, PARAMETERS), UNITS))
SLOTS = st.one_of(NUMBERS, PARAMETERS)
ITEMS = st.builds(ast.Item, EXPRESSIONS, maybe(KEYS))
TERMS = st.builds(ast.ParetoTerm, EXPRESSIONS, st.sampled_from([None, "MAX", "MIN"]), maybe(SLOTS))
FRONTS = st.builds(ast.ParetoBy, few(few(TERMS, 1), 1), few(EXPRESSIONS), maybe(KEYS), st.booleans())
COLUMNS = st.one_of(
    st.builds(ast.Projection, few(ITEMS, 1), st.booleans(), st.booleans()),
    st.builds(ast.Projection, st.just(()), st.just(True), st.booleans()),
)
SORT = st.builds(ast.SortKey, EXPRESSIONS, st.booleans())
ORDERS = st.one_of(st.tuples(few(SORT, 1), st.none()), st.tuples(st.just(()), maybe(FRONTS)))
PROJECTIONS = st.builds(
    lambda columns, order, skip, limit: replace(columns, order=order[0], pareto=order[1], skip=skip, limit=limit),
    COLUMNS, ORDERS, maybe(COUNTS), maybe(COUNTS),
)  # fmt: skip
PATTERNS = few(paths(EXPRESSIONS), 1)


def aliased(clause: ast.With) -> ast.With:
    items = tuple(replace(item, alias=item.alias or "x") for item in clause.projection.items)
    return replace(clause, projection=replace(clause.projection, items=items))


READING = st.one_of(
    st.builds(ast.Match, PATTERNS, maybe(EXPRESSIONS), st.booleans(), maybe(TIMES), maybe(TIMES)),
    st.builds(ast.Unwind, EXPRESSIONS, KEYS),
    st.builds(ast.With, PROJECTIONS, maybe(EXPRESSIONS)).map(aliased),
)
QUERIES = st.builds(lambda reading, last: ast.Query((*reading, last)), few(READING), st.builds(ast.Return, PROJECTIONS))
UNIONS = st.builds(ast.Union, few(QUERIES, 2), st.booleans())


@st.composite
def recalls(draw: st.DrawFn) -> ast.Recall:
    def some(items: st.SearchStrategy) -> object:
        return draw(maybe(items))

    count = some(COUNTS)
    timed = draw(st.booleans())
    fronted = draw(st.booleans())
    using = some(WORDS)
    return ast.Recall(
        count=count,
        variable=some(NAMES),
        need=some(WORDS),
        excluding=draw(few(st.builds(ast.Exclusion, WORDS, st.booleans()))),
        intents=draw(few(WORDS)),
        about=draw(few(WORDS)),
        requiring=draw(few(WORDS)),
        doing=draw(few(WORDS)),
        types=draw(few(WORDS)),
        namespaces=draw(few(WORDS)),
        tasks=draw(few(WORDS)),
        steps=some(st.tuples(maybe(COUNTS), maybe(COUNTS))),
        since=some(TIMES) if timed else None,
        until=some(TIMES) if timed else None,
        between=None if timed else some(st.tuples(TIMES, TIMES)),
        as_of=some(TIMES),
        valid_at=some(TIMES),
        min_trust=some(SLOTS),
        with_archived=draw(st.booleans()),
        without_inference=draw(st.booleans()),
        near=some(st.one_of(st.builds(ast.Near, few(WORDS, 1)), st.builds(ast.Near, active=COUNTS))),
        patterns=draw(st.one_of(st.just(()), PATTERNS)),
        where=some(EXPRESSIONS),
        candidates=some(COUNTS),
        using=using,
        rival=None if using is None else some(WORDS),
        half_life=some(st.builds(ast.Ago, st.one_of(NUMBERS, PARAMETERS), UNITS)),
        decay=some(WORDS),
        explore=some(WORDS),
        floors=draw(few(st.builds(ast.Floor, KEYS, SLOTS))),
        pareto=some(FRONTS) if fronted else None,
        rank=None if fronted else some(EXPRESSIONS),
        diversify=some(st.builds(ast.Diversify, KEYS, maybe(SLOTS))),
        budget=some(COUNTS),
        expand=draw(few(st.builds(ast.Expand, st.sampled_from(["CAUSES", "EFFECTS", "STEPS"]), COUNTS))),
        returning=some(COLUMNS),
        limit=None if count is not None else some(COUNTS),
    )


RECALLS = recalls()
ORIGINS = st.one_of(WORDS, RECALLS)


@st.composite
def traces(draw: st.DrawFn) -> ast.Trace:
    kind = draw(st.sampled_from(["CAUSES", "EFFECTS", "LINEAGE", "HISTORY", "PATH"]))
    return ast.Trace(
        kind,
        draw(ORIGINS),
        draw(ORIGINS) if kind == "PATH" else None,
        draw(few(KEYS)) if kind != "HISTORY" else (),
        draw(maybe(COUNTS)),
        draw(maybe(COUNTS)),
        draw(maybe(EXPRESSIONS)),
        draw(maybe(PROJECTIONS)),
    )


# ---- statements about statements, and those that write ---------------------------------------------

SIGNED = st.one_of(WORDS, NUMBERS, st.builds(ast.Literal, st.one_of(st.none(), st.booleans(), st.integers(-9, -1))))
EXPLANATIONS = st.one_of(
    st.builds(ast.Why, WORDS, ORIGINS, st.booleans()),
    st.builds(lambda recall, *times: ast.Compare(replace(recall, as_of=None), *times), RECALLS, TIMES, TIMES),
    st.builds(ast.Run, KEYS, few(SIGNED), few(st.tuples(KEYS, SIGNED))),
    st.builds(ast.Show, st.sampled_from(["TASKS", "TYPES", "STATS"])),
)
READABLE = st.one_of(QUERIES, UNIONS, RECALLS, traces(), EXPLANATIONS)
IDS = few(WORDS, 1)
DESCRIBED = maybe(WORDS)
FLAG = st.booleans()
WHICH = st.one_of(st.tuples(IDS, st.none()), st.tuples(st.just(()), EXPRESSIONS))
OUTCOMES = st.one_of(NUMBERS, PARAMETERS, st.builds(ast.Literal, st.sampled_from(["success", "failure"])))
FORMAL = st.builds(
    lambda names, default: tuple(ast.IntentParameter(name, default) for name in names),
    st.sets(st.sampled_from(["a", "b", "limit"])).map(sorted),
    maybe(SIGNED.filter(lambda value: not isinstance(value, ast.Parameter))),
)


def ranking(recall: ast.Recall) -> ast.Recall | None:
    """The clauses of a recall that a strategy may hold; None where there are none."""
    chosen = ("candidates", "using", "rival", "half_life", "decay", "explore", "floors")
    kept = (*chosen, "pareto", "rank", "diversify", "budget", "expand", "limit")
    clauses = ast.Recall(**{name: getattr(recall, name) for name in kept})
    return None if clauses == ast.Recall() else clauses


WRITING = st.one_of(
    st.builds(
        ast.Remember, maps(EXPRESSIONS), few(st.builds(ast.Cause, WORDS, maybe(WORDS))), few(WORDS), maybe(PARAMETERS)
    ),
    st.builds(ast.Link, WORDS, KEYS, WORDS, maybe(maps(EXPRESSIONS))),
    st.builds(ast.Link, WORDS, KEYS, WORDS, removed=st.just(True)),
    st.builds(ast.Reinforce, IDS, maybe(SLOTS)),
    st.builds(ast.Pin, IDS, FLAG),
    st.builds(ast.Feedback, OUTCOMES, WORDS),
    st.builds(ast.Feedback, OUTCOMES, st.none(), IDS),
    st.builds(lambda which, dry: ast.Retire("FORGET", *which, dry), WHICH, FLAG),
    st.builds(lambda ids, dry: ast.Retire("RESTORE", ids, None, dry), IDS, FLAG),
    st.builds(lambda which, dry: ast.Consolidate(*which, dry), WHICH, FLAG),
    st.builds(ast.DefineIntent, KEYS, FORMAL, READABLE, DESCRIBED),
    st.builds(ast.DefineStrategy, KEYS, RECALLS.map(ranking).filter(bool), DESCRIBED),
    st.builds(ast.DefineTag, WORDS, maybe(WORDS), DESCRIBED),
    st.builds(ast.DefineType, WORDS, DESCRIBED, maybe(st.builds(ast.Ago, st.one_of(NUMBERS, PARAMETERS), UNITS))),
    st.builds(ast.Drop, st.sampled_from(["INTENT", "STRATEGY", "TAG", "TYPE"]), WORDS),
)
STATEMENTS = st.one_of(READABLE, WRITING)
