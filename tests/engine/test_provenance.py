"""Provenance: which memories can supply what the work at hand lacks, in arrays and in a store."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import clew
import numpy as np
import pytest
from clew.dsl.catalog import Decay
from clew.dsl.compiler import compile_statement
from clew.dsl.parsing.parser import parse
from clew.dsl.plan import Diversify, Score, Select
from clew.engine.asking.catalog import CATALOG
from clew.engine.asking.strategies import DEFAULT, STRATEGIES
from clew.engine.executor.half_lives import half_lives
from clew.engine.extraction.fields import find_fields, words_of
from clew.engine.projection.state import State
from clew.engine.retrieval.objectives import DAY, recency
from clew.engine.retrieval.provenance import PRIOR, provenance
from hypothesis import given
from hypothesis import strategies as st

SLOW = replace(DEFAULT, name="slow", decay="power", diversify="MMR")
USER = '{"user_id": "mia_li_3668", "dob": "1990-04-05", "reservations": ["YAX4DR", "5BGGWZ"]}'
FLIGHTS = '[{"flight_number": "HAT069", "price": 121}, {"flight_number": "HAT083", "price": 100}]'
TALK = (
    ("user message", "I am mia_li_3668 and would like to fly."),
    ("get_user_details", USER),
    ("search_direct_flight", FLIGHTS),
    ("say", "Which of them would you like?"),
    ("user message", "The first one, please."),
    ("say", "Shall I go on?"),
    ("user message", "Yes, thank you!"),
)


@pytest.mark.parametrize(
    ("text", "named", "unnamed"),
    [
        ('{"reservation_id": "YAX4DR"}', {"reservation", "id"}, {"yax4dr"}),
        ("{'newItemIds': ['1656367028']}", {"new", "item", "id"}, {"newitemid"}),
        ("Flight HAT136 leaves late", {"flight"}, {"leave", "late"}),
        ("my user ID is mia_li_3668", {"is"}, {"my"}),
        ("Nothing is named here.", set(), {"nothing"}),
        ("", set(), set()),
    ],
)
def test_a_text_names_what_it_holds(text: str, named: set[str], unnamed: set[str]):
    """Keys of records and the word before a literal are names, cut into small singular words; other words are none."""
    found = find_fields(text)
    assert named <= found and not unnamed & found


@given(st.text(max_size=300))
def test_names_of_any_text_are_words(text: str):
    """Whatever is read, every name is one that `words_of` would leave as it is."""
    assert all(words_of(word) == (word,) for word in find_fields(text))


columns = st.lists(st.tuples(st.floats(0, 1), st.integers(0, 50), st.floats(0, 1)), min_size=1, max_size=12)


@given(columns)
def test_provenance_is_a_share_of_the_best(rows: list[tuple[float, int, float]]):
    """The best is 1 unless nothing can be a source, and then all are 0; nothing leaves [0, 1]."""
    close, new, named = (np.array(column) for column in zip(*rows, strict=True))
    found = provenance(close, new, named)
    assert ((found >= 0) & (found <= 1)).all()
    assert found.max() == (1.0 if (close * new).max() > 1e-300 else pytest.approx(found.max()))


@given(columns)
def test_more_of_any_evidence_is_never_less_likely(rows: list[tuple[float, int, float]]):
    """A row that is as close, as new and as well named as another is at least as likely."""
    close, new, named = (np.array(column) for column in zip(*rows, strict=True))
    found = provenance(close, new, named)
    for i in range(len(rows)):
        worse = (close <= close[i]) & (new <= new[i]) & (named <= named[i])
        assert (found[worse] <= found[i] + 1e-12).all()


def test_provenance_is_its_formula():
    """Closeness, the logarithm of the new literals and one, and the share of named fields above the prior."""
    found = provenance(np.array([0.5, 0.25]), np.array([3, 3]), np.array([1.0, 0.0]))
    assert found.tolist() == pytest.approx([1.0, 0.5 * PRIOR / (1 + PRIOR)])


def test_nothing_new_or_nothing_close_is_no_source():
    """An acknowledgement beside the work and a full record far from it both score 0."""
    assert provenance(np.array([0.9, 0.0]), np.array([0, 40]), np.ones(2)).tolist() == [0.0, 0.0]


@pytest.fixture
def talks(tmp_path: Path):
    """Two conversations side by side: the same tools, other people's records."""
    with clew.open(tmp_path / "talks.clew", background=False) as engine:
        for step, (action, observation) in enumerate(TALK):
            for task in ("A", "B"):
                said = observation if task == "A" else observation.replace("HAT0", "HAT9").replace("YAX4DR", "QQ7ZZ1")
                engine.remember(action=action, observation=said, task=task, step=step, id=f"{task}{step}")
        yield engine


NEAR = ("A4", "A5", "A6")
AT_HAND = ", ".join(f"'{name}'" for name in NEAR)


@pytest.mark.parametrize(
    ("need", "first"),
    [
        ("update reservation: which reservation id? Yes, thank you!", "A1"),
        ("update reservation: which flight number? Yes, thank you!", "A2"),
    ],
)
@pytest.mark.parametrize("task", ["A", None])
def test_the_source_of_a_named_value_comes_first(talks: clew.Engine, need: str, first: str, task: str | None):
    """The record with the named field is first, in the whole store too, where another task has the same words."""
    front = talks.recall(need, near=NEAR, task=task, k=5)
    assert front[0].memory.id == first and front[0].scores["provenance"] == 1.0
    assert all(hit.scores["provenance"] == 0.0 for hit in front if hit.memory.id == "A3")


