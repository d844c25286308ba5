"""What is inferred from a need lifts what it fits, filters by times that leave no doubt, and yields to every clause."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import clew
import numpy as np
import pytest
from clew.engine.executor.inferring import accumulated
from clew.engine.handle.engine import Engine
from clew.engine.need.routing import routed
from hypothesis import given, settings
from hypothesis import strategies as st


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Engine]:
    with clew.open(tmp_path_factory.mktemp("need"), background=False) as engine:
        for day in range(1, 21):
            engine.remember(
                f"the team spoke of the budget, part {day}",
                id=f"m{day}",
                at=f"2024-05-{day:02d}T10:00",
                task=f"day {day}",
                tags=["travel"] if day == 7 else [],
                entities=["Vendor C"] if day == 9 else [],
                type="decision" if day == 11 else "fact",
            )
        yield engine


def test_a_bounding_time_filters_and_is_noted(store: Engine) -> None:
    """`in the last 3 days` is measured from the newest memory, and what is older is no answer."""
    front = store.recall("the budget in the last 3 days", k=20)
    assert set(front.ids) == {"m17", "m18", "m19", "m20"}
    assert front.need is not None and front.need.within
    assert any("in the last 3 days" in note for note in front.notes)


def test_another_time_only_lifts(store: Engine) -> None:
    """A day that is named comes first, and the others are still there."""
    front = store.recall("what of the budget was spoken on 5 May 2024", k=20)
    assert front.ids[0] == "m5" and len(front) == 20
    assert front.notes == ()


@pytest.mark.parametrize(
    "need",
    [
        "what happened since 2024-05-17?",
        "since 2024-05-17",
        "anything new since 2024-05-17",
        "was ist seit dem 17. Mai 2024 passiert?",
        "2024年5月17日以来发生了什么？",
    ],
)
def test_a_time_alone_asks_for_what_happened_then(store: Engine, need: str) -> None:
    """No word is there to be relevant by: what lies in the time is the answer, and nothing that does not."""
    front = store.recall(need, k=20)
    assert {"m17", "m18", "m19", "m20"} <= {*front.ids[:4]}
    assert all("lifted 0.5" in hit.why for hit in front[:4])


def test_a_time_that_is_given_counts_as_said(store: Engine) -> None:
    """SINCE in place of words; without either there is nothing to go by, and no answer."""
    assert {*store.recall("what happened?", since="2024-05-17", k=20).ids} == {"m17", "m18", "m19", "m20"}
    assert not store.recall("what happened?", k=20)


def test_a_hit_says_that_it_was_lifted(store: Engine) -> None:
    """It stands first for that alone; what was not lifted does not say so. In German too."""
    for need in ("what of the budget was spoken on 5 May 2024", "wer sprach am 5. Mai 2024 vom budget"):
        best, *_, last = store.recall(need, k=20)
        assert best.memory.id == "m5" and "lifted 0." in best.why and "by what the need says" in best.why
        assert "lifted" not in last.why


@pytest.mark.parametrize(
    ("need", "first"),
    [("the budget and vendor C", "m9"), ("the budget of the travel", "m7"), ("the budget decisions", "m11")],
)
def test_names_lift(store: Engine, need: str, first: str) -> None:
    """An entity, a tag, a type: the memory that has it comes first; without inference it is one of many."""
    assert store.recall(need, k=5).ids[0] == first
    assert store.recall(need, k=5, infer=False).ids[0] != first


def test_a_clause_overrules_what_is_guessed(store: Engine) -> None:
    """SINCE in place of the time in the words, ABOUT in place of the name, WITHOUT INFERENCE in place of all."""
    front = store.recall("the budget in the last 3 days", k=20, since="2024-05-02")
    assert front.need is not None and not front.need.timed and len(front) == 19
    assert store.recall("the budget and vendor C", about="Other").need.entities == ()  # type: ignore[union-attr]
    plain = store.recall("the budget in the last 3 days", k=20, infer=False)
    assert plain.need is None and len(plain) == 20


def test_a_statement_says_so_too(store: Engine) -> None:
    """WITHOUT INFERENCE in the text, and a record that is asked again keeps it."""
    rows = store.query("RECALL 20 FOR 'the budget in the last 3 days' WITHOUT INFERENCE")
    assert len(rows) == 20
    front = store.recall("the budget in the last 3 days", k=20, infer=False)
    assert "WITHOUT INFERENCE" in front.record.text
    assert front.why("m1").present


def test_explain_profile_and_why_tell(store: Engine) -> None:
    """What was inferred stands in each of them; WHY NOT names the phrase."""
    text = "RECALL FOR 'the budget of vendor C in the last 3 days'"
    explained = store.query(f"EXPLAIN {text}").explanation
    profiled = store.query(f"PROFILE {text}").explanation
    assert explained is not None and "inferred  entities: Vendor C" in explained
    assert profiled is not None and "entities: Vendor C" in profiled
    why = store.why("m1", "the budget of vendor C in the last 3 days")
    assert why.cause == "filter" and "in the last 3 days" in str(why)
    assert "lifts it by" in str(store.why("m9", "the budget of vendor C"))


def test_explain_of_a_parameter_needs_none(store: Engine) -> None:
    """EXPLAIN runs without parameters, and then nothing is inferred."""
    explained = store.query("EXPLAIN RECALL FOR $q").explanation
    assert explained is not None and "inferred" not in explained


def test_auto_takes_the_strategy_of_the_kind(store: Engine) -> None:
    """The record names the strategy that was chosen; a need of no kind takes the default."""
    assert store.recall("what is the latest budget", using="auto").record.strategy == "recent"
    assert store.recall("the budget", using="auto").record.strategy == "default"
    rows = store.query("RECALL FOR $q USING auto", {"q": "who spoke of the budget?"})
    assert rows.record.strategy == "lookup"


def test_tags_at_hand_are_intents(tmp_path: Path) -> None:
    """What the active memories are tagged with is what the agent is doing."""
    with clew.open(tmp_path / "s", background=False) as engine:
        for number in range(6):
            engine.remember(f"a note, number {number}", id=f"n{number}", tags=["hiring"] if number in (0, 4) else [])
        front = engine.recall("a note", near="n0", k=5)
        assert front.need is not None and [guess.name for guess in front.need.intents] == ["hiring"]


def test_a_language_model_settles_doubts_once(tmp_path: Path) -> None:
    """It is asked where tags are in doubt, its answer is kept beside the store, and a broken cache asks again."""
    model = Model({"kind": "survey", "tags": ["travel"], "parts": []})
    with clew.open(tmp_path / "s", background=False, llm=model) as engine:
        engine.remember("the flight was late", tags=["travel"])
        engine.remember("the offer was high", tags=["hiring"])
        for _ in range(2):
            need = engine.recall("how did the journey go").need
            assert need is not None and [guess.name for guess in need.intents] == ["travel"]
        assert model.asked == 1
        assert engine.doctor() == []
        for file in (tmp_path / "s" / "answers").iterdir():
            file.write_bytes(b"\xff{")
        engine.recall("how did the journey go")
        assert model.asked == 2
        assert engine.recall("the travel of last week").need is not None and model.asked == 2


@pytest.mark.parametrize(
    "answer",
    [
        {"kind": "survey", "tags": ["nuclear"], "parts": []},
        {"kind": "rm -rf", "tags": [], "parts": []},
        {"kind": "survey", "tags": [], "parts": ["x" * 1000]},
        {"kind": "survey", "tags": ["travel"] * 50, "parts": []},
        {"kind": "survey", "tags": [], "parts": [], "more": 1},
        {},
        "text",
        ValueError("sk-secret"),
    ],
)
def test_a_hostile_answer_is_refused(tmp_path: Path, answer: object) -> None:
    """Unknown names, other fields, long texts, no object, an exception: the recall answers, and says it did without."""
    with clew.open(tmp_path / "s", background=False, llm=Model(answer)) as engine:
        engine.remember("the flight was late", tags=["travel"], id="a")
        engine.remember("the offer was high", tags=["hiring"], id="b")
        front = engine.recall("how did the flight go")
        assert front.ids[0] == "a"
        assert any(note.startswith("Inferred without the language model") for note in front.notes)
        assert "sk-secret" not in str(front.notes)


def test_an_asynchronous_handle_takes_one_too(tmp_path: Path) -> None:
    """`aopen(llm=...)` is the same."""

    async def recalled() -> object:
        async with clew.aopen(tmp_path / "s", llm=Model({"kind": "default", "tags": ["a1"], "parts": []})) as memory:
            await memory.remember("one", tags=["a1"])
            await memory.remember("two", tags=["b2"])
            return (await memory.recall("something else")).need

    need: Any = asyncio.run(recalled())
    assert [guess.name for guess in need.intents] == ["a1"]


class Model:
    """Answers with what it was given, or raises it."""

    name = "model of ours"

    def __init__(self, answer: Any) -> None:
        self.answer = answer
        self.asked = 0

    def complete(self, prompt: str, schema: Mapping[str, Any]) -> Any:
        self.asked += 1
        if isinstance(self.answer, Exception):
            raise self.answer
        return self.answer


# ---- the pure parts ------------------------------------------------------------------------------


def test_parts_add_and_never_take() -> None:
    """A memory scores for the part that it answers best, and at least what it scores for the whole."""
    whole, one, other = np.array([0.2, 0.5, 0.0]), np.array([0.9, 0.0, 0.0]), np.array([0.0, 0.1, 0.3])
    assert accumulated(whole, [one, other]).tolist() == [0.9, 0.5, 0.3]
    assert accumulated(whole, []) is whole


MERITS = st.lists(st.floats(0, 1), min_size=1, max_size=40)


@settings(max_examples=100)
@given(MERITS, st.integers(1, 40), st.integers(0, 5), st.floats(0, 1), st.floats(0, 1))
def test_routing_fills_its_count_and_keeps_its_shares(
    merits: list[float], count: int, every: int, share: float, least: float
) -> None:
    """As many as there are places; of the type no fewer than its share where so many reach the threshold."""
    merit, of_type = np.array(merits), np.arange(len(merits)) % (every + 1) == 0
    kept = routed(merit, [(of_type, share)], count, least)
    assert len(kept) == len(set(kept.tolist())) == min(count, len(merit))
    fit = int((of_type & (merit >= least)).sum())
    assert of_type[kept].sum() >= min(fit, round(share * count), count)


def test_routing_without_routes_is_the_best() -> None:
    """The two routes agree where there is nothing to route."""
    merit = np.array([0.1, 0.9, 0.5, 0.7])
    assert routed(merit, [], 2).tolist() == [1, 3]
    rare = np.array([True, False, False, False])
    assert routed(merit, [(rare, 0.5)], 2).tolist() == [0, 1]
    assert routed(merit, [(rare, 0.5)], 2, least=0.2).tolist() == [1, 3]
