"""Whatever is asked, with whatever parameters: an answer, or an error of ours; and nothing is ever written."""

from __future__ import annotations

import datetime as dt
import re
from collections import Counter
from hashlib import sha256
from typing import Any

import pytest
from clew.engine.handle.engine import Engine
from clew.errors import CapabilityError, ClewError, QueryError
from fuzz.texts import corpus, texts
from hypothesis import given, settings
from hypothesis import strategies as st

pytestmark = pytest.mark.slow

TEXTS = (
    (
        "RECALL 5 FOR 'vendor' INTENT budget ABOUT `vendor-A` DOING say TYPE fact TASK 'T1' STEPS 3..90 SINCE 7 DAYS "
        "NEAR ACTIVE 2 WHERE m.importance > 0.2 CANDIDATES 50 USING recent AT LEAST relevance 0.1 PARETO BY relevance "
        "TOLERANCE 0.02, recency PARTITION BY m.task ORDER FRONT BY sum FIRST FRONT ONLY RETURN m.id, scores, relevance"
    ),
    "RECALL 5 FOR 'vendor' MATCH (m)-[:CAUSED*1..2]->(x) WHERE x.step > 3 RANK BY 0.7 * relevance + recency",
    (
        "MATCH p = (a:Memory)-[r:CAUSED|FOLLOWS*1..2]->(b) WHERE a.task = 'T1' AND b.at > datetime('2025-03-02') "
        "WITH a, b, length(p) AS n ORDER BY n DESC SKIP 1 LIMIT 9 RETURN DISTINCT a.id, collect(b.step) AS s, max(n)"
    ),
    (
        "MATCH (m:Memory) WHERE similarity(m, 'vendor') > 0.1 OR matches(m, 'late') RETURN m, recency(m) AS r "
        "PARETO BY r MAX, m.importance MIN LIMIT 5"
    ),
    "UNWIND [1, 'a', null, {k: 2}] AS x RETURN x, CASE WHEN x IS NULL THEN 0 ELSE toString(x) END AS y ORDER BY x",
    "MATCH (m:Memory {id: 'm1'})-[*0..1]-(n) RETURN labels(n), [x IN m.types WHERE x <> 'fact' | toUpper(x)] AS t",
    "TRACE CAUSES OF (RECALL 1 FOR 'vendor') VIA CAUSED, FOLLOWS DEPTH 1..4 WHERE depth < 3 RETURN m.id, via",
    "TRACE PATH FROM 'm1' TO 'm9' DEPTH ..8",
)
TOKEN = re.compile(r"'[^']*'|`[^`]*`|\d+\.\d+|\w+|\.\.|[-<>=~]+|\s+|.")
TOKENS = [TOKEN.findall(text) for text in TEXTS]
STRANGE = [
    "null",
    "$p",
    "-1",
    "0",
    "1e400",
    "9223372036854775808",
    "''",
    "[]",
    "{}",
    "m",
    "m.meta",
    "scores",
    "*",
    "NOT",
]
POOL = sorted({token for tokens in TOKENS for token in tokens} | set(STRANGE))
PARAMETERS = st.one_of(
    st.none(), st.booleans(), st.integers(), st.floats(), st.text(max_size=5), st.just("m1"), st.binary(max_size=2),
    st.just(dt.datetime(2025, 3, 5)), st.just(dt.timedelta(days=2)), st.just(object()),
    st.lists(st.one_of(st.none(), st.integers(), st.text(max_size=3)), max_size=3),
    st.dictionaries(st.text(max_size=2), st.integers(), max_size=2),
)  # fmt: skip


@st.composite
def mutants(draw: st.DrawFn) -> str:
    """Return a valid statement with a few of its words replaced, doubled or left out."""
    tokens = list(draw(st.sampled_from(TOKENS)))
    for _ in range(draw(st.integers(0, 2))):
        place = draw(st.integers(0, len(tokens) - 1))
        literal = tokens[place][0] in "'0123456789"
        tokens[place : place + 1] = draw(
            st.sampled_from((["$p"], ["null"], ["[$p]"])) if literal else st.lists(st.sampled_from(POOL), max_size=2)
        )
        tokens = tokens or [" "]
    return "".join(tokens)


@given(mutants(), PARAMETERS)
@settings(max_examples=150)
def test_nothing_foreign_escapes(store: Engine, text: str, value: Any):
    """Every failure is a ClewError with a sentence; one about the text, when it runs, points into the text."""
    parameters = dict.fromkeys(re.findall(r"\$(\w+)", text), value)
    try:
        rows = store.query(text, parameters)
    except ClewError as error:
        assert error.message.strip()
        assert error.to_json()["class"] == type(error).__name__
        if isinstance(error, QueryError) and error.span is not None:
            assert 0 <= error.span.start <= error.span.end <= len(text) + 1
            assert error.render()
    else:
        assert len(rows.frame) == len(rows.to_dicts())


READS = 250


def test_a_read_never_writes(store: Engine):
    """Every statement of the language, and fuzzed ones, by `query`: the journal's head and files stay as they are."""
    store.query("RECALL 1 FOR 'vendor'")  # what was remembered and not embedded yet is, before the first look
    before = kept(store)
    seen = Counter(kind_of(store, text) for text in (*corpus(), *texts(7, READS)))
    assert kept(store) == before
    assert seen["rows"] > 100 and seen[CapabilityError.__name__] >= 10


def kept(store: Engine) -> tuple[int, list[str]]:
    """Return the head of the journal, and the digests of the files that hold it."""
    names = ("journal.sqlite", "journal.sqlite-wal", "journal.head")
    return store.journal.head(), [sha256((store.path / name).read_bytes()).hexdigest() for name in names]


def kind_of(store: Engine, text: str) -> str:
    try:
        store.query(text, dict.fromkeys(re.findall(r"\$(\w+)", text), "m1"))
    except ClewError as error:
        return type(error).__name__
    return "rows"
