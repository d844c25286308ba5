"""What every room of the tree builder needs: children, spans, names, and the one way to complain.

A rule's method gets the children that Lark kept: tokens, AST nodes, and None where an optional part was not written.
"""

from __future__ import annotations

from contextvars import ContextVar
from typing import Any, TypeAlias

from lark import Token

from ...errors import ParseError, Span
from .. import ast
from .strings import unquote_name

Children: TypeAlias = list[Any]

LARGEST = 2**63 - 1

# The text that is being parsed: column names are cut from it. A context variable, as one parser serves all threads.
TEXT: ContextVar[str] = ContextVar("TEXT", default="")

# Integers of 2 ** 63: each is the smallest integer once it is behind a minus, and too large where it is not.
UNSIGNED: ContextVar[tuple[ast.Literal, ...]] = ContextVar("UNSIGNED", default=())


def start_of(thing: Any) -> int:
    if type(thing) is Token:
        return thing.start_pos or 0
    return start_of(thing[0]) if type(thing) is tuple else thing.span.start


def end_of(thing: Any) -> int:
    if type(thing) is Token:
        return thing.end_pos or 0
    return end_of(thing[-1]) if type(thing) is tuple else thing.span.end


def between(first: Any, last: Any) -> Span:
    """Return the span from the start of `first` to the end of `last`."""
    return Span(start_of(first), end_of(last))


def around(children: Children) -> Span:
    """Return the span of what was written; a rule's first child is always written, its last ones may not be."""
    last = children[-1]
    if last is None:  # asked for nearly every node, so the usual case takes no loop
        last = next(child for child in reversed(children) if child is not None)
    return Span(start_of(children[0]), end_of(last))


def gathered(children: Children) -> tuple[Any, ...]:
    """The method of a rule that only gathers: `a ("," a)*`."""
    return tuple(children)


def only(children: Children) -> Any:
    """The method of a rule of which nothing but its one part matters: `"WHERE" expression`."""
    return children[0]


def name_of(token: Token) -> str:
    return unquote_name(token.value)


def widen(node: Any, span: Span) -> Any:
    """Give a node that was just built, and that nobody else holds yet, the span of the brackets around it."""
    object.__setattr__(node, "span", span)
    return node


def bare_pattern(node: Any) -> ast.PathPattern | None:
    """Return the pattern, where an expression is one that was drawn without EXISTS: then both have the same span."""
    if type(node) is ast.Exists and node.span == node.patterns[0].span:
        return node.patterns[0]
    return None


def value(node: ast.Expr) -> ast.Expr:
    """Return an expression that stands where a value is due. Raises ParseError for a bare pattern."""
    if type(node) is ast.Exists and bare_pattern(node) is not None:
        raise wrong(
            "A pattern alone is a condition, not a value.",
            node.span,
            "Ask whether it occurs with `EXISTS { (a)-->(b) }`, or how often with `COUNT { (a)-->(b) }`.",
        )
    return node


def begin(text: str) -> None:
    """Begin with a text: what is built from here on is of this one."""
    TEXT.set(text)
    UNSIGNED.set(())


def check_signed() -> None:
    """Raise ParseError for an integer that only a minus could have made one of 64 bits."""
    for literal in UNSIGNED.get():
        raise too_large(literal.span)


def too_large(span: Span) -> ParseError:
    return wrong("This integer is larger than 64 bits can hold.", span, f"The largest is {LARGEST}.")


def wrong(message: str, span: Span, hint: str | None = None) -> ParseError:
    """Return the error for something that the grammar reads and the language does not mean."""
    return ParseError(message, text=TEXT.get(), span=span, hint=hint)
