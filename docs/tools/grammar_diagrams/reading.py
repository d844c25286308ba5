"""The grammar read as data, by Lark's own grammar of grammars: every rule as a shape, every terminal as its pattern."""

from __future__ import annotations

import ast
from dataclasses import dataclass

from lark import Lark, Token, Tree

from .shapes import Loop, Maybe, Name, Shape, Word, fork, row


@dataclass(frozen=True, slots=True)
class Grammar:
    """rules: by name, without the signs that say how a tree is built. patterns: of terminals, a regular expression or a
    `Word`.
    """

    rules: dict[str, Shape]
    patterns: dict[str, str | Word]


def read(source: str) -> Grammar:
    """Return a grammar in Lark's notation as shapes. Raises what Lark raises for a text that is none."""
    lark = Lark.open_from_package("lark", "lark.lark", ["grammars"], parser="lalr", maybe_placeholders=False)
    found = Grammar({}, {})
    for item in lark.parse(f"{source}\n").children:
        match item:
            case Tree("rule", [name, *_, body]):
                found.rules[str(name).lstrip("!?")] = _shape(body)
            case Tree("token", [name, *_, body]):
                found.patterns[str(name)] = _pattern(body)
            case _:
                pass
    return found


def _shape(tree: Tree[Token] | Token) -> Shape:
    match tree:
        case Tree("expansions", ways):
            return fork(*map(_shape, ways))
        case Tree("expansion", parts):
            return row(*map(_shape, parts))
        case Tree("alias", [part, *_]):
            return _shape(part)
        case Tree("maybe", [part]):
            return Maybe(_shape(part))
        case Tree("expr", [part, "?"]):
            return Maybe(_shape(part))
        case Tree("expr", [part, "+"]):
            return Loop(_shape(part))
        case Tree("expr", [part, "*"]):
            return Maybe(Loop(_shape(part)))
        case Tree("name", [name]):
            return Name(str(name).lstrip("!?"))
        case Tree("literal", [text]):
            return Word(_text(str(text)))
        case _:
            raise ValueError(f"A part of the grammar that no diagram shows: {tree}")


def _pattern(tree: Tree[Token] | Token) -> str | Word:
    match tree:
        case Tree("literal", [text]) if text.startswith("/"):
            body, _, flags = str(text)[1:].rpartition("/")
            return f"(?{flags}){body}" if flags else body
        case Tree("literal", [text]):
            return Word(_text(str(text)))
        case _:
            raise ValueError(f"A terminal that is no pattern: {tree}")


def _text(literal: str) -> str:
    """Return what a quoted literal of the grammar stands for; `i` behind it lets any case be typed."""
    return ast.literal_eval(literal.removesuffix("i"))
