"""A plan as data: every stage once, in the order of EXPLAIN, each with a sentence of its own."""

from __future__ import annotations

from typing import get_args

import pytest
from clew.dsl import compile, explain
from clew.dsl.explaining.meanings import MEANINGS
from clew.dsl.explaining.tree import branches, walked
from clew.dsl.plan import Stage
from clew.engine.asking.catalog import CATALOG

STATEMENTS = (
    "RECALL 5 FOR 'the price'",
    "MATCH (m:Memory) RETURN m.id AS id UNION MATCH (m:Memory) RETURN m.task AS id",
    "COMPARE (RECALL 5 FOR 'x') AS OF '2024-01-01' WITH AS OF '2024-02-01'",
    "TRACE CAUSES OF (RECALL 1 FOR 'x')",
    "WHY 'm1' IN (RECALL 5 FOR 'x')",
)


def test_every_stage_has_a_sentence_and_no_other() -> None:
    """Each kind of stage is explained in one sentence, a stage that is added without one is missed here."""
    assert set(MEANINGS) == set(get_args(Stage))
    assert all(meaning.endswith(".") and "\n" not in meaning for meaning in MEANINGS.values())
    assert len(set(MEANINGS.values())) == len(MEANINGS)


@pytest.mark.parametrize("text", STATEMENTS)
def test_the_tree_has_the_stages_of_explain_in_its_order(text: str) -> None:
    """What EXPLAIN prints line by line is what the tree holds, also what stands inside a stage."""
    plan = compile(text, CATALOG)
    printed = [line.lstrip("│├└─ ") for line in explain(plan).split("\n") if "─ " in line]
    assert [branch.said.title for branch in walked(branches(plan.stages))] == printed
    assert branches(plan.stages)[-1].last and not any(branch.last for branch in branches(plan.stages)[:-1])
