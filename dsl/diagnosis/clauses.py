"""What is said of a recall in words that are nearly its clauses: without quotes, with signs, or as people speak."""

from __future__ import annotations

import re

from ...errors import QueryError, Span
from ..parsing.build_recall import CLAUSES
from ..parsing.strings import quote
from .scene import Scene
from .suggest import nearest

_NAMING = ("INTENT", "ABOUT", "DOING", "TYPE", "IN NAMESPACE", "TASK")
_CLAUSE_WORDS = tuple(dict.fromkeys(words.split()[0] for words in CLAUSES))
_CLAUSE = re.compile(rf"\s+(?:{'|'.join(_CLAUSE_WORDS)})\b", re.IGNORECASE)
_NEED = re.compile(r"\bFOR\s+['\"$]", re.IGNORECASE)
_MOST = 80
"""Characters of what is offered in quotes: who wrote more sees what is meant by the beginning."""


def need_without_quotes(scene: Scene) -> QueryError | None:
    """`RECALL vendor prices`, `RECALL FOR vendor prices`: the need is a text."""
    clause = scene.recall_clause()
    misspelt = nearest(scene.word, _CLAUSE_WORDS) is not None or _NEED.search(scene.here) is not None
    first = clause == "RECALL" and "FOR" in scene.accepts and scene.before[-6:].upper() == "RECALL" and not misspelt
    behind = clause == "FOR" and "STRING" in scene.accepts
    if scene.terminal != "NAME" or not (first or behind) or _CLAUSE.match(f" {scene.here}"):
        return None
    said = _CLAUSE.split(scene.here, maxsplit=1)[0].splitlines()[0].rstrip(" ;'\"").strip()
    if not re.fullmatch(r"[\w\s,.?!'-]+", said) or len(said) > _MOST:
        return None
    span = Span(scene.at, scene.at + len(said))
    parameter = f", or `FOR ${said}` for a parameter" if said.isidentifier() else ""
    return scene.error("The need is a text in quotes, behind FOR.", f"Write `FOR {quote(said)}`{parameter}.", span)


def joined_by_and(scene: Scene) -> QueryError | None:
    """`FOR 'x' AND TYPE fact`: clauses follow one another."""
    if scene.word.upper() != "AND" or not _between_clauses(scene):
        return None
    return scene.error("Clauses stand one behind another, without AND.", "As in `FOR 'x' TYPE fact TASK 'T1'`.")


def sign_behind_a_clause(scene: Scene) -> QueryError | None:
    """`TYPE = fact`, `TASK: T1`, `TASK (T1, T2)`."""
    clause = scene.recall_clause()
    signs = ("=", ":", "==", "(", "[")
    if scene.word not in signs or clause not in _NAMING or not scene.before.upper().endswith(clause):
        return None
    names = re.match(r"[=:\s(\[]*(['\w\"-]+(?:\s*,\s*['\w\"-]+)*)", scene.here)
    return scene.error(
        f"Behind {clause} stand its names alone.", f"Write `{clause} {names[1]}`." if names else scene.form()
    )


def ago(scene: Scene) -> QueryError | None:
    """`SINCE 3 DAYS AGO`: a span counts back as it is."""
    if scene.word.upper() != "AGO":
        return None
    span = scene.just_before(r"\b\w+\s+\w+")
    written = span[0] if span else "3 DAYS"
    return scene.error("A span counts back from the reference time as it is.", f"Write `{written}`.")


def lately(scene: Scene) -> QueryError | None:
    """`LAST 3 DAYS`, `SORT BY recency`: other words for a clause."""
    if not _between_clauses(scene):
        return None
    match scene.word.upper():
        case "LAST" | "PAST" | "WITHIN" | "AFTER" | "BEFORE":
            return scene.error(
                f"A recall has no clause `{scene.word}`.",
                "When it happened is said by `SINCE 3 DAYS`, `UNTIL '2024-03-01'` or `BETWEEN ... AND ...`.",
            )
        case "SORT" | "SORTED":
            return scene.error(
                "A recall is not sorted by a clause of its own.",
                "It is ordered by its fronts, or by `RANK BY 0.7 * relevance + 0.3 * recency`.",
            )
        case "%":
            share = scene.just_before(r"\d+")
            written = int(share[0]) / 100 if share else 0.5
            return scene.error("A share is a number from 0 to 1.", f"Write `{written:g}`.")
        case _:
            return None


def _between_clauses(scene: Scene) -> bool:
    return scene.recall_clause() is not None and "BUDGET" in scene.accepts


CLAUSE_SLIPS = (need_without_quotes, joined_by_and, sign_behind_a_clause, ago, lately)
