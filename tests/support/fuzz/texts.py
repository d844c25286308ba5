"""Texts to throw at the language: right, damaged, deep and long ones, and noise. The same seed, the same texts.

What is nearly right goes furthest into the compiler, so most texts are right statements with a few words changed. The
corpus is what the golden files and our own conformance questions hold: every statement of the language, those that
write too.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path

from tck.cases import OWN, read_cases

GOLDEN = Path(__file__).parents[2] / "golden" / "dsl"
STATEMENTS = """
WHY 'm1' IN (RECALL 5 FOR 'vendor' PARETO BY relevance, recency)
WHY NOT $id IN (RECALL TYPE fact TASK 'T1' BUDGET 500 TOKENS)
COMPARE (RECALL 5 FOR 'vendor') AS OF '2024-03-01' WITH AS OF 7 DAYS
SHOW TASKS
SHOW OBJECTIVES
RUN digest('x', 3, days: -7)
EXPLAIN RUN digest
RECALL FOR 'x' USING default OR recent HALF LIFE 7 DAYS DECAY power EXPLORE ucb PARETO BY relevance, value
RECALL AS m MATCH (m)-[:CAUSED*0..2]->(n) WHERE EXISTS { MATCH (n)-[:BY]->(a) WITH count(a) AS c WHERE c > 1 }
MATCH (a)-[r]->(b) WITH [r] AS rs MATCH (x)-[rs*]->(y) OPTIONAL MATCH (y)-->(z) WHERE COUNT { (z)-->() } = 1 RETURN z
MATCH (m:Memory) RETURN m.id ORDER BY COUNT { MATCH (m)-->(n) RETURN n LIMIT 2 } DESC
PROFILE RECALL 3 FOR 'x' EXCLUDING HARD 'spicy', 'hot' REQUIRING 'words' DIVERSIFY BY MMR 0.5 BUDGET 800 TOKENS
RECALL 3 FOR 'x' EXPAND CAUSES 1, EFFECTS $n
REMEMBER {action: 'paid', observation: 'ok', type: 'decision', tags: ['a', 'b']} CAUSED BY 'm1' BECAUSE 'it did' AS $new
REMEMBER {text: $t, step: 3} CAUSED BY $a, $b SUPERSEDES 'm2'
LINK 'a' -[CAUSED {reason: 'so', weight: 0.5}]-> 'b'
UNLINK $a -[FOLLOWS]-> $b
REINFORCE 'm1', 'm2' BY 0.2
PIN 'm1'
UNPIN $id
FEEDBACK OUTCOME success FOR RECALL 'r1'
FEEDBACK OUTCOME 0.8 FOR MEMORY 'm1', $b
FORGET WHERE m.task = 'T1' AND m.importance < 0.1 DRY RUN
RESTORE 'm1'
PURGE 'm1' DRY RUN
CONSOLIDATE TASK 'T1', $t
DEFINE INTENT digest($need, $n = 5) DESCRIBED 'what matters' AS RECALL $n FOR $need
DEFINE INTENT open AS MATCH (m:Memory) WHERE m.type = 'task' RETURN m
DEFINE STRATEGY calm DESCRIBED 'slow' AS CANDIDATES 50 AT LEAST relevance 0.3 PARETO BY recency ORDER FRONT BY sum
DEFINE TAG 'x' UNDER 'y' DESCRIBED 'z'
DEFINE TYPE 'hint' DESCRIBED 'a hint' HALF LIFE 30 DAYS
DROP STRATEGY calm
"""
"""Statements about statements, and those that write."""

_PIECE = re.compile(r"'(?:[^'\\]|\\.)*'|`[^`]*`|\d+\.\d+|\w+|\.\.|[-<>=~]+|\s+|[^\w\s]")
_STRANGE = [
    *"'\"`/*-<>[](){}$:;.,|!%&#=^é ", "\\", "\x00", "\ud800", "\u200b", "–", "==", "..", "null", "$p", "-1", "0",
    "1e400", "9223372036854775808", "''", "[]", "{}", "*", "NOT", "RETURN", "MATCH", "WHERE", "RECALL", "(a)-[*]->(b)",
    "0x", "//",
]  # fmt: skip
_BRACKETS = ("()", "[]", "{}", "''", "``", ("[x IN ", "]"), ("CASE WHEN ", " THEN 1 END"), ("NOT ", ""), ("-", ""))
_LONG = (
    ", 1",
    " OR m.x = 1",
    " + 1",
    "-[:CAUSED]->()",
    ", (m)",
    "[0]",
    ".a",
    " UNION RETURN 1",
    ", 'x'",
    "&A",
    " WITH 1 AS x",
)


@cache
def corpus() -> tuple[str, ...]:
    """Return right statements, each once."""
    lines = [
        line for file in sorted((GOLDEN / "parse").glob("*.clew")) for line in file.read_text("utf-8").splitlines()
    ]
    parsed = (line for line in (*lines, *STATEMENTS.splitlines()) if line and not line.startswith("//"))
    plans = (file.read_text("utf-8") for file in sorted((GOLDEN / "plan").glob("*.clew")) if file.stem != "errors")
    planned = (_statement(part) for text in plans for part in text.split("\n\n"))
    own = (case.query for case in read_cases(OWN) if not case.error)
    return tuple(dict.fromkeys((*parsed, *filter(None, planned), *own)))


def _golden(folder: str) -> list[str]:
    return [path.read_text("utf-8") for path in sorted((GOLDEN / folder).glob("*.clew")) if path.stem != "errors"]


def _statement(part: str) -> str:
    """Return a part of a golden file without what it says about its statement."""
    return "\n".join(line for line in part.splitlines() if not line.startswith("//"))


@cache
def _pieces() -> tuple[tuple[str, ...], ...]:
    return tuple(tuple(_PIECE.findall(text)) for text in corpus())


@cache
def _pool() -> tuple[str, ...]:
    return tuple(sorted({piece for pieces in _pieces() for piece in pieces} | set(_STRANGE)))


def texts(seed: int, count: int) -> Iterator[str]:
    """Yield texts drawn by chance."""
    draw = random.Random(seed)
    for _ in range(count):
        yield draw.choices(_WAYS, _WEIGHTS)[0](draw)


def damaged(draw: random.Random) -> str:
    """Return a right statement with one to four pieces left out, doubled, or replaced by pieces of others."""
    pieces = list(draw.choice(_pieces()))
    for _ in range(draw.randint(1, 4)):
        place = draw.randint(0, len(pieces))
        pieces[place : place + draw.randint(0, 2)] = draw.choices(_pool(), k=draw.randint(0, 2))
    return "".join(pieces)


def crossed(draw: random.Random) -> str:
    """Return the beginning of one statement and the end of another."""
    one, other = draw.choice(_pieces()), draw.choice(_pieces())
    return "".join((*one[: draw.randint(0, len(one))], *other[draw.randint(0, len(other)) :]))


def right(draw: random.Random) -> str:
    return draw.choice(corpus())


def noise(draw: random.Random) -> str:
    """Return bytes of any value, or characters of any script, as text."""
    length = draw.randint(0, 60)
    if draw.random() < 0.5:
        return draw.randbytes(length).decode("utf-8", draw.choice(("replace", "surrogateescape")))
    return "".join(chr(draw.choice((draw.randint(0, 0x2FF), draw.randint(0, 0x10FFFF)))) for _ in range(length))


def words(draw: random.Random) -> str:
    """Return pieces of statements in no order."""
    return " ".join(draw.choices(_pool(), k=draw.randint(1, 25)))


def deep(draw: random.Random) -> str:
    """Return a statement with something put into itself, up to 3,000 times."""
    opening, closing = draw.choice(_BRACKETS)
    depth = int(10 ** draw.uniform(0.5, 3.5))
    inside = opening * depth + draw.choice(("1", "", "m.x")) + (closing * depth if draw.random() < 0.8 else "")
    return draw.choice(
        ("RETURN {}", "MATCH (m) WHERE {} RETURN m", "RECALL WHERE {}", "{}", "FORGET WHERE {}")
    ).replace("{}", inside)


def long(draw: random.Random) -> str:
    """Return a statement that repeats a part up to 3,000 times."""
    pieces = list(draw.choice(_pieces()))
    pieces.insert(draw.randint(0, len(pieces)), draw.choice(_LONG) * int(10 ** draw.uniform(0.5, 3.5)))
    return "".join(pieces)


_WAYS: tuple[Callable[[random.Random], str], ...] = (damaged, crossed, right, words, noise, deep, long)
_WEIGHTS = (60, 12, 6, 8, 10, 2, 2)
