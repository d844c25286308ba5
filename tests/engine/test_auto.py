"""USING auto is what its need calls for, wherever a recall may stand."""

from __future__ import annotations

from collections.abc import Iterator

import clew
import pytest
from clew.engine.handle.engine import Engine
from clew.errors import BindError, QueryError

NEED = "the latest price of a seat"
CALLED_FOR = "recent"


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Engine]:
    """Memories of one price, and under each name a statement or clauses by `auto` and by what the need calls for."""
    with clew.open(tmp_path_factory.mktemp("auto") / "s", background=False) as engine:
        for day, price in enumerate((40, 38, 35, 30), start=1):
            at = f"2024-03-{day:02}"
            engine.remember(f"The price of a seat is {price} EUR", id=f"m{price}", at=at, recorded_at=at, task="T1")
        for name in ("auto", CALLED_FOR, "default"):
            engine.execute(f"DEFINE INTENT by_{name}($need) AS RECALL FOR $need USING {name}")
            engine.execute(f"DEFINE STRATEGY few_{name} AS USING {name} LIMIT 2")
        yield engine


def plan_of(store: Engine, statement: str) -> str:
    text = store.query(f"EXPLAIN {statement}").explanation
    assert text is not None
    return text


@pytest.mark.parametrize(
    "statement",
    [
        "RECALL FOR '{need}' USING {name}",
        "RECALL FOR '{need}' USING few_{name}",
        "RUN by_{name}('{need}')",
        "WHY 'm40' IN (RECALL FOR '{need}' USING {name})",
        "WHY NOT 'm40' IN (RECALL 1 FOR '{need}' USING few_{name})",
        "COMPARE (RECALL FOR '{need}' USING {name}) AS OF '2024-03-02' WITH AS OF '2024-03-04'",
        "TRACE EFFECTS OF (RECALL 1 FOR '{need}' USING {name})",
        "TRACE PATH FROM 'm40' TO (RECALL 1 FOR '{need}' USING {name})",
        "RECALL 2 FOR '{need}' USING {name} RETURN m.id AS id, front",
    ],
)
def test_it_is_the_named_strategy_wherever_a_recall_stands(store: Engine, statement: str) -> None:
    """Rows and plan are those of the same statement by the strategy's name; and `default` has another plan."""
    auto, named, default = (statement.format(need=NEED, name=name) for name in ("auto", CALLED_FOR, "default"))
    assert store.query(auto).values == store.query(named).values
    assert plan_of(store, auto) == plan_of(store, named) != plan_of(store, default)


def test_a_need_that_is_given_later_decides_too(store: Engine) -> None:
    """A parameter of RUN, and of WHY, is the need that counts."""
    assert store.query("RUN by_auto($q)", {"q": NEED}).record.strategy == CALLED_FOR
    assert store.query("RUN by_auto($q)", {"q": "seats"}).record.strategy == "default"
    asked = "WHY 'm40' IN (RECALL FOR $q USING {})"
    why = [store.query(asked.format(name), {"q": NEED}).values for name in ("auto", CALLED_FOR)]
    assert why[0] == why[1]
    reasons = [str(store.why("m40", NEED, using=name)) for name in ("auto", CALLED_FOR)]
    assert reasons[0] == reasons[1]


def test_what_was_recorded_is_asked_again_in_the_same_way(store: Engine) -> None:
    """The record names what was chosen, a strategy of one's own by its own name; WHY in it finds the same answer."""
    for statement, strategy in (
        (f"RUN by_auto('{NEED}')", CALLED_FOR),
        (f"RECALL FOR '{NEED}' USING few_auto", "few_auto"),
    ):
        record = store.query(statement).record
        again = store.query("WHY 'm30' IN $record", {"record": record})
        assert record.strategy == strategy and again.reasons is not None
        assert again.reasons.answer == tuple(hit.id for hit in record.hits) and not again.notes


def test_the_objective_space_is_that_of_the_strategy(store: Engine) -> None:
    """Behind RUN as well: its axes and its choice are those of the named strategy."""
    auto, named = (store.space(f"RUN by_{name}('{NEED}')") for name in ("auto", CALLED_FOR))
    assert auto.choice == named.choice and auto.ids == named.ids


def test_a_trial_of_auto_is_one_of_what_it_stands_for(store: Engine) -> None:
    """It is drawn between the two that could run; where both are the same nothing is drawn."""
    drawn = store.query(f"RECALL FOR '{NEED}' USING lookup OR auto").record
    assert sorted(drawn.trial) == ["lookup", CALLED_FOR] and drawn.strategy in drawn.trial
    alone = store.query(f"RECALL FOR '{NEED}' USING {CALLED_FOR} OR auto")
    assert alone.record.strategy == CALLED_FOR and alone.record.trial == ()
    assert not any("drawn" in note for note in alone.notes)
    with pytest.raises(BindError, match="itself"):
        store.query(f"RECALL FOR '{NEED}' USING auto OR auto")


def test_an_error_points_into_the_text(store: Engine) -> None:
    """What only a run finds has its place, though the statement was compiled for its need."""
    with pytest.raises(QueryError) as failed:
        store.query(f"RECALL FOR '{NEED}' WHERE m.importance > 1 / (m.step - m.step) USING auto")
    assert failed.value.span is not None and failed.value.text is not None
