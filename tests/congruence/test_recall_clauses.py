"""A recall asked from Python, as text, by the builder and as JSON is one recall, whatever clauses it has."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from clew.dsl.building.recall import RecallQuery, recall
from clew.dsl.json_form.statements import statement_from_json, statement_to_json
from clew.dsl.printing.printer import print_statement
from clew.engine.asking.recall_arguments import recall_of
from clew.engine.handle.engine import Engine
from clew.errors import BindError, MemoryInvalid, ParameterError, ParseError
from hypothesis import given, settings
from hypothesis import strategies as st

NOW = datetime.now(UTC)
words = st.sampled_from(("vendor", "refund", "late flight", "owner retry", "zebra"))
moments = st.sampled_from((NOW + timedelta(days=1), NOW - timedelta(days=400), (NOW + timedelta(hours=1)).isoformat()))
CLAUSES: dict[str, st.SearchStrategy[Any]] = {
    "k": st.integers(0, 20),
    "excluding": st.lists(words, min_size=1, max_size=2, unique=True).map(tuple),
    "excluding_hard": words,
    "requiring": st.lists(words, min_size=1, max_size=2, unique=True).map(tuple),
    "type": st.sampled_from(("fact", ("decision", "error"))),
    "as_of": moments,
    "valid_at": st.sampled_from((timedelta(days=3), "2025-03-10")),
    "min_trust": st.sampled_from((0.0, 0.3, 1.0)),
    "with_archived": st.just(True),
    "infer": st.just(False),
    "near": st.lists(st.integers(80, 140).map("m{}".format), min_size=1, max_size=3, unique=True).map(tuple),
    "where": st.sampled_from(("m.importance > 0.2", "m.step IS NOT NULL AND NOT m.pinned")),
    "diversify": st.sampled_from(("type", "task", "entity", "cluster", "information", "MMR", ("MMR", 0.2))),
    "budget": st.integers(0, 200),
    "expand": st.sampled_from(({"steps": 1}, {"causes": 2, "effects": 1}, {"steps": 2, "causes": 1})),
}


def built(fields: dict[str, Any]) -> RecallQuery:
    """Return the recall as the builder makes it, clause by clause."""
    query = recall("vendor budget", fields.get("k"))
    if "excluding" in fields:
        query = query.excluding(*fields["excluding"])
    if "excluding_hard" in fields:
        query = query.excluding(fields["excluding_hard"], hard=True)
    for name in ("requiring", "type", "near"):
        if name in fields:
            query = getattr(query, name)(fields[name])
    for name in ("as_of", "valid_at", "min_trust", "where", "budget"):
        if name in fields:
            query = getattr(query, name)(fields[name])
    if "with_archived" in fields:
        query = query.with_archived()
    if "infer" in fields:
        query = query.without_inference()
    if "diversify" in fields:
        by = fields["diversify"]
        query = query.diversify(by) if isinstance(by, str) else query.diversify(*by)
    return query.expand(**fields["expand"]) if "expand" in fields else query


@given(st.fixed_dictionaries({}, optional=CLAUSES))
@settings(max_examples=25)
def test_every_way_to_ask_gives_the_same_rows(store: Engine, fields: dict[str, Any]) -> None:
    """The same memories in the same order, with the same scores and reasons, by arguments, text, builder and JSON."""
    if "as_of" in fields:
        fields.pop("near", None)  # an anchor that was not there then is an error
    hits = store.recall("vendor budget", **fields)
    expected = [(h.memory.id, h.front, h.rank, dict(h.scores), h.why, h.expanded_from) for h in hits]
    statement = recall_of("vendor budget", **fields)
    asked = (
        print_statement(statement),
        built(fields),
        str(built(fields)),
        statement_from_json(statement_to_json(statement)),
    )
    for query in asked:
        rows = store.query(query)
        found = [
            (row["m"]["id"], row["front"], row["rank"], row["scores"], row["why"], row.get("expanded_from"))
            for row in rows
        ]
        assert (found, rows.notes) == (expected, hits.notes), query


def test_a_condition_takes_values(store: Engine) -> None:
    """`given` fills the parameters of `where`, as data: what looks like the language in a value is not read as such."""
    found = store.recall(where="m.task = $task AND m.step >= $least", given={"task": "T1", "least": 40})
    assert found.ids == [row["m.id"] for row in store.query("RECALL WHERE m.task = 'T1' AND m.step >= 40 RETURN m.id")]
    assert not store.recall(where="m.task = $task", given={"task": "T1' OR 'x' = 'x"})


@pytest.mark.parametrize(
    ("fields", "kind", "words"),
    [
        ({"excluding": 3}, MemoryInvalid, "`excluding`"),
        ({"excluding_hard": [""]}, MemoryInvalid, "`excluding_hard` is empty"),
        ({"requiring": [None]}, MemoryInvalid, "`requiring`"),
        ({"as_of": "then"}, MemoryInvalid, "`as_of`"),
        ({"valid_at": []}, MemoryInvalid, "`valid_at`"),
        ({"min_trust": 2}, MemoryInvalid, "`min_trust`"),
        ({"with_archived": "yes"}, MemoryInvalid, "`with_archived`"),
        ({"infer": "no"}, MemoryInvalid, "`infer`"),
        ({"where": "m.step >"}, ParseError, "must stand an expression"),
        ({"where": "m.step > 3 LIMIT 5"}, ParseError, "`LIMIT` cannot stand here"),
        ({"where": "m.step > $n", "given": {"m": 3}}, ParameterError, r"no parameter \$m"),
        ({"given": {"n": 3}}, MemoryInvalid, "`given`"),
        ({"budget": -1}, MemoryInvalid, "`budget`"),
        ({"expand": {"friends": 1}}, MemoryInvalid, "`causes`, `effects`, `steps`"),
        ({"expand": [1]}, MemoryInvalid, "`expand`"),
        ({"expand": {"steps": "many"}}, MemoryInvalid, "`expand`"),
        ({"diversify": ("MMR", 0.3, 1)}, MemoryInvalid, "`diversify`"),
        ({"diversify": ("MMR", 7)}, MemoryInvalid, "`diversify`"),
        ({"diversify": "colour"}, BindError, "cannot go by `colour`"),
        ({"diversify": ("type", 0.5)}, BindError, "takes no number"),
    ],
)
def test_an_argument_that_does_not_fit_is_named(
    store: Engine, fields: dict[str, Any], kind: type[Exception], words: str
) -> None:
    """A clause's argument of a wrong type or range is refused in a sentence that names it, and nothing runs."""
    with pytest.raises(kind, match=words):
        store.recall("x", **fields)


