"""Keywords that can come next, as the parser says, and whole clauses to begin with.

A form that is offered is one that works as it stands: where it names a task, a tag or an entity, it is one that is
there, and nothing is made up.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from itertools import pairwise
from operator import attrgetter

from lark import Token

from ...errors import ParseError
from .. import ast
from ..ast import NOWHERE
from ..diagnosis.examples import ENDINGS, EXPRESSIONS, QUERY_CLAUSES, RECALL_CLAUSES, STATEMENTS, TRACE_CLAUSES
from ..parsing.build_recall import CLAUSES, Part, check_order
from ..parsing.build_writing import RANKING
from ..parsing.vocabulary import keywords, operators, phrase
from ..printing.parts import print_slot_name
from .items import Completion, Known
from .meanings import meaning_of
from .situation import Situation

_LOWER = ("TRUE", "FALSE", "NULL")
"""Words that stand for values; the printer writes them small."""

_CLAUSE_WORDS = frozenset(words.split()[0] for words in CLAUSES)
_NAMING: Mapping[str, tuple[str, Callable[[Known], tuple[str, ...]]]] = {
    "TASK": ("TASK", attrgetter("tasks")),
    "INTENT": ("INTENT", attrgetter("tags")),
    "ABOUT": ("ABOUT", attrgetter("entities")),
    "DOING": ("DOING", attrgetter("actions")),
    "TYPE": ("TYPE", attrgetter("types")),
    "IN NAMESPACE": ("IN NAMESPACE", attrgetter("namespaces")),
    "CONSOLIDATE": ("CONSOLIDATE TASK", attrgetter("tasks")),
    "RUN": ("RUN", attrgetter("intents")),
    "DROP": ("DROP INTENT", attrgetter("intents")),
}
"""The forms that name what a store may have: how each begins, and where the names are."""
_COUNTS = ("INTEGER", "PARAMETER")


def words_at(here: Situation, known: Known) -> list[Completion]:
    """Return the keywords that can come next, each with those that must follow it, and a form of what it begins."""
    phrases = list(dict.fromkeys(_phrases(here)))
    forms = _with_names(_forms(here), known)
    words = [Completion(words, "keyword", words, "", meaning_of(words.upper(), here.statement)) for words in phrases]
    shown = (words for words in phrases if forms.get(words, words) != words)  # a clause without slots is its own form
    snippets = [Completion(forms[words], "snippet", words, forms[words]) for words in shown]
    return [*words, *snippets]


def _phrases(here: Situation) -> Iterator[str]:
    accepted = [word for word in keywords() if word in here.accepts]
    clauses = list(_recall_clauses(here)) if _clause_may_begin(here) else []
    if "RECALL" in accepted:
        yield from (words for words in STATEMENTS if words in accepted)  # what is asked most, before the rest
    yield from clauses
    for word in accepted:
        continues = "OR" in here.accepts and word in operators()
        if not clauses or word not in _CLAUSE_WORDS or continues:
            yield word.lower() if word in _LOWER else phrase(here.cursor, word)


def _clause_may_begin(here: Situation) -> bool:
    """Return whether a clause of a recall, or of a strategy, can come next."""
    return "BUDGET" in here.accepts and here.statement in ("RECALL", "STRATEGY")


def _recall_clauses(here: Situation) -> Iterator[str]:
    """Yield the clauses that can still come: behind those that are written, and beside none that excludes them."""
    written, counted = list(_parts(here)), _is_counted(here)
    for words in CLAUSES if here.statement == "RECALL" else RANKING:
        if words == "LIMIT" and counted:
            continue
        try:
            check_order([*written, Part(words, None, NOWHERE)])
        except ParseError:
            continue
        yield words


def _parts(here: Situation) -> Iterator[Part]:
    """Yield the clauses of the innermost recall that are written, the one that could still go on as well."""
    parts: list[Part] = []
    begun: list[str] = []
    for thing in here.cursor.held():
        if isinstance(thing, Part):
            parts, begun = [*parts, thing], []
        elif getattr(thing, "type", "") in ("RECALL", "STRATEGY"):
            parts, begun = [], []
        elif hasattr(thing, "type"):
            begun.append(thing.type)
    yield from parts
    open_clause = next((words for words in (" ".join(begun[:2]), *begun[:1]) if words in CLAUSES), None)
    if open_clause is not None:
        yield Part(open_clause, None, NOWHERE)


def _is_counted(here: Situation) -> bool:
    """Return whether the innermost recall says behind its first word how many it wants."""
    behind = [b for a, b in pairwise(here.waiting) if isinstance(a, Token) and a.type == "RECALL"][-1:]
    return any(
        isinstance(thing, ast.Literal | ast.Parameter) or getattr(thing, "type", "") in _COUNTS for thing in behind
    )


def _forms(here: Situation) -> dict[str, str]:
    """Return the forms that belong here, by the words that begin them: `WITH` behind STARTS begins no clause."""
    forms = _startable(EXPRESSIONS) if here.starts_value else {}
    if {"RECALL", "TRACE"} <= here.accepts:
        forms |= STATEMENTS
    if _clause_may_begin(here):
        return forms | RECALL_CLAUSES
    if here.statement == "TRACE":
        return forms | TRACE_CLAUSES | ENDINGS | {"WHERE": RECALL_CLAUSES["WHERE"]}
    return forms | ENDINGS | (QUERY_CLAUSES if "UNWIND" in here.accepts else {})


def _startable(forms: dict[str, str]) -> dict[str, str]:
    """Return the forms that begin with their own word: the others continue an expression."""
    return {words: form for words, form in forms.items() if form.startswith(words)}


def _with_names(forms: Mapping[str, str], known: Known) -> dict[str, str]:
    """Return the forms, those that name something with a name that is there; where none is, the words alone."""
    there = {
        words: f"{lead} {print_slot_name(ast.Literal(names[0]))}"
        for words, (lead, kind) in _NAMING.items()
        if (names := kind(known))
    }
    return {words: there.get(words, words) if words in _NAMING else form for words, form in forms.items()}