def test_what_is_at_hand_is_no_news(talks: clew.Engine):
    """A memory whose literals the anchors hold supplies nothing."""
    scores = {
        hit.memory.id: hit.scores["provenance"] for hit in talks.recall("which id?", near=("A1", "A4"), k=20, floor=0)
    }
    assert scores["A0"] == 0.0 < scores["A2"]


def test_the_second_best_source_stands_before_what_is_a_hair_more_relevant(talks: clew.Engine):
    """What supplies nothing and is no answer may be the most relevant of all: relevance as it is would put it first."""
    talks.remember("Thank you, and yes.", task="A", step=7, id="thanks")
    need = "update reservation: which flight number? Yes, thank you!"
    hits = list(talks.recall(need, near=NEAR, task="A", k=20, floor=0))
    assert [hit.memory.id for hit in hits[:2]] == ["A2", "A1"] and hits[1].front == 1
    assert max(hits, key=lambda hit: hit.scores["relevance"]).memory.id == "thanks"
    exact = "PARETO BY relevance TOLERANCE 0, provenance TOLERANCE 0 RETURN m.id AS id, front"
    rows = talks.query(f"RECALL FOR $need TASK 'A' NEAR {AT_HAND} {exact}", {"need": need})
    as_they_are = {row["id"]: row["front"] for row in rows}
    assert as_they_are["thanks"] < as_they_are["A1"]


def test_what_clearly_answers_stands_on_the_first_front(talks: clew.Engine):
    """With the same at hand, a question that words answer is answered: first by `lookup`, and among the first else."""
    talks.remember("The customer prefers an aisle seat.", task="A", step=20, id="seat")
    need = "what seat does the customer prefer?"
    assert talks.recall(need, near=NEAR, using="lookup")[0].memory.id == "seat"
    place = talks.recall(need, near=NEAR).ids.index("seat")
    assert talks.recall(need, near=NEAR)[place].front == 1 and place <= 2


def test_without_anchors_relevance_alone_decides(talks: clew.Engine):
    """With nothing at hand the default trades nothing against relevance."""
    front = talks.recall("which flight number?", k=5)
    assert "provenance" not in front[0].scores
    relevance = [hit.scores["relevance"] for hit in front]
    assert relevance == sorted(relevance, reverse=True)


def test_a_source_survives_the_cut(talks: clew.Engine):
    """Of the candidates the closest stay beside the most relevant: a source may share no word with the need."""
    front = talks.recall("Yes, thank you!", near=NEAR, k=20, candidates=3, floor=0)
    assert {"A1", "A2"} <= {hit.memory.id for hit in front}


def test_provenance_can_be_asked_for_in_the_language(talks: clew.Engine):
    """It is an axis, a term of RANK BY, and meaningless without NEAR, which is said."""
    text = "RECALL 3 AS m FOR $need NEAR 'A6' RANK BY provenance RETURN m.id AS id, provenance AS p"
    rows = list(talks.query(text, {"need": "which flight number?"}))
    assert rows[0]["id"] == "A2" and rows[0]["p"] == 1.0
    with pytest.raises(clew.QueryError, match="no meaning in a recall without NEAR"):
        talks.query("RECALL FOR 'x' PARETO BY provenance")


def test_a_strategy_brings_its_decay_and_its_diversity(talks: clew.Engine):
    """What a strategy says of recency's curve and of the choice is in the plan; a clause overrules the choice."""
    plan = compile_statement(parse("RECALL FOR 'x' USING slow"), replace(CATALOG, strategies=(*STRATEGIES, SLOW)))
    stages = {type(stage): stage for stage in plan.stages}
    assert stages[Score].decay == "power" and stages[Select].diversify == Diversify("MMR")
    written = compile_statement(
        parse("RECALL FOR 'x' USING slow DIVERSIFY BY task"), replace(CATALOG, strategies=(*STRATEGIES, SLOW))
    )
    assert next(s for s in written.stages if isinstance(s, Select)).diversify == Diversify("task")
    needless = compile_statement(parse("RECALL USING slow"), replace(CATALOG, strategies=(*STRATEGIES, SLOW)))
    assert next(s for s in needless.stages if isinstance(s, Select)).diversify is None


@pytest.mark.parametrize("strategy", [one.name for one in STRATEGIES if one.name != "auto"])
def test_every_strategy_answers_with_and_without_anchors(talks: clew.Engine, strategy: str):
    """Each preset runs where all is given, and where nothing is at hand."""
    assert len(talks.recall("which flight number?", near=NEAR, using=strategy, floor=0))
    assert len(talks.recall("which flight number?", using=strategy, floor=0))


@pytest.mark.parametrize(("decay", "left"), [("linear", 0.0), ("exponential", 0.125), ("power", 10**-0.5)])
def test_half_lives_carry_the_decay_of_the_plan(decay: Decay, left: float):
    """Three half-lives old: gone on the line, an eighth on the exponential, a third by the power law."""
    life = half_lives(Score(("recency",), 1.0, decay=decay), State().view().memories, np.empty(0, np.int64))
    assert recency(np.array([0]), 3 * DAY, life.span, decay=life.decay)[0] == pytest.approx(left)
