"""Wrong words: statements that write, words of other languages, and words misspelt."""

from __future__ import annotations

import re

from ...errors import CapabilityError, QueryError, Span
from ..parsing.cursor import END
from ..parsing.strings import quote
from ..parsing.vocabulary import keywords, listed
from .examples import STATEMENTS
from .scene import Scene
from .suggest import nearest

_NEW = "`execute` runs what writes: `REMEMBER {text: '...'}` for a memory, `LINK 'a' -[CAUSED]-> 'b'` for an edge."
_CHANGED = "A memory is not changed: `execute` says what is so now, `REMEMBER {text: '...'} SUPERSEDES 'id'`."
_GONE = (
    "`execute` runs what writes: `FORGET 'id'` hides a memory, `UNLINK 'a' -[CAUSED]-> 'b'` takes an edge back, "
    "`REMEMBER {text: '...'} SUPERSEDES 'id'` replaces."
)
_WRITES = {
    **dict.fromkeys(("CREATE", "MERGE", "INSERT", "FOREACH"), _NEW),
    **dict.fromkeys(("SET", "UPDATE", "REMOVE"), _CHANGED),
    **dict.fromkeys(("DELETE", "DETACH"), _GONE),
}
_FIRST_WORDS = frozenset(words.split()[0] for words in STATEMENTS) | {"MATCH", "OPTIONAL", "UNWIND"}
_QUERY_WORDS = frozenset(("MATCH", "OPTIONAL", "WITH", "UNWIND", "UNION", "RETURN"))
_FOREIGN = {
    "SELECT": "What is wanted is said by RECALL, or by MATCH and, last, RETURN.",
    "FROM": "What is read is drawn as a pattern: `MATCH (m:Memory) RETURN m`.",
    "JOIN": "What belongs together is drawn as an edge: `MATCH (a)-[:CAUSED]->(b)`.",
    "GROUP": "Rows are grouped by whatever in RETURN is no aggregate: `RETURN m.task, count(*)`.",
    "HAVING": "A condition on groups stands behind WITH: `WITH m.task AS t, count(*) AS n WHERE n > 3 RETURN t`.",
    "LIKE": "Parts of texts are found by `CONTAINS`, `STARTS WITH`, `ENDS WITH`, or `=~` with a regular expression.",
    "ILIKE": "Parts of texts are found by `CONTAINS` of `toLower(...)`, or by `=~ '(?i)...'`.",
    "BETWEEN": "A value between two others is written `1 <= x <= 5`.",
    "OFFSET": "Rows are passed over by `SKIP 10`.",
    "TOP": "The number of rows is said last, by `LIMIT 10`.",
    "CALL": "A query calls no procedures; `SHOW TAGS` and its kind say what there is.",
    "NULLS": "Null is the largest: it comes last, and with DESC first. `ORDER BY m.step IS NULL, m.step` says it.",
    "LOAD": "A query reads no files.",
    "YIELD": "A query calls no procedures.",
    "ANALYZE": "`PROFILE` runs a statement and tells rows and times of each stage; `EXPLAIN` shows its plan.",
    "IF": "One value or another: `CASE WHEN m.step > 3 THEN 'late' ELSE 'early' END`.",
    "INTERSECT": "Both conditions stand in one WHERE, joined by AND.",
    "EXCEPT": "What is left out is said in WHERE: `NOT EXISTS { (m)<-[:SUPERSEDES]-() }`.",
}
_UNITS = ("SECOND", "MINUTE", "HOUR", "DAY", "WEEK", "MONTH", "YEAR")
_QUESTION = re.compile(r"[^\W\d]\w*[\s,]+[\w\s,.?!'-]{1,80}")
_FORM = f"For example `{STATEMENTS['RECALL']}`."
_READING = ("RECALL", "MATCH", "TRACE", "WHY", "COMPARE", "RUN", "SHOW", "EXPLAIN", "PROFILE")
_WRITING = ("REMEMBER", "LINK", "FEEDBACK", "FORGET", "DEFINE")
_BEGINNINGS = ("UNION", "ALL", "EXPLAIN", "PROFILE")


def nothing_written(scene: Scene) -> QueryError | None:
    if scene.terminal != END or scene.before:
        return None
    return scene.error("There is no statement here.", _FORM)


def writing(scene: Scene) -> QueryError | None:
    """A statement or clause that writes, where a statement or clause could begin."""
    word = scene.word.upper()
    if word not in _WRITES or not {"RETURN", "RECALL", "UNION"} & scene.accepts:
        return None
    return scene.error(f"`{word}` is no statement of this language.", _WRITES[word], kind=CapabilityError)


