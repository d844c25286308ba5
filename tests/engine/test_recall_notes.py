"""A recall that finds little says which clause it was."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import clew
import pytest
from clew.engine.executor.trading import NO_CHOICE
from clew.engine.handle.engine import Engine


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Engine]:
    with clew.open(tmp_path_factory.mktemp("notes"), background=False) as engine:
        for step, text in enumerate(("the budget was approved", "a vendor was chosen", "the invoice came late")):
            engine.remember(
                text,
                id=f"m{step}",
                task="Q4 review",
                step=step,
                at=f"2024-05-0{step + 1}",  # days apart: written within a millisecond they would all be as recent
                action_type="say",
                tags=["budget"],
                entities=["Acme"],
            )
        engine.remember("a secret", namespace="other", task="Q4 reviews", type="decision", entities=["Acne"])
        yield engine


@pytest.mark.parametrize(
    ("text", "note"),
    [
        ("RECALL TASK 'Q4 revue'", "Nothing in scope has the task `Q4 revue`; the nearest is `Q4 review`."),
        ("RECALL TYPE fcat", "Nothing in scope has the type `fcat`; the nearest is `fact`."),
        ("RECALL DOING sya, say", "Nothing in scope has the action type `sya`; the nearest is `say`."),
        ("RECALL INTENT budgte", "Nothing in scope has the tag `budgte`; the nearest is `budget`."),
        ("RECALL ABOUT Acmee", "Nothing in scope has the entity `Acmee`; the nearest is `Acme`."),
        ("RECALL WHERE m.step > 7", "None of the 3 memories in scope passes what is asked of `m.step`."),
        (
            "RECALL STEPS 2..2 UNTIL '2024-05-02'",
            "Each of them is passed by some of the 3 memories in scope, and all together by none.",
        ),
        ("RECALL TYPE decision", "Nothing in scope has the type `decision`."),
        ("RECALL TASK 'Q4 review' WHERE m.type = 'goal'", "No memory passes the filters."),
        ("RECALL IN NAMESPACE nowhere", "Nothing is stored in the namespace `nowhere`."),
        ("RECALL NEAR m0, m1, m2", "All memories that pass the filters are anchors, and what is at hand is no answer."),
        (
            "RECALL FOR 'zebra' AT LEAST relevance 0.99",
            "All 3 candidates were below the floor: nothing relevant is known.",
        ),
        (
            "RECALL FOR 'a vendor' EXCLUDING 'a vendor was chosen' TASK 'Q4 review' STEPS 1..1 AT LEAST relevance 0.3",
            "Without EXCLUDING, 1 of 1 would reach a relevance of 0.3.",
        ),
        (
            "RECALL FOR 'a vendor' EXCLUDING 'm1'",
            "EXCLUDING stays away from what a text says; the memory `m1` is left out by `WHERE m.id <> 'm1'`.",
        ),
        ("RECALL PARETO BY recency, confidence", "Left out, for all candidates have the same: confidence."),
        (
            "RECALL PARETO BY recency TOLERANCE 0 DIVERSIFY BY type",
            NO_CHOICE.format(by="type"),
        ),
    ],
)
def test_a_note_says_what_was_missed(store: Engine, text: str, note: str) -> None:
    """A name that nothing in scope has, with the nearest; filters, anchors and floors that leave nothing."""
    assert note in store.query(text).notes


def test_what_could_choose_is_not_noted(store: Engine) -> None:
    """Where a front has several rows DIVERSIFY has a choice; where EXCLUDING pushed nothing out it is not blamed."""
    assert store.query("RECALL RANK BY recency DIVERSIFY BY type").notes == ()
    assert store.query("RECALL 1 PARETO BY recency TOLERANCE 0 DIVERSIFY BY type").notes == ()
    notes = store.query("RECALL FOR 'zebra' EXCLUDING 'budget' AT LEAST relevance 0.99").notes
    assert notes == ("All 3 candidates were below the floor: nothing relevant is known.",)


def test_a_name_that_is_there_is_not_noted(store: Engine) -> None:
    """Nothing is said of names that something in scope has."""
    text = "RECALL FOR 'budget' INTENT budget ABOUT acme DOING say TYPE fact TASK 'Q4 review'"
    assert store.query(text).notes == ()


def test_a_null_parameter_is_named(store: Engine) -> None:
    """A filter by null passes nothing, and the note says which parameter it was."""
    for text in ("RECALL SINCE $since", "RECALL STEPS $since..", "RECALL WHERE m.task = $since"):
        assert store.query(text, {"since": None}).notes == ("$since is null, and no memory passes a filter by null.",)


def test_a_list_of_no_intents_asks_for_none(store: Engine) -> None:
    """It is left out, and dilutes no other arm."""
    rows = store.query("RECALL FOR 'budget' INTENT $tags RETURN m.id, relevance", {"tags": []})
    assert rows.notes == ("No tag was named, so none was compared.",)
    assert rows.values == store.query("RECALL FOR 'budget' RETURN m.id, relevance").values
    assert len(store.query("RECALL INTENT $tags", {"tags": []})) == 0


def test_an_empty_store_says_so(tmp_path: Path) -> None:
    """Nothing is stored yet is another answer than nothing relevant is known."""
    with clew.open(tmp_path, background=False) as engine:
        assert engine.recall("anything").notes[0] == "Nothing is stored in the namespace `default`."
