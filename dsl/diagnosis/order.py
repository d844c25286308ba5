"""Right words in the wrong place: clauses out of order, and clauses whose name was taken for a name."""

from __future__ import annotations

import re

from ...errors import QueryError, Span
from ..parsing.build_recall import CLAUSES, misplaced
from .examples import ENDINGS, QUERY_CLAUSES, RECALL_CLAUSES
from .scene import Scene

_CLAUSE_WORDS = frozenset(words.split()[0] for words in RECALL_CLAUSES | QUERY_CLAUSES | ENDINGS)
_AFTER_COLUMNS = "Behind the columns stand, in this order: ORDER BY or PARETO BY, SKIP, LIMIT."
# Where a clause of a pattern query goes, when it was found elsewhere.
_GOES = {
    "WHERE": "WHERE stands behind the pattern of MATCH, or behind WITH; RETURN comes last.",
    "ORDER": _AFTER_COLUMNS,
    "PARETO": _AFTER_COLUMNS,
    "SKIP": _AFTER_COLUMNS,
    "LIMIT": _AFTER_COLUMNS,
    "AS": "AS OF stands behind the pattern of MATCH, before VALID AT and WHERE.",
    "VALID": "VALID AT stands behind the pattern of MATCH, before WHERE.",
}
_TRACE_ORDER = ("VIA", "DEPTH", "WHERE", "RETURN")
# Words that a recall has no clause for, and the clause that was meant.
_MEANT = {
    **dict.fromkeys(("TAG", "TAGS", "TAGGED", "INTENTS"), "INTENT"),
    **dict.fromkeys(("MENTIONS", "MENTIONING", "ENTITY", "ENTITIES"), "ABOUT"),
    **dict.fromkeys(("ACTION", "ACTIONS", "TOOL"), "DOING"),
    "AFTER": "SINCE",
    "BEFORE": "UNTIL",
    "DURING": "BETWEEN",
    "TRUST": "MIN TRUST",
    **dict.fromkeys(("EXCLUDE", "EXCEPT", "NOT", "AVOIDING"), "EXCLUDING"),
    **dict.fromkeys(("REQUIRE", "CONTAINING", "CONTAINS"), "REQUIRING"),
}


_COUNTS = frozenset(
    ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "all", "many", "some", "few", "*")
)


def clause_read_as_name(scene: Scene) -> QueryError | None:
    """`WHERE RETURN a`: any word can be a name, so RETURN was one, and the error came a word later.

    Only words in capitals are taken for keywords here: `{type = 'fact'}` has another fault.
    """
    last = scene.just_before(r"(?<![\w.:`])[A-Z]+")
    if last is None or last[0] not in _CLAUSE_WORDS or last[0] in scene.words_read()[-1:]:
        return None
    return scene.error(
        f"Before `{last[0]}` something is missing.",
        f"`{last[0]}` was read as a name here, because one could stand in this place. {scene.form()}".rstrip(),
        Span(last.start(), last.end()),
    )


def misplaced_recall_clause(scene: Scene) -> QueryError | None:
    """A clause that belongs further up, where the grammar could not read it at all."""
    latest = scene.recall_clause()
    words, span = _clause_here(scene)
    if latest not in CLAUSES or not {"BUDGET", "OR", "COMMA"} & scene.accepts:
        return None
    order = list(CLAUSES)
    if words is None or order.index(words) >= order.index(latest):
        return None
    message, hint = misplaced(words, latest)
    return scene.error(message, hint, span)


def misplaced_query_clause(scene: Scene) -> QueryError | None:
    """`RETURN a WHERE ...`, `LIMIT 5 SKIP 3`, `WHERE ... AS OF ...`."""
    word = scene.word.upper()
    reads = scene.accepts & {"UNWIND", "UNION"} and scene.recall_clause() is None
    if word not in _GOES or not reads or "RECALL" in scene.accepts:
        return None
    return scene.error(f"`{word}` is not in its place.", _GOES[word])


def misplaced_trace_clause(scene: Scene) -> QueryError | None:
    word = scene.word.upper()
    if word not in _TRACE_ORDER or "TRACE" not in scene.words_read() or scene.recall_clause() is not None:
        return None
    if not scene.accepts & {"OR", "WHERE", "RETURN"}:
        return None
    hint = "Behind the origin stand, in this order: VIA, DEPTH, WHERE, RETURN."
    return scene.error(f"`{word}` is not in its place.", hint)


