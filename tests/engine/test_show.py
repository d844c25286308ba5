"""SHOW: what there is, of this namespace alone, with nothing of what was forgotten."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import clew
import pytest
from clew.dsl.binding.show import COLUMNS
from clew.dsl.parsing.parser import parse
from clew.engine.handle.engine import Engine
from toys import toy

DAY = dt.datetime(2024, 5, 1, tzinfo=dt.UTC)
NEXT = DAY + dt.timedelta(days=1)


@pytest.fixture
def memory(tmp_path: Path) -> Iterator[Engine]:
    """Two tasks, two agents, a tag under another, one memory forgotten, and another namespace with the same names."""
    with clew.open(tmp_path / "m.clew", embedder=toy("toy", 8), background=False) as engine:
        engine.remember("C quotes", id="a", task="T1", agent="ann", tags=["price"], entities=["C"], at=DAY)
        engine.remember("B quotes", id="b", task="T1", agent="bob", tags=["price"], entities=["B", "C"], at=NEXT)
        engine.remember("decided", id="c", task="T2", type=["decision", "note"], causes=["a"], entities=[], at=NEXT)
        engine.remember("gone", id="d", task="T3", agent="eve", tags=["secret"], entities=["E"], type="slip")
        engine.forget("d")
        engine.remember("elsewhere", namespace="other", task="T1", tags=["price"], entities=["C"], type="alien")
        engine.define_tag("price", under="money", described="what it costs")
        engine.define_type("plan", described="what is to be done", half_life=dt.timedelta(days=90))
        yield engine


def shown(memory: Engine, what: str) -> list[tuple[Any, ...]]:
    rows = memory.query(f"SHOW {what}")
    assert rows.columns == COLUMNS[parse(f"SHOW {what}").what]  # type: ignore[union-attr] - it is one
    return list(rows.values)


def test_tasks_entities_and_agents_are_counted(memory: Engine) -> None:
    """Whatever memories meet in: how many, and when; what only forgotten ones name is not there."""
    assert shown(memory, "TASKS") == [("T1", 2, DAY, NEXT, 1), ("T2", 1, NEXT, NEXT, 0)]
    assert shown(memory, "ENTITIES") == [("C", 2, DAY, NEXT), ("B", 1, NEXT, NEXT)]
    assert shown(memory, "AGENTS") == [("ann", 1, DAY, DAY), ("bob", 1, NEXT, NEXT)]


def test_tags_and_types_say_what_was_defined(memory: Engine) -> None:
    """A tag has its broader one and its meaning, a type its half-life; defined ones are there though none has them."""
    assert shown(memory, "TAGS") == [
        ("price", 2, DAY, NEXT, ["money"], "what it costs"),
        ("money", 0, None, None, [], None),
    ]
    assert shown(memory, "TYPES") == [
        ("fact", 2, DAY, NEXT, None, None),
        ("decision", 1, NEXT, NEXT, None, None),
        ("note", 1, NEXT, NEXT, None, None),
        ("plan", 0, None, None, 90.0, "what is to be done"),
    ]


def test_forgetting_and_restoring_show(memory: Engine) -> None:
    """What is forgotten leaves the tables, and comes back with its memories."""
    memory.forget("a", "b")
    assert [row[0] for row in shown(memory, "TASKS")] == ["T2"]
    assert shown(memory, "TAGS")[0][:2] == ("money", 0)
    memory.restore("d")
    assert "secret" in [row[0] for row in shown(memory, "TAGS")]


def test_what_was_saved_is_shown_as_it_would_be_written(memory: Engine) -> None:
    """Intents with their parameters, and strategies with their clauses, the built-in ones' written out."""
    memory.execute("DEFINE INTENT prices($v, $n = 5) DESCRIBED 'of a vendor' AS RECALL FOR 'x' ABOUT $v LIMIT $n")
    memory.define_strategy("few", "USING lookup LIMIT 2", described="two at most")
    assert shown(memory, "INTENTS") == [("prices", ["$v", "$n = 5"], "of a vendor", "RECALL FOR 'x' ABOUT $v LIMIT $n")]
    strategies = {row[0]: row[1:] for row in shown(memory, "STRATEGIES")}
    assert strategies["few"] == ("two at most", "USING lookup LIMIT 2")
    written = strategies["default"][1]
    plain, spelt = memory.plan("RECALL FOR 'x' NEAR 'a'"), memory.plan(f"RECALL FOR 'x' NEAR 'a' {written}")
    assert plain.stages == spelt.stages


def test_objectives_and_stats(memory: Engine) -> None:
    """Each objective with its sense and what it needs; the counts of this namespace."""
    assert ("cost", "MIN", None, "how many tokens it takes") in shown(memory, "OBJECTIVES")
    stats = dict(shown(memory, "STATS"))
    assert stats["memories"] == 3 and stats["forgotten"] == 1 and (stats["first"], stats["last"]) == (DAY, NEXT)
    assert (stats["tasks"], stats["tags"], stats["entities"], stats["types"]) == (2, 2, 2, 4)
    assert stats["edges"] == 2  # a caused c, and b follows a


def test_an_empty_store_has_nothing_to_show(tmp_path: Path) -> None:
    """Every table can be asked of a store that holds nothing; EXPLAIN says what it would be."""
    with clew.open(tmp_path / "empty.clew", embedder=toy("toy", 8), background=False) as memory:
        for what in COLUMNS:
            rows = memory.query(f"SHOW {what}")
            assert rows.columns == COLUMNS[what]
            assert what in ("STRATEGIES", "OBJECTIVES", "STATS") or rows.values == ()
            assert memory.query(f"EXPLAIN SHOW {what}").explanation == (
                f"show  {', '.join(COLUMNS[what])}\n└─ Show  {what.lower()}"
            )