def clauses_behind_a_bare_pattern(scene: Scene) -> QueryError | None:
    """`EXISTS { (a)-->(b) WITH ... }`: a bare pattern, and clauses behind it."""
    inside = {"EXISTS", "COUNT"} & set(scene.words_read())
    if not inside or "RBRACE" not in scene.accepts or scene.word.upper() not in _QUERY_WORDS:
        return None
    return scene.error(
        "Behind a pattern without MATCH stands WHERE at most.",
        "With further clauses it begins with one: `EXISTS { MATCH (a)-->(b) WITH b, count(*) AS n WHERE n > 2 }`.",
    )


def another_statement(scene: Scene) -> QueryError | None:
    """`SHOW TAGS RECALL 5`: two statements, and nothing that parts them. A word in lower case could be a name."""
    begins = scene.word.upper() in _FIRST_WORDS and (
        scene.word.isupper() or "\n" in scene.text[len(scene.before) : scene.at]
    )
    if END not in scene.accepts or not begins:
        return None
    return scene.error(
        f"`{scene.word}` begins another statement, and the one before has no end.",
        "Statements are parted by `;`, and a program asks one at a time.",
    )


def not_before_operator(scene: Scene) -> QueryError | None:
    if scene.word.upper() != "NOT" or "OR" not in scene.accepts:
        return None
    return scene.error(
        "NOT stands before what it denies.",
        "For example `NOT m.type IN ['fact']`, `NOT m.text CONTAINS 'x'`, or `m.task IS NOT NULL`.",
    )


def foreign_word(scene: Scene) -> QueryError | None:
    word = scene.word.upper()
    if word not in _FOREIGN or "PATH" in scene.accepts or scene.statement() is not None or _in_a_trace(scene):
        return None
    return scene.error(f"`{word}` is not in the language here.", _FOREIGN[word])


def _in_a_trace(scene: Scene) -> bool:
    return "OF" in scene.accepts and "TRACE" in scene.words_read()


def misspelt(scene: Scene) -> QueryError | None:
    """A word that is nearly one of those that could stand here."""
    if scene.terminal != "NAME":
        return None
    choices = [word for word in keywords() if word in scene.accepts]
    near = nearest(scene.word, choices)
    if near is None:
        return None
    what = "a statement" if scene.accepts >= {"RECALL", "TRACE"} else "a word of the language"
    return scene.error(f"`{scene.word}` is not {what}; `{near}` is similar.", _form_of(scene, near))


def unknown_statement(scene: Scene) -> QueryError | None:
    if not scene.accepts >= {"RECALL", "TRACE"} or scene.terminal == END:
        return None
    question = scene.text.strip().strip("'\"")
    in_words = _QUESTION.fullmatch(question) is not None and not scene.words_read()
    form = f"To ask in words: `RECALL 5 FOR {quote(question)}`." if in_words else _FORM
    return scene.error(f"`{scene.word}` begins no statement.", f"{_beginnings(scene)} {form}")


def _beginnings(scene: Scene) -> str:
    """Return the sentence of the words that begin a statement, those that read first."""
    reading = [f"`{word}`" for word in _READING if word in scene.accepts]
    writing = [f"`{word}`" for word in _WRITING if word in scene.accepts]
    writes = f" One that writes begins with {', '.join(writing)} or another word." if writing else ""
    return f"A statement that reads begins with {listed(reading)}.{writes}"


def nothing_returned(scene: Scene) -> QueryError | None:
    words = scene.words_read()
    begins = not words or words[-1] in _BEGINNINGS or "RECALL" in scene.accepts
    if scene.terminal != END or not scene.accepts >= {"UNWIND", "RETURN"} or begins:
        return None
    return scene.error(
        "This query returns nothing.", "A query ends with RETURN, as in `MATCH (a:Memory) RETURN a.id`.", _behind(scene)
    )


def ended_early(scene: Scene) -> QueryError | None:
    if scene.terminal != END:
        return None
    if scene.accepts >= {"RECALL", "TRACE"}:
        return scene.error("A statement is due here.", f"{_beginnings(scene)} {scene.form()}".rstrip(), _behind(scene))
    return scene.error(
        "The text ends too early.",
        f"Here must stand {listed(scene.choices())}. {scene.form()}".rstrip(),
        _behind(scene),
    )


def unquoted(scene: Scene) -> QueryError | None:
    """`TRACE CAUSES OF a`: a text without quotes."""
    if scene.terminal != "NAME" or "STRING" not in scene.accepts or "NAME" in scene.accepts:
        return None
    if scene.word.upper() == "RECALL":
        return scene.error("A recall as an origin stands in round brackets.", "For example `(RECALL 1 FOR 'x')`.")
    return scene.error(
        f"`{scene.word}` needs quotes here.", f"Write '{scene.word}', or `${scene.word}` for a parameter."
    )


