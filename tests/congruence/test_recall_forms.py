"""A recall asked from Python, with literals and with parameters is one recall; and it filters as Python would."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

from clew.dsl.printing.printer import print_statement
from clew.engine.asking.recall_arguments import recall_of
from clew.engine.handle.engine import Engine
from clew.engine.values.model import Memory
from hypothesis import given, settings
from hypothesis import strategies as st

BEGIN = datetime(2025, 3, 1, tzinfo=UTC)
TASKS, TYPES, ACTIONS = ("T1", "T2", "T3"), ("decision", "constraint", "error", "fact"), ("say", "search")
EVERYTHING = 1_000

moments = st.one_of(
    st.integers(0, 400).map(lambda hours: BEGIN + timedelta(hours=hours)),
    st.integers(0, 400).map(lambda hours: (BEGIN + timedelta(hours=hours)).isoformat()),
    st.integers(0, 400).map(lambda hours: timedelta(hours=hours)),
)
steps = st.tuples(st.none() | st.integers(0, 150), st.none() | st.integers(0, 150)).filter(lambda s: s != (None, None))
FILTERS: dict[str, st.SearchStrategy[Any]] = {
    "doing": st.lists(st.sampled_from(ACTIONS), min_size=1, max_size=2, unique=True).map(tuple),
    "type": st.lists(st.sampled_from(TYPES), min_size=1, max_size=2, unique=True).map(tuple),
    "task": st.sampled_from(TASKS),
    "steps": steps,
    "since": moments,
    "until": moments,
}
RANKED: dict[str, st.SearchStrategy[Any]] = {
    "intent": st.sampled_from(("budget", ("travel", "budget"), "nothing like it")),
    "about": st.sampled_from(("vendor-A", ("Q4", "SF123"))),
    "near": st.lists(st.integers(80, 140).map("m{}".format), min_size=1, max_size=3, unique=True).map(tuple),
    "floor": st.sampled_from((0.0, 0.2, 0.9)),
    "order": st.sampled_from(("knee", "crowding", "sum")),
    "using": st.sampled_from(("default", "lookup", "recent")),
    "candidates": st.integers(1, 60),
    "k": st.integers(0, 20),
}


def some(fields: dict[str, st.SearchStrategy[Any]]) -> st.SearchStrategy[dict[str, Any]]:
    return st.fixed_dictionaries({}, optional=fields)


def in_text(fields: dict[str, Any], *, literally: bool) -> tuple[str, dict[str, Any]]:
    """Return the text of a recall with these fields, and its parameters: none where it is all literals."""
    if literally:
        return print_statement(recall_of("vendor budget", **fields)), {}
    parameters = {"need": "vendor budget"}
    words = ["RECALL", "$k" if "k" in fields else "", "FOR $need"]
    clauses = {"intent": "INTENT", "about": "ABOUT", "doing": "DOING", "type": "TYPE", "task": "TASK"}
    for name, clause in clauses.items():
        if name in fields:
            words.append(f"{clause} ${name}")
    if "steps" in fields:
        low, high = fields["steps"]
        words.append(f"STEPS {'' if low is None else '$low'}..{'' if high is None else '$high'}")
        parameters |= {name: step for name, step in (("low", low), ("high", high)) if step is not None}
    for name in ("since", "until"):
        if name in fields:
            span = isinstance(fields[name], timedelta)
            words.append(f"{name.upper()} ${name}{' SECONDS' if span else ''}")
            parameters[name] = fields[name].total_seconds() if span else fields[name]
    if "near" in fields:
        words.append("NEAR $near")
    if "candidates" in fields:
        words.append("CANDIDATES $candidates")
    if "using" in fields:
        words.append(f"USING {fields['using']}")
    if "floor" in fields:
        words.append("AT LEAST relevance $floor")
    if "objectives" in fields:
        order = f" ORDER FRONT BY {fields['order']}" if "order" in fields else ""
        words.append(f"PARETO BY {', '.join(fields['objectives'])}{order}")
    given_as = {name: list(value) if isinstance(value, tuple) else value for name, value in fields.items()}
    taken = ("k", *clauses, "near", "candidates", "floor")
    return " ".join(words), parameters | {name: value for name, value in given_as.items() if name in taken}


def holds(memory: Memory, fields: dict[str, Any], newest: datetime) -> bool:
    """Return whether a memory passes the filters among the fields, as a person would read them."""

    def moment(value: datetime | str | timedelta) -> datetime:
        if isinstance(value, timedelta):
            return newest - value
        return datetime.fromisoformat(value) if isinstance(value, str) else value

    low, high = fields.get("steps", (None, None))
    return all(
        (
            "type" not in fields or bool(set(memory.types) & set(fields["type"])),
            "task" not in fields or memory.task == fields["task"],
            "doing" not in fields or memory.action_type in fields["doing"],
            low is None or (memory.step is not None and memory.step >= low),
            high is None or (memory.step is not None and memory.step <= high),
            "since" not in fields or memory.at >= moment(fields["since"]),
            "until" not in fields or memory.at <= moment(fields["until"]),
        )
    )


@given(some(FILTERS))
@settings(max_examples=60)
def test_filters_keep_what_python_would_keep(store: Engine, fields: dict[str, Any]):
    """TYPE, TASK, DOING, STEPS, SINCE and UNTIL keep those memories that a loop over all of them keeps, no other."""
    everything = store.list(limit=EVERYTHING)
    scope = [memory for memory in everything if "task" not in fields or memory.task == fields["task"]]
    newest = max(memory.at for memory in scope)
    expected = {memory.id for memory in everything if holds(memory, fields, newest)}
    assert set(store.recall(k=EVERYTHING, **fields).ids) == expected


@given(some(FILTERS | RANKED), st.lists(st.sampled_from(("relevance", "recency", "cost")), max_size=2, unique=True))
@settings(max_examples=80)
def test_python_literals_and_parameters_are_one_recall(store: Engine, fields: dict[str, Any], objectives: list[str]):
    """The same memories in the same order, on the same fronts, with the same scores and reasons, by each way to ask."""
    if not objectives:
        fields.pop("order", None)
    asked = fields | ({"objectives": tuple(objectives)} if objectives else {})
    hits = store.recall("vendor budget", **asked)
    expected = [(hit.memory.id, hit.front, hit.rank, dict(hit.scores), hit.why) for hit in hits]
    for literally in (True, False):
        text, parameters = in_text(asked, literally=literally)
        rows = store.query(text, parameters)
        found = [(row["m"]["id"], row["front"], row["rank"], row["scores"], row["why"]) for row in rows]
        assert (found, rows.notes) == (expected, hits.notes), text
