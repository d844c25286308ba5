"""The words of emitted Cypher: patterns, predicates and values, and the arguments that they take.

One writer serves one statement. It gives every name its own in the text, and every value a parameter; what it is given
to write as a predicate, `pushable` has allowed.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from .. import ast, trees
from ..binding import types
from ..binding.names import Index
from ..binding.scope import Scope, Symbol
from ..catalog import Type
from ..marks import EDGE, LAPSED, NAMES, NODE, OVERLAP
from ..plan import OPEN_HOPS, Argument
from ..rewrite.pushable import cast_of, closed_type, drawn, list_cast
from ..rewrite.scans import scope_of

CASTS: Mapping[Type, str] = {
    "STRING": "STRING",
    "INTEGER": "INT64",
    "FLOAT": "DOUBLE",
    "BOOLEAN": "BOOL",
    "TIMESTAMP": "TIMESTAMP",
    "LIST<STRING>": "STRING[]",
    "LIST<INTEGER>": "INT64[]",
    "LIST<FLOAT>": "DOUBLE[]",
    "LIST<BOOLEAN>": "BOOL[]",
    "LIST<TIMESTAMP>": "TIMESTAMP[]",
}
_RESERVED_WORDS = """
    all and as asc by case column create default delete desc distinct else end ends exists from group in install
    is limit match merge not null on only optional or order primary return set shortest skip starts table then to
    union unwind when where with xor