def borrowed(scene: Scene) -> QueryError | None:
    """`IF a THEN b`, `x IS EMPTY`, `a ? b : c`: what other languages have, for which there is another form."""
    if scene.terminal in ("NAME", "INTEGER", "STRING") and scene.just_before(r"\bIF", re.IGNORECASE):
        return scene.error("`IF` is not in the language here.", _FOREIGN["IF"])
    if scene.word.upper() == "EMPTY" and "NULL" in scene.accepts:
        return scene.error("IS asks about null alone.", "An empty list or text is found by `size(m.tags) = 0`.")
    if "NULL" in scene.accepts and scene.just_before(r"\bIS(?:\s+NOT)?", re.IGNORECASE):
        return scene.error("IS asks about null alone.", "Equal is written `=`, and not equal `<>`.")
    return None


def for_in_a_list(scene: Scene) -> QueryError | None:
    """`[x for x in xs]`."""
    if scene.word.upper() != "FOR" or "RSQB" not in scene.accepts:
        return None
    return scene.error("`FOR` is not in the language here.", "A list of a list is `[x IN xs WHERE x > 1 | x * 2]`.")


def span_in_a_condition(scene: Scene) -> QueryError | None:
    """`WHERE m.at > 7 DAYS`: a span is a form of clauses, and no value."""
    if scene.word.upper().rstrip("S") not in _UNITS or not scene.just_before(r"\d") or "OR" not in scene.accepts:
        return None
    amount = scene.just_before(r"\b\d+")
    unit = f"{scene.word.lower().rstrip('s')}s"
    span = f"duration({{{unit}: {amount[0] if amount else 7}}})"
    return scene.error(
        "A span of time stands in clauses of time alone.",
        f"`SINCE 7 DAYS` is one of a recall; as a value it is written `datetime() - {span}`.",
    )


def ranked_down(scene: Scene) -> QueryError | None:
    """`RANK BY relevance DESC`, `PARETO BY relevance DESC`: what comes first is said in other words, or known."""
    if scene.word.upper() not in ("DESC", "DESCENDING", "ASC", "ASCENDING"):
        return None
    if {"MAX", "MIN"} <= scene.accepts:
        return scene.error("An axis of a front has a sense, and no direction.", "Write `MAX` or `MIN`.")
    if scene.recall_clause() != "RANK BY":
        return None
    return scene.error("RANK BY puts the highest first.", "The lowest comes first by its negative: `RANK BY -recency`.")


def condition_without_where(scene: Scene) -> QueryError | None:
    """`MATCH (m) AND m.step = 1`, `WHERE m.step = 1, m.task = 'T1'`: how conditions begin, and how they are joined."""
    word = scene.word.upper()
    if word in ("AND", "OR") and "WHERE" in scene.accepts and "OR" not in scene.accepts:
        return scene.error("A condition begins with WHERE.", "For example `MATCH (m:Memory) WHERE m.step > 1`.")
    if word == "," and "WHERE" in (scene.clause(), scene.recall_clause()):
        return scene.error("Conditions are joined by AND or OR.", "For example `WHERE m.step > 1 AND m.task = 'T1'`.")
    return None


def nothing_between(scene: Scene) -> QueryError | None:
    """`RETURN m text`: two things side by side."""
    if scene.terminal not in ("NAME", "STRING", "INTEGER", "FLOAT", "PARAMETER") or not {"OR", "COMMA"} & scene.accepts:
        return None
    value = "OR" in scene.accepts
    choices = {"a comma": "COMMA" in scene.accepts, "`AS`": value and "AS" in scene.accepts, "an operator": value}
    could = listed([said for said, possible in choices.items() if possible])
    return scene.error(
        f"Before `{scene.word}` something is missing.", f"Between the two could stand {could}. {scene.form()}".rstrip()
    )


def anything_else(scene: Scene) -> QueryError | None:
    return scene.error(f"`{scene.word}` cannot stand here.", scene.could_stand())


WORDS = (
    nothing_written,
    another_statement,
    writing,
    clauses_behind_a_bare_pattern,
    not_before_operator,
    foreign_word,
    for_in_a_list,
    misspelt,
    unknown_statement,
    nothing_returned,
    ended_early,
    unquoted,
    borrowed,
    span_in_a_condition,
    ranked_down,
    condition_without_where,
    nothing_between,
    anything_else,
)


def _form_of(scene: Scene, keyword: str) -> str:
    form = next((form for words, form in scene.forms().items() if words.split()[0] == keyword), None)
    return scene.could_stand() if form is None else f"For example `{form}`."


def _behind(scene: Scene) -> Span:
    """Point just behind the last word: there is nothing at the end of a text to point at."""
    return Span(scene.at, scene.at + 1)
