"""The language for Pygments, and so for Rich, Sphinx and whatever else colours with it.

Kinds come from `dsl/highlighting`, which asks the parser; a lexer of regular expressions of its own was refused, as it
would be a second grammar. Found by Pygments through the entry point `pygments.lexers`.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from pygments.lexer import Lexer
from pygments.token import Comment, Error, Keyword, Name, Number, Operator, Punctuation, String, Text

from ..dsl.highlighting.highlight import Kind, highlight

TOKENS: dict[Kind, Any] = {
    "blank": Text.Whitespace,
    "comment": Comment,
    "keyword": Keyword,
    "constant": Keyword.Constant,
    "name": Name,
    "property": Name.Attribute,
    "label": Name.Class,
    "function": Name.Function,
    "parameter": Name.Variable,
    "string": String,
    "number": Number,
    "operator": Operator,
    "punctuation": Punctuation,
    "error": Error,
}


class ClewLexer(Lexer):
    """Lexes any text of the Clew language, a broken one too."""

    name = "Clew"
    aliases = ["clew"]  # noqa: RUF012 - Pygments reads class attributes
    filenames = ["*.clew"]  # noqa: RUF012 - as above

    def get_tokens_unprocessed(self, text: str) -> Iterator[tuple[int, Any, str]]:
        """Yield `(start, token, text)` for each part; together they are the text."""
        for start, end, kind in highlight(text):
            yield start, TOKENS[kind], text[start:end]
