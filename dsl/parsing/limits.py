"""Bounds on what a text may ask of the compiler.

Every pass after the parser walks the tree by recursion, which reads well; these bounds are what makes that safe. They
are themselves checked by loops, and before any work whose cost grows with what they bound. How long a text may be is
the caller's to say; how deep it may nest is not, for that is what Python allows.
"""

from __future__ import annotations

import re

from ...errors import LimitError
from .. import ast
from ..trees import children_of
from .bounds import DEFAULT, TextLimits
from .strings import OPAQUE

MAX_NESTING = 100
"""Levels of the tree: brackets in brackets, operators on operators.

Python allows about a thousand calls in calls, and a pass that recurses makes up to six of them at each level.
"""

MAX_HELD = 500
"""Signs and parts that a text has begun and not finished where it goes wrong; MAX_NESTING brackets hold 300 or so."""

PARAMETER = "Pass what is long as a parameter, `$name`."

_OPENERS = "([{"
_TOKEN = re.compile(rf"{OPAQUE}|(?P<sign>[(\[{{,)\]}}])|\w+|[^\w\s]", re.DOTALL)


def check_text(text: str, limits: TextLimits = DEFAULT) -> None:
    """Raise LimitError where a text is too long, nests too deep or lists too much, before any of it is parsed."""
    if len(text) > limits.chars:
        message = f"This text has {len(text):,} characters, and at most {limits.chars:,} are read."
        raise _too_large(message, "query_chars", limits.chars, len(text), limits.chars)
    # Counting characters is nearly free, and settles the matter for every text of an ordinary size.
    may_nest = sum(text.count(opener) for opener in _OPENERS) > MAX_NESTING
    if may_nest or len(text) > limits.tokens or text.count(",") >= limits.items:
        _check_tokens(text, limits)


def check_tree(tree: ast.Node) -> None:
    """Raise LimitError where a tree is deeper than the passes that walk it can go."""
    level: list[ast.Node] = [tree]
    for _ in range(MAX_NESTING):
        level = children_of(level)
        if not level:
            return
    message = f"This is nested more than {MAX_NESTING} levels deep."
    hint = "A long chain of OR is written shorter with IN: `m.type IN ['fact', 'decision']`."
    raise _too_large(message, "query_nesting", MAX_NESTING, MAX_NESTING + 1, level[0].span.start, hint)


def check_held(count: int, start: int) -> None:
    """Raise LimitError where so much stands open that finding out what could come next would take seconds."""
    if count > MAX_HELD:
        message = f"This is nested more than {MAX_NESTING} levels deep."
        raise _too_large(message, "query_nesting", MAX_NESTING, count, start)


def _check_tokens(text: str, limits: TextLimits) -> None:
    commas: list[int] = [0]
    for count, token in enumerate(_TOKEN.finditer(text)):
        here = token.start()
        if count >= limits.tokens:
            message = f"This text has more than {limits.tokens:,} words and signs."
            raise _too_large(message, "query_tokens", limits.tokens, limits.tokens + 1, here)
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
            message = f"Brackets are nested more than {MAX_NESTING} deep here."
            raise _too_large(message, "query_nesting", MAX_NESTING, len(commas), here)
        if commas[-1] >= limits.items:
            message = f"This list has more than {limits.items:,} items."
            raise _too_large(message, "query_items", limits.items, limits.items + 1, here)


def _too_large(message: str, limit: str, bound: int, found: int, start: int, hint: str = PARAMETER) -> LimitError:
    place = {"start": start, "end": start + 1}
    if limit != "query_nesting":
        hint = f"{hint} `limits=Limits({limit}=...)` raises this bound; on the command line `--limit {limit}=...`."
    return LimitError(message, hint=hint, code=f"limit.{limit}", limit=limit, bound=bound, found=found, span=place)