def habits_in_recall(scene: Scene) -> QueryError | None:
    """`RECALL ... ORDER BY`, `RECALL 'text'`, `RECALL -5`: habits from other languages."""
    latest = scene.recall_clause()
    if latest is None or "BUDGET" not in scene.accepts:
        return None
    if re.match(r"ORDER\s+FRONT", scene.here, re.IGNORECASE):
        form = "PARETO BY relevance, recency ORDER FRONT BY knee"
        return scene.error("`ORDER FRONT BY` belongs to PARETO BY.", f"For example `{form}`.")
    if scene.word.upper() in ("ORDER", "SKIP", "UNION"):
        hint = "It is ordered by its fronts, or by `RANK BY 0.7 * relevance + 0.3 * recency`; `LIMIT` says how many."
        return scene.error(f"A recall takes no {scene.word.upper()}.", hint)
    if re.match(r"FROM\s+['\"$\d]", scene.here, re.IGNORECASE):
        return scene.error("A recall has no clause `FROM`; `SINCE` is it.", f"Write `{RECALL_CLAUSES['SINCE']}`.")
    if scene.word.upper() in _MEANT:
        meant = _MEANT[scene.word.upper()]
        return scene.error(
            f"A recall has no clause `{scene.word}`; `{meant}` is it.", f"Write `{RECALL_CLAUSES[meant]}`."
        )
    if latest == "RECALL" and scene.word.upper() in ("TOP", "FIRST"):
        return scene.error(f"A recall has no `{scene.word}`.", "How many are wanted follows at once: `RECALL 5`.")
    if latest == "RECALL" and scene.word.lower() in _COUNTS:
        return scene.error("How many memories are wanted is a whole number.", "For example `RECALL 5`.")
    if latest == "RECALL" and re.match(r"\w+\s+FOR\s+['\"$]", scene.here) and scene.word.islower():
        return scene.error("Another name for the memory stands behind AS.", f"Write `RECALL AS {scene.word}`.")
    if scene.terminal == "STRING" and latest == "RECALL":
        return scene.error("The need is written behind FOR.", f"Write `FOR {scene.word}`.")
    if re.match(r"[-.]\d", scene.here) and latest == "RECALL":
        return scene.error("How many memories are wanted is a whole number.", "For example `RECALL 5`.")
    if scene.word == "," and latest == "FOR":
        return scene.error("A recall has one need.", "Write all of it in one text: `FOR 'this and that'`.")
    return None


def near_a_number(scene: Scene) -> QueryError | None:
    """`NEAR 5`: the newest few are meant."""
    if scene.terminal != "INTEGER" or scene.words_read()[-1:] != ["NEAR"]:
        return None
    return scene.error(
        "NEAR takes ids, or how many memories are active.",
        f"Write `NEAR ACTIVE {scene.word}` for the newest {scene.word}, or the id in quotes: `NEAR '{scene.word}'`.",
    )


def habits_in_trace(scene: Scene) -> QueryError | None:
    """`TRACE 'a'`, `TRACE 'a' TO 'b'`, `TRACE ... LIMIT 5`."""
    words = scene.words_read()
    if words[-1:] == ["TRACE"] and scene.terminal in ("STRING", "PARAMETER"):
        to = re.match(r"\S+\s+TO\s+(\S+)", scene.here, re.IGNORECASE)
        form = f"PATH FROM {scene.word} TO {to[1]}" if to else f"CAUSES OF {scene.word}"
        return scene.error("TRACE says first what it follows.", f"Write `TRACE {form}`.")
    if "TRACE" in words and scene.word.upper() in ("LIMIT", "ORDER", "SKIP") and "DEPTH" in scene.accepts:
        form = "RETURN m, depth ORDER BY depth LIMIT 5"
        return scene.error(f"`{scene.word}` stands behind RETURN.", f"For example `{form}`; DEPTH says how far to go.")
    return None


ORDER = (
    near_a_number,
    habits_in_trace,
    clause_read_as_name,
    misplaced_recall_clause,
    misplaced_query_clause,
    misplaced_trace_clause,
    habits_in_recall,
)


def _clause_here(scene: Scene) -> tuple[str | None, Span]:
    """Return the words of the recall clause that begins where the parser stopped, and their place.

    `x > 1 IN NAMESPACE a` stops at `a`: until there it could have been a test of membership.
    """
    eaten = scene.just_before(r"\bIN\s+NAMESPACE", re.IGNORECASE)
    if eaten is not None:
        return "IN NAMESPACE", Span(eaten.start(), eaten.end())
    words = re.findall(r"[^\W\d]\w*", scene.here[:40].upper())[:2]
    return next((phrase for phrase in (" ".join(words), *words[:1]) if phrase in CLAUSES), None), scene.span