@pytest.mark.parametrize(
    ("text", "value", "message"),
    [
        ("RECALL FOR 'x' EXCLUDING $p", 3, "EXCLUDING takes strings, and $p is 3."),
        ("RECALL REQUIRING $p", [None], "REQUIRING takes strings, and $p holds null."),
        ("RECALL AS OF $p", None, "AS OF takes a time, and $p is null."),
        ("RECALL AS OF $p", "yesterday", "The parameter $p has to be a datetime"),
        ("RECALL BUDGET $p TOKENS", -3, "BUDGET takes a whole number from 0, and $p is -3."),
        ("RECALL FOR 'x' DIVERSIFY BY MMR $p", 2, "MMR takes a number in [0, 1], and $p is 2"),
        ("RECALL EXPAND STEPS $p", 1.5, "EXPAND STEPS takes a whole number from 0, and $p is 1.5."),
    ],
)
def test_a_parameter_of_a_wrong_type_is_named(store: Engine, text: str, value: object, message: str) -> None:
    """The error is a ParameterError that names the parameter, says what is due, and points at its place."""
    with pytest.raises(ParameterError) as caught:
        store.query(text, {"p": value})
    assert caught.value.message.startswith(message)
    assert caught.value.span is not None
    assert text[caught.value.span.start : caught.value.span.end] == "$p"
