"""EXCLUDING and REQUIRING: what a recall stays away from, and what must be there."""

from __future__ import annotations

from collections.abc import Iterator

import clew
import pytest
from clew.engine.handle.engine import Engine

DISHES = {
    "fire": "A very spicy hotpot, the guests cried",
    "mild": "The noodles for the guests were not spicy at all, mild",
    "tofu": "Mapo tofu for the guests: numbing and spicy",
    "plain": "A plain rice dish for the guests",
    "nuts": "Satay for the guests, with peanuts in it",
    "free": "A nut-free dessert for the guests, no peanuts",
    "seat": "Vendor C quoted 40 EUR a seat",
}


@pytest.fixture(scope="module")
def kitchen(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Engine]:
    with clew.open(tmp_path_factory.mktemp("kitchen"), background=False) as engine:
        for step, (name, text) in enumerate(DISHES.items()):
            engine.remember(text, id=name, task="dinner", step=step)
        engine.remember("very spicy, in a namespace of others", id="theirs", namespace="other")
        yield engine


def relevance(engine: Engine, **fields: object) -> dict[str, float]:
    hits = engine.recall("a dish for the guests", k=10, floor=0.0, **fields)  # type: ignore[arg-type] - fields of a recall
    return {hit.memory.id: hit.scores["relevance"] for hit in hits}


def test_what_is_excluded_lacks_relevance(kitchen: Engine) -> None:
    """Memories that say it fall, those that have nothing to do with it hardly do, and none is gone."""
    before, after = relevance(kitchen), relevance(kitchen, excluding="spicy")
    assert before.keys() == after.keys()
    falls = {name: before[name] - after[name] for name in before}
    assert min(falls["fire"], falls["tofu"]) > 3 * max(falls["plain"], falls["seat"])


def test_what_denies_the_excluded_is_the_right_answer(kitchen: Engine) -> None:
    """`Not spicy at all` has the very word, and to a vector is as spicy as any; it is not held against it."""
    found = kitchen.recall("a dish for the guests", excluding="spicy", floor=0.0)
    hits = {hit.memory.id: hit for hit in found}
    assert hits["mild"].arms["excluded"] == 0.0 < hits["tofu"].arms["excluded"]
    order = list(hits)
    assert order.index("mild") < order.index("tofu") < order.index("fire")


def test_an_excluded_hit_says_so(kitchen: Engine) -> None:
    """The reasons name how like it is to what was excluded."""
    hits = kitchen.recall("numbing tofu for the guests", excluding="numbing and spicy")
    reason = next(hit.why for hit in hits if hit.memory.id == "tofu")
    assert "like what is excluded by" in reason


def test_hard_drops_what_matches_and_says_how_many(kitchen: Engine) -> None:
    """All of a HARD text's words, none of them denied: gone, whatever else speaks for it."""
    rows = kitchen.query("RECALL 10 EXCLUDING HARD 'spicy' RETURN m.id")
    assert {row["m.id"] for row in rows} == DISHES.keys() - {"fire", "tofu"}
    assert rows.notes == ("EXCLUDING HARD dropped 2 of 7 candidates.",)


def test_hard_takes_all_of_its_words(kitchen: Engine) -> None:
    """Of two words in one text both must be there; as two texts, either is enough."""
    both = kitchen.query("RECALL 10 EXCLUDING HARD 'numbing spicy' RETURN m.id")
    either = kitchen.query("RECALL 10 EXCLUDING HARD 'numbing', HARD 'cried' RETURN m.id")
    assert DISHES.keys() - {row["m.id"] for row in both} == {"tofu"}
    assert DISHES.keys() - {row["m.id"] for row in either} == {"tofu", "fire"}


def test_hard_leaves_what_is_free_of_it(kitchen: Engine) -> None:
    """An allergy drops the satay and keeps the dessert that is free of nuts."""
    found = {row["m.id"] for row in kitchen.query("RECALL 10 EXCLUDING HARD 'peanuts' RETURN m.id")}
    assert "nuts" not in found
    assert "free" in found


def test_of_several_the_worst_counts(kitchen: Engine) -> None:
    """A second exclusion lowers nothing that the first lowers more."""
    one, two = relevance(kitchen, excluding="spicy"), relevance(kitchen, excluding=["spicy", "a seat of vendor C"])
    assert two["seat"] < one["seat"]
    assert two["tofu"] == pytest.approx(one["tofu"], abs=0.05)


@pytest.mark.parametrize("words", ["guests", "spicy guests", "Vendor-C", "zebra", "!?"])
def test_required_words_are_those_that_match(kitchen: Engine, words: str) -> None:
    """REQUIRING keeps what `matches(m, ...)` is true of, no more and no less."""
    required = kitchen.query("RECALL 10 REQUIRING $words RETURN m.id", {"words": words})
    matched = kitchen.query("MATCH (m:Memory) WHERE matches(m, $words) RETURN m.id", {"words": words})
    assert {row["m.id"] for row in required} == {row["m.id"] for row in matched}


def test_every_required_text_must_be_there(kitchen: Engine) -> None:
    """Two texts are required both, one by one or as a list; a note says which words nothing has."""
    for text in ("RECALL REQUIRING 'guests', 'spicy' RETURN m.id", "RECALL REQUIRING $both RETURN m.id"):
        given = {"both": ["guests", "spicy"]} if "$both" in text else {}
        assert {row["m.id"] for row in kitchen.query(text, given)} == {"fire", "mild", "tofu"}
    rows = kitchen.query("RECALL FOR 'a dish' REQUIRING 'guests', 'zebra'")
    assert "None of the 6 candidates holds all the words of 'zebra'." in rows.notes


def test_words_of_another_namespace_exclude_and_require_nothing(kitchen: Engine) -> None:
    """What is asked in one namespace is answered from it alone."""
    assert len(kitchen.query("RECALL REQUIRING 'namespace' RETURN m.id")) == 0
    assert len(kitchen.query("RECALL REQUIRING 'namespace' IN NAMESPACE other RETURN m.id")) == 1
    assert len(kitchen.query("RECALL IN NAMESPACE other WHERE matches(m, 'namespace') RETURN m.id")) == 1
