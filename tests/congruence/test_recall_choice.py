"""DIVERSIFY BY, BUDGET, EXPAND and `information`: which of the candidates are taken, and what comes along."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from clew.engine.embedding.tokens import count_tokens
from clew.engine.handle.engine import Engine
from hypothesis import given, settings
from hypothesis import strategies as st

MANY = 1_000


def ids(rows: Any) -> list[str]:
    return [row["m.id"] for row in rows]


# ---- budget --------------------------------------------------------------------------------------


@given(st.integers(0, 400), st.none() | st.integers(0, 12))
@settings(max_examples=30)
def test_a_budget_is_filled_and_never_passed(store: Engine, budget: int, k: int | None) -> None:
    """Rows come in their order, as many as fit and no more than were asked for; none that was passed over fits."""
    hits = store.recall("vendor budget", budget=budget, k=k)
    spent = sum(count_tokens(hit.memory.text) for hit in hits)
    assert spent <= budget
    assert k is None or len(hits) <= k
    every = store.recall("vendor budget", k=MANY)
    order = {id: place for place, id in enumerate(every.ids)}
    assert [order[id] for id in hits.ids] == sorted(order[id] for id in hits.ids)
    if k is None or len(hits) < k:
        left = [count_tokens(hit.memory.text) for hit in every if hit.memory.id not in hits.ids]
        assert all(cost > budget - spent for cost in left)


@pytest.mark.parametrize("by", ["information", "MMR", "cluster"])
def test_of_a_moment_before_all_there_is_nothing_to_choose_from(store: Engine, by: str) -> None:
    """Nothing was known then, so nothing has a mean either; and nobody is warned of it."""
    assert store.recall("vendor budget", as_of="2001-01-01", diversify=by).ids == []


def test_what_found_no_room_is_said(store: Engine) -> None:
    """The note counts what was passed over; nothing is said where all of it fits."""
    (note,) = store.recall("vendor budget", budget=30).notes
    assert note.endswith("were passed over: they did not fit into what was left of 30 tokens.")
    assert store.recall("vendor budget", budget=100_000).notes == ()


def test_a_budget_counts_what_cost_says(store: Engine) -> None:
    """The tokens of a budget are those of `cost`, whether that was computed or not."""
    plain, priced = (store.query(f"RECALL BUDGET 90 TOKENS RETURN {items}") for items in ("m.id", "m.id, cost"))
    assert ids(plain) == ids(priced)
    assert sum(row["cost"] for row in priced) <= 90


# ---- diversity -----------------------------------------------------------------------------------


@pytest.mark.parametrize("by", ["type", "task", "entity", "cluster", "information", "MMR", "mmr 0.9"])
def test_a_choice_is_of_the_same_candidates(store: Engine, by: str) -> None:
    """Diversity changes which come first, and loses none: asked for all, all come, each once."""
    plain, diverse = (
        ids(store.query(f"RECALL {MANY} FOR 'vendor budget' RANK BY relevance {clause} RETURN m.id"))
        for clause in ("", f"DIVERSIFY BY {by}")
    )
    assert sorted(plain) == sorted(diverse)
    assert plain != diverse


@pytest.mark.parametrize("by", ["type", "task", "entity", "cluster", "information", "MMR"])
def test_fronts_stay_first(store: Engine, by: str) -> None:
    """However different it is, a dominated row never comes before one that dominates it."""
    text = f"RECALL {MANY} FOR 'vendor budget' PARETO BY relevance, recency, confidence DIVERSIFY BY {by} RETURN front"
    fronts = [row["front"] for row in store.query(text)]
    assert fronts == sorted(fronts)


def test_turns_are_taken_between_tasks(store: Engine) -> None:
    """Of 12 rows in one front, three tasks have a third each; a row of no task waits for none."""
    rows = store.query("RECALL 12 WHERE m.task IS NOT NULL RANK BY recency DIVERSIFY BY task RETURN m.task AS task")
    assert set(Counter(row["task"] for row in rows).values()) == {4}


def test_mmr_of_one_is_relevance(store: Engine) -> None:
    """At 1 nothing but relevance counts: the order is the one without."""
    plain, traded = (
        ids(store.query(f"RECALL 20 FOR 'vendor budget' RANK BY relevance {clause} RETURN m.id"))
        for clause in ("", "DIVERSIFY BY MMR 1.0")
    )
    assert plain == traded


# ---- information ---------------------------------------------------------------------------------


def test_information_is_new_given_what_is_at_hand(store: Engine) -> None:
    """Each value lies in [0, 1], and what an anchor says word for word tells nothing."""
    with_copy = store.remember(store.get("m100").text, id="copy", namespace="default")
    try:
        text = f"RECALL {MANY} FOR 'vendor budget' NEAR m100 PARETO BY information RETURN m.id, information"
        told = {row["m.id"]: row["information"] for row in store.query(text)}
        assert all(0.0 <= value <= 1.0 for value in told.values())
        assert told[with_copy] == 0.0
        assert max(told.values()) > 0.0
    finally:
        store.forget("copy")


def test_information_is_left_out_with_nothing_at_hand(store: Engine) -> None:
    """Without anchors it says what relevance says: the front is that of the other axes, and a note says so."""
    plain, more = (
        store.query(f"RECALL 20 FOR 'vendor budget' PARETO BY relevance, recency{axis} RETURN m.id, front")
        for axis in ("", ", information")
    )
    assert plain.values == more.values
    assert "Left out, for nothing is at hand (NEAR): information." in more.notes


# ---- expansion -----------------------------------------------------------------------------------


@given(st.sampled_from(("STEPS 1", "STEPS 2, CAUSES 1", "CAUSES 3, EFFECTS 3")), st.integers(1, 12))
@settings(max_examples=20)
def test_what_surrounds_a_hit_comes_with_it(store: Engine, around: str, k: int) -> None:
    """Hits stay what they are, each row once; what comes along follows its hit, and stands to it as `why` says."""
    asked = f"RECALL {k} FOR 'vendor budget' NEAR m100"
    plain = store.query(f"{asked} RETURN m.id, rank")
    rows = store.query(f"{asked} EXPAND {around} RETURN m.id, rank, why, expanded_from").to_dicts()
    assert [(row["m.id"], row["rank"]) for row in rows if row["expanded_from"] is None] == list(plain.values)
    assert len({row["m.id"] for row in rows} | {"m100"}) == len(rows) + 1
    hit = None
    for row in rows:
        if row["expanded_from"] is None:
            hit = row
            continue
        assert hit is not None
        assert (row["expanded_from"], row["rank"]) == (hit["m.id"], hit["rank"])
        assert row["m.id"] in around_of(store, row["why"])


def around_of(store: Engine, why: str) -> list[str]:
    """Return the memories that stand to a hit as a reason says, by TRACE."""
    depth, noun, when, quoted = why.split(" ")
    kind, via = ("CAUSES" if when == "before" else "EFFECTS"), "FOLLOWS" if noun.startswith("step") else "CAUSED"
    return ids(store.query(f"TRACE {kind} OF $id VIA {via} DEPTH {depth}..{depth} RETURN m.id", {"id": quoted[1:-1]}))


def test_what_surrounds_obeys_the_scope_and_not_the_filters(store: Engine) -> None:
    """Trust, and what HARD excludes, hold for it too; the type and the words of the hits do not."""
    text = "RECALL 20 FOR 'vendor' EXCLUDING HARD 'refund' REQUIRING 'vendor' TYPE error MIN TRUST 0.3 EXPAND STEPS 2"
    rows = store.query(f"{text} RETURN m.types AS types, m.text AS text, m.trust AS trust, expanded_from").to_dicts()
    around = [row for row in rows if row["expanded_from"] is not None]
    assert any("error" not in row["types"] for row in around)
    assert any("vendor" not in row["text"] for row in around)
    assert all(row["trust"] >= 0.3 and "refund" not in row["text"] for row in rows)


def test_what_surrounds_takes_what_is_left_of_the_budget(store: Engine) -> None:
    """Hits come first; what comes along never passes the budget, and is said not to fit where it does not."""
    hits = store.recall("vendor budget", k=3, budget=10_000)
    cost = sum(count_tokens(hit.memory.text) for hit in hits)
    tight = store.recall("vendor budget", k=3, budget=cost + 25, expand={"steps": 2})
    assert [hit.memory.id for hit in tight if hit.expanded_from is None] == hits.ids
    assert sum(count_tokens(hit.memory.text) for hit in tight) <= cost + 25
    assert any("what surrounds the hits did not fit" in note for note in tight.notes)


def test_nothing_forgotten_or_of_others_comes_along(store: Engine) -> None:
    """A forgotten neighbour is not brought, nor walked through."""
    forgotten = {"m5", "m50", "m77"}
    rows = store.query(f"RECALL {MANY} FOR 'vendor' CANDIDATES 30 EXPAND STEPS 5, CAUSES 5, EFFECTS 5 RETURN m.id")
    assert not forgotten & set(ids(rows))
