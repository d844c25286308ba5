"""Values as the kit writes them, and ours, both as something that compares: types apart, floats by their digits.

`(:A {x: 1})` is a node, `[:T {x: 1}]` an edge, `<(:A)-[:T]->(:B)>` a path; all else is written as in a query. Times and
durations are compared by their text, which is how the kit writes them.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from clew.engine.evaluation.context import Context
from clew.engine.evaluation.expressions.compile import evaluate_closed
from clew.engine.evaluation.temporal.durations import Duration
from clew.engine.evaluation.temporal.values import TEMPORALS
from clew.engine.evaluation.values import EdgeValue, NodeValue, PathValue
from statement_parts import expression

HIDDEN = "Unlabelled"
"""The label that nodes have here which the kit draws without any."""

_TOKEN = re.compile(r"\s*('(?:[^'\\]|\\.)*'|<-\[|\]->|-\[|\]-|[\[\](){}<>:,]|[^\s\[\](){}<>:,]+)")
Properties = Callable[[NodeValue | EdgeValue], Mapping[str, Any]]


# ---- what is due ---------------------------------------------------------------------------------


def read(text: str) -> Any:
    """Return a value of the kit's, ready to compare."""
    reader = _Reader(_TOKEN.findall(text))
    value = reader.value()
    assert not reader.tokens, text
    return value


def scalar(text: str) -> Any:
    """Return a value without graph parts, as a query takes it for a parameter."""
    return evaluate_closed(expression(text.replace("NaN", "(0.0 / 0.0)")), Context())


class _Reader:
    """Reads one value from its tokens, from left to right."""

    def __init__(self, tokens: list[str]) -> None:
        self.tokens = tokens

    def value(self) -> Any:
        match self.tokens[0]:
            case "(":
                return self.node()
            case "<":
                return self.path()
            case "{":
                return self.properties()
            case "[" if self.tokens[1] == ":":
                self.take("[")
                return self.edge("]")
            case "[":
                return self.items()
            case _:
                return canonical(scalar(self.take()))

    def take(self, due: str = "") -> str:
        token = self.tokens.pop(0)
        assert not due or token == due, (token, due)
        return token

    def until(self, close: str, read: Callable[[], Any]) -> list[Any]:
        """Read what commas part, and the sign that closes it."""
        found: list[Any] = []
        while self.tokens[0] != close:
            found.append(read())
            if self.tokens[0] == ",":
                self.take()
        self.take(close)
        return found

    def items(self) -> Any:
        self.take("[")
        return ("list", *self.until("]", self.value))

    def properties(self) -> Any:
        self.take("{")
        return ("map", *sorted(self.until("}", self.entry)))

    def entry(self) -> tuple[str, Any]:
        key = self.take().strip("`")
        self.take(":")
        return key, self.value()

    def node(self) -> Any:
        self.take("(")
        labels: list[str] = []
        while self.tokens[0] == ":":
            self.take()
            labels.append(self.take())
        properties = self.properties() if self.tokens[0] == "{" else ("map",)
        self.take(")")
        return ("node", *sorted(labels), properties)

    def edge(self, close: str) -> Any:
        self.take(":")
        kind = self.take()
        properties = self.properties() if self.tokens[0] == "{" else ("map",)
        self.take(close)
        return ("edge", kind, properties)

    def path(self) -> Any:
        """Of each edge also which way it points along the path."""
        self.take("<")
        parts = [self.node()]
        while self.tokens[0] != ">":
            forth = self.take() == "-["
            parts += [(forth, self.edge("]->" if forth else "]-")), self.node()]
        self.take(">")
        return ("path", *parts)


# ---- what came -----------------------------------------------------------------------------------


def shown(value: Any, properties: Properties) -> Any:
    """Return a value of ours, ready to compare."""
    match value:
        case NodeValue(label=label):
            return ("node", *(() if label == HIDDEN else (label,)), _map(properties(value), properties))
        case EdgeValue(type=kind):
            return ("edge", kind, _map(properties(value), properties))
        case PathValue():
            return ("path", *_path(value, properties))
        case list():
            return ("list", *(shown(item, properties) for item in value))
        case dict():
            return _map(value, properties)
        case _:
            return canonical(value)


def _path(path: PathValue, properties: Properties) -> Sequence[Any]:
    parts: list[Any] = [shown(path.nodes[0], properties)]
    for here, edge, there in zip(path.nodes, path.edges, path.nodes[1:], strict=False):
        parts += [(edge.source == here, shown(edge, properties)), shown(there, properties)]
    return parts


def _map(value: Mapping[str, Any], properties: Properties) -> Any:
    return ("map", *sorted((key, shown(item, properties)) for key, item in value.items()))


def canonical(value: Any) -> Any:
    """Return a value that equals itself, and no value of another type; floats to the digits all writers agree on."""
    match value:
        case list():
            return ("list", *map(canonical, value))
        case dict():
            return ("map", *sorted((key, canonical(item)) for key, item in value.items()))
        case float():
            return ("float", "NaN" if math.isnan(value) else f"{value:.15g}")
        case _ if isinstance(value, (*TEMPORALS, Duration)):
            return ("str", str(value))
        case _:
            return (type(value).__name__, value)


def in_any_order(value: Any) -> Any:
    """Return a value with the items of its lists sorted, at whatever depth."""
    if not isinstance(value, tuple):
        return value
    inside = tuple(map(in_any_order, value))
    return ("list", *sorted(inside[1:], key=repr)) if inside[:1] == ("list",) else inside
