"""Bounds on what a text may ask of the compiler.

Every pass after the parser walks the tree by recursion, which reads well; these bounds are what makes that safe. They
are themselves checked by loops, and before any work whose cost grows with what they bound.
"""

from __future__ import annotations

import re

from ...errors import LimitError
from .. import ast
from ..trees import children
from .strings import OPAQUE

MAX_TEXT = 250_000
"""Characters. A long need in quotes has room."""

MAX_TOKENS = 25_000
"""Words and signs. At about ten microseconds each, the longest text is read in a quarter of a second."""

MAX_NESTING = 100
"""Levels of the tree: brackets in brackets, operators on operators.

Python allows about a thousand calls in calls, and a pass that recurses makes up to six of them at each level.
"""

MAX_ITEMS = 10_000
"""Items of one list or map. More than that is data, and data is passed as a parameter."""

_OPENERS = "([{"
_TOKEN = re.compile(rf"{OPAQUE}|(?P<sign>[(\[{{,)\]}}])|\w+|[^\w\s]", re.DOTALL)


def check_text(text: str) -> None:
    """Raise LimitError where a text is too long, nests too deep or lists too much, before any of it is parsed."""
    if len(text) > MAX_TEXT:
        raise _too_large(
            f"This text has {len(text):,} characters, and at most {MAX_TEXT:,} are read.", MAX_TEXT, MAX_TEXT
        )
    # Counting characters is nearly free, and settles the matter for every text of an ordinary size.
    may_nest = sum(text.count(opener) for opener in _OPENERS) > MAX_NESTING
    if may_nest or len(text) > MAX_TOKENS or text.count(",") > MAX_ITEMS:
        _check_tokens(text)


def check_tree(tree: ast.Node) -> None:
    """Raise LimitError where a tree is deeper than the passes that walk it can go."""
    level: list[ast.Node] = [tree]
    for _ in range(MAX_NESTING):
        level = [child for node in level for child in children(node)]
        if not level:
            return
    deepest = level[0]
    raise _too_large(
        f"This is nested more than {MAX_NESTING} levels deep.",
        MAX_NESTING,
        deepest.span.start,
        "A long chain of OR is written shorter with IN: `m.type IN ['fact', 'decision']`.",
    )


def _check_tokens(text: str) -> None:
    commas: list[int] = [0]
    for count, token in enumerate(_TOKEN.finditer(text)):
        if count >= MAX_TOKENS:
            raise _too_large(f"This text has more than {MAX_TOKENS:,} words and signs.", MAX_TOKENS, token.start())
        sign = token["sign"]
        if sign is None:
            continue
        if sign == ",":
            commas[-1] += 1
        elif sign in _OPENERS:
            commas.append(0)
        elif len(commas) > 1:
            commas.pop()
        if len(commas) > MAX_NESTING:
            raise _too_large(f"Brackets are nested more than {MAX_NESTING} deep here.", MAX_NESTING, token.start())
        if commas[-1] >= MAX_ITEMS:
            raise _too_large(f"This list has more than {MAX_ITEMS:,} items.", MAX_ITEMS, token.start())


def _too_large(
    message: str, limit: int, start: int, hint: str = "Pass what is long as a parameter, `$name`."
) -> LimitError:
    return LimitError(message, hint=hint, limit=limit, span={"start": start, "end": start + 1})
