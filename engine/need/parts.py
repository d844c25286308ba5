"""A need of several parts, taken apart: each part is a need of its own, and what answers one of them is an answer.

`compare vendor A and vendor B` asks for what is known of A and what is known of B, and the words that speak of both are
rare where the memories speak of one. Only unmistakable joints are cut: a wrong cut asks for what nobody needs.
"""

from __future__ import annotations

import re

MOST = 4
"""Parts, at most: more is a list, and the whole of it says as much."""
LEAST_WORDS = 2
LONGEST = 2_000

QUESTIONS = re.compile(r"(?<=[?？。；;])\s*")
ASKING = r"(?:who|whom|what|when|where|which|why|how)"
CLAUSES = re.compile(rf"\s*(?:[,，]\s*(?:and|but|or)\s+|\s+and\s+)(?={ASKING}\b)", re.IGNORECASE)

NAME = r"[A-Z][\w.\-]*(?:'s)?(?: [A-Z0-9][\w.\-]*)*"
SIDE = r"[^,;:?？，。]{1,60}?"
WORD = r"[\w.\-]+(?: [\w.\-]+)?"
COMPARED = r"compar(?:e|ed|ing|ison of)|differences? between|choose between|both"
BEHIND = r"(?=[?.,;]|$| (?:in|on|for|at|by|when)\b)"
PAIRS = (
    re.compile(rf"\b(?:{COMPARED}) (?P<one>{SIDE}) (?:and|to|with|or) (?P<other>{SIDE}){BEHIND}", re.IGNORECASE),
    re.compile(rf"(?P<one>{WORD})(?:,? (?:versus|vs\.?|compared (?:to|with)) )(?P<other>{WORD})", re.IGNORECASE),
    re.compile(rf"\b(?P<one>{NAME})(?: and|,? as well as| or|/) (?P<other>{NAME})"),
    re.compile(r"(?:比较|对比)(?P<one>[^，。？和与跟]{1,20})(?:和|与|跟)(?P<other>[^，。？的]{1,20})"),
)


def parts_of(text: str) -> tuple[str, ...]:
    """Return the parts of a need, 2 to MOST; () for a need of one part. Never raises."""
    head = text[:LONGEST].strip()
    found = _questions(head) or _sides(head)
    return tuple(dict.fromkeys(found))[:MOST] if len(found) > 1 else ()


def _questions(text: str) -> list[str]:
    """Return the questions that a text asks one after the other."""
    pieces = [piece.strip() for question in QUESTIONS.split(text) for piece in CLAUSES.split(question)]
    asked = [piece for piece in pieces if piece and (len(piece.split()) >= LEAST_WORDS or not piece.isascii())]
    return asked if len(asked) > 1 else []


def _sides(text: str) -> list[str]:
    """Return the text once for each side of a pair that it names."""
    for pair in PAIRS:
        match = pair.search(text)
        if match is not None:
            return [f"{text[: match.start()]}{match[side]}{text[match.end() :]}".strip() for side in ("one", "other")]
    return []
