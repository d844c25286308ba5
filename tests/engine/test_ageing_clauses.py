"""HALF LIFE, DECAY and EXPLORE: how recency falls with age, and how a value is taken that is only believed."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator
from pathlib import Path

import clew
import pytest
from clew.engine.handle.engine import Engine
from clew.errors import QueryError
from toys import toy

DAY = dt.datetime(2024, 5, 1, tzinfo=dt.UTC)


@pytest.fixture
def memory(tmp_path: Path) -> Iterator[Engine]:
    """A store of prices, and a decision of a hundred days before."""
    with clew.open(tmp_path / "m.clew", embedder=toy("toy", 8), background=False) as engine:
        for number, vendor in enumerate("ABC"):
            engine.remember(f"vendor {vendor} quotes {30 + number} EUR", id=vendor, at=DAY)
        engine.remember("we decided on seats", id="d", type="decision", at=DAY - dt.timedelta(days=100))
        yield engine


def test_how_a_recall_ages_is_said_by_its_clauses_or_a_strategys(memory: Engine) -> None:
    """HALF LIFE and DECAY change recency, written out, in a strategy, as arguments and by the builder alike."""
    asked = "RECALL WHERE m.id = 'd' {} RANK BY recency RETURN scores.recency AS r"

    def recency(clauses: str, parameters: dict[str, object] | None = None) -> float:
        return memory.query(asked.format(clauses), parameters).values[0][0]

    assert recency("HALF LIFE 100 DAYS") == recency("HALF LIFE $n DAYS", {"n": 100}) == pytest.approx(0.5)
    assert recency("HALF LIFE 100 DAYS DECAY linear") == recency("HALF LIFE 100 DAYS DECAY 'Power'") == 0.5
    assert recency("HALF LIFE 50 DAYS DECAY linear") == 0.0 < recency("HALF LIFE 50 DAYS DECAY power")
    memory.define_strategy("slow", "USING recent HALF LIFE 100 DAYS DECAY power")
    assert recency("USING slow") == pytest.approx(0.5)
    assert recency("USING slow HALF LIFE 50 DAYS DECAY linear") == 0.0
    span, fields = dt.timedelta(days=100), {"where": "m.id = 'd'", "objectives": ["recency"], "decay": "power"}
    assert memory.recall(half_life=span, **fields)[0].scores["recency"] == pytest.approx(0.5)
    built = clew.recall().where("m.id = 'd'").half_life(span).decay("power").pareto("recency").returning(r="recency")
    assert memory.query(built).values[0][0] == pytest.approx(0.5)
    memory.define_type("decision", half_life=dt.timedelta(days=50))
    assert recency("HALF LIFE 100 DAYS") == pytest.approx(0.25)  # a type's own wins


def test_how_a_value_is_taken_is_said_by_explore(memory: Engine) -> None:
    """An upper bound lies above the mean while nothing is known, and a strategy may ask for it."""
    asked = "RECALL FOR 'quotes' {} PARETO BY relevance, value RETURN value"
    mean, upper = (memory.query(asked.format(clause)).values[0][0] for clause in ("", "EXPLORE ucb"))
    assert mean == 0.5 < upper
    memory.define_strategy("bold", "EXPLORE UCB PARETO BY relevance, value")
    assert memory.query("RECALL FOR 'quotes' USING bold RETURN value").values[0][0] == upper
    assert memory.query(asked.format("USING bold EXPLORE mean")).values[0][0] == mean


@pytest.mark.parametrize(
    ("clauses", "said"),
    [
        ("DECAY expo", "There is no way to decay `expo`. There is a way to decay with a similar name: `exponential`."),
        ("EXPLORE luck", "There is no way to explore `luck`. There is: `mean`, `ucb`, `thompson`."),
        ("EXPLORE $p", "EXPLORE takes no parameter"),
        ("HALF LIFE 0 DAYS", "HALF LIFE takes a span of time above 0."),
        ("HALF LIFE $p DAYS", "HALF LIFE takes a span of time above 0"),
    ],
)
def test_what_says_no_way_to_age_is_refused_at_its_place(memory: Engine, clauses: str, said: str) -> None:
    """A name that is none, a parameter where the plan is decided, and a span that is none."""
    text = f"RECALL FOR 'x' {clauses} PARETO BY recency, value"
    with pytest.raises(QueryError) as caught:
        memory.query(text, {"p": -1} if "$" in text else {})
    assert said in str(caught.value) and caught.value.span is not None


def test_a_clause_that_changes_nothing_says_so(memory: Engine) -> None:
    """HALF LIFE, DECAY and EXPLORE of what a recall does not go by are noted, and those that it goes by are not."""
    idle = memory.query("RECALL FOR 'x' HALF LIFE 3 DAYS DECAY power EXPLORE ucb PARETO BY relevance").notes
    said = [note.split(" changes")[0] for note in idle if "changes nothing" in note]
    assert said == ["HALF LIFE", "DECAY", "EXPLORE"]
    used = memory.query("RECALL FOR 'x' HALF LIFE 3 DAYS EXPLORE ucb PARETO BY relevance, importance, value").notes
    assert not any("changes nothing" in note for note in used)