"""
RESERVED = frozenset(_RESERVED_WORDS.split())
"""Words that the graph engine reads as its own; a name of the catalog that is one of them is quoted."""


@cache
def quoted(name: str) -> str:
    """Return a name of the catalog as the graph engine reads it."""
    plain = name.isidentifier() and name.isascii() and name.lower() not in RESERVED
    return name if plain else f"`{name}`"


class Writer:
    """Writes patterns and predicates, and gathers the arguments that they take: equal values share one parameter."""

    def __init__(self, index: Index, scope: Scope) -> None:
        self.index = index
        self.scope = scope
        self.names: dict[str, str] = {EDGE: "r", NODE: "x"}
        self.arguments: list[Argument] = []
        self.hops: list[Argument] = []

    def draw(self, names: tuple[str, ...]) -> None:
        """Give each name that is not drawn yet its own in the graph engine's text."""
        for name in names:
            if name not in self.names:
                kind = "n" if (symbol := self.scope.find(name)) and symbol.type == "NODE" else "e"
                self.names[name] = f"{kind}{sum(n[0] == kind for n in self.names.values())}"

    # ---- patterns ----

    def patterns(
        self, patterns: tuple[ast.PathPattern, ...], inputs: tuple[str, ...], drawn: frozenset[str] = frozenset()
    ) -> str:
        seen = set(drawn)
        return ", ".join(self._pattern(pattern, inputs, seen) for pattern in patterns)

    def _pattern(self, pattern: ast.PathPattern, inputs: tuple[str, ...], seen: set[str]) -> str:
        parts = [self._node(pattern.nodes[0], inputs, seen)]
        for edge, node in zip(pattern.edges, pattern.nodes[1:], strict=True):
            parts += [self._edge(edge), self._node(node, inputs, seen)]
        return "".join(parts)

    def _node(self, node: ast.NodePattern, inputs: tuple[str, ...], seen: set[str]) -> str:
        name = node.variable or ""
        if name in seen:
            return f"({self.names[name]})"
        seen.add(name)
        labels = self.scope.symbols[name].labels if node.labels is not None else ()
        key = f" {{key: k{inputs.index(name)}}}" if name in inputs else ""
        return f"({self.names[name]}{''.join(f':{quoted(label)}' for label in labels)}{key})"

    def _edge(self, edge: ast.EdgePattern) -> str:
        every = len(edge.types) == len(self.index.edges)
        types_ = "" if every else ":" + "|".join(map(quoted, edge.types))
        inside = f"[{self.names[edge.variable or '']}{types_}{self._walk(edge)}]"
        left, right = ("<-", "-") if edge.direction == "left" else ("-", "->" if edge.direction == "right" else "-")
        return f"{left}{inside}{right}"

    def _walk(self, edge: ast.EdgePattern) -> str:
        if edge.hops is None:
            return ""
        low, high = self._hop(edge.hops.low), self._hop(edge.hops.high)
        outer = self.scope
        self.scope = outer.add(Symbol(EDGE, "EDGE", edge.types), Symbol(NODE, "NODE", tuple(self.index.labels)))
        where = " AND ".join(map(self.predicate, trees.conjuncts(edge.where)))
        self.scope = outer
        return f"* TRAIL {low}..{high} (r, x | WHERE {where})" if where else f"* TRAIL {low}..{high}"

    def _hop(self, bound: ast.Expr | None) -> str:
        if bound is None:
            return str(OPEN_HOPS)
        if isinstance(bound, ast.Literal) and isinstance(bound.value, int):
            return str(int(bound.value))
        name = f"h{len(self.hops)}"
        self.hops.append(Argument(name, bound, "INTEGER"))
        return f"${name}"

    # ---- predicates ----

    def predicate(self, expr: ast.Expr) -> str:
        match expr:
            case ast.Binary(operator="AND" | "OR" | "XOR" as operator, left=left, right=right):
                return f"({self.predicate(left)} {operator} {self.predicate(right)})"
            case ast.Unary(operand=operand):
                return f"(NOT {self.predicate(operand)})"
            case ast.Comparison():
                return self._comparison(expr)
            case ast.Binary(operator="IN", left=left, right=right):
                return self._membership(left, right)
            case ast.Binary(operator="CONTAINS", left=left, right=right):
                return self._containment(left, right)
            case ast.Binary(operator=operator, left=left, right=right):
                return f"{self.operand(left)} {operator} {self.value(right, 'STRING')}"
            case ast.IsNull(operand=operand, negated=negated):
                return f"{self.operand(operand)} IS {'NOT ' if negated else ''}NULL"
            case ast.Call(name=name, arguments=(one, other)) if name == OVERLAP:
                return self._overlap(one, other)
            case ast.Call(name=name, arguments=(ast.Name() as node, rows)) if name == LAPSED:
                return self._lapsed(node, rows)
            case ast.Exists():
                return f"EXISTS {{ {self._subquery(expr)} }}"
            case _:
                return self.operand(expr)

    def _comparison(self, expr: ast.Comparison) -> str:
        ((operator, right),) = expr.rest
        left = expr.first
        if (one := drawn(left, self.scope)) and (other := drawn(right, self.scope)):
            return self._same(one, operator, other)
        one, other = self._column(left), self._column(right)
        written = self.operand(left) if one else self.value(left, cast_of(other or "ANY", self._type(left)))
        against = self.operand(right) if other else self.value(right, cast_of(one or "ANY", self._type(right)))
        return f"{written} {operator} {against}"

    def _same(self, one: Symbol, operator: str, other: Symbol) -> str:
        """Edges are numbered across all types; memories and hubs each have a numbering of their own."""
        left, right = self.names[one.name], self.names[other.name]
        rows = f"{left}.row {operator} {right}.row"
        if one.type == "EDGE" or (one.labels == other.labels and len(one.labels) == 1):
            return rows
        return f"({rows} {'AND' if operator == '=' else 'OR'} label({left}) {operator} label({right}))"

    def _membership(self, left: ast.Expr, right: ast.Expr) -> str:
        """An empty list holds nothing, not even an unknown: the engine would answer null for null IN []."""
        column = self._column(left)
        if column is None:
            items = self.operand(right)
            return f"(size({items}) > 0 AND {self.value(left, 'STRING')} IN {items})"
        type_ = list_cast(column, right)
        items, item = self.value(right, type_), self.operand(left)
        # Of an empty list the engine takes the type from the other side, and then refuses the cast that is written.
        item = f"CAST({item}, 'DOUBLE')" if type_ != types.LIST_OF[column] else item
        test = f"{item} IN {items}"
        return test if _holds_something(right) else f"(size({items}) > 0 AND {test})"

    def _containment(self, left: ast.Expr, right: ast.Expr) -> str:
        """Every text contains the empty one: the engine says that none does, but lets every text start with it."""
        whole, part = self.operand(left), self.value(right, "STRING")
        test = f"{whole} CONTAINS {part}"
        if isinstance(right, ast.Literal) and right.value:
            return test
        return f"({test} OR (size({part}) = 0 AND {whole} STARTS WITH {part}))"

    def _overlap(self, left: ast.Expr, right: ast.Expr) -> str:
        """The engine has no such function: two lists share an item if together they have fewer than apart."""
        one, other = self.operand(left), self.value(right, "LIST<STRING>")
        together = f"size(list_distinct(list_concat({one}, {other})))"
        return f"{together} < size(list_distinct({one})) + size(list_distinct({other}))"

    def _lapsed(self, node: ast.Name, rows: ast.Expr) -> str:
        """Memories and hubs each have a numbering of their own, so a node that could be either is asked what it is:
        hubs were learned at no time.
        """
        name, symbol = self.names[node.name], self.scope.symbols[node.name]
        test = f"({name}.row IN {self.value(rows, 'LIST<INTEGER>')})"
        timeless = any("recorded_at" not in self.index.properties(label) for label in symbol.labels)
        return f"({name}.recorded_at IS NOT NULL AND {test})" if timeless else test

    def _subquery(self, expr: ast.Exists | ast.CountPattern) -> str:
        outer, drawn = self.scope, frozenset(self.scope.symbols)
        self.scope = outer.add(*scope_of(expr.patterns, self.index).symbols.values())
        self.draw(trees.pattern_names(expr.patterns))
        where = " AND ".join(map(self.predicate, trees.conjuncts(expr.where)))
        text = f"MATCH {self.patterns(expr.patterns, (), drawn)}{' WHERE ' + where if where else ''}"
        self.scope = outer
        return text

    def operand(self, expr: ast.Expr) -> str:
        match expr:
            case ast.Property(subject=ast.Name(name=name), key=key):
                return f"{self.names[name]}.{quoted(key)}"
            case ast.Name(name=name):
                return self.names[name]
            case ast.CountPattern():
                return f"COUNT {{ {self._subquery(expr)} }}"
            case _:
                raise TypeError(f"not pushable: {type(expr).__name__}")

    # ---- values ----

    def value(self, expr: ast.Expr, type_: Type) -> str:
        """Return a closed value as a parameter, cast to `type_`."""
        return f"CAST({self.bare(expr, type_)}, '{CASTS[type_]}')"

    def bare(self, expr: ast.Expr, type_: Type) -> str:
        splice = isinstance(expr, ast.Call) and expr.name == NAMES
        value = ast.ListLiteral(expr.arguments, span=expr.span) if isinstance(expr, ast.Call) and splice else expr
        for argument in self.arguments:
            if (argument.type, argument.splice) == (type_, splice) and trees.alike(argument.value, value):
                return f"${argument.name}"
        made = Argument(f"p{len(self.arguments)}", value, type_, splice)
        self.arguments.append(made)
        return f"${made.name}"

    def _column(self, expr: ast.Expr) -> Type | None:
        if isinstance(expr, ast.CountPattern):
            return "INTEGER"
        found = types.property_of(expr, self.scope, self.index)
        return found.type if found else None

    def _type(self, expr: ast.Expr) -> Type:
        return closed_type(expr, self.index) or "ANY"


def _holds_something(items: ast.Expr) -> bool:
    """Return whether a list is not empty, or is the compiler's own: those stand where null and false are the same."""
    match items:
        case ast.ListLiteral():
            return bool(items.items)
        case ast.Parameter(name=name) | ast.Call(name=name):
            return name.startswith("@")
        case _:
            return False
