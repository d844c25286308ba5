"""A script in the printer's style: every statement printed anew from its tree, every comment put back where it stood.

What is written reads as the same statements, which is checked before it is given away, and formatting it again changes
nothing. Up to one empty line between statements is kept. A column without AS is named by its text, so its name follows
the style too: give names that a program reads with AS.
"""

from __future__ import annotations

from collections.abc import Iterable

from ...errors import ClewError, QueryError, Span
from .. import ast
from ..parsing.lexemes import scan
from ..parsing.parser import parse
from ..parsing.script import Piece, split
from ..printing.printer import WIDTH, statement_lines
from .comments import Comment, Gaps, comments_in, gaps_of, rehung
from .layout import laid_out
from .words import words_of


def format_text(text: str, width: int = WIDTH) -> str:
    """Return a script in the printer's style, ending in a line break; "" for one of blanks.

    width: of lines, in characters; comments, texts and names are never broken. Raises what `parse` raises, with the
    place in the whole text.
    """
    pieces = split(text)
    trees = [_parsed(piece, text) for piece in pieces]
    lines: list[str] = []
    end = 0
    for place, (piece, tree) in enumerate(zip(pieces, trees, strict=True)):
        comments, apart = comments_in(scan(text, end, piece.start), text, leads=not place)
        _put_comments(lines, comments)
        inline = [comment for comment in comments if comment.stand == "before"]
        _put_apart(lines, apart or any(comment.apart for comment in inline))
        ending = ";" if piece.ended or place + 1 < len(pieces) else ""
        lines.append(format_piece(piece.text, tree, inline, width) + ending)
        end = piece.end
    _put_comments(lines, comments_in(scan(text, end), text, leads=not pieces, ends=True)[0])
    return "\n".join([*lines, ""]) if lines else ""


def format_piece(text: str, tree: ast.Statement, inline: Iterable[Comment], width: int) -> str:
    """Return one statement in the printer's style. inline: comments before its first word, on the same line."""
    printed = words_of("\n".join(statement_lines(tree)))
    inside = rehung(gaps_of(text), words_of(text), printed)
    gaps: Gaps = {**inside, 0: [*inline, *inside.get(0, [])]}
    made = laid_out(printed, gaps, width)
    if parse(made) != tree:
        raise ClewError("This text would not mean the same when formatted, and stays as it is.", code="format")
    return made


def _parsed(piece: Piece, text: str) -> ast.Statement:
    try:
        return parse(piece.text)
    except QueryError as error:
        if error.span is not None:
            error.span = Span(error.span.start + piece.start, error.span.end + piece.start)
        error.text = text
        raise


def _put_comments(lines: list[str], comments: Iterable[Comment]) -> None:
    """Add the comments that stand behind the statement before, and those on lines of their own."""
    for comment in comments:
        if comment.stand == "behind" and lines:
            lines[-1] += f" {comment.text}"
        elif comment.stand == "own":
            _put_apart(lines, comment.apart)
            lines.append(comment.text)


def _put_apart(lines: list[str], apart: bool) -> None:
    if apart and lines:
        lines.append("")
